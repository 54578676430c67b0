// Which answers of a person go to which of their profiles, where they are asked, and when.
import { expect, test } from "vitest";
import { carriedOf, type Here } from "../server/fields/travel/carry.ts";
import { aField, aThing } from "./factories.ts";

const here = (event_id: number, fields: object, changes = {}): Here => {
  return {
    ...aThing({ id: event_id, email: "ada@engine.example", fields: fields as Here["fields"], ...changes }),
    event_id,
  };
};
const shared = aField({ key: "diet", event_id: 0 });
const carried = (things: Here[], keys: string[], isNew: 0 | 1, places = {}) =>
  carriedOf(
    { fields: [shared], archived: new Set(), isLater: () => false, ...places },
    1,
    [["ada@engine.example", keys, isNew]],
    things,
  ).map(({ thing, answers }) => [thing.event_id, Object.fromEntries(answers)]);

test("an archived event gives answers and takes none", () => {
  const things = [here(1, { diet: "new" }), here(2, { diet: "old" })];

  expect(carried(things, ["diet"], 0)).toEqual([[2, { diet: "new" }]]);
  expect(carried(things, ["diet"], 0, { archived: new Set([2]) })).toEqual([]);
  const coming = [here(1, {}), here(2, { diet: "old" })];
  expect(carried(coming, [], 1, { archived: new Set([2]) })).toEqual([[1, { diet: "old" }]]);
});

test("an answer that was given later elsewhere is not overwritten by one that is still on its way", () => {
  const things = [here(1, { diet: "first" }), here(2, { diet: "second" }), here(3, { diet: "old" })];

  expect(carried(things, ["diet"], 0, { isLater: ({ event_id }: Here) => event_id === 2 })).toEqual([
    [3, { diet: "first" }],
  ]);
});

test("an answer that who comes has taken away since is not brought back", () => {
  const things = [here(1, {}), here(2, { diet: "old" })];

  expect(carried(things, [], 1)).toEqual([[1, { diet: "old" }]]);
  expect(carried(things, [], 1, { isLater: ({ event_id }: Here) => event_id === 1 })).toEqual([]);
});

test("who comes gets the answer that was saved last, where the field is asked of them", () => {
  const others = [here(2, { diet: "old" }), here(3, { diet: "late" }, { updated_at: "2026-02-01T00:00:00.000Z" })];

  expect(carried([here(1, {}), ...others], [], 1)).toEqual([[1, { diet: "late" }]]);
  expect(carried([here(1, { diet: "own" }), ...others], [], 1)).toEqual([]);
  expect(carried([here(1, {}), ...others], [], 1, { fields: [{ ...shared, event_ids: [2, 3] }] })).toEqual([]);
  expect(carried([here(1, {}), ...others], [], 1, { fields: [{ ...shared, type_ids: [9] }] })).toEqual([]);
});
