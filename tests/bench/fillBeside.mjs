// Fills what stands beside many profiles, straight into the tables, for benchmarks: pairs that may be one, links, members of a
// group, lines of the history, sessions, and events.
import Database from "better-sqlite3";

const AT = "2026-06-01T10:00:00.000Z";
/** Of so many profiles one is suspected, linked by hand, or a member. */
const EACH = 10;
const END = JSON.stringify({ label: "is linked to", category: 1, types: [] });

/** Answers the ids of what can be asked about. */
export function fillBeside(file, eventId, { events, lines }) {
  const db = new Database(file);
  db.pragma("synchronous = OFF");
  // What is written lies all over the indexes: they are kept in memory.
  db.pragma("cache_size = -2000000");
  const { app_id: appId } = db.prepare("select app_id from core_event where id = ?").get(eventId);
  const ids = "select id from event_data_thing where event_id = @event";
  const { first } = db.prepare("select min(id) as first from event_data_thing where event_id = ?").get(eventId);
  const run = (text, values = {}) =>
    db.prepare(text).run({
      at: AT,
      event: eventId,
      app: appId,
      ...values,
    });
  const kindOf = (name, cardinality) =>
    run(
      `insert into relationships_kind (event_id, name, name_key, from_end, to_end, cardinality, created_at, updated_at)
        values (@event, @name, @name, @end, @end, @cardinality, @at, @at)`,
      { name, cardinality, end: END },
    ).lastInsertRowid;
  const groupOf = (name) =>
    run(
      `insert into custom_groups_group (event_id, name, name_key, colour, mode, created_at, updated_at)
        values (@event, @name, @name, 'teal', 'manual', @at, @at)`,
      { name },
    ).lastInsertRowid;
  const found = db.transaction(() => {
    run(`delete from duplicates_pair where event_id = @event`);
    run(`insert into duplicates_pair (event_id, one_id, other_id, score, reasons, state, found_by)
      select @event, id, id + 1, 50, '["name"]', 'open', 1 from (${ids}) where id % ${EACH} = 0`);
    // A company with as many links as a large one has, and a kind in which each stands below one other.
    const [many, single] = [kindOf("bench many", "many-many"), kindOf("bench single", "one-many")];
    const link = "insert into relationships_link (event_id, kind_id, from_id, to_id, source, created_at)";
    // The first begins the column of links; of the others all are counted at the end, which takes a tenth of the time.
    run(
      `${link} select @event, @kind, @first, min(id), 'hand', @at from (${ids})
      where id > @first and id % ${EACH} >= 5`,
      { kind: many, first },
    );
    const trigger = db
      .prepare("select sql from sqlite_master where name = 'relationships_counted_added'")
      .pluck()
      .get();
    db.exec("drop trigger relationships_counted_added");
    run(`${link} select @event, @kind, @first, id, 'hand', @at from (${ids}) where id > @first and id % ${EACH} < 5`, {
      kind: many,
      first,
    });
    run(`${link} select @event, @kind, @first + id % 100, id, 'hand', @at from (${ids}) where id > @first + 100`, {
      kind: single,
      first,
    });
    run(`update core_beside_value set of_number = ends.links from (select thing_id, count(*) as links from
        (select from_id as thing_id from relationships_link where event_id = @event
          union all select to_id from relationships_link where event_id = @event) group by thing_id) as ends
      where core_beside_value.thing_id = ends.thing_id and core_beside_value.of_column =
        (select id from core_beside_column where event_id = @event and key = 'relationships.links')`);
    db.exec(trigger);
    const pair = run(
      `insert into duplicates_pair (event_id, one_id, other_id, score, reasons, state, found_by)
        values (@event, @first, @first + 3, 90, '["name"]', 'open', 1)`,
      { first },
    ).lastInsertRowid;
    const group = groupOf("bench hand");
    run(
      `insert into custom_groups_member (group_id, thing_id, event_id, added_at)
      select @group, id, @event, @at from (${ids}) where id % 2 = 0`,
      { group },
    );
    const history =
      db.prepare(`insert into core_audit (at, app_id, event_id, actor_kind, actor_label, action, object_type, object_id,
        object_label, after, request_id, previous_hash, hash, folded)
      values (?, ?, ?, 'person', 'Ada Byron', 'save', 'thing', ?, ?, ?, 'bench', '', '', ?)`);
    for (let at = 0; at < lines; at++) {
      const day = new Date(Date.now() - (at % 25) * 86_400_000).toISOString();
      const after = JSON.stringify({ job_title: `Buyer ${at}` });
      history.run(day, appId, eventId, String(first + at), `Somebody ${at}`, after, `ada byron somebody ${at} buyer`);
    }
    const event =
      db.prepare(`insert into core_event (app_id, name, active, web_networking_activated, format, timezone, date_start,
        date_end, created_at, updated_at) select app_id, ?, active, 0, format, timezone, ?, ?, created_at, updated_at
      from core_event where id = ?`);
    for (let at = 0; at < events; at++) {
      const start = new Date(Date.UTC(2027, 0, 1) + at * 3_600_000).toISOString();
      event.run(`Bench event number ${at}`, start, start, eventId);
    }
    const session =
      db.prepare(`insert into agenda_session (event_id, title, subtitle, abstract, description, kind, language, url,
        start_at, end_at, created_at, updated_at) values (?, ?, '', '<p>What there is to hear</p>', '', 'Talk', 'en', '', ?, ?, ?, ?)`);
    for (let at = 0; at < events; at++) {
      const start = new Date(Date.UTC(2026, 11, 22) + at * 60_000).toISOString();
      session.run(eventId, `Bench session ${at}`, start, start, AT, AT);
    }
    return { pair: Number(pair), many: Number(many), single: Number(single), group: Number(group), first };
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return found;
}
