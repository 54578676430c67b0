// The outbox as areas may see it.

import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { excessOf, type Grant, type Power } from "../accounts/power.ts";
import * as repository from "./repository.ts";
import { giveUpAfter } from "./retrying.ts";

export { mailList } from "./list.ts";

const SUPER = 1;

const tables = (db: Db) => db.withTables<CoreTables>();

/** How many letters of an app are in each state. */
export function countMail(db: Db, appId: number): Promise<Map<string, number>> {
  return repository.countMail(tables(db), appId);
}

/**
 * One letter with its text, undefined when there is none such. Nobody reads one that would make them stronger: one with a
 * log-in code is for those who are super admins in every app of the person whom it lets in, an invitation for those who have
 * what it gives.
 */
export async function findMail(db: Db, appId: number, id: number, reader: Power & { id: number }) {
  const letter = await repository.findMail(tables(db), appId, id);
  if (!letter) return undefined;
  const { secret, gives, text, ...told } = letter;
  const isStronger = gives !== null && excessOf(reader, JSON.parse(gives) as Grant) !== undefined;
  const letsIn = secret === 1 && !(await isReadable(db, reader.id, letter.recipient));
  const hidden = text !== "" && (isStronger || letsIn);
  return { ...told, text: hidden ? "" : text, hidden };
}

/** Whether a reader is a super admin wherever somebody belongs. */
async function isReadable(db: Db, readerId: number, recipient: string): Promise<boolean> {
  const own = await tables(db)
    .selectFrom("core_membership")
    .select("app_id")
    .where("user_id", "=", readerId)
    .where("role_id", "=", SUPER)
    .where("disabled_at", "is", null)
    .execute();
  const rows = await tables(db)
    .selectFrom("core_membership as m")
    .innerJoin("core_user as u", "u.id", "m.user_id")
    .select("m.app_id")
    .where("u.email", "=", recipient)
    .where("m.disabled_at", "is", null)
    .execute();
  const ruled = new Set(own.map(({ app_id }) => app_id));
  return rows.length > 0 && rows.every(({ app_id }) => ruled.has(app_id));
}

/** Puts letters that failed in line again, and answers which of them were still to be. */
export function retryMail(db: Db, appId: number, ids: readonly number[], now: Date): Promise<number[]> {
  return repository.retryMail(tables(db), appId, ids, { now: now.toISOString(), giveUpAt: giveUpAfter(now) });
}

/** Takes away what was written to these addresses, in lower case; not to those of accounts, who read letters as such. */
export async function forgetLetters(db: Db, appId: number, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const core = db.withTables<CoreTables>();
  const accounts = await core
    .selectFrom("core_user")
    .select("email")
    .where("email", "in", [...addresses])
    .execute();
  const known = new Set(accounts.map(({ email }) => email));
  await repository.removeLettersTo(
    core,
    appId,
    addresses.filter((address) => !known.has(address)),
  );
}

/** The language in which an app writes to people whose own is not known. */
export async function localeOf(db: Db, appId: number): Promise<string> {
  const app = await tables(db)
    .selectFrom("core_app")
    .select("default_locale")
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return app.default_locale;
}
