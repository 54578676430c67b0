// SQL of the API tokens; reached through #server by the area that manages them.
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "./coreTables.ts";

const columns = [
  "id",
  "name",
  "prefix",
  "user_id",
  "scopes",
  "allowed_events",
  "allowed_networks",
  "created_at",
  "expires_at",
  "last_used_at",
  "last_used_from",
  "previous_until",
  "revoked_at",
  "rev",
] as const;

/** One token's row, without its hashes. */
export type ApiTokenRecord = Awaited<ReturnType<typeof list>>[number];

/** Tokens of the app, the latest first. */
function list(db: Db, appId: number) {
  const all = coreTables(db).selectFrom("core_api_token").select(columns);
  return all.where("app_id", "=", appId).orderBy("id", "desc").limit(1000).execute();
}

function find(db: Db, appId: number, id: number) {
  const all = coreTables(db).selectFrom("core_api_token").select(columns);
  return all.where("app_id", "=", appId).where("id", "=", id).executeTakeFirst();
}

/** What is written about a token. */
export interface ApiTokenValues {
  name: string;
  scopes: readonly string[];
  allowedEvents: readonly number[];
  /** Empty for anywhere. */
  allowedNetworks: readonly string[];
}

function create(
  db: Db,
  draft: ApiTokenValues & {
    appId: number;
    userId: number;
    hash: string;
    prefix: string;
    now: string;
    expiresAt: string;
    /** Its end is so near that the owner knows it. */
    endTold: boolean;
  },
) {
  return coreTables(db)
    .insertInto("core_api_token")
    .values({
      app_id: draft.appId,
      user_id: draft.userId,
      name: draft.name,
      prefix: draft.prefix,
      secret_hash: draft.hash,
      previous_hash: null,
      previous_until: null,
      scopes: JSON.stringify(draft.scopes),
      allowed_events: JSON.stringify(draft.allowedEvents),
      allowed_networks: JSON.stringify(draft.allowedNetworks),
      end_told_at: draft.endTold ? draft.now : null,
      created_at: draft.now,
      expires_at: draft.expiresAt,
      last_used_at: null,
      last_used_from: null,
      revoked_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Saves what may change of a token, if nobody else did since it was read. */
function save(db: Db, known: { id: number; rev: number }, values: ApiTokenValues) {
  return coreTables(db)
    .updateTable("core_api_token")
    .set({
      name: values.name,
      scopes: JSON.stringify(values.scopes),
      allowed_events: JSON.stringify(values.allowedEvents),
      allowed_networks: JSON.stringify(values.allowedNetworks),
      rev: known.rev + 1,
    })
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .returning(columns)
    .executeTakeFirst();
}

/** Gives a token a new secret; the old one stays good until `graceUntil`, or is forgotten at once. */
async function rotate(
  db: Db,
  id: number,
  next: { hash: string; prefix: string; expiresAt: string; graceUntil: string | null; endToldAt: string | null },
) {
  const core = coreTables(db);
  const old = await core
    .selectFrom("core_api_token")
    .select("secret_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return core
    .updateTable("core_api_token")
    .set({
      previous_hash: next.graceUntil === null ? null : old.secret_hash,
      previous_until: next.graceUntil,
      secret_hash: next.hash,
      prefix: next.prefix,
      expires_at: next.expiresAt,
      end_told_at: next.endToldAt,
    })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

function revoke(db: Db, id: number, at: string) {
  const token = coreTables(db)
    .updateTable("core_api_token")
    .set({ revoked_at: at, previous_hash: null, previous_until: null });
  return token.where("id", "=", id).returning(columns).executeTakeFirstOrThrow();
}

/** Tokens of every app that end before a moment and whose owners, who may still use them, have not been told. */
function listEnding(db: Db, now: string, before: string) {
  return coreTables(db)
    .selectFrom("core_api_token as t")
    .innerJoin("core_user as u", "u.id", "t.user_id")
    .innerJoin("core_app as a", "a.id", "t.app_id")
    .innerJoin("core_membership as m", (on) =>
      on.onRef("m.user_id", "=", "t.user_id").onRef("m.app_id", "=", "t.app_id"),
    )
    .select(["t.id", "t.name", "t.prefix", "t.app_id", "t.expires_at"])
    .select(["u.email", "u.first_name", "a.name as app_name", "a.default_locale"])
    .where("t.end_told_at", "is", null)
    .where("t.revoked_at", "is", null)
    .where("t.expires_at", ">", now)
    .where("t.expires_at", "<=", before)
    .where("u.disabled_at", "is", null)
    .where("m.disabled_at", "is", null)
    .orderBy("t.id")
    .limit(100)
    .execute();
}

/** Notes that the owner is told; false when another process was quicker. */
async function noteEndTold(db: Db, id: number, at: string): Promise<boolean> {
  const token = coreTables(db).updateTable("core_api_token").set({ end_told_at: at });
  const noted = await token.where("id", "=", id).where("end_told_at", "is", null).executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** The rows of the API tokens: list, find, create, save, rotate, revoke; those that end soon, and that this was told. */
export const apiTokens = { list, find, create, save, rotate, revoke, listEnding, noteEndTold } as const;
