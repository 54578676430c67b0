// SQL of people, their sessions, one-time passwords and memberships.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isAskedDirectly, ready, readyRows } from "../../db/ready.ts";
import type { CoreTables } from "../../db/tables.ts";
import { together } from "../../db/together.ts";
import type { EventRow } from "../../kernel/context.ts";
import { columns as eventColumns } from "../events/events.ts";

type Tables = Kysely<CoreTables>;

export function findUserByEmail(db: Tables, email: string) {
  return db
    .selectFrom("core_user")
    .select(["id", "email", "first_name", "last_name", "password_hash", "disabled_at", "rev"])
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
}

export function findUser(db: Tables, id: number) {
  return db
    .selectFrom("core_user")
    .select(["id", "email", "first_name", "last_name", "password_hash", "disabled_at", "rev"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What a request says of itself, as a table of one row or of several. */
interface AskedTable {
  token_hash: string;
  app_id: number;
  event_id: number;
  at: number;
}

const sessionsOf = (db: Tables, asked: RawBuilder<AskedTable>) =>
  db
    .selectFrom(asked.as("asked"))
    .innerJoin("core_session as s", "s.token_hash", "asked.token_hash")
    .innerJoin("core_user as u", "u.id", "s.user_id")
    .leftJoin("core_membership as m", (on) =>
      on.onRef("m.user_id", "=", "s.user_id").onRef("m.app_id", "=", "asked.app_id"),
    )
    .leftJoin("core_app as a", "a.id", "m.app_id")
    .leftJoin("core_event as e", (on) => on.onRef("e.app_id", "=", "m.app_id").onRef("e.id", "=", "asked.event_id"))
    .select(["s.id", "s.user_id", "s.ended_at", "s.expires_at", "s.last_seen_at", "s.app_id"])
    .select(["u.email", "u.first_name", "u.last_name", "u.disabled_at"])
    .select(["m.app_id as member_of", "m.role_id", "m.allowed_events", "m.permissions", "m.token_generation"])
    .select(["m.disabled_at as member_disabled_at", "a.name as app_name", "a.rules_rev", "asked.at"])
    .select(eventColumns.map((column) => `e.${column} as event__${column}` as const));
const findAlone = ready((db, tokenHash: string, appId: number, eventId: number) =>
  sessionsOf(db, sql`(select ${tokenHash} as token_hash, ${appId} as app_id, ${eventId} as event_id, 0 as at)`),
);

type Asked = [tokenHash: string, appId: number, eventId: number];

const findOfMany = readyRows((db, tokenHashes: string[], appIds: number[], eventIds: number[]) =>
  sessionsOf(
    db,
    sql`(select token_hash, app_id, event_id, at::int - 1 as at
      from unnest(${tokenHashes}::text[], ${appIds}::int[], ${eventIds}::int[]) with ordinality
      as asked(token_hash, app_id, event_id, at))`,
  ),
);

const findBeside = together((db, asked: readonly Asked[]) =>
  findOfMany(
    db,
    asked.map(([tokenHash]) => tokenHash),
    asked.map(([, appId]) => appId),
    asked.map(([, , eventId]) => eventId),
  ),
);

/** The session of a token with its person, and what belongs to it of an app and an event; one question instead of three. */
export async function findAsking(db: Tables, tokenHash: string, appId: number, eventId: number) {
  const find = isAskedDirectly(db) ? findAlone : findBeside;
  const row = await find(db, tokenHash, appId, eventId);
  if (!row) return undefined;
  const { member_of, role_id, allowed_events, permissions, token_generation, member_disabled_at, app_name, rules_rev } =
    row;
  const membership = member_of !== null && {
    app_id: member_of,
    role_id: role_id as number,
    allowed_events: allowed_events as string,
    permissions,
    token_generation: token_generation as number,
    disabled_at: member_disabled_at,
    app_name: app_name as string,
    rules_rev: rules_rev as number,
  };
  const event =
    row.event__id !== null &&
    (Object.fromEntries(eventColumns.map((column) => [column, row[`event__${column}`]])) as unknown as EventRow);
  return { session: row, ...(membership && { membership }), ...(event && { event }) };
}

export const findMembership = ready((db, userId: number, appId: number) =>
  db
    .selectFrom("core_membership as m")
    .innerJoin("core_app as a", "a.id", "m.app_id")
    .select(["m.app_id", "m.role_id", "m.allowed_events", "m.permissions", "m.token_generation", "m.disabled_at"])
    .select(["a.name as app_name", "a.rules_rev"])
    .where("m.user_id", "=", userId)
    .where("m.app_id", "=", appId),
);

export async function listAppIds(db: Tables, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("core_membership")
    .select("app_id")
    .where("user_id", "=", userId)
    .where("disabled_at", "is", null)
    .orderBy("app_id")
    .execute();
  return rows.map((row) => row.app_id);
}

export interface SessionDraft {
  userId: number;
  tokenHash: string;
  device: string;
  now: string;
  expiresAt: string;
  way: string;
  onlyApp: number | null;
  address: string;
}

export async function createSession(db: Tables, draft: SessionDraft): Promise<void> {
  await db
    .insertInto("core_session")
    .values({
      user_id: draft.userId,
      token_hash: draft.tokenHash,
      device: draft.device,
      created_at: draft.now,
      last_seen_at: draft.now,
      expires_at: draft.expiresAt,
      ended_at: null,
      app_id: draft.onlyApp,
      way: draft.way,
      address: draft.address,
    })
    .execute();
}

export async function takeOtp(db: Tables, tokenHash: string, now: string): Promise<number | undefined> {
  const taken = await db
    .updateTable("core_otp")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return taken?.user_id;
}
