// SQL of custom groups. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, fold, slowly } from "#server";
import type { Details, Group, Rule } from "../contract.ts";
import { saidOf, USUAL } from "./rules.ts";
import type { CustomGroupsTables } from "./tables.ts";

const COLUMNS = ["id", "rev", "name", "colour", "mode", "rule", "details", "created_at", "updated_at"] as const;
// As many as hold nobody up.
const AT_ONCE = 1000;
/** Members that are counted at once where nobody else can do it. */
const COUNTED_AT_ONCE = 100_000;

/** A group without the count of its members. */
export type GroupRow = Omit<Group, "members" | "faults" | "uses">;
export type GroupValues = Pick<Group, "name" | "colour" | "mode" | "rule"> & Details;
type Row = Pick<Selectable<CustomGroupsTables["custom_groups_group"]>, (typeof COLUMNS)[number]>;

const tables = (db: Db) => db.withTables<CustomGroupsTables>();

export async function listGroups(db: Db, eventId: number): Promise<GroupRow[]> {
  const rows = await tables(db)
    .selectFrom("custom_groups_group")
    .select(COLUMNS)
    .where("event_id", "=", eventId)
    .orderBy("name_key")
    .execute();
  return rows.map(asGroup);
}

/** Groups of some events whose rule has the name of a field in it. */
export async function listRulesNaming(
  db: Db,
  eventIds: readonly number[],
  field: string,
): Promise<(GroupRow & { event_id: number; rule: Rule })[]> {
  const found = [];
  for (const ids of blocks(eventIds)) {
    const rows = await tables(db)
      .selectFrom("custom_groups_group")
      .select([...COLUMNS, "event_id"])
      .where("event_id", "in", ids)
      .where("rule", "is not", null)
      .orderBy("event_id")
      .orderBy("name_key")
      .execute();
    found.push(...rows.map((row) => ({ ...asGroup(row), event_id: row.event_id })));
  }
  return found.flatMap((group) =>
    group.rule?.filter.some((one) => one.field === field) ? [{ ...group, rule: group.rule }] : [],
  );
}

export async function findGroup(db: Db, eventId: number, id: number): Promise<GroupRow | undefined> {
  const row = await tables(db)
    .selectFrom("custom_groups_group")
    .select(COLUMNS)
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asGroup(row);
}

/** Answers nothing when another group has the name already. */
export async function createGroup(
  db: Db,
  eventId: number,
  values: GroupValues,
  now: string,
): Promise<GroupRow | undefined> {
  const row = await tables(db)
    .insertInto("custom_groups_group")
    .values({ ...asColumns(values), event_id: eventId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(["event_id", "name_key"]).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && asGroup(row);
}

export async function isNameTaken(db: Db, eventId: number, name: string, except: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("custom_groups_group")
    .select("id")
    .where("event_id", "=", eventId)
    .where("name_key", "=", fold(name))
    .where("id", "<>", except)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers nothing when `rev` is no longer the row's. */
export async function saveGroup(
  db: Db,
  eventId: number,
  { id, rev }: Pick<Group, "id" | "rev">,
  values: GroupValues,
  now: string,
): Promise<GroupRow | undefined> {
  const row = await tables(db)
    .updateTable("custom_groups_group")
    .set({ ...asColumns(values), rev: rev + 1, updated_at: now })
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && asGroup(row);
}

/** Takes a group away. Its members are there until they are cleared, and count nowhere. */
export async function removeGroup(db: Db, eventId: number, { id, rev }: Pick<Group, "id" | "rev">): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom("custom_groups_group")
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Members of the groups that are made by hand, by group. */
export async function countMembers(db: Db, eventId: number): Promise<Map<number, number>> {
  const counted = tables(db)
    .selectFrom("custom_groups_member as member")
    .innerJoin("custom_groups_group as one", "one.id", "member.group_id")
    .select(["member.group_id", (of) => of.fn.countAll<number | string>().as("members")])
    .where("one.event_id", "=", eventId)
    .groupBy("member.group_id");
  return new Map((await slowly(tables(db), counted)).map((row) => [row.group_id, Number(row.members)]));
}

/** Members of one group that is made by hand, as the transaction has them. */
export async function countMembersOf(db: Db, groupId: number): Promise<number> {
  let members = 0;
  for (let last = 0, found = COUNTED_AT_ONCE; found === COUNTED_AT_ONCE; members += found) {
    const next = tables(db)
      .selectFrom("custom_groups_member")
      .select("thing_id")
      .where("group_id", "=", groupId)
      .where("thing_id", ">", last)
      .orderBy("thing_id")
      .limit(COUNTED_AT_ONCE);
    const counted = tables(db)
      .selectFrom(next.as("next"))
      .select(({ fn }) => [fn.countAll<number | string>().as("found"), fn.max("thing_id").as("last")]);
    const [block] = await slowly(tables(db), counted);
    found = Number(block?.found ?? 0);
    last = Number(block?.last ?? last);
  }
  return members;
}

/** Puts profiles in; answers those that were not there before. */
export async function addMembers(
  db: Db,
  eventId: number,
  groupId: number,
  thingIds: readonly number[],
  now: string,
): Promise<number[]> {
  const added: number[] = [];
  for (const ids of blocks(thingIds)) {
    const rows = await tables(db)
      .insertInto("custom_groups_member")
      .values(ids.map((thing_id) => ({ group_id: groupId, thing_id, event_id: eventId, added_at: now })))
      .onConflict((conflict) => conflict.columns(["group_id", "thing_id"]).doNothing())
      .returning("thing_id")
      .execute();
    added.push(...rows.map((row) => row.thing_id));
  }
  return added;
}

/** Puts profiles back into groups as they were in them. */
export async function putMembers(
  db: Db,
  eventId: number,
  members: readonly { group_id: number; thing_id: number; added_at: string }[],
): Promise<void> {
  for (let at = 0; at < members.length; at += AT_ONCE) {
    const rows = members.slice(at, at + AT_ONCE).map(({ group_id, thing_id, added_at }) => {
      return { group_id, thing_id, event_id: eventId, added_at };
    });
    await tables(db)
      .insertInto("custom_groups_member")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["group_id", "thing_id"]).doNothing())
      .execute();
  }
}

/** Takes profiles out; answers those that were there. */
export async function removeMembers(db: Db, groupId: number, thingIds: readonly number[]): Promise<number[]> {
  const removed: number[] = [];
  for (const ids of blocks(thingIds)) {
    const rows = await tables(db)
      .deleteFrom("custom_groups_member")
      .where("group_id", "=", groupId)
      .where("thing_id", "in", ids)
      .returning("thing_id")
      .execute();
    removed.push(...rows.map((row) => row.thing_id));
  }
  return removed;
}

/** The groups into which profiles were put by hand. */
export async function listMemberships(
  db: Db,
  eventId: number,
  thingIds: readonly number[],
): Promise<{ group_id: number; thing_id: number; added_at: string }[]> {
  const found = [];
  for (const ids of blocks(thingIds)) {
    const rows = await tables(db)
      .selectFrom("custom_groups_member as member")
      // Of one that has been removed, members wait to be cleared.
      .innerJoin("custom_groups_group as one", "one.id", "member.group_id")
      .select(["member.group_id", "member.thing_id", "member.added_at"])
      .where("member.event_id", "=", eventId)
      .where("thing_id", "in", ids)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** The next members of a group that is made by hand, by id, from one on. */
export async function listMemberIds(db: Db, groupId: number, after: number, limit: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom("custom_groups_member")
    .select("thing_id")
    .where("group_id", "=", groupId)
    .where("thing_id", ">", after)
    .orderBy("thing_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.thing_id);
}

function* blocks(ids: readonly number[]): Generator<number[]> {
  const unique = [...new Set(ids)];
  for (let at = 0; at < unique.length; at += AT_ONCE) yield unique.slice(at, at + AT_ONCE);
}

function asGroup({ rule, colour, mode, details, ...row }: Row): GroupRow {
  return {
    ...row,
    ...USUAL,
    ...(JSON.parse(details) as Partial<Details>),
    colour: colour as Group["colour"],
    mode: mode as Group["mode"],
    rule: rule === null ? null : (JSON.parse(rule) as Rule),
  };
}

function asColumns({ name, colour, mode, rule, ...details }: GroupValues) {
  const said = JSON.stringify(saidOf(details));
  return { name, name_key: fold(name), colour, mode, rule: rule && JSON.stringify(rule), details: said };
}
