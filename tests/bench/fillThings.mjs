// Fills an event with participants, straight into the table, for benchmarks of lists.
import Database from "better-sqlite3";

export const FIRST =
  "Anna Ben Chloé Dmitri Elif Farid Grace Hugo Ines Jürgen Kaito Lena Maria Noah Olga Pedro Quinn Rosa Søren Tara".split(
    " ",
  );
export const LAST =
  "Müller Smith García Rossi Nowak Dubois Jensen Kowalski Novák Silva Tanaka Kim Chen Haddad Olsen Becker Weber Moreau Ivanova Okafor".split(
    " ",
  );
export const COUNTRIES = "DE GB FR ES IT PL US SE NL AT CH BE DK NO FI PT IE CZ HU JP".split(" ");
const STATUSES = ["imported", "invited", "active", "active", "active", "blocked"];
export const JOBS = ["Buyer", "Engineer", "Founder", "Designer", "Analyst", "Manager", "Director", "Student"];

/** A generator of figures from 0 to below 1; the same row every time. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const fold = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/ø/g, "o");

/** Empties the event and fills it with `count` participants; answers the event's id and a type. */
export function fillThings(file, count) {
  const db = new Database(file);
  db.pragma("synchronous = OFF");
  const { id: eventId, app_id: appId } = db
    .prepare("select id, app_id from core_event where name = 'Northwind Summit'")
    .get();
  const types = db
    .prepare("select id from core_type where app_id = ? and type_category_id = 1 order by id")
    .pluck()
    .all(appId);
  db.prepare("delete from event_data_thing where event_id = ?").run(eventId);
  const random = seeded(7);
  const pick = (from) => from[Math.floor(random() * from.length)];
  const names = ["first_name", "last_name", "name", "email", "company_name", "job_title", "country"];
  const columns = [
    "event_id",
    "type_id",
    "status",
    "created_at",
    "updated_at",
    "fields",
    "source",
    "search",
    ...names,
    ...names.map((name) => `${name}_key`),
  ];
  // Made anew afterwards, which is many times faster than keeping them true row by row.
  const indexes = db
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'event_data_thing' and sql not null",
    )
    .all();
  const triggers = db
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'event_data_thing'")
    .all();
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  for (const { name } of indexes) db.exec(`drop index ${name}`);
  db.pragma("cache_size = -400000");
  const insert = db.prepare(`insert into event_data_thing (${columns}) values (${columns.map(() => "?")})`);
  db.transaction(() => {
    for (let at = 0; at < count; at++) {
      const first = `${pick(FIRST)}${at % 7 === 0 ? ` ${pick(FIRST)}` : ""}`;
      const last = `${pick(LAST)}${at % 5 === 0 ? `-${pick(LAST)}` : ""}`;
      const company = `${pick(LAST)} ${pick(["Ltd", "GmbH", "SA", "Group"])} ${Math.floor(random() * 3000)}`;
      const email = `${fold(first)}.${fold(last)}.${at}@company${Math.floor(random() * 3000)}.example`.replaceAll(
        " ",
        "",
      );
      const values = [first, last, `${first} ${last}`, email, company, pick(JOBS), pick(COUNTRIES)];
      const words = fold(`${first} ${last} ${email} ${company}`).match(/[\p{L}\p{N}]+/gu);
      const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 2e10)).toISOString();
      const fields = JSON.stringify({ badge: 100000 + at, diet: pick(["none", "vegan", "halal"]) });
      insert.run(
        eventId,
        pick(types),
        pick(STATUSES),
        time,
        time,
        fields,
        at % 500 === 0 ? "api" : at % 20 === 0 ? "hand" : "import",
        [...new Set(words)].map((word) => `  ${word}`).join(""),
        ...values,
        ...values.map(fold),
      );
    }
  })();
  for (const { sql } of [...indexes, ...triggers]) db.exec(sql);
  db.prepare("delete from event_data_thing_tally where event_id = ?").run(eventId);
  db.prepare("delete from event_data_answer where of_event = ?").run(eventId);
  // As if they had just come: whoever tells the lists of it has the database settle them.
  db.prepare("insert into event_data_fresh select id from event_data_thing where event_id = ?").run(eventId);
  db.prepare("insert into event_data_version values (?, 1) on conflict do update set version = version + 1").run(
    eventId,
  );
  db.exec("insert into event_data_search (event_data_search) values ('rebuild')");
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return { eventId, types };
}
