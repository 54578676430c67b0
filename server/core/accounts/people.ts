// What areas may do with people, their sessions and memberships; reached through #server.
import { type Kysely, sql } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { fieldProblem } from "../../kernel/problem.ts";
import { coreTables } from "./coreTables.ts";
import { inOrder } from "./inOrder.ts";
import { checkMailDomain } from "./loginRules.ts";
import { findUser, findUserByEmail } from "./repository.ts";
import { announceEnd, type Ending, userOf } from "./sessions.ts";

/** A person by id, with the password's hash, which never leaves the server. */
export const findPerson = (db: Db, id: number) => findUser(coreTables(db), id);

/** By their ids, what some people are called; as many as a page has. Those whose account is gone are left out. */
export async function peopleCalled(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await coreTables(db)
    .selectFrom("core_user")
    .select(["id", "first_name", "last_name", "email"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, first_name, last_name, email }) => [id, `${first_name} ${last_name}`.trim() || email] as const),
  );
}

/** A person by e-mail address, whatever its case. */
export const findPersonByEmail = (db: Db, email: string) => findUserByEmail(coreTables(db), email);

/** A person as the dashboard knows its user. */
export const asUser = (db: Db, row: Parameters<typeof userOf>[1], onlyApp?: number) =>
  userOf(coreTables(db), row, onlyApp);

/** What is written about a person. */
export interface PersonDraft {
  email: string;
  firstName: string;
  lastName: string;
  /** Null for somebody who has no password. */
  passwordHash: string | null;
}

/** Makes a person and answers the row. */
export function createPerson(db: Db, draft: PersonDraft, now: Date) {
  const at = now.toISOString();
  return coreTables(db)
    .insertInto("core_user")
    .values({
      email: draft.email.trim().toLowerCase(),
      first_name: draft.firstName,
      last_name: draft.lastName,
      password_hash: draft.passwordHash,
      created_at: at,
      updated_at: at,
      disabled_at: null,
    })
    .returning(["id", "email", "first_name", "last_name"])
    .executeTakeFirstOrThrow();
}

/** Saves what changed of a person, if nobody else did since `rev`; undefined when somebody had. */
export function savePerson(db: Db, known: { id: number; rev: number }, change: Partial<PersonDraft>, now: Date) {
  return coreTables(db)
    .updateTable("core_user")
    .set({
      ...(change.email === undefined ? {} : { email: change.email.trim().toLowerCase() }),
      ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
      ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
      rev: known.rev + 1,
      updated_at: now.toISOString(),
    })
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .returning(["id", "email", "first_name", "last_name"])
    .executeTakeFirst();
}

/** Sessions of a person that are neither ended nor expired, the latest first; with `appId` those that open that app. */
export function listSessionsOf(db: Db, userId: number, now: Date, appId?: number) {
  const sessions = coreTables(db)
    .selectFrom("core_session")
    .select(["id", "device", "created_at", "last_seen_at", "way", "address"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc");
  return (appId === undefined ? sessions : sessions.where(opens(appId))).execute();
}

/** Ends one session of a person; false when there is none such, or with `appId` none that opens that app. */
export async function endSessionOf(
  ending: Ending,
  userId: number,
  sessionId: number,
  appId?: number,
): Promise<boolean> {
  const sessions = openSessions(ending, userId, appId).where("id", "=", sessionId);
  return announceEnd(ending, await sessions.returning("token_hash").execute()) > 0;
}

/** Ends all sessions of a person but this one; answers how many that were. */
export async function endOtherSessionsOf(ending: Ending, userId: number, sessionId: number): Promise<number> {
  return announceEnd(
    ending,
    await openSessions(ending, userId).where("id", "!=", sessionId).returning("token_hash").execute(),
  );
}

/** Logs a person out everywhere, or with `appId` wherever that app is open to them; answers how many sessions that were. */
export async function endAllSessionsOf(ending: Ending, userId: number, appId?: number): Promise<number> {
  return announceEnd(ending, await openSessions(ending, userId, appId).returning("token_hash").execute());
}

/** A session that began with another app's own provider opens that app only, and is no matter of this one. */
const opens = (appId: number) => sql<boolean>`(app_id is null or app_id = ${appId})`;

function openSessions({ db, now }: Ending, userId: number, appId?: number) {
  const sessions = coreTables(db)
    .updateTable("core_session")
    .set({ ended_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
  return appId === undefined ? sessions : sessions.where(opens(appId));
}

/** What a person may do in an app. */
export interface MembershipDraft {
  userId: number;
  appId: number;
  roleId: number;
  allowedEvents: readonly number[];
  /** Keys that differ from the role's. */
  overrides?: Readonly<Record<string, boolean>>;
}

/** Makes a person a member of an app; a membership that was disabled comes back with the new role. */
export async function addMembership(db: Db, draft: MembershipDraft): Promise<void> {
  const { userId, appId, roleId, overrides = {} } = draft;
  const person = await findPerson(db, userId);
  if (person) await checkMailDomain(db, appId, person.email);
  const values = {
    role_id: roleId,
    allowed_events: JSON.stringify(draft.allowedEvents),
    disabled_at: null,
    permissions: Object.keys(overrides).length > 0 ? JSON.stringify(overrides) : null,
  };
  await coreTables(db)
    .insertInto("core_membership")
    .values({ user_id: userId, app_id: appId, ...values, token_generation: null })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "app_id"])
        .doUpdateSet({ ...values, rev: sql<number>`core_membership.rev + 1` })
        // Who has access already keeps it as it is.
        .where("core_membership.disabled_at", "is not", null),
    )
    .execute();
}

/** Names of the app and of some of its events, by id; events of other apps are left out. */
export async function namesOf(db: Db, appId: number, eventIds: readonly number[]) {
  const core: Kysely<CoreTables> = coreTables(db);
  const app = await core.selectFrom("core_app").select("name").where("id", "=", appId).executeTakeFirst();
  const events =
    eventIds.length === 0
      ? []
      : await core
          .selectFrom("core_event")
          .select(["id", "name"])
          .where("app_id", "=", appId)
          .where("id", "in", [...eventIds])
          .execute();
  return { app: app?.name ?? "", events: inOrder(events, ({ name }) => [name]) };
}

/** Refuses events that are not of the app; -1 stands for all of them. */
export async function checkEventsOfApp(db: Db, appId: number, eventIds: readonly number[]): Promise<void> {
  if (eventIds.includes(-1)) return;
  const { events } = await namesOf(db, appId, eventIds);
  if (events.length === new Set(eventIds).size) return;
  throw fieldProblem("invalid", "allowed_containers", "Name events of this app only", "problem:field.eventsOfApp");
}
