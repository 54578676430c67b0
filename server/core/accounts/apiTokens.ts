// API tokens: an application asks in the name of its owner, within the scopes and events that the token was given.
import type { Kysely } from "kysely";
import { type AnyEndpoint, isSafe } from "#schemas/endpoint.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { ApiToken, AppAccess, Deps } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { isWithin } from "./networks.ts";
import { hashToken, newToken } from "./tokens.ts";

/** Every API token begins so, that leaks are found by scanners and the header is told apart. */
export const API_TOKEN_PREFIX = "lanyard_";
const SHOWN = API_TOKEN_PREFIX.length + 6;
const USED_EVERY_MS = 60_000;

/** What a token may do with a resource. */
export const VERBS = ["read", "create", "change", "remove"] as const;
export type Verb = (typeof VERBS)[number];

/** Who manages power does so in person. */
const PERSONAL = new Set(["api-token", "member", "invite", "login-rules", "login-provider", "outbox"]);

/** Acts on an event as a whole: their word is not a thing of its own. */
const ACTS = new Set(["archive", "restore", "copy", "non-archived"]);

/** A new token and how it is recognised later. It is shown once. */
export function newApiToken(): { token: string; hash: string; prefix: string } {
  const token = `${API_TOKEN_PREFIX}${newToken()}`;
  return { token, hash: hashToken(token), prefix: token.slice(0, SHOWN) };
}

/** What a path is about: its last word that is not a question or an act, for example `thing` or `session`. */
export function resourceOf({ path }: Pick<AnyEndpoint, "path">): string {
  const [first = "", second, third = ""] = path.replace("/1/api/", "").split("/");
  return first === "container" && second?.startsWith("{") && third && !ACTS.has(third) ? third : first;
}

/** The scope that an endpoint asks of a token; undefined where no token is taken. */
export function scopeOf(endpoint: AnyEndpoint): string | undefined {
  const resource = resourceOf(endpoint);
  if (!endpoint.path.startsWith("/1/api/") || PERSONAL.has(resource)) return undefined;
  return `${resource}:${verbOf(endpoint, resource)}`;
}

function verbOf(endpoint: AnyEndpoint, resource: string): Verb {
  if (isSafe(endpoint)) return "read";
  if (endpoint.method === "DELETE") return "remove";
  return endpoint.method === "POST" && endpoint.path.endsWith(`/${resource}`) ? "create" : "change";
}

/** Whether a header carries an API token rather than a session's. */
export function isApiToken(header: unknown): boolean {
  return typeof header === "string" && header.startsWith(API_TOKEN_PREFIX);
}

/** The owner and the token behind an API token. Throws `unauthenticated`, `token_expired` or `token_address`. */
export async function identifyToken(deps: Deps, header: string, address: string) {
  if (header.length > 200) throw problem("unauthenticated");
  const hash = hashToken(header);
  const row = await deps.database.quick
    .selectFrom("core_api_token as t")
    .innerJoin("core_user as u", "u.id", "t.user_id")
    .select(["t.id", "t.name", "t.app_id", "t.user_id", "t.secret_hash", "t.previous_until", "t.scopes"])
    .select(["t.allowed_events", "t.allowed_networks", "t.expires_at", "t.last_used_at", "t.revoked_at"])
    .select(["u.email", "u.first_name", "u.last_name", "u.disabled_at"])
    .where((is) => is.or([is("t.secret_hash", "=", hash), is("t.previous_hash", "=", hash)]))
    .executeTakeFirst();
  const now = deps.now().toISOString();
  if (!row || row.revoked_at || row.disabled_at) throw problem("unauthenticated");
  const until = row.secret_hash === hash ? row.expires_at : (row.previous_until ?? "");
  if (until <= now || row.expires_at <= now) throw problem("token_expired");
  const networks = JSON.parse(row.allowed_networks) as string[];
  if (networks.length > 0 && !isWithin(address, networks)) {
    throw problem("token_address", { message: `The API token may not be used from ${address}` });
  }
  if (!row.last_used_at || Date.parse(now) - Date.parse(row.last_used_at) > USED_EVERY_MS)
    noteUsed(deps, row.id, now, address);
  const token: ApiToken = {
    id: row.id,
    name: row.name,
    appId: row.app_id,
    scopes: JSON.parse(row.scopes) as string[],
    allowedEvents: JSON.parse(row.allowed_events) as number[],
  };
  const { user_id: id, email, first_name: firstName, last_name: lastName } = row;
  return { id, email, firstName, lastName, sessionId: 0, token };
}

function noteUsed({ database }: Deps, id: number, at: string, from: string): void {
  database.write
    .updateTable("core_api_token")
    .set({ last_used_at: at, last_used_from: from })
    .where("id", "=", id)
    .execute()
    .catch(() => {});
}

/** Dashboard-level calls that tell a token who it is and which app it belongs to. */
const OPEN_TO_TOKENS = new Set(["getToken", "listApps", "getApp", "getNavigation", "tryApiToken"]);

/** Refuses what the token's scopes do not cover, naming the scope. */
export function checkScope(token: ApiToken, endpoint: AnyEndpoint): void {
  const scope = scopeOf(endpoint);
  if (scope === undefined && OPEN_TO_TOKENS.has(endpoint.name)) return;
  if (scope === undefined) throw problem("token_scope", { message: "API tokens cannot do this; log in as a person" });
  if (!token.scopes.includes(scope)) {
    throw problem("token_scope", { message: `The token lacks the scope ${scope}`, fields: { scope } });
  }
}

/** What a token may do in its app: what its owner may, in the events that both may open. */
export function narrowed(app: AppAccess, token: ApiToken): AppAccess {
  return { ...app, allowedEvents: eventsOfBoth(app.allowedEvents, token.allowedEvents) };
}

/** The events that a token leaves of its owner's, for what it began and somebody else ends; none once it has been revoked. */
export async function eventsLeftBy(
  db: Kysely<CoreTables>,
  tokenId: number,
  owners: readonly number[],
): Promise<readonly number[]> {
  const asked = db.selectFrom("core_api_token").select(["allowed_events", "revoked_at"]);
  const token = await asked.where("id", "=", tokenId).executeTakeFirst();
  return token && !token.revoked_at ? eventsOfBoth(owners, JSON.parse(token.allowed_events) as number[]) : [];
}

function eventsOfBoth(owners: readonly number[], own: readonly number[]): readonly number[] {
  if (own.includes(-1)) return owners;
  return owners.includes(-1) ? own : own.filter((id) => owners.includes(id));
}
