// One short handler an endpoint: load, decide, write.
import {
  type ApiTokenRecord,
  type Context,
  changes,
  checkEventsOfApp,
  findMembershipOf,
  findPerson,
  keysOf,
  namesOf,
  networkOf,
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
  explainApiToken,
  listApiTokens,
  listScopes,
  revokeApiToken,
  rotateApiToken,
  saveApiToken,
  type Trial,
  tryApiToken,
} from "../contract.ts";
import {
  afterDays,
  callsOf,
  checkEvents,
  checkNetworks,
  checkScopes,
  choicesOf,
  eventsInCommon,
  graceUntil,
  isShort,
  refusalOf,
  stateOf,
} from "./rules.ts";

type Asking = Pick<Context, "db" | "app" | "who" | "now" | "deps">;

const labelOf = (row: ApiTokenRecord) => ({ type: "api-token", id: row.id, label: row.name });

function factsOf(row: ApiTokenRecord) {
  const scopes = JSON.parse(row.scopes) as string[];
  return {
    name: row.name,
    scopes,
    allowed_containers: JSON.parse(row.allowed_events) as number[],
    allowed_networks: JSON.parse(row.allowed_networks) as string[],
  };
}

async function asToken({ db, who, now }: Asking, row: ApiTokenRecord): Promise<ApiToken> {
  const { user_id, revoked_at: _, allowed_events: __, allowed_networks: ___, ...rest } = row;
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

async function checked(context: Asking, draft: ApiTokenDraft, kept: readonly string[] = []) {
  const { db, app, who } = context;
  checkScopes(draft.scopes, knownScopes(context));
  const events = draft.allowed_containers.includes(-1) ? [-1] : [...new Set(draft.allowed_containers)];
  checkEvents(events, who.allowedEvents);
  await checkEventsOfApp(db, app.id, events);
  return {
    name: draft.name.trim(),
    scopes: [...new Set(draft.scopes)].sort(),
    allowedEvents: events,
    allowedNetworks: draft.allowed_networks ? checkNetworks(draft.allowed_networks) : kept,
  };
}

/** A token that is still of use and belongs to whoever asks: with it one acts in the owner's name. */
async function findOwn(context: Asking, id: number): Promise<ApiTokenRecord> {
  const row = await find(context, id);
  if (row.user_id !== context.who.id) throw problem("api-tokens.not_yours");
  if (row.revoked_at) throw problem("api-tokens.revoked");
  return row;
}

/** What a token may do now: its scopes and events, within what its owner may. */
async function trialOf(
  context: Asking,
  appId: number,
  row: ApiTokenRecord,
  address: string | undefined,
): Promise<Trial> {
  const { db, deps } = context;
  const membership = await findMembershipOf(db, appId, row.user_id);
  const person = await findPerson(db, row.user_id);
  const isThere = membership && !membership.disabled_at && person && !person.disabled_at;
  const grant = isThere && {
    roleId: membership.role_id,
    allowedEvents: JSON.parse(membership.allowed_events) as number[],
    overrides: (membership.permissions ? JSON.parse(membership.permissions) : {}) as Record<string, boolean>,
  };
  const token = await asToken(context, row);
  const owner = grant ? { accessRole: grant.roleId, permissions: keysOf(grant) } : undefined;
  const tried = { token, owner, address };
  const events = eventsInCommon(token.allowed_containers, grant ? grant.allowedEvents : []);
  const named = await namesOf(db, appId, events);
  return {
    token: row.name,
    refused: refusalOf(tried),
    address: address ?? null,
    events: { all: events.includes(-1), names: named.events.map(({ name }) => name) },
    calls: callsOf(tried, deps.endpoints()),
  };
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
    const draft = { ...values, appId: app.id, userId: who.id, hash, prefix, endTold: isShort(body.days) };
    const row = await tokens.create(db, { ...draft, now: now.toISOString(), expiresAt: afterDays(now, body.days) });
    await audit({ action: "create", object: labelOf(row), after: { ...factsOf(row), expires_at: row.expires_at } });
    return { token: await asToken(context, row), secret };
  }),

  route(saveApiToken, async (context) => {
    const { body, params, db, audit } = context;
    const before = await findOwn(context, params.tokenId);
    const values = await checked(context, body, factsOf(before).allowed_networks);
    const saved = await tokens.save(db, { id: before.id, rev: body.rev }, values);
    if (!saved) throw problem("stale", { current: await asToken(context, before) });
    await audit({ action: "save", object: labelOf(saved), ...changes(factsOf(before), factsOf(saved)) });
    return asToken(context, saved);
  }),

  route(rotateApiToken, async (context) => {
    const { body, params, db, now, audit } = context;
    const before = await findOwn(context, params.tokenId);
    const { token: secret, hash, prefix } = newApiToken();
    const expiresAt = afterDays(now, body.days);
    const until = graceUntil(now, body.grace_hours, expiresAt, before.expires_at);
    const row = await tokens.rotate(db, before.id, {
      hash,
      prefix,
      expiresAt,
      graceUntil: until,
      endToldAt: isShort(body.days) ? now.toISOString() : null,
    });
    const after = { prefix, expires_at: expiresAt, previous_until: until };
    await audit({
      action: "rotate",
      object: labelOf(row),
      before: { prefix: before.prefix, expires_at: before.expires_at },
      after,
    });
    return { token: await asToken(context, row), secret };
  }),

  route(explainApiToken, async (context) => {
    const { params, query } = context;
    const { address } = query;
    if (address !== undefined && !networkOf(address)) {
      throw problem("invalid", { fields: { address: `${address} is not an address` } });
    }
    return trialOf(context, context.app.id, await find(context, params.tokenId), address);
  }),

  route(tryApiToken, async (context) => {
    const { token } = context.who;
    if (!token) return null;
    const row = await tokens.find(context.db, token.appId, token.id);
    if (!row) throw problem("not_found");
    return trialOf(context, token.appId, row, context.address);
  }),

  route(revokeApiToken, async (context) => {
    const { params, db, now, audit } = context;
    const before = await find(context, params.tokenId);
    const row = before.revoked_at ? before : await tokens.revoke(db, before.id, now.toISOString());
    if (!before.revoked_at) await audit({ action: "revoke", object: labelOf(row) });
    return asToken(context, row);
  }),
];
