// What the editor of rules makes of an event's own fields is what the server can ask, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FilterOp } from "#schemas/list.ts";
import { countryName } from "#web";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { blankClause, type ClauseField, choicesOf, clauseFields, isWhole, opsOf } from "../web/clauses.ts";

describe.each(testDatabases)("rules about an event's own fields on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let fields: ReturnType<typeof clauseFields>;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const expert = await server.as("expert");
    const labels = (name: string) => ({ "en-gb": name });
    const options = ["s", "m"].map((key) => ({ key, labels: labels(key.toUpperCase()) }));
    for (const field of [
      { key: "diet", kind: "text" },
      { key: "shirt", kind: "choice", options },
      { key: "days", kind: "choices", options },
      { key: "guests", kind: "number" },
      { key: "vip", kind: "boolean" },
      { key: "arrives", kind: "date" },
      { key: "lands", kind: "datetime" },
      { key: "home", kind: "country" },
      { key: "secret", kind: "text", see_role: 95 },
    ]) {
      const made = await expert.post(`${place.path}/field`, { ...field, labels: labels(field.key) });
      expect(made.status, JSON.stringify(made.error)).toBe(201);
    }
    const all = (await place.asker.get(`${place.path}/custom-group/field`)).data;
    fields = clauseFields([], all);
    const answers = [
      { diet: "vegan", shirt: "s", days: ["s", "m"], guests: 3, vip: true, arrives: "2026-05-02", home: "DE" },
      { diet: "meat", shirt: "m", days: ["m"], guests: 10, vip: false, arrives: "2026-05-03", home: "FI" },
      {},
    ];
    for (const [at, own] of answers.entries()) {
      const lands = at === 0 ? { lands: "2026-05-01T10:00:00.000Z" } : {};
      const names = { first_name: "Rule", last_name: "abc"[at], email: `${at}@rule.example` };
      await aProfile(place, { ...names, country: ["DE", "FI", ""][at], fields: { ...own, ...lands } });
    }
  });
  afterAll(() => server.close());

  const fieldCalled = (key: string) => fields.find(({ field }) => field === `fields.${key}` || field === key);

  test("a person is offered the fields that they may see, by their kinds", () => {
    expect(fields.filter(({ field }) => field.startsWith("fields.")).map(({ field, kind }) => [field, kind])).toEqual([
      ["fields.diet", "text"],
      ["fields.shirt", "choice"],
      ["fields.days", "many"],
      ["fields.guests", "number"],
      ["fields.vip", "choice"],
      ["fields.arrives", "day"],
      ["fields.lands", "time"],
      ["fields.home", "choice"],
    ]);
    expect(isWhole(blankClause(fieldCalled("shirt") as never), fields)).toBe(false);
  });

  test("a number is asked for as a number: what is written otherwise is not whole, and told", async () => {
    const clause = { field: "fields.guests", op: "gte" as const, value: "1,5" };
    const draft = (value: unknown) => ({
      ...{ name: `At least ${value}`, mode: "rule" },
      rule: { match: "all", filter: [{ ...clause, value }] },
    });

    expect(isWhole(clause, fields)).toBe(false);
    expect(isWhole({ ...clause, value: 1.5 }, fields)).toBe(true);
    expect(isWhole({ ...clause, op: "empty", value: true }, fields)).toBe(true);
    expect((await place.asker.post(`${place.path}/custom-group`, draft("1,5"))).data.faults).toEqual([
      { at: 0, why: "number", name: "1,5" },
    ]);
    expect((await place.asker.post(`${place.path}/custom-group`, draft(1.5))).data).toMatchObject({
      ...{ faults: [], members: 2 },
    });
  });

  test.each([
    ["diet", "contains", "veg", "a"],
    ["diet", "empty", true, "c"],
    ["shirt", "in", ["s"], "a"],
    ["shirt", "in", ["s", "m"], "ab"],
    ["days", "contains", '"s"', "a"],
    ["days", "contains", '"m"', "ab"],
    ["guests", "gte", 3, "ab"],
    ["guests", "lte", 3, "a"],
    ["vip", "in", [true], "a"],
    ["vip", "in", [false], "b"],
    ["arrives", "lte", "2026-05-02", "a"],
    ["vip", "ne", true, "bc"],
    ["home", "in", ["DE"], "a"],
    ["home", "ne", "DE", "bc"],
    ["country", "in", ["DE"], "a"],
    ["country", "in", ["DE", "FI"], "ab"],
    ["country", "ne", "DE", "bc"],
    ["country", "empty", true, "c"],
    ["lands", "lt", "2026-05-02", "a"],
    ["lands", "gte", "2026-05-02", ""],
    ["last_name", "startsWith", "b", "b"],
    ["first_name", "eq", "Rule", "abc"],
    ["photo", "empty", true, "abc"],
    ["photo", "empty", false, ""],
  ])("%s %s %j finds %s", async (key, op, value, names) => {
    const rule = {
      match: "all",
      filter: [
        { field: fieldCalled(key)?.field, op, value },
        { field: "email", op: "contains", value: "@rule.example" },
      ],
    };
    const made = await place.asker.post(`${place.path}/custom-group`, {
      name: `${key} ${op} ${JSON.stringify(value)}`,
      mode: "rule",
      rule,
    });
    const listed = await place.asker.post(`${place.path}/custom-group/${made.data.id}/member/query`, {});

    expect(made).toMatchObject({ status: 201, data: { members: names.length } });
    expect(
      listed.data.rows
        .map((row: { name: string }) => row.name.at(-1))
        .sort()
        .join(""),
    ).toBe(names);
    if (op === "empty") return;
    expect(choices(key, op as FilterOp)?.map((choice) => choice.value) ?? [value].flat()).toEqual(
      expect.arrayContaining([value].flat()),
    );
  });

  const choices = (key: string, op: FilterOp, value: string[] = []) =>
    choicesOf(fieldCalled(key) as ClauseField, { field: key, op, value });

  test.each(["country", "home"])("%s is chosen by name and asked by code", (key) => {
    const field = fieldCalled(key) as ClauseField;

    expect(field.kind).toBe("choice");
    expect(choices(key, "in")).toContainEqual({ value: "DE", label: countryName("DE") });
  });

  test("a country that was imported by its name is chosen by that, and a rule by its text stays one", () => {
    const field = fieldCalled("country") as ClauseField;

    expect(choices("country", "in", ["Old Country", "DE"])?.slice(0, 1)).toEqual([
      { value: "Old Country", label: "Old Country" },
    ]);
    expect(opsOf(field, "contains")).toEqual(["contains", "in", "ne", "empty", "filled"]);
    expect(choices("country", "contains")).toBeUndefined();
    expect(opsOf(field, "ne")).toEqual(["in", "ne", "empty", "filled"]);
  });
});
