// Answers to the fields by which lists are sorted and grouped, in the order of lists: one narrow row a profile and field.
// The database keeps them itself, so that nobody who writes a profile can forget them.
import { type Dialect, type Migration, sql } from "#server";

export const answers: Migration = {
  id: "0060_answers",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    const number = dialect.kind === "postgres" ? "double precision" : "real";
    await db.schema
      .createTable("event_data_listed")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("field_id", "integer", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("folds", "integer", (column) => column.notNull())
      .addColumn("ready", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_listed_once", ["event_id", "field_id"])
      .execute();
    // Columns are not called as those of profiles are, since both stand in one question.
    const columns = ["of_event", "of_field", "answer_number", "answer_text", "thing_id", "of_type", "of_status"];
    const types = ["integer", "integer", number, text, "integer", "integer", text];
    let table = db.schema.createTable("event_data_answer");
    for (const [at, column] of columns.entries())
      table = table.addColumn(column, types[at] as "integer", (one) => one.notNull());
    if (dialect.kind === "sqlite") {
      table = table
        .addPrimaryKeyConstraint("event_data_answer_once", columns.slice(0, 5) as never)
        .modifyEnd(sql`without rowid`);
    }
    await table.execute();
    if (dialect.kind === "postgres") {
      const key = columns.slice(0, 5).join(", ");
      await sql
        .raw(`create unique index event_data_answer_once on event_data_answer (${key}) include (of_type, of_status)`)
        .execute(db);
    }
    for (const statement of STATEMENTS[dialect.kind]) await sql.raw(statement).execute(db);
    for (const statement of FILLS[dialect.kind]) await sql.raw(statement).execute(db);
  },
};

/** How an answer that names a file follows what it is kept under, see `FILE_ANSWER`. */
const nameIn = (value: string) => `case substr(${value}, 33, 1) when '/' then substr(${value}, 34) else ${value} end`;

/**
 * How the answer to a line `l` of the listed fields stands in the table, out of the row that `row` names: a number by its size, all
 * else as text. `folds` says how: 0 as it is written, 1 folded, 2 what a file is called, folded.
 */
export function answerOf(kind: Dialect["kind"], row: string): { number: string; text: string } {
  if (kind === "sqlite") {
    const type = `json_type(${row}.fields, l.path)`;
    const value = `json_extract(${row}.fields, l.path)`;
    const signs = (of: string) => `substr(coalesce(cast(${of} as text), ''), 1, 200)`;
    return {
      number: `case when ${type} in ('integer', 'real') then ${value} else -1e308 end`,
      text: `case ${type} when 'true' then 'true' when 'false' then 'false' when 'integer' then '' when 'real' then ''
        else case l.folds when 1 then lower(${signs(value)}) when 2 then lower(${signs(nameIn(value))})
          else ${signs(value)} end end`,
    };
  }
  const value = `(${row}.fields::jsonb ->> l.key)`;
  const isNumber = `jsonb_typeof(${row}.fields::jsonb -> l.key) = 'number'`;
  const signs = (of: string) => `substr(coalesce(${of}, ''), 1, 200) collate "C"`;
  return {
    number: `case when ${isNumber} then ${value}::double precision else -1e308 end`,
    text: `case when ${isNumber} then '' when l.folds = 1 then lower(${signs(value)})
      when l.folds = 2 then lower(${signs(nameIn(value))}) else ${signs(value)} end`,
  };
}

/** The columns that are written, and how the rows of profiles `t` become rows of answers. */
export function answerRows(kind: Dialect["kind"]): { into: string; select: string } {
  const { number, text } = answerOf(kind, "t");
  return {
    into: "event_data_answer (of_event, of_field, answer_number, answer_text, thing_id, of_type, of_status)",
    select: `t.event_id, l.field_id, ${number}, ${text}, t.id, t.type_id, t.status`,
  };
}

const PLACED = {
  sqlite: "exists (select 1 from json_each(f.definition, '$.places') p where p.value = 'list')",
  postgres: "(f.definition::jsonb -> 'places') @> '\"list\"'",
};
const KINDS = "'text', 'number', 'date', 'datetime', 'boolean', 'choice', 'url', 'email', 'phone', 'country'";

/** Fields that were marked before there was such a table. */
function fills(kind: Dialect["kind"]): string[] {
  const { into, select } = answerRows(kind);
  return [
    placedInLists(kind, `f.kind in (${KINDS})`, "case f.kind when 'text' then 1 else 0 end"),
    `insert into ${into} select ${select} from event_data_thing t join event_data_listed l on l.event_id = t.event_id`,
  ];
}

/** Puts those fields of these kinds that are marked among the listed ones, under a number. */
export function placedInLists(kind: Dialect["kind"], isOfKind: string, folds: string, number = "f.id"): string {
  const events = kind === "sqlite" ? "'$.event_ids'" : "'event_ids'";
  const isOf =
    kind === "sqlite"
      ? `(json_array_length(f.definition, ${events}) = 0 or exists (select 1 from json_each(f.definition, ${events}) o where o.value = e.id))`
      : `(jsonb_array_length(f.definition::jsonb -> ${events}) = 0 or (f.definition::jsonb -> ${events}) @> to_jsonb(e.id))`;
  return `insert into event_data_listed (event_id, field_id, key, path, folds, ready)
      select e.id, ${number}, f.key, '$."' || f.key || '"', ${folds}, 1
      from event_data_field f join core_event e on e.app_id = f.app_id
      where f.archived_at is null and ${isOfKind} and ${PLACED[kind]}
        and (f.event_id = e.id or (f.event_id = 0 and ${isOf}))`;
}
const FILLS: Record<Dialect["kind"], string[]> = { sqlite: fills("sqlite"), postgres: fills("postgres") };

function addedOnSqlite(): string {
  const { number, text } = answerOf("sqlite", "new");
  // A copy brings the rows before the profiles do.
  return `insert or ignore into event_data_answer (of_event, of_field, answer_number, answer_text, thing_id, of_type, of_status)
    select new.event_id, l.field_id, ${number}, ${text}, new.id, new.type_id, new.status
    from event_data_listed l where l.event_id = new.event_id`;
}

/** The whole key is known from the row as it was, so that no index by profile is needed. */
function removedOnSqlite(): string {
  const { number, text } = answerOf("sqlite", "old");
  return `delete from event_data_answer where (of_event, of_field, answer_number, answer_text, thing_id) in
    (select old.event_id, l.field_id, ${number}, ${text}, old.id from event_data_listed l where l.event_id = old.event_id)`;
}

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const ROWS = answerRows("postgres");
const VALUES = answerOf("postgres", "t");
/** Of rows that are the same as before nothing is written. */
const DIFFERS = "(o.fields, o.type_id, o.status) is distinct from (n.fields, n.type_id, n.status)";

function added(from: string): string {
  return `insert into ${ROWS.into} select ${ROWS.select} from ${from} join event_data_listed l on l.event_id = t.event_id;`;
}

function removed(from: string): string {
  return `delete from event_data_answer a using ${from} join event_data_listed l on l.event_id = t.event_id
    where a.of_event = t.event_id and a.of_field = l.field_id and a.answer_number = ${VALUES.number}
      and a.answer_text = ${VALUES.text} and a.thing_id = t.id;`;
}

const STATEMENTS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger event_data_answer_added after insert on event_data_thing begin ${addedOnSqlite()}; end`,
    `create trigger event_data_answer_removed after delete on event_data_thing begin ${removedOnSqlite()}; end`,
    `create trigger event_data_answer_saved after update of fields, type_id, status on event_data_thing
      when old.fields <> new.fields or old.type_id <> new.type_id or old.status <> new.status
      begin ${removedOnSqlite()}; ${addedOnSqlite()}; end`,
  ],
  postgres: [
    ...onPostgres(
      "event_data_answer_added",
      "insert on event_data_thing referencing new table as added",
      added("added t"),
    ),
    ...onPostgres(
      "event_data_answer_removed",
      "delete on event_data_thing referencing old table as removed",
      removed("removed t"),
    ),
    ...onPostgres(
      "event_data_answer_saved",
      "update on event_data_thing referencing new table as added old table as removed",
      `${removed(`(select o.* from removed o join added n on n.id = o.id where ${DIFFERS}) t`)}
       ${added(`(select n.* from added n join removed o on o.id = n.id where ${DIFFERS}) t`)}`,
    ),
  ],
};
