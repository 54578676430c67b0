// One-time codes that come by mail: six digits for the browser that asked, and a link for wherever the letter is read.
import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Db, Deps } from "../../kernel/context.ts";
import { localeOf } from "../mail/outbox.ts";
import { coreTables } from "./coreTables.ts";
import { needsFactor } from "./letIn.ts";
import { rulesFor } from "./loginRules.ts";
import { findUserByEmail, listAppIds } from "./repository.ts";
import { keyedHash } from "./seal.ts";
import { hashToken, newToken } from "./tokens.ts";

/** How long a code is good. */
export const CODE_MINUTES = 15;
const MOST_GUESSES = 5;
const KEPT_MS = 24 * 3_600_000;

const hashOf = (deps: Deps, userId: number, code: string) => keyedHash(deps, `${userId} ${code}`);

/** Who asks for a letter, and how the dashboard is reached from outside; no link without a trustworthy address. */
export interface LetterWish {
  email: string;
  binding: string;
  baseUrl: string | undefined;
}

/** Writes the letter if there is somebody who may log in so; answers whether there was. */
export async function writeCode(deps: Deps, { email, binding, baseUrl }: LetterWish): Promise<boolean> {
  const now = deps.now();
  const written = await deps.database.dialect.retried(() =>
    deps.database.write.transaction().execute(async (db) => {
      const handed = db as unknown as Db;
      const person = await findUserByEmail(db, email);
      const [appId] = person ? await listAppIds(db, person.id) : [];
      if (!person || person.disabled_at || appId === undefined) return false;
      if (!(await rulesFor(handed, person.id)).ways.mail_code) return false;
      const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString();
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      await keepCode(db, deps, { userId: person.id, code, binding, now, expires_at });
      // A link alone would get around the second factor.
      const withLink = baseUrl !== undefined && !(await needsFactor(handed, person.id));
      const link = withLink ? `${baseUrl}/main?otp=${await keepLink(db, person.id, expires_at)}` : "";
      const locale = await localeOf(handed, appId);
      const facts = { code, link, minutes: CODE_MINUTES, product: deps.config.product };
      await deps.mailer.enqueue(db, deps, {
        appId,
        to: person.email,
        secret: true,
        kind: "code",
        expiresAt: expires_at,
        subject: deps.speak(locale, "mail:code.subject", facts),
        text: deps.speak(locale, link ? "mail:code.textWithLink" : "mail:code.text", facts),
      });
      return true;
    }),
  );
  if (written) deps.mailer.wake();
  return written;
}

interface NewCode {
  userId: number;
  code: string;
  binding: string;
  now: Date;
  expires_at: string;
}

async function keepCode(db: Kysely<CoreTables>, deps: Deps, { userId, code, binding, now, expires_at }: NewCode) {
  const long = new Date(now.getTime() - KEPT_MS).toISOString();
  await db.deleteFrom("core_login_code").where("user_id", "=", userId).where("expires_at", "<", long).execute();
  await db
    .insertInto("core_login_code")
    .values({
      user_id: userId,
      code_hash: hashOf(deps, userId, code),
      binding_hash: hashToken(binding),
      created_at: now.toISOString(),
      expires_at,
      used_at: null,
    })
    .execute();
}

async function keepLink(db: Kysely<CoreTables>, userId: number, expires_at: string): Promise<string> {
  const otp = newToken();
  await db
    .insertInto("core_otp")
    .values({ user_id: userId, token_hash: hashToken(otp), expires_at, used_at: null })
    .execute();
  return otp;
}

/** The latest code that this browser may still use. */
export async function findCode(db: Db, userId: number, binding: string, now: Date) {
  return coreTables(db)
    .selectFrom("core_login_code")
    .select(["id", "code_hash"])
    .where("user_id", "=", userId)
    .where("binding_hash", "=", hashToken(binding))
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where("attempts", "<", MOST_GUESSES)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Counts a guess and says whether it was right: counted first, so that many at once are not free. */
export async function isCode(
  db: Db,
  deps: Deps,
  userId: number,
  kept: { id: number; code_hash: string },
  code: string,
) {
  const counted = await coreTables(db)
    .updateTable("core_login_code")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", kept.id)
    .where("attempts", "<", MOST_GUESSES)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n && kept.code_hash === hashOf(deps, userId, code);
}

/** A right code that waits for the second factor costs no guess. */
export async function giveGuessBack(db: Db, id: number): Promise<void> {
  const code = coreTables(db).updateTable("core_login_code");
  await code
    .set(({ eb }) => ({ attempts: eb("attempts", "-", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Uses up every code and link of a person; false when this one had been used in the meantime. */
export async function useCode(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  const used_at = now.toISOString();
  const core = coreTables(db);
  const taken = await core
    .updateTable("core_login_code")
    .set({ used_at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return false;
  await core
    .updateTable("core_login_code")
    .set({ used_at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await core
    .updateTable("core_otp")
    .set({ used_at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  return true;
}
