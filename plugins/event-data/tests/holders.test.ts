// Whom a column of another area is about: lists that are filtered by it and rules on it mean the same profiles.
import { expect, test } from "vitest";
import type { Offers } from "#server";
import { type ProfileColumnOf, profileColumnsKey } from "../offers.ts";
import { columnsOfSome, holdersOf } from "../server/columns/beside.ts";
import { TYPES } from "./factories.ts";

const column = (key: string, categories?: readonly number[]): ProfileColumnOf => ({
  ...{ key, title: `x:${key}`, kind: "number", kept: true, of: async () => new Map() },
  ...(categories && { categories }),
});
const columns = [column("x.all"), column("x.people", [1]), column("x.nobody", [])];
const offered = ((key: unknown) => (key === profileColumnsKey ? [columns] : [])) as Offers;

test.each([
  ["x.all", undefined],
  ["x.people", [1]],
  ["x.nobody", []],
])("of %s profiles of the types %j have one", (key, ids) => {
  expect(holdersOf(columns.find((one) => one.key === key) ?? {}, TYPES)).toEqual(ids);
});

test("a list means only those by each column that it filters or groups by, wherever not all have one", () => {
  const filter = ["all", "people", "nobody"].map((key) => ({ field: `beside.x.${key}`, op: "eq" as const, value: 0 }));
  const keys = columnsOfSome(offered, { filter }).map(({ key }) => key);

  expect(keys).toEqual(["x.people", "x.nobody"]);
  expect(columnsOfSome(offered, { group: ["beside.x.people"] })).toHaveLength(1);
  expect(columnsOfSome(offered, { by: "beside.x.people" })).toHaveLength(1);
  expect(columnsOfSome(offered, { filter: [{ field: "name", op: "eq", value: "Ada" }] })).toEqual([]);
});
