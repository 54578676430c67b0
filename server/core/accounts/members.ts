// People as members of one app; reached through #server by the area that manages them.
import { sql } from "kysely";
import type { Db, Person } from "../../kernel/context.ts";
import { permissionsOf } from "../roles/roles.ts";
import { coreTables } from "./coreTables.ts";
import { inOrder } from "./inOrder.ts";
import { excessOf } from "./power.ts";

function members(db: Db, appId: number, now: Date) {
  // A session that opens another app only is no matter of this one.
  const own = sql`core_session s where s.user_id = u.id and (s.app_id is null or s.app_id = ${appId})`;
  const open = sql<number>`(select count(*) from ${own} and s.ended_at is null and s.expires_at > ${now.toISOString()})`;
  const seen = sql<string | null>`(select max(s.last_seen_at) from ${own})`;
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
export async function listMembersOf(db: Db, appId: number, now: Date) {
  const rows = await members(db, appId, now).execute();
  return inOrder(rows, (row) => [row.last_name, row.first_name]);
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

/**
 * Whether an administrator of an app is no weaker than somebody in every other app that lets the person in. What is the person's
 * and not a membership's, as a second factor is, guards all of these.
 */
export async function rulesElsewhere(
  db: Db,
  asker: Pick<Person, "id" | "onlyApp">,
  userId: number,
  appId: number,
): Promise<boolean> {
  const rows = await coreTables(db)
    .selectFrom("core_membership")
    .select(["user_id", "app_id", "role_id", "allowed_events", "permissions"])
    .where("user_id", "in", [asker.id, userId])
    .where("app_id", "!=", appId)
    .where("disabled_at", "is", null)
    .execute();
  const powers = rows.map(({ role_id, allowed_events, permissions, ...row }) => ({
    ...row,
    accessRole: role_id,
    roleId: role_id,
    allowedEvents: JSON.parse(allowed_events) as number[],
    permissions: permissionsOf(role_id, permissions),
    overrides: (permissions ? JSON.parse(permissions) : {}) as Record<string, boolean>,
  }));
  // For whom one app's own provider vouched, it did so in that app.
  const own = powers.filter((row) => row.user_id === asker.id && asker.onlyApp === undefined);
  return powers
    .filter((row) => row.user_id === userId)
    .every((row) => own.some((power) => power.app_id === row.app_id && !excessOf(power, row)));
}
