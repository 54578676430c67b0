// One short handler an endpoint: load, decide, write.

import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { ListQuestion } from "#schemas/list.ts";
import {
  type Context,
  changes,
  type Db,
  fieldProblem,
  filled,
  holdTypes,
  listRows,
  listTypesOf,
  problem,
  type Route,
  route,
} from "#server";
import { fieldsKey } from "../../event-data/offers.ts";
import {
  addMembers,
  countRule,
  countSets,
  createGroup,
  type Fault,
  findProfiles,
  type Group,
  type GroupUse,
  getOverlap,
  importMembers,
  listGroupFields,
  listGroups,
  listGroupsOf,
  listGroupUses,
  type Member,
  queryMembers,
  RULING,
  type Rule,
  removeGroup,
  removeMembers,
  saveGroup,
} from "../contract.ts";
import { clear } from "./clear.ts";
import { IMPORT_JOB } from "./importMembers.ts";
import {
  type Asking,
  askingOf,
  countRule as countByRule,
  countOrNothing,
  FIELD,
  groupSets,
  ruledAmong,
  thingsOf,
} from "./members.ts";
import * as groups from "./repository.ts";
import { asChanged, asNew, comparable, faultsOf, OBJECT, saidAnew } from "./rules.ts";
import { SETS_JOB } from "./sets.ts";
import { tellMembers } from "./told.ts";
import { typesIn } from "./typeUse.ts";
import { usesOf } from "./uses.ts";

const FOUND = 8;
const MEMBER = ["name", "company_name"];

export const routes: Route[] = [
  route(listGroups, async (context) => {
    const { db, event, query } = context;
    const [rows, members] = await Promise.all([groups.listGroups(db, event.id), groups.countMembers(db, event.id)]);
    const asking = query.counted === false ? null : await askingOf(context);
    const told = { asking, toldOf: await teller(context), uses: await usesOf(context) };
    return Promise.all(
      rows.map((row) => counted(context, row, row.rule ? undefined : (members.get(row.id) ?? 0), told)),
    );
  }),

  route(listGroupFields, async ({ db, app, event, who, deps }) => {
    const [fields] = deps.offered(fieldsKey);
    const all = (await fields?.list(db, { id: event.id, app_id: app.id })) ?? [];
    return all.filter((field) => field.archived_at === null && who.accessRole <= field.see_role);
  }),

  route(
    createGroup,
    async (context, ahead: Ahead | undefined) => {
      const { db, event, body, now, audit } = context;
      await waitForOthers(context);
      const ids = await idsOf(db, event.id);
      const values = asNew(body, ids);
      mustRule(context, saidAnew({}, values, ids));
      await keepTypes(context, values.rule);
      const group = await groups.createGroup(db, event.id, values, now.toISOString());
      if (!group) throw nameTaken();
      await changed(context);
      await audit({ action: "create", object: objectOf(group), after: comparable(group) });
      return counted(context, group, group.rule ? ahead?.members : 0);
    },
    {
      // A rule that cannot be asked is refused now.
      prove: async (context) => (context.body.mode === "rule" ? countAhead(context, context.body.rule) : undefined),
    },
  ),

  route(
    saveGroup,
    async (context, ahead: Ahead | undefined) => {
      const { db, event, params, body, now, audit } = context;
      await waitForOthers(context);
      const before = await current(db, event.id, params.groupId);
      if (before.rev !== body.rev) throw problem("stale", { current: await counted(context, before) });
      const ids = await idsOf(db, event.id);
      const values = asChanged(before, body, ids);
      mustRule(context, saidAnew(before, values, ids));
      // Somebody has saved it since it was looked at.
      const asked = isAhead(values.rule, ahead) ? ahead : await countOther(context, before, values.rule);
      if (JSON.stringify(values.rule) !== JSON.stringify(before.rule)) await keepTypes(context, values.rule);
      if (await groups.isNameTaken(db, event.id, values.name, before.id)) throw nameTaken();
      const saved = await groups.saveGroup(db, event.id, before, values, now.toISOString());
      if (!saved) throw problem("stale", { current: await counted(context, await current(db, event.id, before.id)) });
      await changed(context);
      await audit({ action: "save", object: objectOf(saved), ...changes(comparable(before), comparable(saved)) });
      return counted(context, saved, asked?.members);
    },
    {
      prove: async (context) => {
        const before = await groups.findGroup(readerOf(context), context.event.id, context.params.groupId);
        // What is not there, or is another by now, is refused first.
        if (before?.rev !== context.body.rev || before.mode !== "rule") return undefined;
        return countOther(context, before, context.body.rule ?? before.rule);
      },
    },
  ),

  route(
    removeGroup,
    async (context, members: number | null | undefined) => {
      const { db, event, params, query, audit } = context;
      const before = await current(db, event.id, params.groupId);
      mustRule(context, saidAnew(before, {}, await idsOf(db, event.id)));
      await changed(context);
      if (!(await groups.removeGroup(db, event.id, { id: before.id, rev: query.rev }))) {
        throw problem("stale", { current: await counted(context, before, members) });
      }
      await audit({ action: "remove", object: objectOf(before), before: { ...comparable(before), members } });
      await clear(context, { groupId: before.id, members: members ?? 0 });
      return { done: true as const };
    },
    {
      prove: async (context) => {
        const before = await current(readerOf(context), context.event.id, context.params.groupId);
        return membersOf({ ...context, db: readerOf(context) }, before);
      },
    },
  ),

  route(queryMembers, async (context) => {
    const { db, event, params, body } = context;
    const group = await current(db, event.id, params.groupId);
    const { rows, matched } = await listed(context, [group.id], { ...body, columns: MEMBER });
    return { rows: rows.map(asMember), total: matched, matched };
  }),

  route(findProfiles, async (context) => {
    const { db, dialect, event, body, deps } = context;
    const { hidden } = await askingOf(context);
    const list = await thingsOf(deps.offered).list(db, dialect, event.id, {}, deps.offered, hidden);
    const { rows } = await listRows(db, dialect, list, { search: body.words, limit: FOUND, columns: MEMBER });
    return rows.map(asMember);
  }),

  route(countRule, async (context) => {
    const faults = (await teller(context))(context.body);
    return { ...(await countByRule(context.db, await askingOf(context), context.body)), faults };
  }),

  route(getOverlap, async (context) => {
    const { db, event, params } = context;
    const [one, other] = [await current(db, event.id, params.groupId), await current(db, event.id, params.otherId)];
    const count = async (...ids: number[]) => (await listed(context, ids, { limit: 0 })).matched;
    const both = await count(one.id, other.id);
    return { both, one: (await count(one.id)) - both, other: (await count(other.id)) - both };
  }),

  route(countSets, async ({ db, event, body, jobs }) => {
    const all = await groups.listGroups(db, event.id);
    const ids = body.ids.map((id) => (all.find((group) => group.id === id) ?? gone()).id);
    return { job: await jobs.start({ kind: SETS_JOB, payload: { ids } }) };
  }),

  route(importMembers, async ({ db, event, params, query, body, jobs }) => {
    const group = await current(db, event.id, params.groupId);
    if (group.mode === "rule") throw problem("custom-groups.by_rule");
    const bytes = await filled(body);
    if (!bytes) throw problem("invalid", { message: "This list is empty", text: "custom-groups:import.empty" });
    const file = { name: "members.csv", mediaType: "text/csv", bytes };
    return { job: await jobs.start({ kind: IMPORT_JOB, payload: { groupId: group.id, ...query }, file }) };
  }),

  route(addMembers, async (context) => {
    const { db, event, params, body, now, audit, deps } = context;
    await changed(context);
    const group = await current(db, event.id, params.groupId);
    const words = [...new Set(body.words.map((word) => word.trim()).filter(Boolean))];
    const meant = await thingsOf(deps.offered).meant(db, event.id, words);
    const unclear = words.flatMap((word) => {
      const found = meant.get(word)?.length ?? 0;
      return found === 1 ? [] : [{ word, found }];
    });
    const clear = words.flatMap((word) => (meant.get(word)?.length === 1 ? (meant.get(word) ?? []) : []));
    const ids = [...new Set(clear.map((thing) => thing.id))];
    const added = new Set(await groupSets.add(db, event.id, group.id, ids, now.toISOString()));
    if (added.size > 0) {
      const put = ids.filter((id) => added.has(id));
      const names = await tellMembers({ db, eventId: event.id, offered: deps.offered, audit }, group, put, true);
      const after = { added: added.size, names };
      await audit({ action: "add_members", object: objectOf(group), after });
    }
    return { added: added.size, already: ids.length - added.size, unclear, group: await counted(context, group) };
  }),

  route(removeMembers, async (context) => {
    const { db, event, params, body, audit, deps } = context;
    const group = await current(db, event.id, params.groupId);
    const removed = await groupSets.remove(db, event.id, group.id, body.ids);
    if (removed.length > 0) {
      await changed(context);
      const names = await tellMembers({ db, eventId: event.id, offered: deps.offered, audit }, group, removed, false);
      const before = { removed: removed.length, names };
      await audit({ action: "remove_members", object: objectOf(group), before });
    }
    return { removed: removed.length, ids: removed, group: await counted(context, group) };
  }),

  route(listGroupUses, async (context) => {
    const group = await current(context.db, context.event.id, context.params.groupId);
    return (await usesOf(context)).get(group.id) ?? [];
  }),

  route(listGroupsOf, async (context) => {
    const { db, event, params, deps } = context;
    const asking = await askingOf(context);
    if ((await thingsOf(deps.offered).named(db, event.id, [params.thingId])).length === 0) throw problem("not_found");
    const all = await groups.listGroups(db, event.id);
    // A rule that can no longer be asked, or not by this person, holds for nobody.
    const held = new Set(
      [
        ...(await groups.listMemberships(db, event.id, [params.thingId])),
        ...(await ruledAmong(db, asking, all, [params.thingId])),
      ].map(({ group_id }) => group_id),
    );
    return all.flatMap(({ id, name, colour, mode }) => (held.has(id) ? [{ id, name, colour, mode }] : []));
  }),
];

type AnyContext = Context<unknown, unknown, unknown>;

/** What groups say decides before the rules of data types: who may not change these does not say it otherwise. */
function mustRule({ who }: Pick<AnyContext, "who">, [first]: readonly string[]): void {
  const { accessRole, permissions } = who;
  if (first === undefined || isAllowed(accessCondition(RULING), { accessRole, permissions }) === true) return;
  throw fieldProblem(
    "custom-groups.rules_locked",
    first,
    "Leave it as it is, or ask somebody who may change the rules of data types",
    "custom-groups:problem.rules_locked",
  );
}

/** Until the group is stored, the data types that its rule names stay in the event; one that is just leaving it is refused. */
async function keepTypes({ db, dialect, event }: Pick<AnyContext, "db" | "dialect" | "event">, rule: Rule | null) {
  const named = typesIn(rule);
  const there = (await listTypesOf(db, event.id)).map(({ id }) => id);
  const held = await holdTypes(db, dialect, event.id, named);
  // What was gone before is told as a fault of the rule.
  if (!named.some((id) => there.includes(id) && !held.has(id))) return;
  throw fieldProblem(
    "custom-groups.type_gone",
    "rule",
    "A data type that the rule names has just left the event",
    "custom-groups:problem.type_gone",
  );
}

/** The profiles that are in all of these groups. */
async function listed(
  context: Pick<AnyContext, "db" | "dialect" | "event" | "who" | "deps">,
  groupIds: readonly number[],
  question: ListQuestion,
) {
  const { db, dialect, event, deps } = context;
  const { hidden } = await askingOf(context);
  const inGroups = groupIds.map((value) => ({ field: FIELD, op: "eq" as const, value }));
  const asked = { ...question, filter: [...(question.filter ?? []), ...inGroups] };
  const list = await thingsOf(deps.offered).list(db, dialect, event.id, {}, deps.offered, hidden, asked);
  return listRows(db, dialect, list, asked);
}

/** Tells of a rule which of its conditions name what is no longer there. */
async function teller(
  context: Pick<AnyContext, "db" | "dialect" | "event" | "who" | "deps">,
): Promise<(rule: Rule | null) => Fault[]> {
  const { db, event, deps } = context;
  const [fields] = deps.offered(fieldsKey);
  const all = (await fields?.list(db, event)) ?? [];
  const types = (await listTypesOf(db, event.id)).map(({ id }) => id);
  const { hidden } = await askingOf(context);
  return (rule) => faultsOf(rule, all, types, hidden);
}

async function idsOf(db: Db, eventId: number): Promise<number[]> {
  return (await groups.listGroups(db, eventId)).map(({ id }) => id);
}

function asMember({ id, type_id, name, company_name }: Record<string, unknown>): Member {
  return { id, type_id, name, company_name } as Member;
}

async function current(db: Db, eventId: number, id: number): Promise<groups.GroupRow> {
  const group = await groups.findGroup(db, eventId, id);
  return group ?? gone();
}

function gone(): never {
  throw problem("not_found", {
    message: "This group is not in the event, or has been removed",
    text: "custom-groups:gone.group",
  });
}

/** A group with the number of its members as it is now. */
async function counted(context: Counting, group: groups.GroupRow, known?: number | null, told?: Told): Promise<Group> {
  const members = known === undefined ? await membersOf(context, group, told) : known;
  const faults = group.rule ? (told?.toldOf ?? (await teller(context)))(group.rule) : [];
  const uses = (told?.uses ?? (await usesOf(context))).get(group.id) ?? [];
  return { ...group, members, faults, uses };
}

type Counting = Pick<AnyContext, "db" | "dialect" | "event" | "who" | "deps">;

/** Whom a rule finds is asked of a reader: no change of a group changes profiles, and looking through them takes long. */
async function membersOf(context: Counting, group: groups.GroupRow, told?: Told): Promise<number | null> {
  if (!group.rule) return groups.countMembersOf(context.db, group.id);
  const asking = told ? told.asking : await askingOf(context);
  return asking && countOrNothing(readerOf(context), asking, group.rule);
}

const readerOf = ({ deps }: Pick<AnyContext, "deps">) => deps.database.read as unknown as Db;

/** How many a rule finds, looked for before the transaction. */
interface Ahead {
  rule: Rule;
  members: number | null;
}

/** Refuses a rule that cannot be asked. */
async function countAhead(context: Omit<Counting, "db">, rule: Rule | undefined): Promise<Ahead | undefined> {
  if (!rule) return undefined;
  const db = readerOf(context);
  return { rule, members: (await countByRule(db, await askingOf({ ...context, db }), rule)).matched };
}

/** The same for one that a group has, or is to have. */
async function countOther(
  context: Omit<Counting, "db">,
  before: groups.GroupRow,
  rule: Rule | null,
): Promise<Ahead | undefined> {
  if (!rule) return undefined;
  // One that stays was asked when somebody gave it: who changes something else may not see all that it names.
  if (JSON.stringify(rule) !== JSON.stringify(before.rule)) return countAhead(context, rule);
  return { rule, members: await membersOf({ ...context, db: readerOf(context) }, before) };
}

const isAhead = (rule: Rule | null, ahead: Ahead | undefined) =>
  JSON.stringify(rule) === JSON.stringify(ahead?.rule ?? null);

/** What is read once for all groups of a list. */
interface Told {
  /** Nothing where rules are not to be counted. */
  asking: Asking | null;
  toldOf: (rule: Rule | null) => Fault[];
  uses: ReadonlyMap<number, GroupUse[]>;
}

/** Lists of profiles that are filtered by groups count anew. Whoever takes profiles out, or a group, ends first, or waits. */
function changed({ db, event, deps }: Pick<AnyContext, "db" | "event" | "deps">): Promise<void> {
  return thingsOf(deps.offered).noteChange(db, event.id);
}

/** Whoever names a group of an event does so by himself: of two who give one name at once, the second is told so. */
function waitForOthers({ db, dialect, event }: Pick<AnyContext, "db" | "dialect" | "event">): Promise<void> {
  return dialect.lock(db as never, `${OBJECT} ${event.id}`);
}

function objectOf({ id, name }: Pick<Group, "id" | "name">) {
  return { type: OBJECT, id, label: name };
}

function nameTaken() {
  return fieldProblem("custom-groups.name_taken", "name", "Choose another name", "problem:field.nameTaken");
}
