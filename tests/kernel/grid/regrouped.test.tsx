// Boxes of groups tell what of them is ticked, so ticks go where it is not known in which of other groups they would stand.
import { createGrid, type GridApi, type IServerSideSelectionState } from "@ag-grid-community/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareAgGrid } from "../../../src/kernel/grid/agGrid.ts";
import { columnDefs } from "../../../src/kernel/grid/columns.ts";
import type { DataGridProps, GridRow } from "../../../src/kernel/grid/grid.ts";
import { rowId } from "../../../src/kernel/grid/rowNodes.ts";
import { useListGrid } from "../../../src/kernel/grid/useListGrid.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const COLUMNS = [
  { field: "country", title: "Country" },
  { field: "status", title: "Status" },
];

let drawn: Root;
let api: GridApi;
const ticked = vi.fn();

beforeEach(() => {
  document.body.innerHTML = "<div></div><div></div>";
  const [place, page] = document.body.children;
  ticked.mockClear();
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  prepareAgGrid("");
  const props: DataGridProps<GridRow> = {
    title: "People",
    columns: COLUMNS,
    selectable: true,
    ask: async () => ({ rows: [], total: 9, matched: 9 }),
    askGroups: async () => ({ groups: [], more: false }),
    onSelect: ({ count }) => ticked(count),
  };
  let list = {} as ReturnType<typeof useListGrid>;
  const List = () => {
    list = useListGrid(props);
    return null;
  };
  drawn = createRoot(page as Element);
  act(() =>
    drawn.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter>
          <List />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  act(() => {
    api = createGrid(place as HTMLElement, {
      columnDefs: columnDefs(COLUMNS, false, true),
      rowModelType: "serverSide",
      rowSelection: "multiple",
      getRowId: rowId,
      context: list.context,
      ...list.events,
    });
  });
});
afterEach(() => {
  act(() => drawn.unmount());
  api.destroy();
  vi.restoreAllMocks();
});

const names = () => (api.getServerSideSelectionState() as IServerSideSelectionState).toggledNodes;
/** Groups the list, and lets the grid tell of it. */
const group = (...by: string[]) =>
  act(async () => {
    api.setRowGroupColumns(by);
    await new Promise((done) => setTimeout(done, 20));
  });
const tick = (...toggledNodes: string[]) =>
  act(async () => api.setServerSideSelectionState({ selectAll: false, toggledNodes }));

test("what is ticked of closed groups is ticked no more once the rows stand in others", async () => {
  await group("country");
  await tick("1", "2");
  expect(names()).toEqual(["1", "2"]);

  await group("status");
  expect([names(), ticked.mock.lastCall]).toEqual([[], [0]]);

  await tick("3");
  await group("status", "country");
  expect(names()).toEqual([]);
});

test("what is ticked row by row is ticked no more in groups; what is ticked in groups stays once there are none", async () => {
  await tick("1");
  await group("country");
  expect(names()).toEqual([]);

  await tick("1", "2");
  await group();
  expect(names()).toEqual(["1", "2"]);
});
