// Before the grid is there, its columns stand where the grid will draw them.
import { expect, test } from "vitest";
import type { GridColumn } from "../../../src/kernel/grid/grid.ts";
import { columnsWithin, outlineColumns } from "../../../src/kernel/grid/outline.ts";

interface Note {
  id: number;
}

const COLUMNS: readonly GridColumn<Note>[] = [
  { field: "name", title: "Name", flex: 2 },
  { field: "count", title: "Count", kind: "number" },
  { field: "secret", title: "Secret", hidden: true },
  { field: "state", title: "State", kind: "choice", width: 60, pinned: "left" },
];

const fields = (kept?: Parameters<typeof outlineColumns>[1], view?: readonly string[]) =>
  outlineColumns(COLUMNS, kept, view).map(({ column }) => column.field);

test("hidden columns are left out and pinned ones come first", () => {
  expect(fields()).toEqual(["state", "name", "count"]);
});

test("a person's order, width and choice come before the list's own", () => {
  const kept = [
    { colId: "list-ticks", width: 44 },
    { colId: "count", width: 300, hide: false, pinned: null, flex: null },
    { colId: "secret", width: 90, hide: false, pinned: null, flex: null },
    { colId: "name", width: 200, hide: true, pinned: null, flex: 2 },
  ];
  expect(fields(kept)).toEqual(["state", "count", "secret"]);
  expect(outlineColumns(COLUMNS, kept, undefined)[1]?.style).toEqual({ width: 300 });
});

test("the columns that a view names are shown in its order, also hidden ones", () => {
  expect(fields([{ colId: "name", hide: true }], ["secret", "name", "gone"])).toEqual(["secret", "name"]);
});

test("no column is narrower than the grid draws it", () => {
  const [state, name, count] = outlineColumns(COLUMNS, undefined, undefined);
  expect([state?.style, name?.style, count?.style]).toEqual([
    { width: 80 },
    { flexGrow: 2, flexBasis: 0, minWidth: 80 },
    { width: 110 },
  ]);
});

test("columns outside of the window are not written, and the one at its edge is", () => {
  const all = outlineColumns(COLUMNS, undefined, undefined);
  expect(columnsWithin(all, 90).map(({ column }) => column.field)).toEqual(["state", "name"]);
  expect(columnsWithin(all, 5000)).toHaveLength(3);
});
