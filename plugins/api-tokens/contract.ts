// API tokens: what another program may do in the app, in whose name, in which events and until when.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, ONE_LINE, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { permissions: ["user_management"] };
const TokenParams = Type.Object({ tokenId: Id }, closed);
const Nullable = <S extends Type.TSchema>(shape: S) => Type.Union([shape, Type.Null()]);

/** Days that a token may live at most, and unless told. */
export const MOST_DAYS = 365;
export const USUAL_DAYS = 90;

/** Hours that the old secret may stay good after a renewal. */
export const MOST_GRACE_HOURS = 168;

const Scopes = Type.Array(Type.String({ pattern: "^[a-z][a-z0-9-]*:(read|create|change|remove)$", maxLength: 80 }), {
  minItems: 1,
  maxItems: 500,
  description: "Pairs of resource and verb, for example thing:read",
});
const Containers = Type.Array(Type.Integer({ minimum: -1 }), {
  minItems: 1,
  maxItems: 1000,
  description: "Event ids; -1 for all that the owner may open",
});
const Networks = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 50,
  description:
    "Addresses and networks, such as 203.0.113.7 or 2001:db8::/32, that it may be used from; none for anywhere",
});
const Name = Type.String({ minLength: 1, maxLength: 190, pattern: ONE_LINE, description: "What the token is for" });

/** A token as it is listed. The secret itself is not kept. */
export const ApiToken = Type.Object({
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: "First characters of the secret, to tell it from others" }),
  owner: Type.String({ description: "The person in whose name it asks" }),
  own: Type.Boolean({ description: "It belongs to whoever asks" }),
  scopes: Type.Array(Type.String()),
  allowed_containers: Type.Array(Type.Integer()),
  allowed_networks: Type.Array(Type.String()),
  created_at: DateTime,
  expires_at: DateTime,
  last_used_at: Nullable(DateTime),
  last_used_from: Nullable(Type.String({ description: "Address of the last caller" })),
  previous_until: Nullable(DateTime),
  state: oneOf(["active", "expiring", "renewed", "expired", "revoked"]),
  rev: Type.Integer(),
});
export type ApiToken = Type.Static<typeof ApiToken>;

/** A token with its secret, which is told this once. */
export const IssuedToken = Type.Object({
  token: ApiToken,
  secret: Type.String({ description: "To be sent as x-dashboard-authorization or as Authorization: Bearer" }),
});
export type IssuedToken = Type.Static<typeof IssuedToken>;

export const listApiTokens = endpoint({
  name: "listApiTokens",
  method: "GET",
  path: "/1/api/api-token",
  summary: "API tokens of the app, the latest first",
  access,
  reply: Type.Array(ApiToken),
});

/** What tokens can be given: each resource with its verbs. */
export const ScopeChoice = Type.Object({ resource: Type.String(), verbs: Type.Array(Type.String()) });
export type ScopeChoice = Type.Static<typeof ScopeChoice>;

export const listScopes = endpoint({
  name: "listScopes",
  method: "GET",
  path: "/1/api/api-token/scope",
  summary: "Resources and verbs that a token can be given",
  access,
  reply: Type.Array(ScopeChoice),
});

const refusals = {
  "api-tokens.unknown_scope": { status: 400, message: "There is no such scope" },
  "api-tokens.too_strong": { status: 403, message: "You cannot give more events than you may open" },
  "api-tokens.revoked": { status: 409, message: "This token has been revoked" },
} as const;

/** What is decided about a token. */
export const ApiTokenDraft = Type.Object(
  { name: Name, scopes: Scopes, allowed_containers: Containers, allowed_networks: Type.Optional(Networks) },
  closed,
);
export type ApiTokenDraft = Type.Static<typeof ApiTokenDraft>;

const Days = Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: "Days until it expires" });
export const NewApiToken = Type.Object({ ...ApiTokenDraft.properties, days: Days }, closed);
export type NewApiToken = Type.Static<typeof NewApiToken>;

export const createApiToken = endpoint({
  name: "createApiToken",
  method: "POST",
  path: "/1/api/api-token",
  summary: "Issue a token in one's own name; its secret is answered this once",
  access,
  body: NewApiToken,
  reply: IssuedToken,
  status: 201,
  problems: refusals,
});

export const saveApiToken = endpoint({
  name: "saveApiToken",
  method: "PATCH",
  path: "/1/api/api-token/{tokenId}",
  summary: "Rename one's token, or change its scopes, events and networks",
  access,
  params: TokenParams,
  body: Type.Object({ rev: Type.Integer(), ...ApiTokenDraft.properties }, closed),
  reply: ApiToken,
  problems: {
    ...refusals,
    "api-tokens.not_yours": { status: 403, message: "Only the owner can change or renew this token" },
  },
});

export const RotateDraft = Type.Object(
  {
    days: Days,
    grace_hours: Type.Integer({
      minimum: 0,
      maximum: MOST_GRACE_HOURS,
      description: "Hours that the old secret stays good",
    }),
  },
  closed,
);
export type RotateDraft = Type.Static<typeof RotateDraft>;

export const rotateApiToken = endpoint({
  name: "rotateApiToken",
  method: "POST",
  path: "/1/api/api-token/{tokenId}/rotate",
  summary: "Give one's token a new secret, answered this once; the old one stays good for some hours",
  access,
  params: TokenParams,
  body: RotateDraft,
  reply: IssuedToken,
  problems: {
    ...refusals,
    "api-tokens.not_yours": { status: 403, message: "Only the owner can change or renew this token" },
  },
});

export const revokeApiToken = endpoint({
  name: "revokeApiToken",
  method: "POST",
  path: "/1/api/api-token/{tokenId}/revoke",
  summary: "End a token at once",
  access,
  params: TokenParams,
  reply: ApiToken,
});

/** What a token may do at this moment, and what stands in its way. */
export const Trial = Type.Object({
  token: Type.String({ description: "Its name" }),
  refused: Nullable(
    oneOf(["revoked", "expired", "owner", "address"], "Why every call is refused; null where the token works"),
  ),
  address: Nullable(Type.String({ description: "From where, if that was asked" })),
  events: Type.Object({ all: Type.Boolean(), names: Type.Array(Type.String()) }),
  calls: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String(),
      summary: Type.String(),
      resource: Type.String(),
      allowed: Type.Boolean({ description: "False where its owner may not do this" }),
    }),
    { description: "What its scopes cover" },
  ),
});
export type Trial = Type.Static<typeof Trial>;

export const explainApiToken = endpoint({
  name: "explainApiToken",
  method: "GET",
  path: "/1/api/api-token/{tokenId}/explanation",
  summary: "What a token may do now, from anywhere or from one address, and why not",
  access,
  params: TokenParams,
  query: Type.Object({ address: Type.Optional(Type.String({ maxLength: 45 })) }, closed),
  reply: Trial,
});

export const tryApiToken = endpoint({
  name: "tryApiToken",
  method: "GET",
  path: "/1/dashboard/token",
  summary: "What the API token that asks may do now, from where it asks; null for who asks with a log-in",
  access: {},
  reply: Type.Union([Trial, Type.Null()]),
});
