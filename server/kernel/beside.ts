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

/** Has a profile begin with what there is of it already: one that comes back, or is there before an event keeps the column. */
export function besideComes(kind: Dialect["kind"], area: string, counts: readonly BesideCount[]): string[] {
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
