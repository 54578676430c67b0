// A day of a list is the day that its cells show: in filters, groups and files, also where the clocks change.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FilterOp, ListFilter, ListGroup } from "#schemas/list.ts";
import { dayIn, daysBetween } from "#server";
import { startOfDay, startsOf } from "../../../server/kernel/listDays.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const HOUR = 3_600_000;
/** Around a change of the clocks forwards, and one back. */
const ZONES = {
  "Pacific/Auckland": ["2026-04-05", "2026-09-27"],
  "America/New_York": ["2026-03-08", "2026-11-01"],
  "Europe/London": ["2026-03-29", "2026-10-25"],
  "America/Sao_Paulo": ["2018-02-18", "2018-11-04"],
  // Half an hour between summer and winter.
  "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
  "Asia/Kathmandu": ["2026-01-01", "1985-12-31"],
} as const;
const FIELDS = ["created_at", "fields.call", "fields.later"] as const;
const OPS = ["eq", "ne", "gt", "gte", "lt", "lte", "in"] as const satisfies readonly FilterOp[];

let server: TestApp;
let expert: Asker;
let base: string;
let rows: Thing[];

const instantsAround = (day: string) =>
  // To a quarter of an hour and a second before it, over three days.
  Array.from({ length: 3 * 24 }, (_, at) => Date.parse(`${day}T00:00:00Z`) + (at - 36) * HOUR).flatMap((at) =>
    [0, 15 * 60_000 - 1000].map((more) => new Date(at + more).toISOString()),
  );

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const type: number = (await expert.get("/1/api/type")).data[0].id;
  const kind = { kind: "datetime" };
  await expert.post(`${base}/field`, { key: "call", labels: { de: "Call" }, places: ["profile", "list"], ...kind });
  await expert.post(`${base}/field`, { key: "later", labels: { de: "Later" }, places: ["profile"], ...kind });
  const instants = Object.values(ZONES).flat().flatMap(instantsAround);
  const values = instants.map((instant, at) => {
    const fields: Thing["fields"] = at % 9 ? { call: instant, later: instant } : at % 2 ? { call: "some day" } : {};
    return someValues({ type_id: type, fields });
  });
  await makeThings(server, values, (at) => instants[at] as string);
  rows = [];
  for (let offset = 0; rows.length === offset; offset += 1000)
    rows.push(
      ...(await expert.post(`${base}/thing/query`, { offset, limit: 1000, sort: [{ field: "id", direction: "asc" }] }))
        .data.rows,
    );
}, 120_000);
afterAll(() => server.close());

const goesBy = (zone: string) =>
  sql`update core_event set timezone = ${zone} where id = ${server.bigEventId}`.execute(server.deps.database.write);
const found = async (filter: ListFilter[]) =>
  (await expert.post(`${base}/thing/query`, { filter, limit: 0 })).data.matched as number;
const valueIn = (row: Thing, field: string) =>
  String(field.startsWith("fields.") ? (row.fields[field.slice(7)] ?? "") : row[field as "created_at"]);
const shownDay = (zone: string, value: string) => (/^\d{4}-/.test(value) ? dayIn(zone, value) : value.slice(0, 10));

describe.each(Object.entries(ZONES))("on the clocks of %s", (zone, days) => {
  beforeAll(() => goesBy(zone));

  test.each(["created_at", "fields.call"])(
    "groups by %s are the days that cells show, and lead to their rows",
    async (by) => {
      const groups: ListGroup[] = (await expert.post(`${base}/thing/group`, { by, limit: 1000 })).data.groups;

      const expected = new Map<string, number>();
      for (const row of rows) {
        const day = shownDay(zone, valueIn(row, by));
        expected.set(day, (expected.get(day) ?? 0) + 1);
      }
      expect(Object.fromEntries(groups.map(({ value, count }) => [value, count]))).toEqual(
        Object.fromEntries(expected),
      );
      for (const group of groups.filter(({ value }) => value !== "some day"))
        expect([group.value, await found(group.filter)]).toEqual([group.value, group.count]);
    },
  );

  test("groups are these days, too, where the list lies within some years, of which each day is counted by its ends", async () => {
    const [first, last] = [...days].sort().map((day) => Date.parse(day)) as [number, number];
    const [from, until] = [first - 72 * HOUR, last + 96 * HOUR].map((at) => new Date(at).toISOString());
    await sql`update event_data_thing set updated_at = case when created_at between ${from} and ${until} then created_at
      else ${`${days[0]}T12:00:00.000Z`} end where event_id = ${server.bigEventId}`.execute(server.deps.database.write);
    const asked = (question: object) =>
      expert.post(`${base}/thing/group`, { by: "updated_at", limit: 1000, ...question });
    const isHeard = ({ created_at }: Thing) => created_at >= (from ?? "") && created_at <= (until ?? "");
    const moment = (row: Thing) => (isHeard(row) ? row.created_at : `${days[0]}T12:00:00.000Z`);
    const countsOf = (some: readonly Thing[]) => {
      const counts = new Map<string, number>();
      for (const row of some) counts.set(dayIn(zone, moment(row)), (counts.get(dayIn(zone, moment(row))) ?? 0) + 1);
      return [...counts].sort();
    };
    const told = ({ data }: { data: { groups: ListGroup[] } }) => data.groups.map(({ value, count }) => [value, count]);

    expect(told(await asked({}))).toEqual(countsOf(rows));
    const active = [{ field: "status", op: "eq", value: "active" }];
    expect(told(await asked({ filter: active }))).toEqual(countsOf(rows.filter(({ status }) => status === "active")));
    const most = countsOf(rows).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const { data } = await asked({ order: "count", offset: 1, limit: 2 });
    expect([told({ data }), data.more]).toEqual([most.slice(1, 3), most.length > 3]);
    for (const { filter, count } of (await asked({ direction: "desc" })).data.groups as ListGroup[])
      expect(await found(filter)).toBe(count);
  });

  test("each day of many begins when it begins by itself", () => {
    const all = daysBetween("2017-12-01", "2019-03-01").concat(daysBetween("2026-01-01", "2027-01-01"));

    expect(startsOf(zone, all)).toEqual(all.map((day) => startOfDay(zone, day)));
  });

  test.each(FIELDS)("filters on days of %s find what cells show", async (field) => {
    for (const day of days) {
      for (const op of OPS) {
        const value = op === "in" ? [day, "2000-01-01"] : day;
        const expected = rows.filter((row) => holds(shownDay(zone, valueIn(row, field)), op, day));
        expect([field, op, day, await found([{ field, op, value }])]).toEqual([field, op, day, expected.length]);
      }
      const span: ListFilter[] = [
        { field, op: "gte", value: days[0] },
        { field, op: "lte", value: day },
      ];
      const within = rows.filter((row) => {
        const own = shownDay(zone, valueIn(row, field));
        return holds(own, "gte", days[0]) && holds(own, "lte", day);
      });
      expect(await found(span)).toBe(within.length);
    }
  });
});

test("a file that is grouped by day has the groups of the screen", async () => {
  await goesBy("Pacific/Auckland");
  const filter = [{ field: "created_at", op: "gte", value: "2026-04-01" }];
  const columns = [{ field: "created_at", title: "Created" }];
  const sort = [{ field: "created_at", direction: "desc" }];

  const started = await expert.post(`${base}/thing/export`, {
    format: "csv",
    columns,
    filter,
    sort,
    group: ["created_at"],
  });
  await expert.finished(started.data.job.id);
  const { payload } = (await expert.get(`/1/api/job/${started.data.job.id}/file`)).response;
  const written = payload
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(0, 10));

  const groups: ListGroup[] = (
    await expert.post(`${base}/thing/group`, {
      by: "created_at",
      filter,
      order: "value",
      direction: "desc",
      limit: 1000,
    })
  ).data.groups;
  expect(written).toEqual(groups.flatMap(({ value, count }) => Array(count).fill(value)));
});

/** A text that is no instant is compared as it is written. */
function holds(own: string, op: (typeof OPS)[number], day: string): boolean {
  if (op === "ne") return own !== day;
  if (op === "eq" || op === "in") return own === day;
  if (own === "") return false;
  return { gt: own > day, gte: own >= day, lt: own < day, lte: own <= day }[op];
}
