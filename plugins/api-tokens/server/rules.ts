// Decisions about tokens: where one stands, and what it may be given.
import { accessCondition } from "#schemas/access.ts";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { evaluate, fieldProblem, isWithin, networkOf, problem, resourceOf, scopeOf } from "#server";
import type { ApiToken, ScopeChoice, Trial } from "../contract.ts";

const DAY_MS = 86_400_000;
const EXPIRING_MS = 7 * DAY_MS;

interface Facts {
  expires_at: string;
  previous_until: string | null;
  revoked_at: string | null;
}

/** Where a token stands. What a person did counts before what the clock did. */
export function stateOf(token: Facts, now: Date): ApiToken["state"] {
  if (token.revoked_at) return "revoked";
  const left = Date.parse(token.expires_at) - now.getTime();
  if (left <= 0) return "expired";
  if (token.previous_until && token.previous_until > now.toISOString()) return "renewed";
  return left < EXPIRING_MS ? "expiring" : "active";
}

export function afterDays(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** A token that ends so soon needs no letter about it: whoever asked for it knows. */
export const isShort = (days: number) => days * DAY_MS <= EXPIRING_MS;

/** Until when tokens end of whose end their owners are told now. */
export const soon = (now: Date) => new Date(now.getTime() + EXPIRING_MS).toISOString();

/** Until when the old secret is still good: it outlives neither the token nor the end that it was issued with. Null for not at all. */
export function graceUntil(now: Date, hours: number, ...ends: readonly string[]): string | null {
  const [until = ""] = [new Date(now.getTime() + hours * 3_600_000).toISOString(), ...ends].sort();
  return until > now.toISOString() ? until : null;
}

/** Pairs as a person chooses them: each resource with its verbs, in the order of the alphabet. */
export function choicesOf(scopes: Iterable<string>): ScopeChoice[] {
  const byResource = new Map<string, Set<string>>();
  for (const scope of scopes) {
    const [resource = "", verb = ""] = scope.split(":");
    byResource.set(resource, (byResource.get(resource) ?? new Set()).add(verb));
  }
  const order = ["read", "create", "change", "remove"];
  return [...byResource]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([resource, verbs]) => ({ resource, verbs: order.filter((verb) => verbs.has(verb)) }));
}

/** Refuses scopes that no endpoint asks for. */
export function checkScopes(asked: readonly string[], known: ReadonlySet<string>): void {
  const unknown = asked.filter((scope) => !known.has(scope));
  if (unknown.length > 0)
    throw fieldProblem(
      "api-tokens.unknown_scope",
      "scopes",
      `There is no ${unknown.join(", ")}`,
      "api-tokens:problem.scopesUnknown",
      { scopes: unknown.join(", ") },
    );
}

/** Refuses events that the owner may not open. */
export function checkEvents(asked: readonly number[], owner: readonly number[]): void {
  if (owner.includes(-1) || asked.includes(-1) || asked.every((id) => owner.includes(id))) return;
  throw fieldProblem(
    "api-tokens.too_strong",
    "allowed_containers",
    "Choose among the events that you may open",
    "api-tokens:problem.too_strong",
  );
}

/** Networks as they are kept, each once. Refuses what is none, naming it. */
export function checkNetworks(asked: readonly string[]): string[] {
  const kept = asked.map((text) => {
    const network = networkOf(text);
    if (network) return network;
    throw problem("invalid", {
      fields: { allowed_networks: `${text} is neither an address nor a network` },
      reasons: { allowed_networks: { text: "api-tokens:problem.networks", values: {} } },
    });
  });
  return [...new Set(kept)];
}

/** What there is to know about a token and its owner, to say what it may do. */
export interface Tried {
  token: Pick<ApiToken, "state" | "scopes" | "allowed_networks">;
  /** What the owner may do in the app; undefined where they have no access any more. */
  owner: { accessRole: number; permissions: Readonly<Record<string, boolean>> } | undefined;
  address: string | undefined;
}

/** Why every call of a token is refused; null where it works. */
export function refusalOf({ token, owner, address }: Tried): Trial["refused"] {
  if (token.state === "revoked" || token.state === "expired") return token.state;
  if (!owner) return "owner";
  const { allowed_networks: networks } = token;
  return address !== undefined && networks.length > 0 && !isWithin(address, networks) ? "address" : null;
}

/** The calls that a token's scopes cover, each with whether its owner may make it. */
export function callsOf({ token, owner }: Tried, endpoints: readonly AnyEndpoint[]): Trial["calls"] {
  const scopes = new Set(token.scopes);
  const covered = endpoints.filter((endpoint) => scopes.has(scopeOf(endpoint) ?? ""));
  return covered
    .map((endpoint) => {
      const { method, path, summary, access } = endpoint;
      const condition = access === "public" ? undefined : accessCondition(access);
      const allowed = owner !== undefined && evaluate(condition, owner) === true;
      return { method, path, summary, resource: resourceOf(endpoint), allowed };
    })
    .sort((a, b) => a.resource.localeCompare(b.resource) || a.path.localeCompare(b.path));
}

/** Events that both the token and its owner may open; [-1] for all. */
export function eventsInCommon(token: readonly number[], owner: readonly number[]): readonly number[] {
  if (token.includes(-1)) return owner;
  return owner.includes(-1) ? token : token.filter((id) => owner.includes(id));
}
