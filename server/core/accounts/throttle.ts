// Slows down guessing, for all processes together. Failed log-ins are counted in three ways: an account from one address, an
// address over all accounts, and an account from everywhere. The last one never stops a person at an address that is known
// to be theirs, so that strangers lock nobody out.
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { WHOLE } from "#schemas/problem.ts";
import type { CoreTables } from "../../db/tables.ts";
import { type ProblemError, problem } from "../../kernel/problem.ts";

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const KNOWN_MS = 90 * 24 * 60 * MINUTE_MS;
/** The largest number of the column. */
const UNLIMITED = 2_147_483_647;
const LIMITS = { accountHere: 10, address: 100, account: 50 };

type Tables = Kysely<CoreTables>;

const hashed = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** An IPv6 customer has 2^64 addresses: all of them count as one. */
export function placeOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.replace(/^::ffff:/i, "");
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const full =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${full
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

function keysOf(email: string, address: string) {
  const place = placeOf(address);
  return {
    accountHere: hashed("account here", email, place),
    address: hashed("address", place),
    account: hashed("account", email),
    known: hashed("known", email, place),
  };
}

async function marksOf(db: Tables, keys: readonly string[], now: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("core_login_mark")
    .select(["key", "count"])
    .where("key", "in", [...keys])
    .where("until", ">", now.toISOString())
    .execute();
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** Counts one more; a count whose time is over begins anew. Answers the count. */
export async function mark(db: Tables, key: string, now: Date, forMs: number): Promise<number> {
  const until = new Date(now.getTime() + forMs).toISOString();
  const at = now.toISOString();
  const row = await db
    .insertInto("core_login_mark")
    .values({ key, count: 1, until })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when core_login_mark.until > ${at} then core_login_mark.count + 1 else 1 end`,
        until,
      }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return row.count;
}

class Spent extends Error {}

/** Says when the last of those counts is over that let nobody through. */
async function closed(db: Tables, limits: readonly { key: string; limit: number }[], now: Date): Promise<ProblemError> {
  const rows = await db
    .selectFrom("core_login_mark")
    .select(["key", "count", "until"])
    .where(
      "key",
      "in",
      limits.map(({ key }) => key),
    )
    .execute();
  const spent = rows.filter(({ key, count }) => limits.some((one) => one.key === key && count >= one.limit));
  const opensIn = Math.max(0, ...spent.map(({ until }) => Date.parse(until) - now.getTime()));
  const count = Math.max(1, Math.ceil(opensIn / MINUTE_MS));
  const message = `Too many failed attempts; try again in ${count} ${count === 1 ? "minute" : "minutes"}`;
  return problem("throttled", { message, reasons: { [WHOLE]: { text: "problem:said.throttled", values: { count } } } });
}

/** Counts a try before it is known how it ends. Where there are too many it counts nothing, and answers why. */
async function takeTry(db: Tables, email: string, address: string, now: Date): Promise<ProblemError | undefined> {
  const keys = keysOf(email, address);
  const at = now.toISOString();
  const until = new Date(now.getTime() + WINDOW_MS).toISOString();
  const isKnown = (await marksOf(db, [keys.known], now)).size > 0;
  const limits = [
    { key: keys.accountHere, limit: LIMITS.accountHere },
    { key: keys.address, limit: LIMITS.address },
    { key: keys.account, limit: isKnown ? UNLIMITED : LIMITS.account },
  ].sort((one, other) => (one.key < other.key ? -1 : 1));
  const counted = db.transaction().execute(async (transaction) => {
    for (const { key, limit } of limits) {
      const row = await transaction
        .insertInto("core_login_mark")
        .values({ key, count: 1, until })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({
              count: sql<number>`case when core_login_mark.until > ${at} then core_login_mark.count + 1 else 1 end`,
              until,
            })
            .where((is) => is.or([is("core_login_mark.until", "<=", at), is("core_login_mark.count", "<", limit)])),
        )
        .returning("count")
        .executeTakeFirst();
      if (!row) throw new Spent();
    }
    return undefined;
  });
  return counted.catch((error: unknown) => {
    if (error instanceof Spent) return closed(db, limits, now);
    throw error;
  });
}

async function giveTryBack(db: Tables, email: string, address: string): Promise<void> {
  const { accountHere, address: place, account } = keysOf(email, address);
  for (const key of [accountHere, place, account]) {
    await db
      .updateTable("core_login_mark")
      .set(({ eb }) => ({ count: eb("count", "-", 1) }))
      .where("key", "=", key)
      .where("count", ">", 0)
      .execute();
  }
}

/**
 * Runs a guess outside of any transaction. It is counted before it is looked at, so that many at once are no way around the
 * limit, and not any more once it has ended without `failed` having been called. Throws `throttled` where there were too many.
 */
export async function withTry<T>(
  { db, email, address, now }: { db: Tables; email: string; address: string; now: Date },
  guess: (failed: () => void) => Promise<T>,
): Promise<T> {
  const refusal = await takeTry(db, email, address, now);
  if (refusal) throw refusal;
  let isWrong = false;
  try {
    return await guess(() => {
      isWrong = true;
    });
  } finally {
    if (isWrong) await db.deleteFrom("core_login_mark").where("until", "<=", now.toISOString()).execute();
    else await giveTryBack(db, email, address);
  }
}

/** Notes that the person is here: their own failures are forgotten, and the address is known to be theirs. */
export async function noteSuccess(db: Tables, email: string, address: string, now: Date): Promise<void> {
  const { accountHere, known } = keysOf(email, address);
  await db.deleteFrom("core_login_mark").where("key", "=", accountHere).execute();
  await mark(db, known, now, KNOWN_MS);
}

const LETTERS = { window: 15 * MINUTE_MS, account: 5, address: 30 };

/** Whether one more letter may be asked for; counted alike for accounts that there are and that there are not. */
export async function mayAskForLetter(db: Tables, email: string, address: string, now: Date): Promise<boolean> {
  const byAddress = await mark(db, hashed("letters to", placeOf(address)), now, LETTERS.window);
  const byAccount = await mark(db, hashed("letters of", email), now, LETTERS.window);
  return byAddress <= LETTERS.address && byAccount <= LETTERS.account;
}
