// One short handler an endpoint: load, decide, write.
import {
  type ApiTokenRecord,
  type Context,
  changes,
  findPerson,
  namesOf,
  newApiToken,
  problem,
  type Route,
  route,
  scopeOf,
  apiTokens as tokens,
} from "#server";
import {
  type ApiToken,
  type ApiTokenDraft,
  createApiToken,
  listApiTokens,
  listScopes,
  revokeApiToken,
  rotateApiToken,
  saveApiToken,
} from "../contract.ts";
import { afterDays, checkEvents, checkScopes, choicesOf, graceUntil, stateOf } from "./rules.ts";

type Asking = Pick<Context, "db" | "app" | "who" | "now" | "deps">;

const labelOf = (row: ApiTokenRecord) => ({ type: "api-token", id: row.id, label: row.name });

function factsOf(row: ApiTokenRecord) {
  const scopes = JSON.parse(row.scopes) as string[];
  return { name: row.name, scopes, allowed_containers: JSON.parse(row.allowed_events) as number[] };
}

async function asToken({ db, who, now }: Asking, row: ApiTokenRecord): Promise<ApiToken> {
  const { user_id, revoked_at: _, allowed_events: __, ...rest } = row;
  const owner = await findPerson(db, user_id);
  return {
    ...rest,
    ...factsOf(row),
    owner: owner ? `${owner.first_name} ${owner.last_name}`.trim() : "",
    own: user_id === who.id,
    state: stateOf(row, now),
  };
}

async function find({ db, app }: Asking, id: number): Promise<ApiTokenRecord> {
  const row = await tokens.find(db, app.id, id);
  if (!row) throw problem("not_found");
  return row;
}

/** Scopes that the endpoints of this server ask for. */
function knownScopes({ deps }: Asking): Set<string> {
  return new Set(deps.endpoints().flatMap((endpoint) => scopeOf(endpoint) ?? []));
}

async function checked(context: Asking, draft: ApiTokenDraft) {
  const { db, app, who } = context;
  checkScopes(draft.scopes, knownScopes(context));
  const events = draft.allowed_containers.includes(-1) ? [-1] : [...new Set(draft.allowed_containers)];
  checkEvents(events, who.allowedEvents);
  const known = (await namesOf(db, app.id, events)).events;
  if (!events.includes(-1) && known.length < events.length) {
    throw problem("invalid", { fields: { allowed_containers: "Name events of this app only" } });
  }
  return { name: draft.name.trim(), scopes: [...new Set(draft.scopes)].sort(), allowedEvents: events };
}

/** A token that is still of use and belongs to whoever asks: with it one acts in the owner's name. */
async function findOwn(context: Asking, id: number): Promise<ApiTokenRecord> {
  const row = await find(context, id);
  if (row.user_id !== context.who.id) throw problem("api-tokens.not_yours");
  if (row.revoked_at) throw problem("api-tokens.revoked");
  return row;
}

export const routes: Route[] = [
  route(listApiTokens, async (context) => {
    const rows = await tokens.list(context.db, context.app.id);
    return Promise.all(rows.map((row) => asToken(context, row)));
  }),

  route(listScopes, async (context) => choicesOf(knownScopes(context))),

  route(createApiToken, async (context) => {
    const { body, db, app, who, now, audit } = context;
    const values = await checked(context, body);
    const { token: secret, hash, prefix } = newApiToken();
    const draft = { ...values, appId: app.id, userId: who.id, hash, prefix };
    const row = await tokens.create(db, { ...draft, now: now.toISOString(), expiresAt: afterDays(now, body.days) });
    await audit({ action: "create", object: labelOf(row), after: { ...factsOf(row), expires_at: row.expires_at } });
    return { token: await asToken(context, row), secret };
  }),

  route(saveApiToken, async (context) => {
    const { body, params, db, audit } = context;
    const before = await findOwn(context, params.tokenId);
    const saved = await tokens.save(db, { id: before.id, rev: body.rev }, await checked(context, body));
    if (!saved) throw problem("stale", { current: await asToken(context, before) });
    await audit({ action: "save", object: labelOf(saved), ...changes(factsOf(before), factsOf(saved)) });
    return asToken(context, saved);
  }),

  route(rotateApiToken, async (context) => {
    const { body, params, db, now, audit } = context;
    const before = await findOwn(context, params.tokenId);
    const { token: secret, hash, prefix } = newApiToken();
    const expiresAt = afterDays(now, body.days);
    const until = graceUntil(now, body.grace_hours, expiresAt);
    const row = await tokens.rotate(db, before.id, { hash, prefix, expiresAt, graceUntil: until });
    const after = { prefix, expires_at: expiresAt, previous_until: until };
    await audit({
      action: "rotate",
      object: labelOf(row),
      before: { prefix: before.prefix, expires_at: before.expires_at },
      after,
    });
    return { token: await asToken(context, row), secret };
  }),

  route(revokeApiToken, async (context) => {
    const { params, db, now, audit } = context;
    const before = await find(context, params.tokenId);
    const row = before.revoked_at ? before : await tokens.revoke(db, before.id, now.toISOString());
    if (!before.revoked_at) await audit({ action: "revoke", object: labelOf(row) });
    return asToken(context, row);
  }),
];
