// What a rule reads like, wherever the reader's clocks stand.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListFilter } from "#schemas/list.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { aField } from "../../event-data/tests/factories.ts";
import texts from "../locales/en-gb.json";
import { blankClause, type ClauseField, clauseFields, clauseText, isWhole, opsOf } from "../web/clauses.ts";

const zone = process.env["TZ"];
beforeAll(async () => {
  process.env["TZ"] = "America/Los_Angeles";
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
});
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

const fields = clauseFields(
  [],
  [aField({ key: "arrives", kind: "date" }), aField({ key: "lands", kind: "datetime" })],
  "Asia/Tokyo",
);
const read = (field: string, value: string) => clauseText({ field, op: "gte", value } as ListFilter, fields);

test.each(["created_at", "updated_at", "fields.arrives", "fields.lands"])(
  "a day that %s is compared with is that day west of Greenwich, too",
  (field) => {
    expect(new Date("2026-05-01T00:00:00Z").getDate()).toBe(30);

    expect(read(field, "2026-05-01")).toContain("1 May 2026");
  },
);

test("a moment is read on the clocks of the event", () => {
  expect(read("fields.lands", "2026-04-30T20:00:00.000Z")).toContain("1 May 2026, 05:00");
});

test("of a picture a rule says only whether it is there, from the first", () => {
  const named = clauseFields([], []);
  const picture = named.find(({ field }) => field === "photo") as ClauseField;
  const clause = blankClause(picture);

  expect(opsOf(picture, "filled")).toEqual(["empty", "filled"]);
  expect(isWhole(clause, named)).toBe(true);
  expect([clauseText(clause, named), clauseText({ ...clause, value: true }, named)]).toEqual([
    "Picture is there",
    "Picture is missing",
  ]);
});
