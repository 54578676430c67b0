// Which of several groups of a profile decides: the choice of an event, and the order of its groups.
import {
  type Context,
  changes,
  type Db,
  problem,
  type Revertible,
  type Route,
  route,
  toldAmong,
  toldOf,
} from "#server";
import type { GroupPriority } from "../../data-types-permissions/contract.ts";
import { getGroupPriority, type Priority, saveGroupPriority } from "../contract.ts";
import * as groups from "./repository.ts";
import { inOrder } from "./rules.ts";
import type { CustomGroupsTables } from "./tables.ts";

/** The kind of object under which the choice stands in the history. */
export const PRIORITY = "custom-groups.priority";

type Stored = Pick<Priority, "rev" | "rule"> & { ranking: number[] };

const tables = (db: Db) => db.withTables<CustomGroupsTables>();

/** An event that has never chosen has revision 0, and the one that allows most decides. */
export async function findPriority(db: Db, eventId: number): Promise<Stored> {
  const row = await tables(db)
    .selectFrom("custom_groups_priority")
    .select(["rev", "rule", "ranking"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (!row) return { rev: 0, rule: "permissive", ranking: [] };
  return { rev: row.rev, rule: row.rule as GroupPriority, ranking: JSON.parse(row.ranking) as number[] };
}

/** Answers whether `rev` was still the row's. */
export async function savePriority(db: Db, eventId: number, { rev, ...said }: Stored, now: string): Promise<boolean> {
  const values = { rule: said.rule, ranking: JSON.stringify(said.ranking), updated_at: now };
  if (rev === 0) {
    const made = await tables(db)
      .insertInto("custom_groups_priority")
      .values({ ...values, event_id: eventId })
      .onConflict((conflict) => conflict.column("event_id").doNothing())
      .returning("rev")
      .executeTakeFirst();
    return made !== undefined;
  }
  const saved = await tables(db)
    .updateTable("custom_groups_priority")
    .set({ ...values, rev: rev + 1 })
    .where("event_id", "=", eventId)
    .where("rev", "=", rev)
    .returning("rev")
    .executeTakeFirst();
  return saved !== undefined;
}

/** The groups of an event, the highest first, and the choice. */
export async function rankedGroups(db: Db, eventId: number) {
  const [all, { rev, rule, ranking }] = await Promise.all([groups.listGroups(db, eventId), findPriority(db, eventId)]);
  return { rev, rule, all, ranked: inOrder(all, ranking) };
}

async function priorityOf(db: Db, eventId: number): Promise<Priority> {
  const { rev, rule, ranked } = await rankedGroups(db, eventId);
  return { rev, rule, order: ranked.map(({ id }) => id) };
}

export const priorityRoutes: Route[] = [
  route(getGroupPriority, ({ db, event }) => priorityOf(db, event.id)),

  route(saveGroupPriority, async (context) => {
    const { db, event, body, audit } = context;
    const before = await rankedGroups(db, event.id);
    if (body.rev !== before.rev) throw problem("stale", { current: await priorityOf(db, event.id) });
    const difference = await write(context, before, body);
    const object = { type: PRIORITY, id: event.id, label: "" };
    if (difference) await audit({ action: "save", object, ...difference });
    return priorityOf(db, event.id);
  }),
];

type Ranked = Awaited<ReturnType<typeof rankedGroups>>;
type Writing = Pick<Context, "db" | "event" | "now">;

/** Saves what differs, and answers it. */
async function write({ db, event, now }: Writing, before: Ranked, wanted: Partial<Pick<Priority, "rule" | "order">>) {
  const { rule = before.rule, order } = wanted;
  const ranked = order ? inOrder(before.all, order) : before.ranked;
  const difference = changes(factsOf(before), factsOf({ rule, ranked }));
  if (Object.keys(difference.after).length === 0) return undefined;
  const ranking = ranked.map(({ id }) => id);
  if (!(await savePriority(db, event.id, { rev: before.rev, rule, ranking }, now.toISOString()))) {
    throw problem("stale", { current: await priorityOf(db, event.id) });
  }
  return difference;
}

/** Names have no line breaks; with their ids, since groups may come to be called otherwise. */
function factsOf({ rule, ranked }: Pick<Ranked, "rule" | "ranked">) {
  return { rule, order: ranked.map(toldOf).join("\n") };
}

/** The groups that an order tells; those that are gone since are left out. */
function orderOf(all: Ranked["all"], told: unknown) {
  const lines = typeof told === "string" ? told.split("\n") : [];
  return lines.flatMap((line) => toldAmong(all, line) ?? []);
}

/** Takes a choice back; groups that are gone since are none of it. */
export const revertPriority: Revertible = {
  read: async ({ db, event }) => factsOf(await rankedGroups(db, event.id)),
  namesNow: async ({ db, event }) => {
    const { all } = await rankedGroups(db, event.id);
    return (facts) =>
      typeof facts["order"] === "string"
        ? { ...facts, order: orderOf(all, facts["order"]).map(toldOf).join("\n") }
        : { ...facts };
  },
  write: async (context, _, facts) => {
    const before = await rankedGroups(context.db, context.event.id);
    const { rule, order } = facts as { rule?: GroupPriority; order?: string };
    const ids = order === undefined ? undefined : orderOf(before.all, order).map(({ id }) => id);
    await write(context, before, { ...(rule && { rule }), ...(ids && { order: ids }) });
  },
};
