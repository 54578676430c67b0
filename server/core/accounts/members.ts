// People as members of one app; reached through #server by the area that manages them.
import { sql } from "kysely";
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "./coreTables.ts";

function members(db: Db, appId: number, now: Date) {
  const open = sql<number>`(select count(*) from core_session s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now.toISOString()})`;
  const seen = sql<string | null>`(select max(s.last_seen_at) from core_session s where s.user_id = u.id)`;
  return coreTables(db)
    .selectFrom("core_membership as m")
    .innerJoin("core_user as u", "u.id", "m.user_id")
    .select(["m.id", "m.user_id", "m.role_id", "m.allowed_events", "m.permissions", "m.disabled_at", "m.rev"])
    .select(["u.email", "u.first_name", "u.last_name", "u.disabled_at as user_disabled_at"])
    .select([open.as("open_sessions"), seen.as("last_seen_at")])
    .where("m.app_id", "=", appId);
}

/** One member's row with the person's name and how much they are here. */
export type MemberRecord = Awaited<ReturnType<typeof listMembersOf>>[number];

/** Everybody who has, or had, access to the app, by name. */
export function listMembersOf(db: Db, appId: number, now: Date) {
  return members(db, appId, now).orderBy("u.last_name").orderBy("u.first_name").orderBy("m.id").execute();
}

export function findMemberOf(db: Db, appId: number, memberId: number, now: Date) {
  return members(db, appId, now).where("m.id", "=", memberId).executeTakeFirst();
}

/** What is written about a membership. */
export interface MemberValues {
  roleId: number;
  allowedEvents: readonly number[];
  /** Keys that differ from the role's. */
  permissions: Readonly<Record<string, boolean>>;
  disabledAt: string | null;
}

/** Saves a membership if nobody else did since it was read; false when somebody had. */
export async function saveMemberOf(db: Db, known: { id: number; rev: number }, values: MemberValues): Promise<boolean> {
  const differing = Object.keys(values.permissions).length > 0;
  const saved = await coreTables(db)
    .updateTable("core_membership")
    .set({
      role_id: values.roleId,
      allowed_events: JSON.stringify(values.allowedEvents),
      permissions: differing ? JSON.stringify(values.permissions) : null,
      disabled_at: values.disabledAt,
      rev: known.rev + 1,
    })
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** How many super admins an app has who can log in. */
export async function countSuperAdmins(db: Db, appId: number): Promise<number> {
  const { n } = await coreTables(db)
    .selectFrom("core_membership as m")
    .innerJoin("core_user as u", "u.id", "m.user_id")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("m.app_id", "=", appId)
    .where("m.role_id", "=", 1)
    .where("m.disabled_at", "is", null)
    .where("u.disabled_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The membership of a person in an app, whether it is in force or not. */
export async function findMembershipOf(db: Db, appId: number, userId: number) {
  return coreTables(db)
    .selectFrom("core_membership")
    .select(["id", "user_id", "role_id", "allowed_events", "permissions", "disabled_at"])
    .where("app_id", "=", appId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}
