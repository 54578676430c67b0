// What is ticked with Shift is known to AG Grid's own acts on ticked rows, such as copying, as what is ticked one by one; and what
// has been cleared is not.
import { createGrid, type GridApi } from "@ag-grid-community/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareAgGrid } from "../../../src/kernel/grid/agGrid.ts";
import { clearSelection, selectAll } from "../../../src/kernel/grid/gridSelection.ts";
import { tickRanges } from "../../../src/kernel/grid/tickRanges.ts";

let api: GridApi;
let frame: HTMLElement;

/** Forty rows of which AG Grid has loaded the first twenty. */
beforeEach(async () => {
  document.body.innerHTML = "<div></div><div></div>";
  const [place, boxes] = document.body.children;
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  prepareAgGrid("");
  api = createGrid(place as HTMLElement, {
    columnDefs: [{ field: "id" }],
    rowModelType: "serverSide",
    rowSelection: "multiple",
    cacheBlockSize: 20,
    getRowId: ({ data }) => String(data.id),
    serverSideDatasource: {
      getRows: ({ request: { startRow = 0 }, success }) => success({ rowData: rows(startRow), rowCount: 40 }),
    },
  });
  frame = boxes as HTMLElement;
  frame.innerHTML = [0, 1, 3, 25].map(boxAt).join("");
  await vi.waitFor(() => expect(api.getRowNode("3")?.data).toBeDefined());
  const idsOf = async (first: number, last: number) => rows(first, last + 1 - first).map(({ id }) => id);
  tickRanges(frame, { api, shown: () => "", idsOf, most: 500, tooMany: vi.fn(), moved: vi.fn(), failed: vi.fn() });
});
afterEach(() => {
  api.destroy();
  vi.restoreAllMocks();
});

const rows = (start: number, count = 20) => Array.from({ length: count }, (_, at) => ({ id: start + at }));
const boxAt = (at: number) =>
  `<div row-index="${at}"><div col-id="list-ticks"><i class="ag-selection-checkbox"><input></i></div></div>`;
function click(at: number, shiftKey = false) {
  const box = frame.querySelector(`[row-index="${at}"] input`);
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
  // By itself the grid ticks one row.
  if (!shiftKey) api.getRowNode(String(at))?.setSelected(true);
}
const known = () => api.getSelectedRows().map(({ id }) => id);
const ticked = () => (api.getServerSideSelectionState() as { toggledNodes: string[] }).toggledNodes.map(Number);

test("rows that are loaded", async () => {
  click(1);
  click(3, true);

  await vi.waitFor(() => expect(ticked()).toEqual([1, 2, 3]));
  expect(known()).toEqual([1, 2, 3]);
});

test("of rows beyond those that are loaded the ones that are, and all are ticked", async () => {
  // Of those further down, it has the one that is clicked.
  api.getDisplayedRowAtIndex(25)?.setData({ id: 25 });
  click(0);
  click(25, true);

  await vi.waitFor(() => expect(ticked()).toHaveLength(26));
  expect(known()).toEqual(rows(0).map(({ id }) => id));
});

test("of all that match those that are loaded, and not only what was ticked before", () => {
  click(1);
  selectAll(api);

  expect(api.getServerSideSelectionState()).toEqual({ selectAll: true, toggledNodes: [] });
  expect(known()).toEqual(rows(0).map(({ id }) => id));
  api.getRowNode("3")?.setSelected(false);
  expect(api.getServerSideSelectionState()).toEqual({ selectAll: true, toggledNodes: ["3"] });
  expect(known()).not.toContain(3);
});

test("what has been cleared is not ticked with the next row", () => {
  click(1);
  clearSelection(api);
  click(3);

  expect([ticked(), known()]).toEqual([[3], [3]]);
});
