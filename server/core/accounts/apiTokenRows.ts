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
      rev: known.rev + 1,
    })
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .returning(columns)
    .executeTakeFirst();
}

/** Gives a token a new secret; the old one stays good until `graceUntil`. */
async function rotate(
  db: Db,
  id: number,
  next: { hash: string; prefix: string; expiresAt: string; graceUntil: string },
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
      previous_hash: old.secret_hash,
      previous_until: next.graceUntil,
      secret_hash: next.hash,
      prefix: next.prefix,
      expires_at: next.expiresAt,
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

/** The rows of the API tokens: list, find, create, save, rotate, revoke. */
export const apiTokens = { list, find, create, save, rotate, revoke } as const;
