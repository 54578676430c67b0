// Cells that are selected in a long list, of which few rows are loaded.
import type { GridApi } from "@ag-grid-community/core";
import { expect, test, vi } from "vitest";
import { copyLoaded, keysOf } from "../../../src/kernel/grid/copying.ts";
import { selectedRows } from "../../../src/kernel/grid/ranges.ts";
import { figuresOf, selectedValues } from "../../../src/kernel/grid/statusFacts.ts";

const badge = { getColId: () => "badge" };
const columns = [{ field: "badge", kind: "number" as const }];

/** A list of a million rows, with 200 of them loaded at its end and one that is on its way. */
function list(...ranges: [number, number][]) {
  const loaded = Array.from({ length: 200 }, (_, at) => ({ rowIndex: 999_999 - at, data: { badge: at } }));
  const nodes = [...loaded, { rowIndex: 5, data: undefined }, { rowIndex: null, data: { badge: 1 } }];
  const api = {
    getCellRanges: () =>
      ranges.map(([from, to]) => ({ startRow: { rowIndex: from }, endRow: { rowIndex: to }, columns: [badge] })),
    getDisplayedRowCount: () => 1_000_000,
    getDisplayedRowAtIndex: vi.fn(),
    forEachNode: (each: (node: object) => void) => nodes.forEach(each),
    getValue: (_: unknown, { data }: { data: { badge: number } }) => data.badge,
    getDataAsCsv: ({ rowPositions }: { rowPositions: { rowIndex: number }[] }) =>
      rowPositions.map(({ rowIndex }) => rowIndex).join("\r\n"),
  };
  return api as typeof api & GridApi;
}

test("of a million selected rows those that are loaded are looked at, and the others are counted", () => {
  const api = list([0, 999_999]);
  const rows = selectedRows(api);

  expect([rows.nodes.length, rows.all]).toEqual([200, 1_000_000]);
  expect(figuresOf(selectedValues(api, rows, columns))).toMatchObject({ count: 200, max: 199, sum: 19_900 });
  expect(api.getDisplayedRowAtIndex).not.toHaveBeenCalled();
});

test("rows of two ranges that overlap are counted once, and those beyond the end not at all", () => {
  expect(selectedRows(list([10, 0], [5, 14], [5, 6])).all).toBe(15);
  expect(selectedRows(list([999_990, 2_000_000])).all).toBe(10);
  expect(selectedRows(list()).all).toBe(0);
});

test("what is copied of them are the loaded ones, as they stand, and it is told how many that is", () => {
  const tell = vi.fn();
  const write = vi.fn();

  expect(copyLoaded(list([999_997, 3]), false, tell, write)).toBe(true);
  expect(write.mock.calls[0]?.[0].split("\r\n").slice(-2)).toEqual(["999996", "999997"]);
  expect(tell).toHaveBeenCalledExactlyOnceWith(198, 999_995);
});

test("what is loaded wholly is left to the grid, and where nothing is, what was copied before stays", () => {
  const tell = vi.fn();
  const write = vi.fn();

  expect(copyLoaded(list([999_990, 999_999]), false, tell, write)).toBe(false);
  expect(tell).not.toHaveBeenCalled();
  expect(copyLoaded(list([0, 9]), false, tell, write)).toBe(true);
  expect(write).not.toHaveBeenCalled();
  expect(tell).toHaveBeenCalledExactlyOnceWith(0, 10);
});

test("keys that would do something to each selected cell are taken from the grid", () => {
  const copy = vi.fn(() => true);
  const isTaken = (key: string, ctrlKey = true, editing = false) =>
    keysOf(copy)({ event: new KeyboardEvent("keydown", { key, ctrlKey }), api: list(), editing });

  expect(["d", "v", "X"].map((key) => isTaken(key))).toEqual([true, true, true]);
  expect(["Delete", "Backspace", "/", "?"].map((key) => isTaken(key, false))).toEqual([true, true, true, true]);
  expect(["a", "ArrowDown"].map((key) => isTaken(key))).toEqual([false, false]);
  expect([isTaken("v", false), isTaken("v", true, true), copy.mock.calls.length]).toEqual([false, false, 0]);
  expect([isTaken("c"), copy.mock.calls.length]).toEqual([true, 1]);
  copy.mockReturnValue(false);
  expect(isTaken("c")).toBe(false);
});
