// A column of many choices: all of them but a few are asked for by the few, so that neither question nor address names a thousand.
import { expect, test } from "vitest";
import type { ListFilter } from "#schemas/list.ts";
import { fromModel, toModel } from "../../../src/kernel/grid/filterModel.ts";
import type { GridColumn } from "../../../src/kernel/grid/grid.ts";

const keys = Array.from({ length: 1000 }, (_, at) => `option-${at}`);
const column = (more: Partial<GridColumn> = {}): GridColumn => ({
  field: "fields.many",
  title: "Many",
  kind: "choice",
  choices: keys.map((value) => ({ value, label: value })),
  blank: true,
  ...more,
});
const asked = (values: (string | null)[], of = column()) =>
  fromModel({ [of.field]: { filterType: "set", values } }, [of]);
const ne = (value: string): ListFilter => ({ field: "fields.many", op: "ne", value });
const filled: ListFilter = { field: "fields.many", op: "empty", value: false };

test.for([
  ["with those that have none", [null, ...keys.slice(2)], [ne("option-0"), ne("option-1")]],
  ["without them", keys.slice(1), [filled, ne("option-0")]],
] as const)(
  "all but a few are asked for by those few, %s, and come back as they were ticked",
  ([, values, filters]) => {
    expect(asked([...values])).toEqual(filters);
    expect(toModel(filters, [column()])).toEqual({
      model: { "fields.many": { filterType: "set", values } },
      rest: [],
    });
  },
);

test("a column of which nothing is empty needs not say so", () => {
  expect(asked(keys.slice(1), column({ blank: false }))).toEqual([ne("option-0")]);
});

test("of several values the others count, of a few choices each is named, and half of many are too", () => {
  const names = (filters: ListFilter[]) => filters.map(({ op }) => op);
  const few = column({ choices: keys.slice(0, 5).map((value) => ({ value, label: value })) });

  expect(names(asked(keys.slice(1), column({ several: true })))).toEqual(["in"]);
  expect(names(asked(keys.slice(1), column({ lists: true })))).toEqual(["in"]);
  expect(names(asked(keys.slice(1, 5), few))).toEqual(["in"]);
  expect(names(asked(keys.slice(500)))).toEqual(["in"]);
  expect(asked(keys)).toEqual([filled]);
});

test("a choice that is no longer offered is left to the question", () => {
  const filters = [ne("gone")];

  expect(toModel(filters, [column()])).toEqual({ model: {}, rest: filters });
});
