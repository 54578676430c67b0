// Answers that people write as they like are compared folded, as names and addresses are. What databases cannot fold by themselves
// stands beside the answers, folded, and orders of lists are made of it.
import { type Dialect, type Migration, sql } from "#server";
import { foldedIn } from "../repository.ts";
import { settleBy } from "./0155_fresh.ts";
import { settledBy } from "./0182_settled_at_once.ts";

export const foldedAnswers: Migration = {
  id: "0183_folded_answers",
  up: async (db, dialect) => {
    await sql`alter table event_data_thing add column folded text`.execute(db);
    await foldAnswers(db, dialect);
  },
};

/** What stands in the orders of lists is folded, and whatever comes into them. */
export const foldAnswers: Migration["up"] = async (db, { kind }) => {
  for (const statement of [...TRIGGERS[kind], ...ADDRESSES]) await sql.raw(statement).execute(db);
  await foldAll(db, kind);
};

/** How an answer that names a file follows what it is kept under, see `FILE_ANSWER`. */
const nameIn = (value: string) => `case substr(${value}, 33, 1) when '/' then substr(${value}, 34) else ${value} end`;

/**
 * How the answer to a line `l` of the listed fields stands in the table, out of the row that `row` names: a number by its size, all
 * else as text. `folds` says how: 0 as it is written, 1 folded, 2 what a file is called, folded.
 */
export function answerOf(kind: Dialect["kind"], row: string): { number: string; text: string } {
  const isSqlite = kind === "sqlite";
  const value = isSqlite ? `json_extract(${row}.fields, l.path)` : `(${row}.fields::jsonb ->> l.key)`;
  const folded = isSqlite ? `json_extract(${row}.folded, l.path)` : `(${row}.folded::jsonb ->> l.key)`;
  const lower = (of: string) => (isSqlite ? `lower(cast(${of} as text))` : `lower((${of}) collate "C")`);
  const signs = (of: string) =>
    isSqlite ? `substr(coalesce(cast(${of} as text), ''), 1, 200)` : `substr(coalesce(${of}, ''), 1, 200) collate "C"`;
  const text = `case l.folds when 1 then ${signs(`coalesce(${folded}, ${lower(value)})`)}
    when 2 then ${signs(`coalesce(${nameIn(folded)}, ${lower(nameIn(value))})`)} else ${signs(value)} end`;
  if (isSqlite) {
    const type = `json_type(${row}.fields, l.path)`;
    return {
      number: `case when ${type} in ('integer', 'real') then ${value} else -1e308 end`,
      text: `case ${type} when 'true' then 'true' when 'false' then 'false' when 'integer' then '' when 'real' then ''
        else ${text} end`,
    };
  }
  const isNumber = `jsonb_typeof(${row}.fields::jsonb -> l.key) = 'number'`;
  return {
    number: `case when ${isNumber} then ${value}::double precision else -1e308 end`,
    text: `case when ${isNumber} then '' else ${text} end`,
  };
}

const KEY = "of_event, of_field, answer_number, answer_text, thing_id";
const COLUMNS = `${KEY}, of_type, of_status, of_country`;

/** The columns that are written, and how the rows of profiles `t` become rows of answers. */
export function answerRows(kind: Dialect["kind"]): { into: string; select: string } {
  const { number, text } = answerOf(kind, "t");
  return {
    into: `event_data_answer (${COLUMNS})`,
    select: `t.event_id, l.field_id, ${number}, ${text}, t.id, t.type_id, t.status, t.country`,
  };
}

const [OLD, NEW] = [answerOf("sqlite", "old"), answerOf("sqlite", "new")];
const PLACED = ["type_id", "status", "country"].map((name) => `old.${name} <> new.${name}`).join(" or ");
/** As JSON, so that a number differs from a text that reads alike. */
const DIFFERS = ["fields", "folded"]
  .map((name) => `(old.${name} -> l.path) is not (new.${name} -> l.path)`)
  .join(" or ");
const oldKeys = (where = "") => `(${KEY}) in (select old.event_id, l.field_id, ${OLD.number}, ${OLD.text}, old.id
  from event_data_listed l where l.event_id = old.event_id ${where})`;

const ON_SQLITE = [
  ...["removed", "saved", "placed"].map((what) => `drop trigger event_data_answer_${what}`),
  `create trigger event_data_answer_removed after delete on event_data_thing
    begin delete from event_data_answer where ${oldKeys()}; end`,
  `create trigger event_data_answer_saved after update of fields, folded on event_data_thing
    when old.fields <> new.fields or old.folded is not new.folded
    begin
      delete from event_data_answer where ${oldKeys(`and (${DIFFERS})`)};
      insert or ignore into event_data_answer (${COLUMNS})
        select new.event_id, l.field_id, ${NEW.number}, ${NEW.text}, new.id, new.type_id, new.status, new.country
        from event_data_listed l where l.event_id = new.event_id and (${DIFFERS});
    end`,
  // In whichever order the two come: this one finds answers as they are now, those that have just come among them.
  `create trigger event_data_answer_placed after update of type_id, status, country on event_data_thing when ${PLACED}
    begin
      update event_data_answer set of_type = new.type_id, of_status = new.status, of_country = new.country
        where (${KEY}) in (select new.event_id, l.field_id, ${NEW.number}, ${NEW.text}, new.id
          from event_data_listed l where l.event_id = new.event_id);
    end`,
  ...["by_first_change", "by_change", "before_save", "before_removal", "before_tally"].map(
    (name) => `drop trigger event_data_settled_${name}`,
  ),
  ...settledBy(settleBy(answerOf("sqlite", "t"))),
];

const { into, select } = answerRows("postgres");
const { number, text } = answerOf("postgres", "t");
const LISTED = "join event_data_listed l on l.event_id = t.event_id";
const OF_ANSWERS = "id, event_id, type_id, status, country, fields, folded";
/** The answers of rows, whole: as they stand in their orders. */
const answersOf = (rows: string) =>
  `select t.event_id, l.field_id, ${number} as number, ${text} as text, t.id, t.type_id, t.status, t.country from ${rows} t ${LISTED}`;
const differing = (one: string, other: string) =>
  answersOf(`(select ${OF_ANSWERS} from ${one} except select ${OF_ANSWERS} from ${other})`);
const only = (one: string, other: string) => `${differing(one, other)} except ${differing(other, one)}`;
/** The whole keys of the answers that go are known first: by a part of one, all answers of an event might be walked through. */
const gone = (keys: string) => `with gone as materialized (${keys})
  delete from event_data_answer a using gone
    where a.of_event = gone.event_id and a.of_field = gone.field_id and a.answer_number = gone.number
      and a.answer_text = gone.text and a.thing_id = gone.id;`;
const again = (name: string, body: string) =>
  `create or replace function event_data_answer_${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`;

const ON_POSTGRES = [
  again("added", `insert into ${into} select ${select} from added t ${LISTED};`),
  again("removed", gone(answersOf("removed"))),
  again("saved", `${gone(only("removed", "added"))} insert into ${into} ${only("added", "removed")};`),
];

const TRIGGERS: Record<Dialect["kind"], readonly string[]> = { sqlite: ON_SQLITE, postgres: ON_POSTGRES };

/** Addresses and numbers of own fields stood as they are written. */
const IS_ADDRESS = "field_id in (select id from event_data_field where kind in ('url', 'email', 'phone'))";
const ADDRESSES = [
  `update event_data_listed set folds = 1 where folds = 0 and ${IS_ADDRESS}`,
  `update event_data_answer set answer_text = lower(answer_text) where answer_text <> lower(answer_text)
    and (of_event, of_field) in (select event_id, field_id from event_data_listed where folds = 1 and ${IS_ADDRESS})`,
];

/** Profiles that are read together. */
const BLOCK = 5000;

/** The database puts what is folded from here on in its place. */
async function foldAll(db: Parameters<Migration["up"]>[0], kind: Dialect["kind"]): Promise<void> {
  const rows =
    kind === "sqlite"
      ? "value ->> 0 as id, value ->> 1 as folded from json_each"
      : "(value ->> 0)::int as id, value ->> 1 as folded from json_array_elements";
  for (let after = 0; ; ) {
    const read = await sql<{ id: number; fields: string }>`select id, fields from event_data_thing
      where id > ${after} order by id limit ${sql.lit(BLOCK)}`.execute(db);
    const last = read.rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    const folded = read.rows.flatMap(({ id, fields }) => {
      const own = foldedIn(JSON.parse(fields));
      return own === null ? [] : [[id, own]];
    });
    if (folded.length === 0) continue;
    const list = JSON.stringify(folded);
    await sql`update event_data_thing as t set folded = v.folded
      from (select ${sql.raw(rows)}(${kind === "sqlite" ? sql`${list}` : sql`${list}::json`})) as v where t.id = v.id`.execute(
      db,
    );
  }
}
