// One's own profile and sessions.
import {
  asUser,
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
  mayTry,
  noteFailure,
  problem,
  type Route,
  route,
  savePerson,
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

export const profileRoutes: Route[] = [
  route(checkEmail, async ({ body, who, db }) => {
    if (body.email === NO_EMAIL) return NO_EXISTING_USER;
    const holder = await findPersonByEmail(db, body.email);
    return !holder || holder.id === who.id ? NO_EXISTING_USER : { user_id: holder.id };
  }),

  route(saveProfile, async (context) => {
    const { body, who, db, now, address, audit, deps } = context;
    const row = await findPerson(db, who.id);
    if (!row) throw problem("unauthenticated");
    if (body.email.trim().toLowerCase() !== row.email)
      throw problem("stale", { current: await asUser(db, row, who.onlyApp) });
    const wish = wishOf(body.request_data);
    const guesses = guessesOf(who.id);
    if (!(await mayTry(db.withTables(), guesses, address, now))) throw problem("throttled");
    if (!(await isPassword(row.password_hash, wish.currentPassword))) {
      // In a transaction of its own: this one is undone.
      context.afterRefusal(() => noteFailure(deps.database.write.withTables(), guesses, address, now));
      throw fieldProblem(
        "account.wrong_password",
        "current_password",
        "This is not your current password",
        "account:problem.wrong_password",
      );
    }
    if (wish.newPassword !== undefined) {
      checkNewPassword(wish.newPassword, wish.currentPassword);
      if (await isLeaked(deps.config.leakedPasswords, wish.newPassword)) throw problem("account.leaked_password");
    }
    const holder = wish.email === undefined ? undefined : await findPersonByEmail(db, wish.email);
    if (holder && holder.id !== who.id) throw problem("account.email_taken");

    const { firstName, lastName, email, newPassword } = wish;
    const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword);
    const saved = await savePerson(db, row, { firstName, lastName, email, passwordHash }, now);
    if (!saved) throw problem("stale", { current: await asUser(db, row, who.onlyApp) });
    // Whoever knew the old password is out; the person who changed it stays.
    if (passwordHash !== undefined) await endOtherSessionsOf(context, who.id, who.sessionId);
    const words = (of: typeof saved) => ({ first_name: of.first_name, last_name: of.last_name, email: of.email });
    await audit({
      action: passwordHash === undefined ? "save" : "change_password",
      object: { type: "user", id: who.id, label: saved.email },
      ...changes(words(row), words(saved)),
    });
    return asUser(db, saved, who.onlyApp);
  }),

  route(listOwnSessions, async ({ who, db, now }) => {
    const rows = await listSessionsOf(db, who.id, now);
    return rows.map((row) => ({ ...row, way: row.way as AccountSession["way"], current: row.id === who.sessionId }));
  }),

  route(endOwnSession, async (context) => {
    if (!(await endSessionOf(context, context.who.id, context.params.sessionId))) throw problem("not_found");
    return { done: true as const };
  }),
];
