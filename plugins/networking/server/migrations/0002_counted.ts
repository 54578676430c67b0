// How many meetings profiles have, for the columns beside their lists: counted anew for those whose meetings change. Requests
// whose time has passed are marked, since nothing else changes when it does.
import {
  type BesideCount,
  beginBeside,
  besideComesEach,
  besideOf,
  type Dialect,
  holdBeside,
  type Migration,
  sql,
} from "#server";

export const counted: Migration = {
  id: "0002_counted",
  up: async (db, { kind }) => {
    for (const statement of [...MARK, ...TRIGGERS[kind], ...besideComesEach(kind, "networking", COUNTS)])
      await sql.raw(statement).execute(db);
    await sql.raw(beginBeside(KEYS, "select distinct event_id from networking_participant")).execute(db);
  },
};

const MARK = [
  "alter table networking_meeting add column is_lapsed integer not null default 0",
  "create index networking_meeting_lapsing on networking_meeting (end_at) where state = 'requested' and is_lapsed = 0",
];

const count = (condition: string) => (event: string, thing: string) =>
  `(select count(*) from networking_participant p
    join networking_meeting m on m.id = p.meeting_id
    where p.event_id = ${event} and p.thing_id = ${thing} and p.is_gone = 0 and ${condition})`;

export const COUNTS: readonly BesideCount[] = [
  { key: "networking.confirmed", of: count("m.state = 'accepted'") },
  { key: "networking.waiting", of: count("m.state = 'requested' and m.is_lapsed = 0") },
];
const KEYS = COUNTS.map(({ key }) => key);

const begin = (events: string) => `${beginBeside(KEYS, events)};`;
const recount = (row: string, things: string) =>
  COUNTS.map(
    ({ key, of }) => `update core_beside_value set of_number = ${of(`${row}.event_id`, "core_beside_value.thing_id")}
      where ${besideOf(key, `${row}.event_id`)} and thing_id in (${things});`,
  ).join("\n");
const ofMeeting = (row: string) => `select thing_id from networking_participant where meeting_id = ${row}.id`;
const became = (was: string, is: string) => `${was}.state <> ${is}.state or ${was}.is_lapsed <> ${is}.is_lapsed`;

/** Each row is held, in one order, before it is counted: a statement that waits for another counts what was before it. */
export const eachOf = (found: string) => `for one in ${found} loop
      ${holdBeside("one.event_id")};
      perform 1 from core_beside_value where thing_id = any(one.things) and of_column in
        (select id from core_beside_column where event_id = one.event_id and key in (${KEYS.map((key) => `'${key}'`)}))
        order by of_column, thing_id for update;
      ${recount("one", "select unnest(one.things)")}
    end loop;`;

const byEvent = (rows: string) => `select event_id, array_agg(distinct thing_id) as things from (${rows}) as changed
    group by event_id order by event_id`;
const each = (rows: string) => eachOf(byEvent(rows));

export const goneOf = byEvent(`select n.event_id, n.thing_id from added n join removed o on o.meeting_id = n.meeting_id
    and o.thing_id = n.thing_id where o.is_gone <> n.is_gone`);
export const becameOf = byEvent(`select p.event_id, p.thing_id from is_now n join was o on o.id = n.id
    join networking_participant p on p.meeting_id = n.id where ${became("o", "n")}`);

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ declare one record; begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger networking_counted_added after insert on networking_participant begin
      ${begin("select new.event_id as event_id")} ${recount("new", "new.thing_id")}
    end`,
    `create trigger networking_counted_removed after delete on networking_participant begin
      ${recount("old", "old.thing_id")}
    end`,
    `create trigger networking_counted_gone after update of is_gone on networking_participant
      when old.is_gone <> new.is_gone begin ${recount("new", "new.thing_id")} end`,
    `create trigger networking_counted_became after update of state, is_lapsed on networking_meeting 
      when ${became("old", "new")} begin
      ${recount("new", ofMeeting("new"))}
    end`,
  ],
  postgres: [
    ...onPostgres(
      "networking_counted_added",
      "insert on networking_participant referencing new table as added",
      `${begin("select distinct event_id from added")}
       ${each("select event_id, thing_id from added")}`,
    ),
    ...onPostgres(
      "networking_counted_removed",
      "delete on networking_participant referencing old table as removed",
      each("select event_id, thing_id from removed"),
    ),
    ...onPostgres(
      "networking_counted_gone",
      "update on networking_participant referencing old table as removed new table as added",
      eachOf(goneOf),
    ),
    ...onPostgres(
      "networking_counted_became",
      "update on networking_meeting referencing old table as was new table as is_now",
      eachOf(becameOf),
    ),
  ],
};
