// Decisions about tokens: where one stands, and what it may be given.
import { problem } from "#server";
import type { ApiToken, ScopeChoice } from "../contract.ts";

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

/** The old secret never outlives the token. */
export function graceUntil(now: Date, hours: number, expiresAt: string): string {
  const until = new Date(now.getTime() + hours * 3_600_000).toISOString();
  return until < expiresAt ? until : expiresAt;
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
    throw problem("api-tokens.unknown_scope", { fields: { scopes: `There is no ${unknown.join(", ")}` } });
}

/** Refuses events that the owner may not open. */
export function checkEvents(asked: readonly number[], owner: readonly number[]): void {
  if (owner.includes(-1) || asked.includes(-1) || asked.every((id) => owner.includes(id))) return;
  throw problem("api-tokens.too_strong", {
    fields: { allowed_containers: "Choose among the events that you may open" },
  });
}
