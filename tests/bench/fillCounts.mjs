// Meetings and links of the profiles of an event, straight into their tables, for benchmarks of lists that are sorted by them.
import Database from "better-sqlite3";

/** A fifth as many meetings as profiles, and as many links: a few profiles have very many of them, most have none or few. */
export function fillCounts(file, eventId) {
  const db = new Database(file);
  db.pragma("synchronous = OFF");
  const { first, count } = db
    .prepare("select min(id) as first, count(*) as count from event_data_thing where event_id = ?")
    .get(eventId);
  const hub = (at) => first + Math.floor(((at * 7919) % 2000) ** 2 / 2000);
  const other = (at) => first + ((at * 104_729) % count);
  const meeting = db.prepare(`insert into networking_meeting
      (event_id, start_at, end_at, state, source, message, reason, created_at, updated_at)
    values (?, '2027-06-01T10:00:00.000Z', '2027-06-01T10:30:00.000Z', ?, 'admin', '', '', '', '')`);
  const who = db.prepare(
    "insert into networking_participant (meeting_id, thing_id, event_id, position) values (?, ?, ?, ?)",
  );
  const kind = db.prepare(`insert into relationships_kind
      (event_id, name, name_key, from_end, to_end, cardinality, created_at, updated_at)
    values (?, 'Measured', 'measured', '{"label":"a","category":1,"types":[]}', '{"label":"b","category":1,"types":[]}',
      'many-many', '', '')`);
  const link = db.prepare(`insert into relationships_link (event_id, kind_id, from_id, to_id, source, created_at)
    values (?, ?, ?, ?, 'import', '') on conflict do nothing`);
  db.transaction(() => {
    const kindId = kind.run(eventId).lastInsertRowid;
    for (let at = 0; at < count / 5; at++) {
      const state = (at + Math.floor(at / 20)) % 4 === 0 ? "requested" : "accepted";
      const [one, two] = [hub(at), other(at)];
      if (one === two) continue;
      const { lastInsertRowid: id } = meeting.run(eventId, state);
      who.run(id, one, eventId, 0);
      who.run(id, two, eventId, 1);
      link.run(eventId, kindId, hub(at * 3 + 1), other(at + 1));
    }
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}
