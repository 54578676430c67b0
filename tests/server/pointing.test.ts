// Whatever points at a profile goes along when it is merged, and comes back with it. The tables are asked for their columns, so
// that an area which keeps something new about profiles has to take part, or to say here why not.
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyBeside } from "../../plugins/event-data/server/columns/kept.ts";
import { tidyContext } from "../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../support/app.ts";
import { aPlace, aProfile, type Place } from "../support/place.ts";

/** Columns that name a profile and must go along. */
const MOVED = [
  "app_access_link.thing_id",
  "app_access_profile.thing_id",
  "agenda_speaker.thing_id",
  "availability_times.thing_id",
  "custom_groups_member.thing_id",
  "networking_booking.subject_id",
  "networking_participant.thing_id",
  "relationships_link.from_id",
  "relationships_link.to_id",
];
/** Columns that name a profile and go with it: what they say is not said of the other. Undone, they are back. */
const GONE = [
  "core_beside_value.thing_id",
  "duplicates_key.thing_id",
  "duplicates_phone.thing_id",
  "duplicates_pair.one_id",
  "duplicates_pair.other_id",
  "event_data_answer.thing_id",
];
/** Columns that name a profile and stay: what was is not made another. */
const HISTORY = [
  // Told by the kind of the object.
  "core_audit.object_id",
  "duplicates_merge.dropped_id",
  "duplicates_merge.kept_id",
  // An act of before on a profile that is no more tells so when it is undone.
  "event_data_undo.thing_id",
  // Whose pictures and files a merge holds that can be undone.
  "event_data_held.thing_id",
  // A note that the profile may stand elsewhere in an order: nothing is told of who is no more.
  "core_beside_stale.thing_id",
  // A letter about a meeting tells who has left it.
  "networking_notice.thing_id",
  // A list of members that is undone puts in again who is still there.
  "custom_groups_undo.thing_id",
];
/** On SQLite, lines for those that come, gone with the change that makes them. */
const PASSING = ["core_beside_fresh.thing_id", "core_beside_turn.first_id", "core_beside_turn.last_id"];
/** Names of columns that look as if they could, and name something else wherever they stand. */
const ELSEWHERE = new Set(
  [
    "actor_id app_id as_id event_id field_id group_id id job_id kind_id location_id meeting_id request_id role_id",
    "session_id speaker_id stage_id tester_id token_id track_id type_category_id type_id user_id view_id external_id client_id",
    "of_event of_field of_type of_status of_country of_column of_number of_text",
    "company_name company_name_key found_by invited_by set_by owner",
  ].flatMap((names) => names.split(" ")),
);
const NAMES_SOMETHING = /(^|_)(id|of)(_|$)|_(by|ids)$|^(participant|profile|person|speaker|company|member|owner|thing)/;

describe.each(testDatabases)("what points at profiles, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let db: Kysely<never>;
  beforeAll(async () => {
    server = await app({ database, env: { PUBLIC_NETWORKING_URL: "https://networking.test" } });
    place = await aPlace(server);
    db = server.deps.database.write as never;
  });
  afterAll(() => server.close());

  const columns = async () => {
    const tables = await db.introspection.getTables();
    return tables
      .filter(({ isView, name }) => !isView && !/^(sqlite_|event_data_search)/.test(name))
      .flatMap(({ name, columns: all }) => all.map((column) => ({ table: name, column: column.name })));
  };
  const said = new Set([...MOVED, ...GONE, ...HISTORY, ...PASSING]);
  const unknown = (all: Awaited<ReturnType<typeof columns>>) =>
    all
      .filter(({ column }) => NAMES_SOMETHING.test(column) && !ELSEWHERE.has(column))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((reference) => !said.has(reference));
  const pointing = async (reference: string, id: number) => {
    const [table, column] = reference.split(".") as [string, string];
    const ofKind = table === "networking_booking" ? sql`and kind = 1` : sql``;
    const found = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where ${sql.ref(column)} = ${id} ${ofKind}`.execute(db);
    return Number(found.rows[0]?.rows);
  };
  /** All rows of the tables in which something can point at a profile, without what counts saves. */
  const snapshot = async () => {
    const tables = [...new Set([...MOVED, ...GONE].map((reference) => reference.split(".")[0] as string))];
    const read = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{ rev?: number }>`select * from ${sql.table(table)}`.execute(db);
        return [table, rows.map(({ rev: _, ...row }) => JSON.stringify(row)).sort()] as const;
      }),
    );
    return Object.fromEntries(read);
  };

  test("every column that may name a profile says what becomes of it in a merge", async () => {
    const there = await columns();

    expect(unknown(there)).toEqual([]);
    // Nor is anything said here of what is no longer there.
    const known = new Set(there.flatMap(({ table, column }) => [`${table}.${column}`, column]));
    expect([...MOVED, ...GONE, ...HISTORY, ...ELSEWHERE].filter((one) => !known.has(one))).toEqual([]);
  });

  test("a table that somebody adds is not overlooked", async () => {
    await db.schema
      .createTable("badges_scan" as never)
      .addColumn("event_id", "integer")
      .addColumn("thing_id", "integer")
      .addColumn("scanner_id", "integer")
      .execute();
    const found = unknown(await columns());
    await db.schema.dropTable("badges_scan" as never).execute();

    expect(found).toEqual(["badges_scan.thing_id", "badges_scan.scanner_id"]);
  });

  test("after a merge nothing points at the profile that went; undone, every row is as it was", async () => {
    const { asker, path } = place;
    const twin = (email: string, values: object = {}) =>
      aProfile(place, { first_name: "Pia", last_name: "Pointed", company_name: "Pointed Ltd", email, ...values });
    const field = { key: "pointed", labels: { "en-gb": "Pointed" }, kind: "number", places: ["profile", "list"] };
    const expert = await server.as("expert");
    await expert.post(`${path}/field`, field);
    const kept = await twin("one@pointed.example");
    const gone = await twin("two@pointed.example", {
      status: "active",
      fields: { pointed: 7, phone: "+358 40 123 4567" },
    });
    await twin("three@pointed.example");
    const other = await aProfile(place, { first_name: "Other", last_name: "One" });
    const group = (await asker.post(`${path}/custom-group`, { name: "Pointed", mode: "manual" })).data;
    await asker.post(`${path}/custom-group/${group.id}/member`, { words: [String(gone.id)] });
    const end = (label: string) => ({ label, category: 1, types: [] });
    const draft = { name: "Points", from: end("points"), to: end("is pointed"), cardinality: "many-many" };
    const kind = (await asker.post(`${path}/relationship`, draft)).data;
    await asker.post(`${path}/relationship/${kind.id}/link`, { from: gone.id, to: other.id });
    await asker.post(`${path}/relationship/${kind.id}/link`, { from: other.id, to: gone.id });
    const start = new Date(Math.ceil(Date.now() / 6e4) * 6e4 + 9e9);
    await asker.post(`${path}/meeting`, {
      ...{ participants: [gone.id, other.id], location_id: null, message: "", state: "accepted" },
      ...{ start: start.toISOString(), end: new Date(start.getTime() + 18e5).toISOString() },
    });
    await sql`insert into agenda_speaker (event_id, source, external_id, name)
      values (${place.eventId}, 'pointed', '1', 'Pia Pointed')`.execute(db);
    const speaker = await sql<{ id: number }>`select id from agenda_speaker where source = 'pointed'`.execute(db);
    await expert.put(`${path}/speaker/${speaker.rows[0]?.id}/profile`, { thing_id: gone.id });
    await asker.post(`${path}/app-access/${gone.id}/mail`);
    await asker.put(`${path}/thing/${gone.id}/availability`, { rev: 0, windows: [] });
    const { data } = await asker.post(`${path}/duplicate/search`);
    await asker.finished(data.job.id);
    await tidyBeside(tidyContext(server.deps));
    for (const reference of [...MOVED, ...GONE])
      expect(await pointing(reference, gone.id), reference).toBeGreaterThan(0);
    const before = await snapshot();

    const version = ({ id, rev }: typeof kept) => ({ id, rev });
    const merged = await asker.post(`${path}/thing/merge`, { keep: version(kept), drop: version(gone), take: [] });

    expect(merged.status).toBe(201);
    for (const reference of [...MOVED, ...GONE]) expect(await pointing(reference, gone.id), reference).toBe(0);
    for (const reference of MOVED) expect(await pointing(reference, kept.id), reference).toBeGreaterThan(0);
    expect((await asker.post(`${path}/thing/merge/${merged.data.id}/undo`)).data.left).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });
});
