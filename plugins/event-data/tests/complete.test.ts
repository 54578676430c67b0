// How complete profiles are is kept true while profiles and fields change, found by lists, and counted on the event's home.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import type { Figure } from "#schemas/figure.ts";
import type { ListFilter } from "#schemas/list.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { completeness } from "../server/columns/own.ts";
import { complete } from "../server/migrations/0173_complete.ts";

const COMPLETE = "beside.event-data.complete";

let server: TestApp;
let expert: Asker;
let eventId: number;
let base: string;
let types: { id: number; type_category_id: number }[];

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  eventId = server.bigEventId;
  base = `/1/api/container/${eventId}`;
  types = (await expert.get("/1/api/type")).data;
  for (const key of ["one", "two", "three"]) await make({ key, labels: { de: key } });
  await make({ key: "only", labels: { de: "only" }, type_ids: [typeOf(1)] });
  await make({ key: "many", labels: { de: "many" }, kind: "choices", options: ["a", "b"].map(option) });
  for (let at = 0; at < 40; at++) await person(at);
});
afterAll(() => server.close());
beforeEach(() => server.resting());

const typeOf = (category: number) => types.find((one) => one.type_category_id === category)?.id ?? 0;
const option = (key: string) => ({ key, labels: { de: key } });
const make = async (draft: object): Promise<Field> =>
  (await expert.post(`${base}/field`, { kind: "text", ...draft })).data;

async function person(at: number): Promise<Thing> {
  const { data, error } = await expert.post(`${base}/thing`, {
    type_id: typeOf(at % 5 ? 1 : 2),
    name: `N${at}`,
    last_name: `N${at}`,
    status: at % 3 ? "active" : "invited",
    country: at % 2 ? "DE" : "",
    fields: {
      ...(at % 2 ? { one: "x" } : {}),
      ...(at % 3 ? { two: "y", three: "z" } : {}),
      ...(at % 4 ? { many: at % 8 === 1 ? [] : ["a"] } : {}),
      ...(at % 5 && at % 7 ? { only: "o" } : {}),
    },
  });
  expect(error).toBeUndefined();
  return data;
}

const all = async (who = expert): Promise<Thing[]> =>
  (await who.post(`${base}/thing/query`, { limit: 1000 })).data.rows;
const find = async (filter: ListFilter[], query = "", who = expert): Promise<{ matched: number; rows: Thing[] }> =>
  (await who.post(`${base}/thing/query${query}`, { limit: 1000, filter })).data;

/** What each profile's share should be, out of its answers and the fields that somebody sees. */
async function expected(who = expert): Promise<Map<number, number>> {
  const own: Field[] = (await who.get(`${base}/field`)).data;
  const shares = (await all(who)).flatMap((thing): [number, number][] => {
    const share = completeness(own, thing);
    return share === undefined ? [] : [[thing.id, share]];
  });
  return new Map(shares);
}

/** What stands in the column, and what filters, the order and groups of the list make of it. */
async function expectTrue(who = expert) {
  await server.resting();
  const shares = await expected(who);
  const things = await all(who);
  const ids = things.map(({ id }) => id);
  const { data } = await who.post(`${base}/thing/column`, { columns: [COMPLETE], ids });
  const told = (data as { id: number; values: Record<string, number> }[]).map(
    ({ id, values }) => [id, values[COMPLETE]] as const,
  );
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(shares));
  const is = (holds: (share: number) => boolean) =>
    ids.filter((id) => holds(shares.get(id) ?? Number.NaN)).sort((a, b) => a - b);
  const found = async (...filter: [ListFilter["op"], ListFilter["value"]?][]) =>
    (
      await find(
        filter.map(([op, value]) => ({ field: COMPLETE, op, ...(value !== undefined && { value }) })),
        "",
        who,
      )
    ).rows
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  expect(await found(["gte", 30], ["lte", 79])).toEqual(is((share) => share >= 30 && share <= 79));
  expect(await found(["eq", 100])).toEqual(is((share) => share === 100));
  expect(await found(["lt", 50])).toEqual(is((share) => share < 50));
  expect(await found(["ne", 100])).toEqual(ids.filter((id) => shares.get(id) !== 100).sort((a, b) => a - b));
  expect(await found(["in", [0, 100]])).toEqual(is((share) => share === 0 || share === 100));
  expect(await found(["empty"])).toEqual(ids.filter((id) => !shares.has(id)).sort((a, b) => a - b));
  const sort = [{ field: COMPLETE, direction: "desc" }];
  const { data: sorted } = await who.post(`${base}/thing/query`, { limit: 1000, sort });
  const size = (id: number) => shares.get(id) ?? -1;
  expect(sorted.rows.map(({ id }: Thing) => id)).toEqual([...ids].sort((a, b) => size(b) - size(a) || b - a));
  const { data: grouped } = await who.post(`${base}/thing/group`, { by: COMPLETE, limit: 200 });
  for (const { value, count, filter } of grouped.groups) {
    expect(count).toBe(ids.filter((id) => (shares.get(id) ?? null) === value).length);
    expect((await find(filter, "", who)).matched).toBe(count);
  }
  expect(grouped.groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(ids.length);
  return shares;
}

test("the share of what is asked stands in the column, and lists are filtered, sorted and grouped by it", async () => {
  const shares = await expectTrue();

  expect(new Set(shares.values()).size).toBeGreaterThan(4);
  const mixed: ListFilter[] = [
    { field: COMPLETE, op: "gte", value: 50 },
    { field: "country", op: "eq", value: "DE" },
  ];
  const { matched, rows } = await find(mixed, "?category=1");
  expect(matched).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(3);
  for (const { id, country } of rows) expect([country, (shares.get(id) ?? 0) >= 50]).toEqual(["DE", true]);
  const figures = [{ field: COMPLETE, fn: "avg" }];
  const { data } = await expert.post(`${base}/thing/group`, { by: "status", figures });
  for (const { value, figures: told } of data.groups) {
    const own = (await all()).filter(({ status }) => status === value).flatMap(({ id }) => shares.get(id) ?? []);
    expect(told[0]).toBeCloseTo(own.reduce((sum, one) => sum + one, 0) / own.length, 6);
  }
});

test("profiles that are saved, moved, removed, imported and changed many at a time have the share of what they answer", async () => {
  const [first, second, third, ...rest] = await all();
  await expert.patch(`${base}/thing/${first?.id}`, { rev: first?.rev, fields: { one: null, two: "now" } });
  await expert.patch(`${base}/thing/${second?.id}`, { rev: second?.rev, status: "blocked", country: "PL" });
  await expert.remove(`${base}/thing/${third?.id}?rev=${third?.rev}`);
  await expectTrue();

  const bulk = async (act: object, ids: number[]) => {
    const { data } = await expert.post(`${base}/thing/bulk`, { selection: { ids }, act, mode: "apply" });
    return (await expert.finished(data.job.id)).data;
  };
  const some = rest.slice(0, 12).map(({ id }) => id);
  const moved = await bulk({ do: "move", type_id: typeOf(3) }, some);
  expect(moved.result.changed).toBeGreaterThan(5);
  await expectTrue();
  await bulk({ do: "remove" }, some.slice(0, 4));
  await expectTrue();

  const csv =
    "First name,Last name,Email,one,two\nIda,Import,ida@complete.example,a,b\nBo,Import,bo@complete.example,,\n";
  await expert.importFile(eventId, `kind=thing&format=csv&type=${typeOf(1)}&mode=apply`, csv);
  await expectTrue();
}, 60_000);

test("fields that come, go or are asked of others change the shares, and nobody sees a share of both", async () => {
  const made = await make({ key: "late", labels: { de: "late" } });
  const before = await expectTrue();
  const { data: limited } = await expert.patch(`${base}/field/${made.id}`, { rev: made.rev, type_ids: [typeOf(2)] });
  await expectTrue();
  const { data: archived } = await expert.post(`${base}/field/${made.id}/archive`, { rev: limited.rev });
  const after = await expectTrue();
  expect([...after.values()].some((share, at) => share > ([...before.values()][at] ?? 0))).toBe(true);
  await expert.post(`${base}/field/${made.id}/restore`, { rev: archived.rev });
  await expectTrue();

  // What lines ask that nobody needs any more is gone with its shares.
  const { quick } = server.deps.database;
  const { rows: lines } = await sql<{
    line: number;
  }>`select line from event_data_complete where event_id = ${eventId}`.execute(quick);
  const strays = sql`select thing_id from event_data_answer where of_event = ${eventId} and of_field > 1000000000
    and of_field not in (${sql.join(lines.map(({ line }) => line))})`;
  expect((await strays.execute(quick)).rows).toEqual([]);
  const asked = await sql<{
    line: number;
  }>`select distinct line from event_data_asked where event_id = ${eventId}`.execute(quick);
  expect(asked.rows.map(({ line }) => line).sort()).toEqual(lines.map(({ line }) => line).sort());
}, 60_000);

test("what is hidden from somebody is not told by a share, and those who see it have a share of their own", async () => {
  const owner = await server.as("owner");
  const hidden = await make({ key: "hidden", labels: { de: "hidden" }, see_role: 95, edit_role: 95 });
  const [one] = await all();
  await expert.patch(`${base}/thing/${one?.id}`, { rev: one?.rev, fields: { hidden: "known" } });

  const byExpert = await expectTrue();
  const byOwner = await expectTrue(owner);

  expect(byExpert.get(one?.id ?? 0)).not.toBe(byOwner.get(one?.id ?? 0));
  // A moment after it is hidden from more, before the job has run, nobody is told by the old line.
  const another = await make({ key: "soon", labels: { de: "soon" } });
  await server.resting();
  await expert.patch(`${base}/field/${another.id}`, { rev: another.rev, see_role: 95, edit_role: 95 });
  const asked = await owner.post(`${base}/thing/column`, { columns: [COMPLETE], ids: [one?.id ?? 0] });
  expect(asked.data[0]?.values[COMPLETE]).toBe(byOwner.get(one?.id ?? 0));
  await expectTrue(owner);
  await expert.post(`${base}/field/${hidden.id}/archive`, { rev: hidden.rev });
  await expectTrue();
}, 60_000);

test("the home of the event counts participants by share, and each bar and step leads to exactly its rows", async () => {
  const whole = { one: "x", two: "y", three: "z", many: ["a"], only: "o", soon: "s" };
  const active = { type_id: typeOf(1), last_name: "Whole", status: "active", fields: whole };
  expect((await expert.post(`${base}/thing`, active)).status).toBe(201);
  const { data } = await expert.get(`${base}/overview`);
  const figure = (id: string) => (data.figures as Figure[]).find((one) => one.id === id);
  const rowsOf = async (path = "") => {
    const asked = JSON.parse(new URL(path, "http://lanyard.test").searchParams.get("filter") ?? "[]");
    return (
      await find(
        asked.map(([field, op, value]: unknown[]) => ({ field, op, value }) as ListFilter),
        "?category=1",
      )
    ).matched;
  };

  const bars = figure("event-data.complete");
  const steps = figure("event-data.funnel");

  expect(bars?.along.places).toEqual([
    "0–9",
    "10–19",
    "20–29",
    "30–39",
    "40–49",
    "50–59",
    "60–69",
    "70–79",
    "80–89",
    "90–99",
    "100",
  ]);
  const counts = bars?.series[0]?.values ?? [];
  expect(await Promise.all((bars?.paths ?? []).map(rowsOf))).toEqual(counts);
  expect(counts.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe((await find([], "?category=1")).matched);
  expect(counts.filter((count) => (count ?? 0) > 0).length).toBeGreaterThan(3);
  expect(steps?.along.places.at(-1)).toBe("event-data:tells.funnel.complete");
  expect(await rowsOf(steps?.paths?.at(-1))).toBe(steps?.series[0]?.values.at(-1));
  expect(steps?.series[0]?.values.at(-1)).toBeGreaterThan(0);
});

test("an event that came after its fields begins with its first profile", async () => {
  const admin = await server.as("super");
  await admin.post("/1/api/field", { kind: "text", key: "everywhere", labels: { de: "everywhere" } });
  await server.resting();
  const draft = {
    ...{ name: "Later", format: "in_person", timezone: "Europe/Berlin", active: 0, web_networking_activated: 0 },
    ...{ date_start: "2027-05-04T07:00:00.000Z", date_end: "2027-05-05T15:00:00.000Z" },
  };
  const { data: event } = await admin.post("/1/api/container", draft);
  const path = `/1/api/container/${event.id}`;
  const draftOf = { type_id: typeOf(1), last_name: "First", fields: { everywhere: "x" } };
  expect((await admin.post(`${path}/thing`, draftOf)).status).toBe(201);
  await server.resting();

  const { data } = await admin.post(`${path}/thing/query`, { filter: [{ field: COMPLETE, op: "eq", value: 100 }] });

  expect(data.matched).toBe(1);
});

describe("where profiles were there before", () => {
  test("each has its share when the lines come", async () => {
    await server.resting();
    const { write, dialect } = server.deps.database;
    const isSqlite = dialect.kind === "sqlite";
    // New profiles are settled by other triggers than the lines came with.
    for (const what of isSqlite ? ["removed", "saved"] : ["added", "removed", "saved"]) {
      const name = `event_data_complete_${what}`;
      await sql.raw(isSqlite ? `drop trigger ${name}` : `drop function ${name} cascade`).execute(write);
    }
    await sql`drop table event_data_complete`.execute(write);
    await sql`drop table event_data_asked`.execute(write);
    await sql`delete from event_data_answer where of_field > 1000000000`.execute(write);

    await write.transaction().execute((db) => complete.up(db, dialect));
    if (isSqlite) await sql`drop trigger event_data_complete_added`.execute(write);

    await expectTrue();
    const [one] = await all();
    await expert.patch(`${base}/thing/${one?.id}`, { rev: one?.rev, fields: { one: "again" } });
    await expectTrue();
  });
});
