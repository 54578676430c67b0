// SQL of the outbox.
import { type Kysely, sql } from "kysely";
import { fold } from "#schemas/fold.ts";
import { LETTER_STATES } from "#schemas/letters.ts";
import type { Dialect } from "../../db/dialect.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps } from "../../kernel/context.ts";
import type { Grant } from "../accounts/power.ts";
import { searchedOf } from "./list.ts";

type Tables = Kysely<CoreTables>;

interface NewMail {
  appId: number;
  to: string;
  subject: string;
  text: string;
  secret?: boolean;
  gives?: Grant;
  kind?: string;
  expiresAt?: string | undefined;
  giveUpAt: string;
  state: "queued" | "kept";
  now: string;
}

export async function createMail(db: Tables, letter: NewMail): Promise<void> {
  const { to, subject } = letter;
  const row = {
    app_id: letter.appId,
    recipient: to,
    subject,
    text: letter.text,
    state: letter.state,
    secret: letter.secret ? 1 : 0,
    gives: letter.gives ? JSON.stringify(letter.gives) : null,
    kind: letter.kind ?? "other",
    created_at: letter.now,
    next_at: letter.now,
    expires_at: letter.expiresAt ?? null,
    give_up_at: letter.giveUpAt,
    subject_key: fold(subject),
    recipient_key: fold(to),
    search: searchedOf(subject, to),
  };
  await db.insertInto("core_mail").values(row).execute();
}

/** Takes a letter that is due; until `until` nobody else does. The newest is the one that became due last. */
export async function claimMail(
  db: Tables,
  dialect: Dialect,
  { now, until, from }: { now: string; until: string; from: "newest" | "oldest" },
) {
  const direction = from === "newest" ? "desc" : "asc";
  const due = db
    .selectFrom("core_mail")
    .select("id")
    .where("state", "=", "queued")
    .where("next_at", "<=", now)
    .orderBy("next_at", direction)
    .orderBy("id", direction)
    .limit(1);
  return db
    .updateTable("core_mail")
    .set((eb) => ({ next_at: until, attempts: eb("attempts", "+", 1), error: null }))
    .where("id", "=", dialect.skipLocked(due))
    .where("state", "=", "queued")
    .where("next_at", "<=", now)
    .returning(["id", "recipient", "subject", "text", "attempts", "created_at", "expires_at", "give_up_at"])
    .executeTakeFirst();
}
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Gives back what a process that was killed had claimed: nothing has been heard of it. */
export async function releaseMail(db: Tables, now: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ next_at: now })
    .where("state", "=", "queued")
    .where("next_at", ">", now)
    .where("attempts", ">", 0)
    .where("error", "is", null)
    .execute();
}

/** A letter that has gone out keeps no text: it may hold a link that lets somebody in. */
export async function markSent(db: Tables, id: number, now: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ state: "sent", text: "", sent_at: now, next_at: null, error: null })
    .where("id", "=", id)
    .execute();
}

/** Only for whoever claimed it last, and as long as it has not gone out. */
export async function markFailed(
  db: Tables,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { next, error }: { next: string | null; error: string },
): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ state: next ? "queued" : "failed", next_at: next, error })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .execute();
}

/** Letters that have not gone out before what they carry expired are of no use any more, and neither is their text. */
export async function expireMail(db: Tables, now: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ state: "expired", text: "", next_at: null })
    .where("state", "in", ["queued", "failed"])
    .where("expires_at", "<=", now)
    .execute();
}

/** Nobody tries letters any more whose time was over before the mail server could be reached. */
export async function giveUpMail(db: Tables, now: string, error: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set((is) => ({ state: "failed", next_at: null, error: is.fn.coalesce("error", sql.val(error)) }))
    // As the index has it: it serves no state that comes as a parameter.
    .where(sql<boolean>`state = 'queued'`)
    .where("give_up_at", "<=", now)
    .execute();
}

/** How many letters of an app are in each state: one by one along the index, which is quicker than to group them. */
export async function countMail(db: Tables, appId: number): Promise<Map<string, number>> {
  const counts = LETTER_STATES.map(
    (state) =>
      sql`select ${state} as state, count(*) as letters from core_mail where app_id = ${appId} and state = ${state}`,
  );
  const { rows } = await sql<{ state: string; letters: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ state, letters }) => [state, Number(letters)]));
}

/** One letter of an app. */
export function findMail(db: Tables, appId: number, id: number) {
  return db
    .selectFrom("core_mail")
    .select(["id", "recipient", "subject", "text", "kind", "state", "attempts", "error", "created_at", "sent_at"])
    .select(["next_at", "expires_at", "secret", "gives"])
    .where("app_id", "=", appId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Puts letters that failed in line again and answers which: nobody else has done so, and none of them has expired. */
export async function retryMail(
  db: Tables,
  appId: number,
  ids: readonly number[],
  { now, giveUpAt }: { now: string; giveUpAt: string },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable("core_mail")
    .set({ state: "queued", attempts: 0, next_at: now, give_up_at: giveUpAt, error: null })
    .where("app_id", "=", appId)
    .where("id", "in", [...ids])
    .where("state", "=", "failed")
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 500;

/** Takes letters away that have gone out, failed or been kept for a month. Answers how many. */
export async function expireLetters({ database, now }: Pick<Deps, "database" | "now">): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  // Letters are numbered as they are written, and none waits for a month: the oldest tell whether there are any.
  const oldest = await database.quick
    .selectFrom("core_mail")
    .select(["id", "created_at", "state"])
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  const old = oldest.filter(({ created_at, state }) => created_at < before && state !== "queued");
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await database.background.deleteFrom("core_mail").where("id", "in", ids).execute();
  return ids.length;
}

/** Takes the letters of an app to these addresses away, sent or not. */
export async function removeLettersTo(db: Tables, appId: number, addresses: readonly string[]): Promise<void> {
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE);
    await db.deleteFrom("core_mail").where("app_id", "=", appId).where("recipient_key", "in", some.map(fold)).execute();
  }
}
