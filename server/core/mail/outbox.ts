// The outbox as areas may see it.

import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import * as repository from "./repository.ts";

const SUPER = 1;

/**
 * Letters of an app, newest first. A letter with a log-in code is read by nobody whom it would make stronger: only by those
 * who are super admins in every app of the person whom it lets in.
 */
export async function listMailOf(db: Db, appId: number, limit: number, readerId: number) {
  const letters = await repository.listMailOf(db.withTables<CoreTables>(), appId, limit);
  const secrets = letters.filter(({ secret, text }) => secret === 1 && text !== "");
  const readable = await readableFor(db, readerId, [...new Set(secrets.map(({ recipient }) => recipient))]);
  return letters.map(({ secret, text, ...letter }) => {
    const hidden = secret === 1 && text !== "" && !readable.has(letter.recipient);
    return { ...letter, text: hidden ? "" : text, hidden };
  });
}

/** The people to whom a reader is a super admin wherever they belong. */
async function readableFor(db: Db, readerId: number, recipients: readonly string[]): Promise<Set<string>> {
  if (recipients.length === 0) return new Set();
  const core = db.withTables<CoreTables>();
  const own = await core
    .selectFrom("core_membership")
    .select("app_id")
    .where("user_id", "=", readerId)
    .where("role_id", "=", SUPER)
    .where("disabled_at", "is", null)
    .execute();
  const ruled = new Set(own.map(({ app_id }) => app_id));
  const rows = await core
    .selectFrom("core_membership as m")
    .innerJoin("core_user as u", "u.id", "m.user_id")
    .select(["u.email", "m.app_id"])
    .where("u.email", "in", [...recipients])
    .where("m.disabled_at", "is", null)
    .execute();
  const beyond = new Set(rows.filter(({ app_id }) => !ruled.has(app_id)).map(({ email }) => email));
  return new Set(rows.map(({ email }) => email).filter((email) => !beyond.has(email)));
}

/** Puts a letter that failed in line again; undefined when there is none such. */
export async function retryMail(db: Db, appId: number, id: number, now: string) {
  const letter = await repository.retryMail(db.withTables<CoreTables>(), appId, id, now);
  if (!letter) return undefined;
  const { secret, text, ...told } = letter;
  return { ...told, text: secret === 1 ? "" : text, hidden: secret === 1 };
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
  const app = await db
    .withTables<CoreTables>()
    .selectFrom("core_app")
    .select("default_locale")
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return app.default_locale;
}
