// SQL of saved views. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, fold } from "#server";
import type { ThingView } from "../../contract.ts";
import type { EventDataTables, ViewTable } from "../tables.ts";

export type ViewRow = Selectable<ViewTable>;
type ViewValues = Pick<ThingView, "name" | "shared" | "query">;

const tables = (db: Db) => db.withTables<EventDataTables>();

/** A person's own views of a list and the shared ones, by name. */
export async function listViews(db: Db, eventId: number, list: string, userId: number): Promise<ViewRow[]> {
  return tables(db)
    .selectFrom("event_data_view")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("list", "=", list)
    .where(({ or, eb }) => or([eb("user_id", "=", userId), eb("shared", "=", 1)]))
    .orderBy("name_key")
    .orderBy("id")
    .execute();
}

/** Those of an event that are shared, whichever list they are of. */
export async function listShared(db: Db, eventId: number): Promise<ViewRow[]> {
  return tables(db)
    .selectFrom("event_data_view")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("shared", "=", 1)
    .orderBy("id")
    .execute();
}

/** One that the person may see. */
export async function findView(db: Db, eventId: number, id: number, userId: number): Promise<ViewRow | undefined> {
  return tables(db)
    .selectFrom("event_data_view")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("user_id", "=", userId), eb("shared", "=", 1)]))
    .executeTakeFirst();
}

/** Whether the person has another view of that name for the list. */
export async function isNameTaken(
  db: Db,
  { event_id, list, user_id }: Pick<ViewRow, "event_id" | "list" | "user_id">,
  name: string,
  except = 0,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("event_data_view")
    .select("id")
    .where("event_id", "=", event_id)
    .where("list", "=", list)
    .where("user_id", "=", user_id)
    .where("name_key", "=", fold(name))
    .where("id", "<>", except)
    .executeTakeFirst();
  return row !== undefined;
}

/** Views of some events, whosever they are, whose query has a name in it somewhere. */
export async function listViewsNaming(db: Db, eventIds: readonly number[], name: string): Promise<ViewRow[]> {
  if (eventIds.length === 0) return [];
  return tables(db)
    .selectFrom("event_data_view")
    .selectAll()
    .where("event_id", "in", [...eventIds])
    .where("query", "like", `%${name}%`)
    .orderBy("event_id")
    .orderBy("name_key")
    .orderBy("id")
    .execute();
}

/** Views of one list in some events, whosever they are. */
export async function listViewsOf(db: Db, eventIds: readonly number[], list: string): Promise<ViewRow[]> {
  if (eventIds.length === 0) return [];
  return tables(db)
    .selectFrom("event_data_view")
    .selectAll()
    .where("event_id", "in", [...eventIds])
    .where("list", "=", list)
    .orderBy("id")
    .execute();
}

/** Puts a view into another list, under a name that is free there. */
export async function moveView(db: Db, id: number, list: string, name: string): Promise<void> {
  await tables(db)
    .updateTable("event_data_view")
    .set(({ eb }) => ({ list, name, name_key: fold(name), rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Who opens one list with a view opens another with it from now on, unless they chose one there. */
export async function moveChoices(db: Db, eventIds: readonly number[], from: string, to: string): Promise<void> {
  if (eventIds.length === 0) return;
  const choices = tables(db);
  const left = await choices
    .deleteFrom("event_data_view_choice")
    .where("event_id", "in", [...eventIds])
    .where("list", "=", from)
    .returningAll()
    .execute();
  for (const choice of left) {
    await choices
      .insertInto("event_data_view_choice")
      .values({ ...choice, list: to })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Another query, where it is the one that is known. */
export async function saveQuery(
  db: Db,
  id: number,
  known: Partial<Pick<ViewRow, "rev" | "query">>,
  query: string,
): Promise<boolean> {
  const saved = await tables(db)
    .updateTable("event_data_view")
    .set(({ eb }) => ({ query, rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .where((of) => of.and(known))
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

export async function createView(
  db: Db,
  place: Pick<ViewRow, "event_id" | "list" | "user_id" | "owner">,
  values: ViewValues,
): Promise<ViewRow> {
  return tables(db)
    .insertInto("event_data_view")
    .values({ ...place, ...asColumns(values) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Answers nothing when `rev` is no longer the row's. */
export async function saveView(
  db: Db,
  { id, rev }: Pick<ViewRow, "id" | "rev">,
  values: ViewValues,
): Promise<ViewRow | undefined> {
  return tables(db)
    .updateTable("event_data_view")
    .set({ ...asColumns(values), rev: rev + 1 })
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returningAll()
    .executeTakeFirst();
}

export async function removeView(db: Db, id: number): Promise<void> {
  await tables(db).deleteFrom("event_data_view_choice").where("view_id", "=", id).execute();
  await tables(db).deleteFrom("event_data_view").where("id", "=", id).execute();
}

/** The view with which a list opens for a person. */
export async function findChoice(db: Db, eventId: number, list: string, userId: number): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom("event_data_view_choice")
    .select("view_id")
    .where("event_id", "=", eventId)
    .where("list", "=", list)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.view_id;
}

export async function saveChoice(
  db: Db,
  eventId: number,
  list: string,
  userId: number,
  viewId: number | null,
): Promise<void> {
  const choices = tables(db);
  await choices
    .deleteFrom("event_data_view_choice")
    .where("event_id", "=", eventId)
    .where("list", "=", list)
    .where("user_id", "=", userId)
    .execute();
  if (viewId === null) return;
  const row = { event_id: eventId, list, user_id: userId, view_id: viewId };
  await choices.insertInto("event_data_view_choice").values(row).execute();
}

function asColumns({ name, shared, query }: ViewValues) {
  return { name: name.trim(), name_key: fold(name), shared: shared ? 1 : 0, query };
}
