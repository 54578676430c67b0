// SQL of the invitations.
import type { Db } from "#server";
import type { AccountTables } from "./tables.ts";

const columns = [
  "id",
  "app_id",
  "email",
  "role_id",
  "allowed_events",
  "invited_by",
  "created_at",
  "expires_at",
  "accepted_at",
  "revoked_at",
  "sent_count",
  "reference_hash",
  "withheld",
] as const;

export type InviteRecord = NonNullable<Awaited<ReturnType<typeof findInvite>>>;

const tables = (db: Db) => db.withTables<AccountTables>();

export function findInvite(db: Db, referenceHash: string) {
  return tables(db)
    .selectFrom("account_invite")
    .select(columns)
    .where("reference_hash", "=", referenceHash)
    .executeTakeFirst();
}

export function findInviteOf(db: Db, appId: number, id: number) {
  return tables(db)
    .selectFrom("account_invite")
    .select(columns)
    .where("app_id", "=", appId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function listInvitesOf(db: Db, appId: number) {
  return tables(db)
    .selectFrom("account_invite")
    .select(columns)
    .where("app_id", "=", appId)
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
}

interface InviteValues {
  appId: number;
  referenceHash: string;
  email: string;
  roleId: number;
  events: readonly number[];
  withheld: readonly string[];
  invitedBy: number;
  now: string;
  expiresAt: string;
}

export function createInviteOf(db: Db, draft: InviteValues) {
  return tables(db)
    .insertInto("account_invite")
    .values({
      app_id: draft.appId,
      reference_hash: draft.referenceHash,
      email: draft.email,
      role_id: draft.roleId,
      allowed_events: JSON.stringify(draft.events),
      invited_by: draft.invitedBy,
      created_at: draft.now,
      expires_at: draft.expiresAt,
      accepted_at: null,
      revoked_at: null,
      sent_count: 1,
      withheld: draft.withheld.length > 0 ? JSON.stringify(draft.withheld) : null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** A later invitation of the same person takes the place of the earlier ones. */
export async function revokePendingOf(db: Db, appId: number, email: string, at: string): Promise<void> {
  await tables(db)
    .updateTable("account_invite")
    .set({ revoked_at: at })
    .where("app_id", "=", appId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

export function renewInvite(db: Db, invite: InviteRecord, draft: { referenceHash: string; expiresAt: string }) {
  return tables(db)
    .updateTable("account_invite")
    .set({ reference_hash: draft.referenceHash, expires_at: draft.expiresAt, sent_count: invite.sent_count + 1 })
    .where("id", "=", invite.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function markRevoked(db: Db, id: number, at: string) {
  return tables(db)
    .updateTable("account_invite")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Uses an invitation up; false when somebody was quicker. */
export async function markAccepted(db: Db, id: number, at: string): Promise<boolean> {
  const taken = await tables(db)
    .updateTable("account_invite")
    .set({ accepted_at: at })
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** How many invitations of an app can still be accepted. */
export async function countPendingOf(db: Db, appId: number, now: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom("account_invite")
    .select((of) => of.fn.countAll<number | string>().as("count"))
    .where("app_id", "=", appId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
