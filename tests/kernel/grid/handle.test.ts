import type { GridApi } from "@ag-grid-community/core";
import { describe, expect, test } from "vitest";
import type { DataGridProps, GridView } from "../../../src/kernel/grid/grid.ts";
import { handleOf } from "../../../src/kernel/grid/gridHandle.ts";
import { nodesIn, ownId, rowId } from "../../../src/kernel/grid/rowNodes.ts";

/** A list that is shown like this, with these columns on the screen. */
function handle(view: Partial<GridView>, displayed: string[], props: Partial<DataGridProps> = {}) {
  const grid = { getAllDisplayedColumns: () => displayed.map((id) => ({ getColId: () => id })) } as unknown as GridApi;
  const columns = ["name", "email", "status", "country"].map((field) => ({ field, title: field }));
  const list: DataGridProps = {
    title: "People",
    columns,
    askGroups: async () => ({ groups: [], more: false }),
    ...props,
  };
  const counts = { total: 3, matched: 3 };
  return handleOf(
    () => grid,
    () => ({ props: list, view: { search: "", sort: [], filter: [], group: [], ...view }, counts }),
    () => {},
    () => false,
  );
}

describe("the question of what is shown", () => {
  test("has the columns and the order of the screen", () => {
    const sort = [{ field: "email", direction: "desc" as const }];

    expect(handle({ sort }, ["list-ticks", "email", "name"]).question()).toEqual({ sort, columns: ["email", "name"] });
    expect(handle({}, ["name"]).question()).toEqual({ columns: ["name"] });
  });

  test("is in the order of the list itself where a column that was sorted is not there any more", () => {
    const defaultSort = [{ field: "name", direction: "asc" as const }];
    const gone = { field: "fields.table", direction: "desc" as const };

    expect(handle({ sort: [gone] }, ["name"], { defaultSort }).question()).toMatchObject({ sort: defaultSort });
    expect(handle({ sort: [gone, ...defaultSort] }, ["name"]).question()).toMatchObject({ sort: defaultSort });
  });

  test("begins with the columns of the groups, which the grid hides, and names them", () => {
    const grouped = handle(
      {
        group: ["status", "country"],
        sort: [
          { field: "name", direction: "asc" },
          { field: "country", direction: "desc" },
        ],
      },
      ["list-ticks", "ag-Grid-AutoColumn", "name", "country", "email"],
    );

    expect(grouped.question()).toEqual({
      group: ["status", "country"],
      sort: [
        { field: "name", direction: "asc" },
        { field: "country", direction: "desc" },
      ],
      columns: ["status", "country", "name", "email"],
    });
  });

  test("keeps the order of the list itself within the groups", () => {
    const defaultSort = [{ field: "name", direction: "asc" as const }];

    expect(handle({ group: ["status"] }, ["name"], { defaultSort }).question()).toMatchObject({
      group: ["status"],
      sort: defaultSort,
    });
  });

  test("knows no groups where the list has none", () => {
    const flat = handle({ group: ["status"] }, ["name"], { askGroups: undefined });

    expect(flat.question()).toEqual({ columns: ["name"] });
  });

  test("leaves the groups out of the visible columns, by which a view is saved", () => {
    expect(handle({ group: ["status"] }, ["ag-Grid-AutoColumn", "name", "email"]).columns()).toEqual(["name", "email"]);
  });
});

test("a row that stands in several groups has a name in each, and is found by its own", () => {
  const columns = [
    { field: "sets", title: "Sets", several: true },
    { field: "status", title: "Status" },
  ];
  const gridBy = (...by: string[]) => {
    const nodes = new Map<string, { id: string }>();
    const api = {
      getRowGroupColumns: () => by.map((id) => ({ getColId: () => id })),
      getRowNode: (id: string) => nodes.get(id),
      forEachNode: (each: (node: { id: string }) => void) => nodes.forEach(each),
    } as unknown as GridApi;
    const context = { columns: () => columns };
    const name = (id: number, ...parentKeys: string[]) =>
      rowId({ data: { id }, parentKeys, api, context } as unknown as Parameters<typeof rowId>[0]);
    const put = (...names: string[]) => names.map((id) => nodes.set(id, { id }));
    return { api, name, put };
  };
  const sets = gridBy("status", "sets");
  const [one, other] = [sets.name(7, "active", "1"), sets.name(7, "active", "2")];
  sets.put(one, other, sets.name(8, "active", "1"));

  expect(one).not.toBe(other);
  expect([one, other].map(ownId)).toEqual(["7", "7"]);
  expect(nodesIn(sets.api)(7).map(({ id }) => id)).toEqual([one, other]);
  expect(nodesIn(sets.api)(9)).toEqual([]);
  expect(gridBy("status").name(7, "active")).toBe("7");
  expect(gridBy("sets").name(7)).toBe("7");
});
