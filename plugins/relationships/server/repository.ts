// SQL of relationships. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, fold, slowly, sql } from "#server";
import type { End, Kind, KindDraft } from "../contract.ts";
import type { RelationshipsTables } from "./tables.ts";

const KIND = [
  "id",
  "rev",
  "name",
  "from_end",
  "to_end",
  "cardinality",
  "visible",
  "position",
  "created_at",
  "updated_at",
] as const;
export const LINK = [
  "id",
  "kind_id",
  "from_id",
  "to_id",
  "source",
  "created_at",
  "job_id",
  "from_place",
  "to_place",
] as const;
// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;
/** Each that comes is counted at both of its ends. */
const ADDED_AT_ONCE = 500;
/** The same for each that goes. One statement holds the counts of all ends in one order; several wait for whoever holds them in another. */
const TAKEN_AT_ONCE = 500;

export type KindRow = Omit<Kind, "links">;
export type LinkRow = Pick<Selectable<RelationshipsTables["relationships_link"]>, (typeof LINK)[number]>;
export type Side = "from" | "to";

const tables = (db: Db) => db.withTables<RelationshipsTables>();

/** Beside ids: by an index of the event SQLite would go along all of its links instead of looking up each. */
const isOf = (eventId: number) => sql<boolean>`event_id + 0 = ${eventId}`;

export async function listKinds(db: Db, eventId: number): Promise<KindRow[]> {
  const rows = await tables(db)
    .selectFrom("relationships_kind")
    .select(KIND)
    .where("event_id", "=", eventId)
    .orderBy("position")
    .orderBy("name_key")
    .execute();
  return rows.map(asKind);
}

/** Gives the kinds their places, from one on; the others come after them. Without any all stay where they are. */
export async function placeKinds(db: Db, eventId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const place = (position: number) =>
    tables(db).updateTable("relationships_kind").set({ position }).where("event_id", "=", eventId);
  await place(ids.length + 1)
    .where("id", "not in", [...ids])
    .execute();
  for (const [at, id] of ids.entries())
    await place(at + 1)
      .where("id", "=", id)
      .execute();
}

export async function findKind(db: Db, eventId: number, id: number): Promise<KindRow | undefined> {
  const row = await tables(db)
    .selectFrom("relationships_kind")
    .select(KIND)
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asKind(row);
}

/** The kinds, which nobody else changes, removes or links by until the end of the transaction. */
export async function holdKinds(db: Db, eventId: number, ids: readonly number[]): Promise<KindRow[]> {
  if (ids.length === 0) return [];
  const rows = await tables(db)
    .updateTable("relationships_kind")
    .set((is) => ({ rev: is.ref("rev") }))
    .where("event_id", "=", eventId)
    .where("id", "in", [...new Set(ids)])
    .returning(KIND)
    .execute();
  return rows.map(asKind);
}

/** Answers nothing when another kind has the name already. */
export async function createKind(db: Db, eventId: number, draft: KindDraft, now: string): Promise<KindRow | undefined> {
  const { last } = await tables(db)
    .selectFrom("relationships_kind")
    .select((of) => of.fn.max<number | null>("position").as("last"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const row = await tables(db)
    .insertInto("relationships_kind")
    // Where nobody has put them in order, they stay by name.
    .values({ ...asColumns(draft), position: last ? last + 1 : 0, event_id: eventId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(["event_id", "name_key"]).doNothing())
    .returning(KIND)
    .executeTakeFirst();
  return row && asKind(row);
}

export async function isNameTaken(db: Db, eventId: number, name: string, except: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("relationships_kind")
    .select("id")
    .where("event_id", "=", eventId)
    .where("name_key", "=", fold(name))
    .where("id", "<>", except)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers nothing when `rev` is no longer the row's. */
export async function saveKind(
  db: Db,
  eventId: number,
  { id, rev }: Pick<Kind, "id" | "rev">,
  draft: KindDraft,
  now: string,
): Promise<KindRow | undefined> {
  const row = await tables(db)
    .updateTable("relationships_kind")
    .set({ ...asColumns(draft), rev: rev + 1, updated_at: now })
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returning(KIND)
    .executeTakeFirst();
  return row && asKind(row);
}

/** Takes a kind away. Nothing is linked by it any more; its links are there until they are cleared. */
export async function removeKind(db: Db, eventId: number, { id, rev }: Pick<Kind, "id" | "rev">): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom("relationships_kind")
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Links by kind. */
export async function countLinks(db: Db, eventId: number): Promise<Map<number, number>> {
  const counted = tables(db)
    .selectFrom("relationships_link")
    .select(["kind_id", (of) => of.fn.countAll<number | string>().as("links")])
    .where("event_id", "=", eventId)
    .groupBy("kind_id");
  return new Map((await slowly(tables(db), counted)).map((row) => [row.kind_id, Number(row.links)]));
}

/** Links of one kind. */
export async function countLinksOfKind(db: Db, kindId: number): Promise<number> {
  const counted = tables(db)
    .selectFrom("relationships_link")
    .select((of) => of.fn.countAll<number | string>().as("links"))
    .where("kind_id", "=", kindId);
  return Number((await slowly(tables(db), counted))[0]?.links ?? 0);
}

type Unsaid = "id" | "job_id" | "from_place" | "to_place";
export type NewLink = Omit<LinkRow, Unsaid> & Partial<Pick<LinkRow, Unsaid>>;

/** Adds links; a pair that is linked already is left as it is. Answers those that were added. */
export async function addLinks(db: Db, eventId: number, links: readonly NewLink[]): Promise<LinkRow[]> {
  const added: LinkRow[] = [];
  for (let at = 0; at < links.length; at += ADDED_AT_ONCE) {
    const rows = await tables(db)
      .insertInto("relationships_link")
      .values(
        links
          .slice(at, at + ADDED_AT_ONCE)
          .map((link) => ({ job_id: null, from_place: 0, to_place: 0, ...link, event_id: eventId })),
      )
      .onConflict((conflict) => conflict.columns(["kind_id", "from_id", "to_id"]).doNothing())
      .returning(LINK)
      .execute();
    added.push(...rows);
  }
  return added;
}

export async function findLink(db: Db, kindId: number, id: number): Promise<LinkRow | undefined> {
  return tables(db)
    .selectFrom("relationships_link")
    .select(LINK)
    .where("kind_id", "=", kindId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Takes links away; answers those that were there. */
export async function removeLinks(
  db: Db,
  eventId: number,
  ids: readonly number[],
  { kindId, atOnce = TAKEN_AT_ONCE }: { kindId?: number; atOnce?: number } = {},
): Promise<LinkRow[]> {
  const removed: LinkRow[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    let query = tables(db)
      .deleteFrom("relationships_link")
      .where(isOf(eventId))
      .where("id", "in", ids.slice(at, at + atOnce))
      .returning(LINK);
    if (kindId !== undefined) query = query.where("kind_id", "=", kindId);
    removed.push(...(await query.execute()));
  }
  return removed;
}

/** Puts links of a profile at an end of a kind in an order, from one on; the others come after them as they were made. */
export async function placeLinks(
  db: Db,
  kindId: number,
  side: Side,
  thingId: number,
  ids: readonly number[],
): Promise<void> {
  const place = sql.ref(`${side}_place`);
  const places = ids.map((id, at) => sql`when ${sql.lit(id)} then ${sql.lit(at + 1)}`);
  await sql`update relationships_link set ${place} = case id ${sql.join(places, sql` `)} else 0 end
    where kind_id = ${kindId} and ${sql.ref(`${side}_id`)} = ${thingId}
      and (${place} > 0 or id in (${sql.join([...ids])}))`.execute(db);
}

/** Links of a kind that have one of the profiles at an end. */
export async function linksAt(db: Db, kindId: number, side: Side, thingIds: readonly number[]): Promise<LinkRow[]> {
  const found: LinkRow[] = [];
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom("relationships_link")
      .select(LINK)
      .where("kind_id", "=", kindId)
      .where(`${side}_id`, "in", thingIds.slice(at, at + AT_ONCE))
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Those of some pairs, first end and second, that are linked by a kind. */
export async function findPairs(
  db: Db,
  kindId: number,
  pairs: readonly (readonly [from: number, to: number])[],
): Promise<LinkRow[]> {
  const found: LinkRow[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE).map(([from, to]) => sql`(${sql.lit(from)}, ${sql.lit(to)})`);
    const rows = await tables(db)
      .selectFrom("relationships_link")
      .select(LINK)
      .where("kind_id", "=", kindId)
      .where(sql<boolean>`(from_id, to_id) in (values ${sql.join(some)})`)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Every link of a kind in blocks, as pairs. */
export async function* eachLink(db: Db, kindId: number): AsyncGenerator<Pick<LinkRow, "from_id" | "to_id">[]> {
  for (let last = 0; ; ) {
    const block = tables(db)
      .selectFrom("relationships_link")
      .select(["id", "from_id", "to_id"])
      .where("kind_id", "=", kindId)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE);
    const rows = await slowly(tables(db), block);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Links that touch profiles at either end, of all kinds or of some, in the order in which they were made. */
export async function linksOf(
  db: Db,
  eventId: number,
  thingIds: readonly number[],
  kindIds?: readonly number[],
): Promise<LinkRow[]> {
  const found = new Map<number, LinkRow>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const ids = thingIds.slice(at, at + AT_ONCE);
    for (const side of ["from_id", "to_id"] as const) {
      let query = tables(db)
        .selectFrom("relationships_link")
        .select(LINK)
        .where("event_id", "=", eventId)
        .where(side, "in", ids);
      if (kindIds) query = query.where("kind_id", "in", [...kindIds]);
      for (const row of await query.execute()) found.set(row.id, row);
    }
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** The kinds by which some profiles have links at either end, each looked up by its indexes. */
export async function kindsTouching(db: Db, eventId: number, thingIds: readonly number[]): Promise<number[]> {
  const at = (side: "from_id" | "to_id") =>
    sql`exists (select 1 from relationships_link l where l.kind_id = k.id and l.${sql.ref(side)} in (${sql.join([...thingIds])}))`;
  const { rows } = await sql<{ id: number }>`select k.id from relationships_kind k
    where k.event_id = ${eventId} and (${at("from_id")} or ${at("to_id")})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Links of an event by their ids, in the order of these. */
export async function linksByIds(db: Db, eventId: number, ids: readonly number[]): Promise<LinkRow[]> {
  const asked = tables(db).selectFrom("relationships_link").select(LINK).where(isOf(eventId));
  return asked.where("id", "in", ids).orderBy("id").execute();
}

/** The first links of a profile at an end of a kind, in the order in which it has put them. */
export function firstLinksAt(
  db: Db,
  eventId: number,
  thingId: number,
  { kind_id, end }: { kind_id: number; end: Side },
  most: number,
): Promise<LinkRow[]> {
  const place = sql.ref<number>(`${end}_place`);
  return tables(db)
    .selectFrom("relationships_link")
    .select(LINK)
    .where("event_id", "=", eventId)
    .where("kind_id", "=", kind_id)
    .where(`${end}_id`, "=", thingId)
    .orderBy(sql`case when ${place} = 0 then 1 else 0 end`)
    .orderBy(place)
    .orderBy("id")
    .limit(most)
    .execute();
}

type Row = Pick<Selectable<RelationshipsTables["relationships_kind"]>, (typeof KIND)[number]>;

function asKind({ from_end, to_end, cardinality, visible, ...row }: Row): KindRow {
  return {
    ...row,
    visible: visible === 1,
    from: JSON.parse(from_end) as End,
    to: JSON.parse(to_end) as End,
    cardinality: cardinality as Kind["cardinality"],
  };
}

function asColumns({ name, from, to, cardinality, visible = true }: KindDraft) {
  return {
    name,
    name_key: fold(name),
    from_end: JSON.stringify(from),
    to_end: JSON.stringify(to),
    cardinality,
    visible: visible ? 1 : 0,
  };
}
