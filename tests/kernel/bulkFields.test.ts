// Several fields at once: which of them change, and why others do not.
import { expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { bulkBack, bulkChange, bulkPlan } from "../../src/kernel/fields/bulkFields.ts";

const field = (id: number, facts: Partial<Field> = {}) =>
  ({ id, event_id: 5, kind: "text", type_ids: [1], places: ["profile"], archived_at: null, ...facts }) as Field;
const why = (fields: Field[], bulk: Parameters<typeof bulkPlan>[2]) =>
  bulkPlan(fields, 5, bulk, [{ id: 1 }, { id: 2 }]).staying.map((one) => [one.field.id, one.why]);

test("a data type is given to fields that lack it, not to those that every type has", () => {
  const all = [field(1), field(2, { type_ids: [] }), field(3, { type_ids: [2] }), field(4, { event_id: 0 })];

  expect(why(all, { act: "type", type: 2 })).toEqual([
    [2, "allTypes"],
    [3, "hasType"],
    [4, "shared"],
  ]);
  expect(bulkChange(field(1), { act: "type", type: 2 })).toEqual({ type_ids: [1, 2] });
  expect(bulkBack(field(1), { act: "type", type: 2 })).toEqual({ type_ids: [1] });
});

test("lists come to be sorted by every kind that is asked", () => {
  const all = [
    field(1),
    field(2, { places: ["list"] }),
    field(3, { kind: "file" }),
    field(4, { archived_at: "2026-01-01T00:00:00.000Z" }),
  ];

  expect(why(all, { act: "listed" })).toEqual([
    [2, "listed"],
    [4, "archived"],
  ]);
  expect(bulkChange(field(1), { act: "listed" })).toEqual({ places: ["profile", "list"] });
  expect(bulkBack(field(1), { act: "listed" })).toEqual({ places: ["profile"] });
  expect(why(all, { act: "archive" })).toEqual([[4, "archived"]]);
});

test("those by which participants filter already stay so, and the others keep where else they are met", () => {
  const all = [field(1, { places: ["list"] }), field(2, { places: ["filter"] })];

  expect(why(all, { act: "filter" })).toEqual([[2, "filter"]]);
  expect(bulkChange(all[0] as Field, { act: "filter" })).toEqual({ places: ["list", "filter"] });
  expect(bulkBack(all[0] as Field, { act: "filter" })).toEqual({ places: ["list"] });
});

test("a data type is taken from fields that have it beside others, not from those that would have every type then, or none of this event", () => {
  const all = [
    field(1, { type_ids: [1, 2] }),
    field(2),
    field(3, { type_ids: [2] }),
    field(4, { type_ids: [] }),
    field(5, { type_ids: [1, 2], archived_at: "2026-01-01T00:00:00.000Z" }),
    field(6, { type_ids: [1, 8] }),
    field(7, { type_ids: [1, 2, 8] }),
  ];

  expect(why(all, { act: "untype", type: 1 })).toEqual([
    [2, "onlyType"],
    [3, "otherTypes"],
    [4, "everyType"],
    [6, "onlyHere"],
  ]);
  expect(bulkChange(all[0] as Field, { act: "untype", type: 1 })).toEqual({ type_ids: [2] });
  expect(bulkBack(all[0] as Field, { act: "untype", type: 1 })).toEqual({ type_ids: [1, 2] });
});
