// Instants and numbers mean the same however they are written, and on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FilterOp, ListFilter } from "#schemas/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";
import { aPlace, aProfile } from "../support/place.ts";

const HOUR = 3_600_000;
const FIRST = Date.parse("2026-05-01T06:00:00.000Z");
/** Half of a day, one each hour, and one in between that only milliseconds tell. */
const INSTANTS = [...Array.from({ length: 12 }, (_, at) => FIRST + at * HOUR), FIRST + 2 * HOUR + 1].map((at) =>
  new Date(at).toISOString(),
);
const ASKED = "2026-05-01T08:00:00.000Z";
/** As people and programs write that instant. */
const WRITTEN = [
  "2026-05-01T08:00:00.000Z",
  "2026-05-01T08:00:00Z",
  "2026-05-01T08:00Z",
  "2026-05-01T10:00:00+02:00",
  "2026-05-01T01:00:00.000000-07:00",
  "2026-04-30T20:00-12:00",
];
const NO_INSTANTS = ["2026-02-31", "2026-05-01T10:00:00", "2026-05-01 10:00", "2026-05-01T25:00Z", "2026-13-01"];
const FIELDS = ["created_at", "fields.call", "fields.later"] as const;
const OPS = ["eq", "ne", "gt", "gte", "lt", "lte"] as const satisfies readonly FilterOp[];
const MINE: ListFilter = { field: "job_title", op: "eq", value: "Asked by moments" };

let server: TestApp;
let expert: Asker;
let base: string;
beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const type: number = (await expert.get("/1/api/type")).data[0].id;
  const labels = { en: "Call" };
  await expert.post(`${base}/field`, { key: "call", labels, places: ["profile", "list"], kind: "datetime" });
  await expert.post(`${base}/field`, { key: "later", labels: { en: "Later" }, places: ["profile"], kind: "datetime" });
  await expert.post(`${base}/field`, { key: "size", labels: { en: "Size" }, places: ["list"], kind: "number" });
  const values = INSTANTS.map((instant, at) =>
    someValues({
      type_id: type,
      job_title: "Asked by moments",
      fields: { call: instant, later: instant, size: at + 0.5 },
    }),
  );
  await makeThings(server, values, (at) => INSTANTS[at] as string);
}, 60_000);
afterAll(() => server.close());

const ask = (...filter: ListFilter[]) => expert.post(`${base}/thing/query`, { filter, limit: 0 });
const found = async (...filter: ListFilter[]) => {
  const { data, error } = await ask(MINE, ...filter);
  expect(error).toBeUndefined();
  return data.matched as number;
};
const holds = (own: string, op: (typeof OPS)[number]) =>
  ({ eq: own === ASKED, ne: own !== ASKED, gt: own > ASKED, gte: own >= ASKED, lt: own < ASKED, lte: own <= ASKED })[
    op
  ];

describe.each(FIELDS)("instants of %s", (field) => {
  test.each(WRITTEN)("are the same written as %s", async (value) => {
    for (const op of OPS) {
      const expected = INSTANTS.filter((own) => holds(own, op)).length;
      expect([op, await found({ field, op, value })]).toEqual([op, expected]);
      expect([op, (await ask({ field, op, value }, MINE)).data.matched]).toEqual([op, expected]);
    }
    expect(await found({ field, op: "in", value: [value, "2026-05-01T09:00:00.000Z"] })).toBe(2);
  });

  test.each(WRITTEN)("make the same groups by a rule with %s", async (value) => {
    const rule = { match: "all", filter: [MINE, { field, op: "gte", value }] };
    const { data } = await expert.post(`${base}/custom-group/count`, rule);

    expect(data.matched).toBe(11);
  });

  test.each(NO_INSTANTS)("are not %s", async (value) => {
    for (const op of ["eq", "lt"] as const) {
      const refused = await ask({ field, op, value });
      expect([refused.status, refused.error?.fields?.["filter.0.value"]]).toEqual([
        400,
        expect.stringContaining(value),
      ]);
    }
    expect((await ask({ field, op: "in", value: [ASKED, value] })).status).toBe(400);
  });
});

test("a whole day of the last year is asked for like any other", async () => {
  for (const field of FIELDS) {
    for (const op of OPS) expect((await ask({ field, op, value: "9999-12-31" })).status).toBe(200);
    expect(await found({ field, op: "lte", value: "9999-12-31" })).toBe(INSTANTS.length);
    expect(await found({ field, op: "gte", value: "0000-01-01" })).toBe(INSTANTS.length);
    expect(await found({ field, op: "eq", value: "0050-03-01" })).toBe(0);
    expect(await found({ field, op: "gt", value: "0050-03-01" })).toBe(INSTANTS.length);
    expect(await found({ field, op: "gt", value: "9999-12-31" })).toBe(0);
  }
});

test("an answer is kept in one form, however it was written", async () => {
  const place = await aPlace(server);
  for (const later of WRITTEN) {
    const { id } = await aProfile(place, { fields: { later } });
    expect((await expert.get(`${base}/thing/${id}`)).data.fields.later).toBe(ASKED);
  }
  const far = { type_id: place.types[1], last_name: "Far", fields: { later: "9999-12-31T23:00:00-05:00" } };
  expect((await expert.post(`${base}/thing`, far)).error.fields).toHaveProperty("fields.later");
});

describe("numbers", () => {
  const BEYOND = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e300, -1e300];

  test("that are no whole ones are met by nobody's id", async () => {
    const { rows } = (await expert.post(`${base}/thing/query`, { filter: [MINE], limit: 100, columns: [] })).data;
    const ids = (rows as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
    const [first = 0, second = 0] = ids;
    const half = first + 0.5;

    expect(await found({ field: "id", op: "eq", value: half })).toBe(0);
    expect(await found({ field: "id", op: "ne", value: half })).toBe(ids.length);
    expect(await found({ field: "id", op: "gt", value: half })).toBe(ids.length - 1);
    expect(await found({ field: "id", op: "gte", value: half })).toBe(ids.length - 1);
    expect(await found({ field: "id", op: "lt", value: half })).toBe(1);
    expect(await found({ field: "id", op: "lte", value: half })).toBe(1);
    expect(await found({ field: "id", op: "in", value: [half, second, 2 ** 40] })).toBe(1);
    expect(await found({ field: "id", op: "in", value: [half] })).toBe(0);
    expect(await found({ field: "type_id", op: "in", value: [half, 1e300] })).toBe(0);
    const fractions = Array.from({ length: 999 }, (_, at) => at + 0.5);
    expect(await found({ field: "id", op: "in", value: [...fractions, second] })).toBe(1);
  });

  test.each(BEYOND)("as far away as %d are compared like others", async (value) => {
    for (const field of ["id", "type_id", "rev", "fields.size"]) {
      expect([field, await found({ field, op: "eq", value })]).toEqual([field, 0]);
      expect([field, await found({ field, op: "in", value: [value] })]).toEqual([field, 0]);
      expect([field, await found({ field, op: "ne", value })]).toEqual([field, INSTANTS.length]);
      expect([field, await found({ field, op: "lt", value })]).toEqual([field, value > 0 ? INSTANTS.length : 0]);
      expect([field, await found({ field, op: "gte", value })]).toEqual([field, value > 0 ? 0 : INSTANTS.length]);
    }
  });

  test("of own fields are compared with their fractions", async () => {
    expect(await found({ field: "fields.size", op: "gt", value: 1.5 })).toBe(INSTANTS.length - 2);
    expect(await found({ field: "fields.size", op: "eq", value: 1.5 })).toBe(1);
    expect(await found({ field: "fields.size", op: "in", value: [1.5, 2.5, 3] })).toBe(2);
  });
});
