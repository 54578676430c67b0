// One's own profile and sessions.

import type { BodyOf } from "#schemas/endpoint.ts";
import {
  asUser,
  type Context,
  changes,
  endOtherSessionsOf,
  endSessionOf,
  fieldProblem,
  findPerson,
  findPersonByEmail,
  hashPassword,
  isLeaked,
  isPassword,
  listSessionsOf,
  problem,
  type Route,
  route,
  savePerson,
  withTry,
} from "#server";
import {
  type AccountSession,
  checkEmail,
  endOwnSession,
  listOwnSessions,
  NO_EMAIL,
  NO_EXISTING_USER,
  saveProfile,
} from "../contract.ts";
import { checkNewPassword, guessesOf, wishOf } from "./rules.ts";

type Own = Pick<Context<unknown, unknown, BodyOf<typeof saveProfile>>, "body" | "db" | "who">;
type OwnRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

async function staleOf({ db, who }: Own, row: OwnRow) {
  return problem("stale", { current: await asUser(db, row, who.onlyApp) });
}

/** Whoever asks, as long as they are who the page takes them for. */
async function ownRow(context: Own): Promise<OwnRow> {
  const row = await findPerson(context.db, context.who.id);
  if (!row) throw problem("unauthenticated");
  if (context.body.email.trim().toLowerCase() !== row.email) throw await staleOf(context, row);
  return row;
}

/** Answers the hash of the password that was proved. */
async function proveOwn(context: Own & Pick<Context, "now" | "address">): Promise<string | null> {
  const { db, who, now, address, body } = context;
  const row = await ownRow(context);
  const { currentPassword } = wishOf(body.request_data);
  return withTry({ db: db.withTables(), email: guessesOf(who.id), address, now }, async (failed) => {
    if (await isPassword(row.password_hash, currentPassword)) return row.password_hash;
    failed();
    throw fieldProblem(
      "account.wrong_password",
      "current_password",
      "This is not your current password",
      "account:problem.wrong_password",
    );
  });
}

export const profileRoutes: Route[] = [
  route(checkEmail, async ({ body, who, db }) => {
    if (body.email === NO_EMAIL) return NO_EXISTING_USER;
    const holder = await findPersonByEmail(db, body.email);
    return !holder || holder.id === who.id ? NO_EXISTING_USER : { user_id: holder.id };
  }),

  route(
    saveProfile,
    async (context, proven) => {
      const { body, who, db, now, audit, deps } = context;
      const row = await ownRow(context);
      const wish = wishOf(body.request_data);
      // What was proved was another password, if it has been changed since.
      if (!proven || row.password_hash !== proven) throw await staleOf(context, row);
      if (wish.newPassword !== undefined) {
        checkNewPassword(wish.newPassword, wish.currentPassword);
        if (await isLeaked(deps.config.leakedPasswords, wish.newPassword)) throw problem("account.leaked_password");
      }
      const holder = wish.email === undefined ? undefined : await findPersonByEmail(db, wish.email);
      if (holder && holder.id !== who.id) throw problem("account.email_taken");

      const { firstName, lastName, email, newPassword } = wish;
      const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword);
      const saved = await savePerson(db, row, { firstName, lastName, email, passwordHash }, now);
      if (!saved) throw await staleOf(context, row);
      // Whoever knew the old password is out; the person who changed it stays.
      if (passwordHash !== undefined) await endOtherSessionsOf(context, who.id, who.sessionId);
      const words = (of: typeof saved) => ({ first_name: of.first_name, last_name: of.last_name, email: of.email });
      await audit({
        action: passwordHash === undefined ? "save" : "change_password",
        object: { type: "user", id: who.id, label: saved.email },
        ...changes(words(row), words(saved)),
      });
      return asUser(db, saved, who.onlyApp);
    },
    { prove: proveOwn },
  ),

  route(listOwnSessions, async ({ who, db, now }) => {
    const rows = await listSessionsOf(db, who.id, now);
    return rows.map((row) => ({ ...row, way: row.way as AccountSession["way"], current: row.id === who.sessionId }));
  }),

  route(endOwnSession, async (context) => {
    if (!(await endSessionOf(context, context.who.id, context.params.sessionId))) throw problem("not_found");
    return { done: true as const };
  }),
];
