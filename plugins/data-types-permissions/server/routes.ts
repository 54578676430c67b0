// One short handler an endpoint: load, decide, write.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { matchOf } from "#schemas/matching.ts";
import {
  type Context,
  changes,
  claimTypeOf,
  giveTypeTo,
  listRows,
  listTypeRows,
  listTypesInEvent,
  listTypesOf,
  lockTypesOf,
  ProblemError,
  problem,
  type Route,
  route,
  saveTypesInEvent,
  sql,
  takeTypeFrom,
  typeUser,
} from "#server";
import { VERBS } from "../../data-types/contract.ts";
import { fieldsKey } from "../../event-data/offers.ts";
import { explain, rulingOf } from "../contract/judge.ts";
import {
  type EventValues,
  explainProfilePair,
  explainTypePair,
  findRuledProfiles,
  type GroupsSay,
  getProfileRules,
  getTypeRules,
  leaveType,
  listNeedsHere,
  type NeedHere,
  type Party,
  queryAllowedProfiles,
  type RuledType,
  saveTypeRules,
  type TypeRules,
  takeUpType,
} from "../contract.ts";
import { type Participant, rulingGroupsKey } from "../offers.ts";
import { judgeOf, readLinks, sidesOf, thingsOf } from "./judging.ts";
import { findRules, saveRules } from "./repository.ts";
import { among, factsOf, mustDiffer, rowsOf, saidBy, tidy } from "./rules.ts";

/** The kind of object under which rules stand in the history. */
export const OBJECT = "data-types-permissions.rules";

const FOUND = 8;
/** The filter that finds everybody of a profile's circle, whatever it is asked for. */
const CIRCLE = "circle";
const NOBODY = sql<boolean>`1 = 0`;
const PARTY = ["name", "company_name", "type_id", "status"];

type Asking = Pick<Context, "db" | "app" | "event" | "deps">;
type Judged = Asking & Pick<Context, "dialect" | "who" | "now">;
type Writing = Judged & Pick<Context, "audit">;

export const routes: Route[] = [
  route(getTypeRules, (context) => rulesOf(context)),

  route(saveTypeRules, async (context) => {
    await waitForOthers(context);
    const before = await rulesOf(context);
    const { rev, looks = before.looks, order = before.order, ...wanted } = context.body;
    if (rev !== before.rev) throw problem("stale", { current: before });
    return write(context, before, { ...wanted, looks, order });
  }),

  route(explainTypePair, async (context) => {
    const rules = await rulesOf(context);
    const [from, to] = [context.query.from, context.query.to].map((id) => rules.types.find((type) => type.id === id));
    if (!from || !to)
      throw problem("not_found", {
        message: "The event does not have one of these data types",
        text: "data-types-permissions:gone.types",
      });
    return VERBS.map((verb) => explain(rulingOf(rules), from, to, verb));
  }),

  route(explainProfilePair, async (context) => {
    const { from, to } = context.query;
    const { judge, participants } = await judged(context, [from, to], await untoldTo(context));
    const [one, other] = [participants.get(from), participants.get(to)];
    if (!one || !other) throw goneProfile();
    const answers = VERBS.map((verb) => judge.explain(one, other, verb));
    return {
      from: asParty(one),
      to: asParty(other),
      answers,
      waiting: one.waiting ?? null,
      own: judge.setting(one.type_id),
      match: await matchBetween(context, one.id, other.id),
    };
  }),

  route(findRuledProfiles, async (context) => {
    const { db, dialect, event, who, body, deps } = context;
    const things = thingsOf(deps);
    const hidden = await things.hidden(db, dialect, event, who);
    const list = await things.list(db, dialect, event.id, {}, deps.offered, hidden);
    const { rows } = await listRows(db, dialect, list, { search: body.words, limit: FOUND, columns: PARTY });
    return rows.map((row) => asParty(row as unknown as Participant));
  }),

  route(getProfileRules, async (context) => {
    const { judge, participants } = await judged(context, [context.params.thingId]);
    const one = participants.get(context.params.thingId);
    if (!one) throw goneProfile();
    return { profile: asParty(one), ...judge.setting(one.type_id), waiting: one.waiting ?? null };
  }),

  route(queryAllowedProfiles, async (context) => {
    const { db, dialect, event, who, params, query, body, deps } = context;
    const { judge, participants } = await judged(context, [params.thingId]);
    const one = participants.get(params.thingId);
    if (!one) throw goneProfile();
    const { types, groups } = judge.circle(one, query.verb);
    const nobody = types.length === 0 || groups.some((named) => named.length === 0);
    if (nobody) return { rows: [], total: 0, matched: 0 };
    const things = thingsOf(deps);
    const hidden = await things.hidden(db, dialect, event, who);
    const list = await things.list(db, dialect, event.id, {}, deps.offered, hidden, body);
    // Who is in the circle is judged by everything, as for any pair; what the reader asks beyond that, by what they may see.
    const open = await things.list(db, dialect, event.id, {}, deps.offered, []);
    const [ruling] = deps.offered(rulingGroupsKey);
    const isIn = open.derived?.[ruling?.field ?? ""];
    // In a group whose rule names what is no longer there is nobody.
    const inOne = (id: number) => {
      try {
        return isIn?.({ field: ruling?.field ?? "", op: "in", value: [id] }, "filter") ?? NOBODY;
      } catch (error) {
        if (error instanceof ProblemError) return NOBODY;
        throw error;
      }
    };
    const within = groups.map((named) => sql<boolean>`(${sql.join(named.map(inOne), sql` or `)})`);
    const circle = () => sql<boolean>`(${sql.join(within, sql` and `)})`;
    const filter = [
      ...(body.filter ?? []),
      { field: "type_id", op: "in" as const, value: [...types] },
      { field: "status", op: "ne" as const, value: "blocked" },
      { field: "id", op: "ne" as const, value: one.id },
      ...(within.length > 0 ? [{ field: CIRCLE, op: "eq" as const, value: true }] : []),
    ];
    const circled = { ...list, derived: { ...list.derived, ...(within.length > 0 && { [CIRCLE]: circle }) } };
    const { rows, matched } = await listRows(db, dialect, circled, { ...body, filter, columns: PARTY });
    return { rows: rows.map((row) => asParty(row as unknown as Participant)), total: matched, matched };
  }),

  route(takeUpType, async (context) => {
    const { db, app, event, params, audit } = context;
    await waitForOthers(context);
    const row = (await listTypeRows(db, app.id)).find(({ id }) => id === params.typeId);
    if (!row)
      throw problem("not_found", {
        message: "This data type has been removed",
        text: "data-types-permissions:gone.removed",
      });
    if (row.archived_at) throw problem("data-types-permissions.archived");
    const before = await listTypesOf(db, event.id);
    if (!before.some(({ id }) => id === row.id)) {
      mustDiffer(before, { id: row.id, name: row.type, categoryId: row.type_category_id });
      await giveTypeTo(db, row.id, [event.id]);
      await audit({ action: "add_type", object: objectOf(event), after: { type: row.type } });
    }
    return rulesOf(context);
  }),

  route(listNeedsHere, (context) => needsHere(context, context.params.typeId)),

  route(leaveType, async (context) => {
    const { db, event, params, audit } = context;
    await waitForOthers(context);
    const before = await rulesOf(context);
    const type = before.types.find(({ id }) => id === params.typeId);
    if (!type)
      throw problem("not_found", {
        message: "The event does not have this data type",
        text: "data-types-permissions:gone.type",
      });
    await claimTypeOf(db, context.dialect, type.id, event.id);
    const needs = (await needsHere(context, type.id)).reduce((sum, { count }) => sum + count, 0);
    if (needs > 0) {
      const message = `${needs} profiles, fields or rules of this event still need this data type`;
      throw problem("data-types-permissions.in_use", { message });
    }
    await takeTypeFrom(db, type.id, event.id);
    await audit({ action: "remove_type", object: objectOf(event), before: { type: type.type } });
    const stays = before.types.filter((one) => one !== type);
    const rest = {
      ...among(before, stays),
      looks: before.looks.filter((look) => look.type !== type.id),
      order: before.order.filter((id) => id !== type.id),
    };
    const said = ({ cells, settings, looks, order }: EventValues) =>
      cells.length + settings.length + looks.length + order.length;
    return said(rest) < said(before) ? write(context, before, rest) : rulesOf(context);
  }),
];

/** Saves rules that differ, with their line in the history. */
export async function write(context: Writing, before: TypeRules, wanted: EventValues): Promise<TypeRules> {
  const { db, app, event, now, audit } = context;
  const appOrder = (await listTypeRows(db, app.id)).map(({ id }) => id);
  const own = new Set((await listTypesOf(db, event.id)).map(({ id }) => id));
  const types = before.types.filter(({ id }) => own.has(id));
  const values = tidy(
    wanted,
    types,
    appOrder.filter((id) => own.has(id)),
    before.looks,
  );
  const difference = changes(factsOf(before, before.types), factsOf(values, before.types));
  if (Object.keys(difference.after).length === 0) return before;
  if (!(await saveRules(db, event.id, { ...values, rev: before.rev }, now.toISOString()))) {
    throw problem("stale", { current: await rulesOf(context) });
  }
  await saveTypesInEvent(db, event.id, rowsOf(values, types));
  await audit({ action: "save", object: objectOf(event), ...difference });
  return rulesOf(context);
}

/** Rules are compared with the types of the event, and these with what the app calls them: whoever changes either waits for the others. */
export async function waitForOthers({
  db,
  dialect,
  app,
  event,
}: Pick<Context, "db" | "dialect" | "app" | "event">): Promise<void> {
  await lockTypesOf(db, dialect, app.id);
  await dialect.lock(db as never, `${OBJECT} ${event.id}`);
}

export async function rulesOf(context: Judged): Promise<TypeRules> {
  const { db, app, event, deps } = context;
  const rows = await listTypeRows(db, app.id);
  const own = await listTypesInEvent(db, event.id);
  const has = new Set(own.map(({ type_id }) => type_id));
  const [profiles, stored] = [await countProfiles({ db, app, event, deps }), await findRules(db, event.id)];
  const sides = sidesOf(rows, deps);
  const types = own
    .flatMap(({ type_id }) => sides.find(({ id }) => id === type_id) ?? [])
    .map((side): RuledType => ({ ...side, profiles: profiles.get(side.id) ?? 0 }));
  const free = new Set(rows.filter(({ id, archived_at }) => !has.has(id) && !archived_at).map(({ id }) => id));
  const others = sides
    .filter(({ id }) => free.has(id))
    .map(({ id, type, type_category_id }) => ({ id, type, type_category_id }));
  const links = await readLinks(db, event.id, deps.offered);
  const groups = await groupsSaying(context);
  return { rev: stored.rev, ...among(stored, types), ...saidBy(own), links, groups, types, others };
}

/** What the rules of data types do not know of: groups decide before them. Who may not look at groups is told how many. */
async function groupsSaying(context: Judged): Promise<GroupsSay[]> {
  const { db, event, who, deps } = context;
  const saying = (await deps.offered(rulingGroupsKey)[0]?.saying(db, event.id))?.groups ?? [];
  if (saying.length === 0) return [];
  const { accessRole, permissions } = who;
  const mayLook = isAllowed(accessCondition({ permissions: ["things"] }), { accessRole, permissions }) === true;
  const untold = mayLook ? await untoldTo(context) : undefined;
  return (["see", "recommend"] as const).flatMap((verb) => {
    const some = saying.filter((group) => group[verb] !== null);
    const names = mayLook ? some.filter(({ id }) => !untold?.has(id)).map(({ name }) => name) : [];
    return some.length > 0 ? [{ verb, count: some.length, names }] : [];
  });
}

/** The rules of the event and some of its profiles as they know them. */
async function judged(
  { db, dialect, app, event, now, deps }: Asking & Pick<Context, "dialect" | "now">,
  ids: readonly number[],
  untold?: ReadonlySet<number>,
) {
  const judge = await judgeOf({ db, dialect, app, event, now, offered: deps.offered }, untold);
  return { judge, participants: await judge.participants(ids) };
}

/** The groups that whoever asks is not told of: who is in one whose rule asks a hidden answer has given that answer. */
async function untoldTo({ db, dialect, app, event, who, now, deps }: Judged): Promise<ReadonlySet<number> | undefined> {
  const hidden = await thingsOf(deps).hidden(db, dialect, event, who);
  const [groups] = deps.offered(rulingGroupsKey);
  return groups?.untold({ db, dialect, app, event, now, offered: deps.offered }, hidden);
}

/** How well two profiles match by what whoever asks may see of their answers. */
async function matchBetween(
  { db, dialect, event, who, deps }: Pick<Context, "db" | "dialect" | "event" | "who" | "deps">,
  from: number,
  to: number,
) {
  const things = thingsOf(deps);
  const [fields] = deps.offered(fieldsKey);
  const all = (await fields?.list(db, event)) ?? [];
  const hidden = await things.hidden(db, dialect, event, who);
  const answers = new Map((await things.many(db, event.id, [from, to])).map(({ id, fields }) => [id, fields]));
  const [one = {}, other = {}] = [answers.get(from), answers.get(to)];
  return (
    matchOf(
      all.filter(({ key }) => !hidden.includes(key)),
      one,
      other,
    ) ?? null
  );
}

function asParty({ id, name, company_name, type_id, status }: Participant): Party {
  return { id, name, company_name, type_id, status };
}

function goneProfile() {
  return problem("not_found", {
    message: "One of the profiles is not in the event, or has been removed",
    text: "data-types-permissions:gone.profile",
  });
}

async function countProfiles({ db, app, event, deps }: Asking): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const user of deps.offered(typeUser).filter(({ isProfiles }) => isProfiles)) {
    for (const { typeId, count } of await user.uses({ db, app }, [event.id])) {
      counts.set(typeId, count + (counts.get(typeId) ?? 0));
    }
  }
  return counts;
}

/** By area, what keeps a type in the event. */
async function needsHere({ db, app, event, deps }: Asking, typeId: number): Promise<NeedHere[]> {
  const needs: NeedHere[] = [];
  for (const { label, path, uses, staysWithout } of deps.offered(typeUser)) {
    if (staysWithout) continue;
    const own = (await uses({ db, app }, [event.id])).filter((use) => use.typeId === typeId);
    const count = own.reduce((sum, use) => sum + use.count, 0);
    const address = path.replace("{eventId}", String(event.id)).replace("{typeId}", String(typeId));
    if (count > 0) needs.push({ label, count, path: address });
  }
  return needs;
}

function objectOf({ id, name }: Context["event"]) {
  return { type: OBJECT, id, label: name };
}
