// Many profiles in few statements, for imports and acts on many. Ids are known before the rows are there, so that the
// history can name them.
import { CompiledQuery } from "kysely";
import { type Db, type Dialect, giveIdsBack, insertAs, isOneOf, send, sendAs, sql, takeIds, type Value } from "#server";
import type { Thing } from "../../contract.ts";
import {
  asColumns,
  asThing,
  COLUMNS,
  noteChange,
  noteCome,
  noteComing,
  type Row,
  type ThingValues,
} from "../repository.ts";
import { refuseLostTypes } from "../rows.ts";
import type { EventDataTables } from "../tables.ts";

const TABLE = "event_data_thing";
/** Profiles a statement: in SQLite its full-text search is written once for all of them. */
const SAVED_AT_ONCE = 500;
/** Profiles that are worth a job which puts them into the orders within countries. */
const LATE = 500;

/** A profile to be put in as it was, with its id and revision. */
export type PutBack = ThingValues &
  Pick<Thing, "id" | "rev" | "created_at" | "updated_at"> &
  Partial<Pick<Thing, "photo">>;

/** What many profiles of a transaction need before they are put in: asked for once, however many blocks of them follow. */
export class Coming {
  private readonly held = new Set<number>();
  private ids: number[] = [];
  private told: Promise<void> | undefined;

  /**
   * `room`: how many may follow; ids that are left are given back. `late`: told that many come at once, so that SQLite leaves
   * some orders to `putInOrder`.
   */
  constructor(
    private readonly db: Db,
    private readonly dialect: Dialect,
    private readonly eventId: number,
    private room = 0,
    private readonly late?: () => Promise<void>,
  ) {}

  /** Whether so many profiles are put into all of their orders at once. */
  async areOrdered(count: number): Promise<boolean> {
    if (!this.late || count < LATE || this.dialect.kind !== "sqlite") return true;
    this.told ??= this.late();
    await this.told;
    return false;
  }

  /** Ids for profiles of types that stay in the event until the transaction ends. */
  async idsFor(all: readonly Pick<ThingValues, "type_id">[]): Promise<number[]> {
    const types = new Set(all.map(({ type_id }) => type_id));
    const others = [...types].filter((id) => !this.held.has(id));
    if (others.length > 0) await refuseLostTypes(this.db, this.dialect, this.eventId, others);
    for (const id of others) this.held.add(id);
    const missing = all.length - this.ids.length;
    if (missing > 0) this.ids.push(...(await this.take(Math.max(missing, this.room))));
    this.room -= all.length;
    return this.ids.splice(0, all.length);
  }

  async giveBack(): Promise<void> {
    await giveIdsBack(this.db as never, this.dialect, TABLE, this.ids.splice(0));
  }

  private take(count: number): Promise<number[]> {
    return takeIds(this.db as never, this.dialect, TABLE, count);
  }
}

/**
 * Creates profiles: answers their ids in the same order when the last are under way, all of which are there when it is `done`.
 * `there`: sends what wants to know them by their own columns. On SQLite that is answered before they are settled, which takes longest.
 */
export async function createMany(
  db: Db,
  dialect: Dialect,
  eventId: number,
  all: readonly ThingValues[],
  now: string,
  coming = new Coming(db, dialect, eventId),
  there: () => Promise<void> = async () => {},
): Promise<{ ids: number[]; done: Promise<unknown> }> {
  if (all.length === 0) {
    await there();
    return { ids: [], done: Promise.resolve() };
  }
  const ids = await coming.idsFor(all);
  const facts = { rev: 1, created_at: now, updated_at: now };
  const row = (values: ThingValues, at: number) => [
    ...asRow(eventId, { ...facts, id: ids[at] as number }, values),
    "import",
  ];
  await noteComing(db, eventId);
  const isOrdered = await coming.areOrdered(all.length);
  const { done: written } = await sendAs(
    db as never,
    dialect,
    TABLE,
    isOrdered ? IMPORTED : [...IMPORTED, "ordered"],
    all,
    isOrdered ? row : (values, at) => [...row(values, at), 0],
    { undoesAll: true },
  );
  await there();
  const done = Promise.all([written, noteCome(db, eventId)]);
  // Heard of by whoever waits for it.
  done.catch(() => {});
  return { ids, done };
}

/** Puts profiles in with the ids that they had. */
export async function putBackMany(db: Db, dialect: Dialect, eventId: number, all: readonly PutBack[]): Promise<void> {
  if (all.length === 0) return;
  await noteComing(db, eventId);
  await insertAs(db as never, dialect, TABLE, INSERTED, all, (thing) => asRow(eventId, thing, thing));
  await noteCome(db, eventId);
}

const WRITTEN = Object.keys(
  asColumns({
    ...{ type_id: 0, status: "imported", fields: {}, name: "", first_name: "", last_name: "" },
    ...{ email: "", company_name: "", job_title: "", country: "" },
  }),
);
const INSERTED = ["id", "event_id", "rev", "created_at", "updated_at", "photo", ...WRITTEN];
const IMPORTED = [...INSERTED, "source"];

function asRow(eventId: number, own: Omit<PutBack, keyof ThingValues>, values: ThingValues): Value[] {
  const { id, rev, created_at, updated_at, photo = null } = own;
  return [id, eventId, rev, created_at, updated_at, photo, ...Object.values(asColumns(values))];
}

export interface Saving {
  id: number;
  /** The revision that the change started from. */
  rev: number;
  values: ThingValues;
}

/** Saves profiles; answers the ids of those that nobody else saved in between. Their revisions count up by one. */
export async function saveMany(
  db: Db,
  dialect: Dialect,
  eventId: number,
  all: readonly Saving[],
  now: string,
): Promise<Set<number>> {
  if (all.length === 0) return new Set();
  const once = new Map<number, Saving>();
  for (const one of all) if (!once.has(one.id)) once.set(one.id, one);
  const rows = [...once.values()].map(({ id, rev, values }) => ({ id, rev, updated_at: now, ...asColumns(values) }));
  const columns = ["updated_at", ...WRITTEN];
  const set = columns.map((name) => `"${name}" = v."${name}"`).join(", ");
  await noteChange(db, eventId);
  const saved = new Set<number>();
  for (let at = 0; at < rows.length; at += SAVED_AT_ONCE) {
    const some = JSON.stringify(rows.slice(at, at + SAVED_AT_ONCE));
    // With the plus, SQLite looks profiles up by their ids instead of walking through the event.
    const text =
      dialect.kind === "sqlite"
        ? `update ${TABLE} as t set rev = t.rev + 1, ${set}
          from (select ${["id", "rev", ...columns].map((name) => `value ->> '${name}' as "${name}"`).join(", ")} from json_each(?)) as v
          where +t.event_id = ? and t.id = v.id and t.rev = v.rev returning id`
        : `update ${TABLE} as t set rev = t.rev + 1, ${set}
          from json_to_recordset($1::json) as v (id int, rev int, ${columns.map((name) => `"${name}" ${name === "type_id" ? "int" : "text"}`).join(", ")})
          where t.event_id = $2 and t.id = v.id and t.rev = v.rev returning t.id`;
    const done = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, [some, eventId]));
    for (const { id } of done.rows) saved.add(id);
  }
  return saved;
}

/** Takes profiles out; answers the ids of those that were still as they are known. */
export async function removeMany(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  all: readonly Pick<Thing, "id" | "rev">[],
): Promise<Set<number>> {
  if (all.length === 0) return new Set();
  await noteChange(db, eventId);
  const known = new Map(all.map(({ id, rev }) => [id, rev]));
  const there = await db
    .withTables<EventDataTables>()
    .selectFrom(TABLE)
    .select(["id", "rev"])
    .where("event_id", "=", eventId)
    .where(isOneOf(kind, "id", [...known.keys()]))
    .execute();
  const same = there.filter(({ id, rev }) => known.get(id) === rev).map(({ id }) => id);
  await sql`delete from ${sql.table(TABLE)} where event_id = ${eventId} and ${isOneOf(kind, "id", same)}`.execute(db);
  return new Set(same);
}

/** Profiles by any column, in the order of their ids. */
export async function findMany(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  column: "id" | "email_key" | "name_key",
  values: readonly (string | number)[],
): Promise<Thing[]> {
  if (values.length === 0) return [];
  const asked = db
    .withTables<EventDataTables>()
    .selectFrom(TABLE)
    .select(COLUMNS)
    .where("event_id", "=", eventId)
    .where(isOneOf(kind, column, values));
  const { rows } = await send(db as never, asked.compile());
  // Put in order here: asked for an order, SQLite walks along all ids of the event instead of looking each value up.
  return rows.map((row) => asThing(row as Row)).sort((one, other) => one.id - other.id);
}
