// Who belongs to which group: the filter `group` of profile lists, counts, and how memberships follow a profile.
import {
  type Context,
  conditionOf,
  type Db,
  type Dialect,
  type ListSpec,
  listRows,
  type Offers,
  ProblemError,
  problem,
  questionProblem,
  sql,
  unknownOp,
} from "#server";
import type { Loss } from "../../event-data/contract.ts";
import { type PlacedBy, type ThingFollower, type ThingSets, thingsKey } from "../../event-data/offers.ts";
import type { Rule } from "../contract.ts";
import { rankedGroups } from "./priority.ts";
import * as groups from "./repository.ts";

/** The field by which a list of profiles names groups. */
export const FIELD = "group";

/** Profiles, from the area that has them. */
export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which custom groups require, offers no profiles.");
  return things;
}

/** Where and for whom a rule is asked. */
export interface Asking {
  dialect: Dialect;
  eventId: number;
  offered: Offers;
  /** Keys of own fields that whoever asks may not see. */
  hidden: readonly string[];
}

/** What a rule is asked with on behalf of a person. */
export async function askingOf({
  db,
  dialect,
  event,
  who,
  deps,
}: Pick<Context, "db" | "dialect" | "event" | "who" | "deps">): Promise<Asking> {
  const { offered } = deps;
  return { dialect, eventId: event.id, offered, hidden: await thingsOf(offered).hidden(db, dialect, event, who) };
}

/** How many profiles a rule finds, and among how many. */
export async function countRule(db: Db, asking: Asking, rule: Rule) {
  const { dialect, eventId, offered, hidden } = asking;
  const list = await thingsOf(offered).list(db, dialect, eventId, {}, offered, hidden);
  const derived = { matches: () => conditionOf({ ...list, derived: {} }, dialect, rule.filter, rule.match) };
  // The rule is part of the question, since what is counted is kept under its words.
  const filter = [{ field: "matches", op: "eq" as const, value: JSON.stringify(rule) }];
  const { matched, total } = await listRows(db, dialect, { ...list, derived }, { filter, limit: 0 });
  return { matched, total };
}

/** The same, or nothing when the rule names what is no longer there, or what whoever asks may not see. */
export async function countOrNothing(db: Db, asking: Asking, rule: Rule) {
  return orNothing(async () => (await countRule(db, asking, rule)).matched);
}

/** What is asked of a rule, or nothing when it is refused. */
export async function orNothing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

export const groupSets: ThingSets = {
  field: FIELD,
  list: async (db, eventId) =>
    (await groups.listGroups(db, eventId)).map(({ id, name, mode }) => ({ id, name, byHand: mode === "manual" })),
  order: async (db, dialect, eventId, list) => {
    const { ranked } = await rankedGroups(db, eventId);
    return ranked.filter((group) => askable(group, list, dialect).length > 0).map(({ id }) => id);
  },
  among: async (db, eventId, groupId, ids) =>
    (await groups.listMemberships(db, eventId, ids))
      .filter(({ group_id }) => group_id === groupId)
      .map(({ thing_id }) => thing_id),
  add: async (db, eventId, groupId, ids, now) => {
    await refuseRule(db, eventId, groupId);
    return groups.addMembers(db, eventId, groupId, ids, now);
  },
  remove: async (db, eventId, groupId, ids) => {
    await refuseRule(db, eventId, groupId);
    return groups.removeMembers(db, groupId, ids);
  },
  filter: async (db, dialect, eventId, list) => {
    const all = await groups.listGroups(db, eventId);
    const inAny = () => either(all.flatMap((group) => askable(group, list, dialect)));
    return (filter, place) => {
      const value = filter.value ?? true;
      if (filter.op === "empty") return value === true ? isNot(inAny()) : inAny();
      const ids = Array.isArray(value) ? value : [value];
      const found = either(
        ids.map((id) => {
          if (id === "") return isNot(inAny());
          const group = all.find((one) => one.id === Number(id));
          if (group) return isIn(group, list, dialect);
          const message = `There is no custom group ${String(id)} in this event.`;
          throw questionProblem(`${place}.value`, message, "custom-groups:gone.filter", { id: String(id) });
        }),
      );
      if (filter.op === "eq" || filter.op === "in") return found;
      if (filter.op === "ne") return isNot(found);
      throw unknownOp(FIELD, filter.op, ["eq", "ne", "in", "empty"], place);
    };
  },
};

type Where = ReturnType<typeof sql<boolean>>;

/** Whoever has not answered what a rule asks is not in its group: of him the rule is neither true nor false. */
const isNot = (where: Where): Where => sql<boolean>`(${where}) is not true`;

function isIn({ id, rule }: groups.GroupRow, list: ListSpec, dialect: Dialect): Where {
  if (rule) return conditionOf(list, dialect, rule.filter, rule.match);
  return sql<boolean>`${sql.ref(`${list.from}.id`)} in (select thing_id from custom_groups_member where group_id = ${id})`;
}

/** Whether a rule names only what the list has. */
export function isAskable(list: ListSpec, dialect: Dialect, rule: Rule): boolean {
  try {
    conditionOf(list, dialect, rule.filter, rule.match);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

/** The condition of a group, or none where its rule names what the list does not have. */
function askable(group: groups.GroupRow, list: ListSpec, dialect: Dialect): Where[] {
  try {
    return [isIn(group, list, dialect)];
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

/** The groups that a list can ask for, in their order, as a test of one profile. */
export async function placedByGroups(
  db: Db,
  dialect: Dialect,
  eventId: number,
  list: ListSpec,
): Promise<readonly PlacedBy[]> {
  const { ranked } = await rankedGroups(db, eventId);
  const thing = sql.ref(`${list.from}.id`);
  return ranked.flatMap((group): PlacedBy[] => {
    if (group.rule) return askable(group, list, dialect).map((where) => ({ id: group.id, where, isRule: true }));
    const where = sql<boolean>`exists (select 1 from custom_groups_member m where m.group_id = ${group.id} and m.thing_id = ${thing})`;
    return [{ id: group.id, where, isRule: false }];
  });
}

/** Rules that are asked at once: databases have an end to the columns of an answer. */
const RULES_AT_ONCE = 100;

/** Which of some profiles are in which of the groups that a rule makes, with one question for many rules that can be asked. */
export async function ruledAmong(
  db: Db,
  { dialect, eventId, offered, hidden }: Asking,
  all: readonly groups.GroupRow[],
  ids: readonly number[],
): Promise<{ group_id: number; thing_id: number }[]> {
  const ruled = all.filter(({ rule }) => rule !== null);
  if (ruled.length === 0 || ids.length === 0) return [];
  const list = await thingsOf(offered).list(db, dialect, eventId, {}, offered, hidden);
  const asked = ruled.flatMap((group) => askable(group, list, dialect).map((where) => ({ id: group.id, where })));
  const id = sql.ref(`${list.from}.id`);
  const found: { group_id: number; thing_id: number }[] = [];
  for (let from = 0; from < asked.length; from += RULES_AT_ONCE) {
    const some = asked.slice(from, from + RULES_AT_ONCE);
    const held = some.map(({ where }, at) => sql`case when ${where} then 1 else 0 end as ${sql.ref(`g${at}`)}`);
    const { rows } = await sql<
      Record<string, number>
    >`select ${id} as id, ${sql.join(held)} from ${sql.table(list.from)}
      where ${sql.ref(`${list.from}.event_id`)} = ${eventId} and ${id} in (${sql.join([...ids])})`.execute(db);
    for (const row of rows)
      some.forEach((group, at) => {
        if (row[`g${at}`] === 1) found.push({ group_id: group.id, thing_id: Number(row["id"]) });
      });
  }
  return found;
}

function either(conditions: readonly Where[]): Where {
  return conditions.length === 0 ? sql<boolean>`(1 = 0)` : sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
}

async function refuseRule(db: Db, eventId: number, groupId: number): Promise<void> {
  const group = await groups.findGroup(db, eventId, groupId);
  if (!group)
    throw problem("not_found", { message: "This group has been removed", text: "custom-groups:gone.removed" });
  if (group.mode === "rule") throw problem("custom-groups.by_rule");
}

interface Kept {
  group_id: number;
  thing_id: number;
  added_at: string;
}

/** Memberships go along with a profile that is merged, and leave with one that leaves. */
export const memberships: ThingFollower = {
  label: "custom-groups:title",
  count: async (db, eventId, thingId) => (await groups.listMemberships(db, eventId, [thingId])).length,
  move: async (db, eventId, from, to) => {
    const before = await groups.listMemberships(db, eventId, [from]);
    const gained: number[] = [];
    for (const { group_id, added_at } of before) {
      gained.push(...(await groups.addMembers(db, eventId, group_id, [to], added_at)).map(() => group_id));
      await groups.removeMembers(db, group_id, [from]);
    }
    return { count: gained.length, left: [], kept: { before, gained } };
  },
  moveBack: async (db, eventId, _, to, kept) => {
    const { before, gained } = kept as { before: Kept[]; gained: number[] };
    const taken = new Set<number>();
    const there = new Set((await groups.listGroups(db, eventId)).map(({ id }) => id));
    for (const groupId of gained)
      if ((await groups.removeMembers(db, groupId, [to])).length === 0 && there.has(groupId)) taken.add(groupId);
    const left = await put(
      db,
      eventId,
      before.filter(({ group_id }) => !taken.has(group_id)),
    );
    return taken.size > 0 ? [...left, { label: "custom-groups:taken", count: taken.size }] : left;
  },
  drop: async (db, eventId, ids) => {
    const before = await groups.listMemberships(db, eventId, ids);
    for (const groupId of new Set(before.map((one) => one.group_id))) await groups.removeMembers(db, groupId, ids);
    return before.map((one) => [one.thing_id, one]);
  },
  putBack: (db, eventId, kept) => put(db, eventId, kept as Kept[]),
};

/** Puts members back into the groups that are still there and filled by hand. */
async function put(db: Db, eventId: number, members: readonly Kept[]): Promise<readonly Loss[]> {
  const byHand = (await groups.listGroups(db, eventId)).filter(({ mode }) => mode === "manual");
  const there = new Set(byHand.map((group) => group.id));
  const left = members.filter(({ group_id }) => !there.has(group_id));
  await groups.putMembers(
    db,
    eventId,
    members.filter(({ group_id }) => there.has(group_id)),
  );
  return left.length > 0 ? [{ label: "custom-groups:back", count: left.length }] : [];
}
