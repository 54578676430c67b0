// Columns that areas give to lists of profiles and whose values the database keeps in order. An area says in SQL what it counts
// of a profile, and counts anew whatever it changes; whoever has the profiles puts in a row for each. Text of migrations, and what
// lists make of such a column.
import { sql } from "kysely";
import type { Dialect } from "../db/dialect.ts";
import type { CoreTables } from "../db/tables.ts";
import type { Db } from "./context.ts";
import { type KeptOrder, NO_NUMBER } from "./listKept.ts";

/** What an area counts of a profile. */
export interface BesideCount {
  /** The column's key among those of all areas. */
  key: string;
  /** SQL of how many there are for a profile of an event, both given as SQL; or, where it is a text, of what there is, empty for nothing. */
  of: (event: string, thing: string) => string;
  /** What it knows of profiles are texts or instants: the event begins to keep it with `BESIDE_TEXT` for none. */
  isText?: true;
}

/** The number of whoever has a text in a column, or none. */
export const BESIDE_TEXT = NO_NUMBER;

const heldIn = ({ isText }: Pick<BesideCount, "isText">) => (isText ? "of_text" : "of_number");

/** Has events keep columns from now on, where they do not yet; `events` selects their ids, `none` is the number of whoever has nothing. */
export function beginBeside(keys: readonly string[], events: string, none = 0): string {
  const each = keys.map((key) => `select event_id, '${key}' as key from (${events}) as e`);
  return `insert into core_beside_column (event_id, key, none) select event_id, key, ${none} from (${each.join(" union ")}) as began
    where not exists (select 1 from core_beside_column as c where c.event_id = began.event_id and c.key = began.key)
    on conflict do nothing`;
}

/** The rows of a column in an event. */
export const besideOf = (key: string, event: string) =>
  `of_column = (select id from core_beside_column where event_id = ${event} and key = '${key}')`;

/** On PostgreSQL, before an area counts anew: rows that are just being put in, and count what was, are there first. */
export const holdBeside = (event: string) => `perform pg_advisory_xact_lock_shared(hashtext('${LOCK}' || ${event}))`;
const LOCK = "core.beside ";

/** What `besideComes` was at first: steps of schemas that have run say so, and are followed by one that says it in its place. */
export function besideComesEach(kind: Dialect["kind"], area: string, counts: readonly BesideCount[]): string[] {
  const name = `${area}_beside_comes`;
  if (kind === "sqlite") {
    const of = (what: string) => `(select ${what} from core_beside_column where id = new.of_column)`;
    const kinds = [counts.filter((one) => !one.isText), counts.filter((one) => one.isText)];
    return kinds.flatMap((some, at) => {
      const [first] = some;
      if (!first) return [];
      const keys = some.map(({ key }) => `'${key}'`).join(", ");
      const cases = some.map((one) => `when '${one.key}' then ${one.of(of("event_id"), "new.thing_id")}`).join(" ");
      const now = `(case ${of("key")} ${cases} end)`;
      const value = heldIn(first);
      return [
        `create trigger ${name}${at === 0 ? "" : "_with"} after insert on core_beside_value
          when ${of("key")} in (${keys}) and new.${value} <> ${now}
          begin
            update core_beside_value set ${value} = ${now} where of_column = new.of_column and thing_id = new.thing_id;
          end`,
      ];
    });
  }
  const cases = counts
    .map((one) => `when '${one.key}' then new.${heldIn(one)} := ${one.of("own.event_id", "new.thing_id")};`)
    .join(" ");
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      declare own record;
      begin
        select event_id, key into own from core_beside_column where id = new.of_column;
        case own.key ${cases} else null; end case;
        return new;
      end $$`,
    `create trigger ${name} before insert on core_beside_value for each row execute function ${name}()`,
  ];
}

/**
 * Has profiles begin with what there is of them already: those that come back, or are there before an event keeps the column. An area
 * hears once of all that come together.
 */
export function besideComes(
  kind: Dialect["kind"],
  area: string,
  counts: readonly BesideCount[],
  /** The columns with profiles that it counts, of tables that have an `event_id`: while none of them comes, nothing is counted. */
  counted: readonly [table: string, thing: string][],
): readonly string[] {
  const name = `${area}_beside_comes`;
  if (kind === "sqlite") {
    const isCounted = counted.map(
      ([table, thing]) => `exists (select 1 from ${table}
        where event_id = new.event_id and ${thing} between new.first_id and new.last_id)`,
    );
    const each = counts.map(({ key, of, isText }) => {
      const held = heldIn({ isText });
      const now = of("new.event_id", "core_beside_value.thing_id");
      return `update core_beside_value set ${held} = ${now} where ${besideOf(key, "new.event_id")} and ${held} <> ${now}
        and thing_id in (select core_beside_fresh.thing_id from core_beside_fresh
          where core_beside_fresh.event_id = new.event_id and ${of("new.event_id", "core_beside_fresh.thing_id")} <> ${isText ? "''" : "0"});`;
    });
    return [
      ...["", "_with"].map((end) => `drop trigger if exists ${name}${end}`),
      `create trigger ${name} after insert on core_beside_turn when ${isCounted.join(" or ")}
        begin ${each.join(" ")} end`,
    ];
  }
  const kinds = [counts.filter((one) => !one.isText), counts.filter((one) => one.isText)];
  const each = kinds.flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const cases = some
      .map(({ key, of }) => `when '${key}' then ${of("own_column.event_id", "own_row.thing_id")}`)
      .join(" ");
    // Named as no area names what it counts. Planned each time: a connection would keep the way that it took for one profile for a thousand.
    return `execute $each$ update core_beside_value v set ${heldIn(first)} = f.now from (
      select own_row.of_column, own_row.thing_id, case own_column.key ${cases} end as now from added own_row
        join core_beside_column own_column on own_column.id = own_row.of_column and own_column.key in (${some.map(({ key }) => `'${key}'`).join(", ")})) f
      where v.of_column = f.of_column and v.thing_id = f.thing_id and v.${heldIn(first)} <> f.now $each$;`;
  });
  return [
    `drop trigger if exists ${name} on core_beside_value`,
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${each.join(" ")} return null; end $$`,
    `create trigger ${name} after insert on core_beside_value referencing new table as added
      for each statement execute function ${name}()`,
  ];
}

/**
 * On SQLite, puts in the rows of profiles, along each column, and has areas count what there is of them already. `things` selects
 * id, event, type, state and country; `isOf` says of which columns `c`.
 */
export const besideCome = (things: string, isOf = "1 = 1"): readonly string[] => [
  `insert into core_beside_fresh (thing_id, event_id, of_type, of_status, of_country) ${things}`,
  `insert into core_beside_value (of_column, thing_id, of_number, of_text, of_type, of_status, of_country)
    select c.id, n.thing_id, c.none, '', n.of_type, n.of_status, n.of_country ${COMING} where ${isOf}
    on conflict do nothing`,
  `insert into core_beside_stale (of_column, thing_id) select c.id, n.thing_id ${COMING} where c.reads = 1 and ${isOf}`,
  `insert into core_beside_turn (event_id, first_id, last_id)
    select event_id, min(thing_id), max(thing_id) from core_beside_fresh group by event_id`,
  "delete from core_beside_turn",
  "delete from core_beside_fresh",
];
const COMING = `from (select distinct event_id from core_beside_fresh) e
    cross join core_beside_column c on c.event_id = e.event_id cross join core_beside_fresh n on n.event_id = e.event_id`;

/** A column that an event keeps. */
export interface KeptBeside {
  id: number;
  key: string;
  isReady: boolean;
}

export async function listBeside(db: Db, eventId: number): Promise<KeptBeside[]> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_beside_column")
    .select(["id", "key", "ready"])
    .where("event_id", "=", eventId)
    .execute();
  return rows.map(({ ready, ...row }) => ({ ...row, isReady: ready === 1 }));
}

/** Columns that lack rows for profiles of their event, by event. */
export async function lackingBeside(db: Db, eventId?: number): Promise<Map<number, number[]>> {
  let asked = db
    .withTables<CoreTables>()
    .selectFrom("core_beside_column")
    .select(["id", "event_id"])
    .where("ready", "=", 0)
    .orderBy("id");
  if (eventId !== undefined) asked = asked.where("event_id", "=", eventId);
  const lacking = new Map<number, number[]>();
  for (const { id, event_id } of await asked.execute()) lacking.set(event_id, [...(lacking.get(event_id) ?? []), id]);
  return lacking;
}

/** Before rows are put in for profiles that are there already: whoever is counting anew ends first, and waits until the transaction ends. */
export function stopBeside(db: Db, dialect: Dialect, eventId: number): Promise<void> {
  return dialect.lock(db as never, LOCK + eventId);
}

/** All profiles of the event have a row in these columns. */
export async function readyBeside(db: Db, eventId: number, ids: readonly number[]): Promise<void> {
  const tables = db.withTables<CoreTables>();
  await tables
    .updateTable("core_beside_column")
    .set({ ready: 1 })
    .where("id", "in", [...ids])
    .execute();
  await tables
    .updateTable("core_beside_version")
    .set((is) => ({ version: sql<number>`${is.ref("version")} + 1` }))
    .where("event_id", "=", eventId)
    .execute();
}

/** The order of a column, for a list of profiles; `columns` are those of the list that it has too. */
export function besideOrder(column: number, more: Partial<KeptOrder> = {}): KeptOrder {
  return {
    from: "core_beside_value",
    where: sql<boolean>`(of_column = ${column})`,
    id: "thing_id",
    number: "of_number",
    text: "of_text",
    folds: false,
    // A column belongs to one event.
    columns: { event_id: "of_column", type_id: "of_type", status: "of_status", country: "of_country", id: "thing_id" },
    ...more,
  };
}

/** The version of what an event keeps beside its lists. */
export const besideVersion = (eventId: number) =>
  sql<number>`coalesce((select version from core_beside_version where event_id = ${eventId}), 0)`;
