// An undoing takes the profiles of a block at a time: what it asks of the database does not grow with them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

const [FEW, MANY] = [20, 200];

let server: TestApp;
let editor: Asker;
let base: string;
let type: number;
const statements: string[] = [];
beforeAll(async () => {
  server = await app({ hear: (text) => void statements.push(text) });
  editor = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  type = (await editor.get(`${base}/type-category`)).data[0].types[0].id;
});
afterAll(() => server.close());

const bring = async (name: string, count: number) => {
  const lines = Array.from({ length: count }, (_, at) => `${name} ${at},${at}@${name}.example`).join("\n");
  const query = `kind=thing&format=csv&mode=apply&type=${type}`;
  await editor.importFile(server.bigEventId, query, `Name,Email\n${lines}\n`);
};
const run = async (search: string, act: object) => {
  const body = { selection: { question: { search: `${search}.example` } }, act, mode: "apply" };
  const { job } = (await editor.post(`${base}/thing/bulk`, body)).data;
  const { result } = (await editor.finished(job.id)).data;
  return { job: job.id as number, changed: result.changed as number };
};
/** Statements on the tables of areas, not those by which the job itself is asked after. */
const asked = () => statements.filter((text) => AREAS.test(text)).length;
const AREAS =
  /\b(?:agenda_|app_access_|availability_|custom_groups_|duplicates_|event_data_|networking_|relationships_)/;
const undone = async (job: number) => {
  statements.length = 0;
  const undo = (await editor.post(`${base}/thing/bulk/${job}/undo`, {})).data.job.id;
  const { result } = (await editor.finished(undo)).data;
  return { changed: result.changed as number, count: asked() };
};

/** Rows are put in fifty at a time, and jobs that follow come when they come: that is not one statement a profile. */
const expectNoMore = ([few = 0, many = 0]: readonly number[]) => {
  expect(few).toBeGreaterThan(0);
  expect(many - few).toBeLessThan((MANY - FEW) / 10);
};

test.each(["in", "out"] as const)(
  "a putting %s of many of a group is undone without a statement for each",
  async (is) => {
    const group = (await editor.post(`${base}/custom-group`, { name: `Block ${is}`, mode: "manual" })).data.id;
    const counts: number[] = [];
    for (const count of [FEW, MANY]) {
      const name = `regrouped${is}${count}`;
      await bring(name, count);
      if (is === "out") await run(name, { do: "group", group, is: "in" });
      const { job, changed } = await run(name, { do: "group", group, is });
      const back = await undone(job);
      expect([changed, back.changed]).toEqual([count, count]);
      counts.push(back.count);
    }

    expectNoMore(counts);
  },
);

test("many members of a group are removed, and come back, without a statement for each", async () => {
  const group = (await editor.post(`${base}/custom-group`, { name: "Block gone", mode: "manual" })).data.id;
  const counts: number[][] = [[], []];
  for (const count of [FEW, MANY]) {
    const name = `removed${count}`;
    await bring(name, count);
    await run(name, { do: "group", group, is: "in" });
    statements.length = 0;
    const { job, changed } = await run(name, { do: "remove", confirm: count });
    const removing = asked();
    const back = await undone(job);
    expect([changed, back.changed]).toEqual([count, count]);
    counts[0]?.push(removing);
    counts[1]?.push(back.count);
  }

  for (const each of counts) expectNoMore(each);
});

/** Each with a meeting with somebody who stays, at a time of their own, and a link to them; with times, a group and app access. */
const surround = (name: string, count: number, otherId: number, kind: number, group: number) =>
  server.deps.database.write
    .transaction()
    .execute((write) => surroundIn(write as never, name, count, otherId, kind, group));
const surroundIn = async (
  write: TestApp["deps"]["database"]["write"],
  name: string,
  count: number,
  otherId: number,
  kind: number,
  group: number,
) => {
  const found = await write
    .selectFrom("event_data_thing" as never)
    .select("id" as never)
    .where("email_key" as never, "like", `%@${name}.example` as never)
    .orderBy("id" as never)
    .execute();
  const ids = (found as { id: number }[]).map(({ id }) => id);
  expect(ids).toHaveLength(count);
  const event_id = server.bigEventId;
  const on = { created_at: NOW, updated_at: NOW };
  for (const [place, thing_id] of ids.entries()) {
    round += 1;
    const from = FIRST_MINUTE + round * 60;
    const [start_at, end_at] = [from, from + 30].map((minute) => new Date(minute * 60_000).toISOString());
    const { id } = (await write
      .insertInto("networking_meeting" as never)
      .values({
        event_id,
        start_at,
        end_at,
        state: "accepted",
        source: "hand",
        message: "",
        reason: "",
        ...on,
      } as never)
      .returning("id" as never)
      .executeTakeFirstOrThrow()) as { id: number };
    for (const [position, one] of [thing_id, otherId].entries()) {
      const part = { meeting_id: id, thing_id: one, event_id, position };
      await write
        .insertInto("networking_participant" as never)
        .values(part as never)
        .execute();
      const booking = { meeting_id: id, event_id, kind: 1, subject_id: one, from_minute: from, to_minute: from + 30 };
      await write
        .insertInto("networking_booking" as never)
        .values(booking as never)
        .execute();
    }
    const link = { event_id, kind_id: kind, from_id: thing_id, to_id: otherId, source: "hand", created_at: NOW };
    await write
      .insertInto("relationships_link" as never)
      .values(link as never)
      .execute();
    const times = { event_id, thing_id, rev: 1, spans: null, kind: 0 };
    await write
      .insertInto("availability_times" as never)
      .values(times as never)
      .execute();
    const member = { group_id: group, thing_id, event_id, added_at: NOW };
    await write
      .insertInto("custom_groups_member" as never)
      .values(member as never)
      .execute();
    const access = { event_id, thing_id, mailed_at: NOW, opened_at: null, entered_at: null, seen_at: null };
    await write
      .insertInto("app_access_profile" as never)
      .values(access as never)
      .execute();
    const speaker = { event_id, source: "", external_id: `${name} ${place}`, name, thing_id, by_hand: 1 };
    await write
      .insertInto("agenda_speaker" as never)
      .values(speaker as never)
      .execute();
    const key = {
      thing_id,
      event_id,
      rev: 1,
      registration: "",
      mail: "",
      name: `${name} ${place}`,
      near: "",
    };
    await write
      .insertInto("duplicates_key" as never)
      .values(key as never)
      .execute();
    await write
      .insertInto("duplicates_phone" as never)
      .values(["1", "2"].map((number) => ({ thing_id, event_id, phone: `712345${number}` })) as never)
      .execute();
    if (place === 0) continue;
    const pair = { event_id, one_id: ids[place - 1], other_id: thing_id, score: 1, reasons: "[]", state: "open" };
    await write
      .insertInto("duplicates_pair" as never)
      .values({ ...pair, found_by: 1 } as never)
      .execute();
  }
  return ids;
};
const NOW = new Date().toISOString();
const FIRST_MINUTE = Math.floor(Date.now() / 60_000) + 60 * 24 * 60;
let round = 0;

const prepared = async (name: string) => {
  const other = (await editor.post(`${base}/thing`, { type_id: type, first_name: "Sta", last_name: `Ying ${name}` }))
    .data;
  const end = { label: "At", category: 1, types: [] };
  const draft = { name: `Knows ${name}`, from: end, to: { ...end, label: "Of" }, cardinality: "many-many" };
  const chief = await server.as("super");
  const kind = (await chief.post(`${base}/relationship`, draft)).data.id as number;
  const group = (await editor.post(`${base}/custom-group`, { name: `With ${name}`, mode: "manual" })).data.id as number;
  return { other: other.id as number, kind, group };
};
/** What there is of some profiles, by table. */
const rowsOf = async (ids: readonly number[]) => {
  const count = async (table: string, column: string) =>
    (
      await server.deps.database.write
        .selectFrom(table as never)
        .select(column as never)
        .where(column as never, "in", ids as never)
        .execute()
    ).length;
  const places = [
    ...[
      ["networking_booking", "subject_id"],
      ["networking_participant", "thing_id"],
      ["relationships_link", "from_id"],
    ],
    ...[
      ["availability_times", "thing_id"],
      ["custom_groups_member", "thing_id"],
      ["app_access_profile", "thing_id"],
    ],
    ...[
      ["agenda_speaker", "thing_id"],
      ["duplicates_key", "thing_id"],
      ["duplicates_phone", "thing_id"],
      ["duplicates_pair", "other_id"],
    ],
  ] as const;
  const found: Record<string, number> = {};
  for (const [table = "", column = ""] of places) found[table] = await count(table, column);
  return found;
};

test("what areas keep of many who are removed comes back without a statement for each", async () => {
  const counts: number[][] = [[], []];
  for (const count of [FEW, MANY]) {
    const name = `surrounded${count}`;
    const { other, kind, group } = await prepared(name);
    await bring(name, count);
    const ids = await surround(name, count, other, kind, group);
    const before = await rowsOf(ids);
    statements.length = 0;
    const { job, changed } = await run(name, { do: "remove", confirm: count });
    counts[0]?.push(asked());
    const gone = await rowsOf(ids);
    const back = await undone(job);
    counts[1]?.push(back.count);

    expect([changed, back.changed]).toEqual([count, count]);
    expect(Object.values(before).every((rows) => rows >= count - 1)).toBe(true);
    expect(gone).toMatchObject({ networking_booking: 0, relationships_link: 0, duplicates_pair: 0, agenda_speaker: 0 });
    expect(await rowsOf(ids)).toEqual(before);
  }

  for (const each of counts) expectNoMore(each);
}, 60_000);

test("meetings of many who are blocked are called off, and taken up again, without a statement for each", async () => {
  const counts: number[][] = [[], []];
  for (const count of [FEW, MANY]) {
    const name = `blocked${count}`;
    const { other, kind, group } = await prepared(name);
    await bring(name, count);
    const ids = await surround(name, count, other, kind, group);
    statements.length = 0;
    const { job, changed } = await run(name, { do: "deactivate", calls_off: true, tells: true });
    counts[0]?.push(asked());
    const off = await rowsOf(ids);
    const back = await undone(job);
    counts[1]?.push(back.count);

    expect([changed, back.changed]).toEqual([count, count]);
    expect(off["networking_booking"]).toBe(0);
    expect((await rowsOf(ids))["networking_booking"]).toBe(count);
  }

  for (const each of counts) expectNoMore(each);
}, 60_000);

test("meetings whose time others have by now are asked for anew without a statement for each", async () => {
  const counts: number[] = [];
  for (const count of [FEW, MANY]) {
    const name = `taken${count}`;
    const { other, kind, group } = await prepared(name);
    await bring(name, count);
    const ids = await surround(name, count, other, kind, group);
    const first = round - count + 1;
    const { job } = await run(name, { do: "remove", confirm: count });
    const [from_minute, to_minute] = [FIRST_MINUTE + first * 60, FIRST_MINUTE + (first + count - 2) * 60 + 30];
    const { write } = server.deps.database;
    const event_id = server.bigEventId;
    const [start_at, end_at] = [from_minute, to_minute].map((minute) => new Date(minute * 60_000).toISOString());
    const said = { state: "accepted", source: "hand", message: "", reason: "", created_at: NOW, updated_at: NOW };
    const long = (await write
      .insertInto("networking_meeting" as never)
      .values({ event_id, start_at, end_at, ...said } as never)
      .returning("id" as never)
      .executeTakeFirstOrThrow()) as { id: number };
    const booked = { meeting_id: long.id, event_id, kind: 1, subject_id: other, from_minute, to_minute };
    await write
      .insertInto("networking_booking" as never)
      .values(booked as never)
      .execute();
    const back = await undone(job);
    counts.push(back.count);

    expect(back.changed).toBe(count);
    // The last of them is free.
    expect((await rowsOf(ids))["networking_booking"]).toBe(1);
  }

  expectNoMore(counts);
}, 60_000);
