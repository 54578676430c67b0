// What the address says is what a list asks for, also where its grid holds something else of it; only what is ticked by hand is said anew.
import { createGrid, type GridApi } from "@ag-grid-community/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import { prepareAgGrid } from "../../../src/kernel/grid/agGrid.ts";
import { columnDefs } from "../../../src/kernel/grid/columns.ts";
import type { DataGridProps, GridColumn, GridRow } from "../../../src/kernel/grid/grid.ts";
import { rowId } from "../../../src/kernel/grid/rowNodes.ts";
import { useListGrid } from "../../../src/kernel/grid/useListGrid.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const KEYS = Array.from({ length: 30 }, (_, at) => `type-${at}`);
const COLUMNS: GridColumn[] = [
  { field: "name", title: "Name" },
  {
    field: "country",
    title: "Country",
    kind: "choice",
    choices: ["DE", "FR"].map((value) => ({ value, label: value })),
  },
  { field: "type", title: "Type", kind: "choice", choices: KEYS.map((value) => ({ value, label: value })) },
];

let drawn: Root;
let api: GridApi;
let router: ReturnType<typeof createMemoryRouter>;
const ask = vi.fn(async (_: ListQuestion) => ({ rows: [{ id: 1 }], total: 9, matched: 9 }));
const addressOf = (filter: unknown) => `/list?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

let props: DataGridProps<GridRow>;

async function list(filter: unknown, columns: readonly GridColumn[] = COLUMNS) {
  document.body.innerHTML = "<div></div><div></div>";
  const [place, page] = document.body.children;
  props = { title: "People", columns, selectable: true, ask };
  let shown = {} as ReturnType<typeof useListGrid>;
  const List = () => {
    shown = useListGrid(props);
    return null;
  };
  router = createMemoryRouter([{ path: "/list", element: <List /> }], { initialEntries: [addressOf(filter)] });
  drawn = createRoot(page as Element);
  act(() =>
    drawn.render(
      <RootContext.Provider value={web().root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  await act(async () => {
    api = createGrid(place as HTMLElement, {
      columnDefs: columnDefs(columns, false),
      rowModelType: "serverSide",
      rowSelection: "multiple",
      getRowId: rowId,
      context: shown.context,
      ...shown.events,
    });
  });
  await settled();
}

beforeEach(() => {
  ask.mockClear();
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  prepareAgGrid("");
});
afterEach(() => {
  act(() => drawn.unmount());
  api.destroy();
  vi.restoreAllMocks();
});

const settled = () => act(async () => void (await new Promise((done) => setTimeout(done, 30))));
/** What React has to do in between is done after each pause. */
const until = (expected: () => void) =>
  vi.waitFor(async () => {
    await settled();
    expected();
  });
const isAsked = (filter: ListFilter[]) => until(() => expect(ask.mock.lastCall?.[0].filter).toEqual(filter));
const said = () => JSON.parse(new URLSearchParams(router.state.location.search).get("filter") ?? "[]");
const go = async (to: string | number) => {
  await act(async () => router.navigate(to as string));
  await settled();
};

test("a value that the column does not offer is asked for all the same, in any order, and stays in the address", async () => {
  await list([["country", "in", ["DE", "XX"]]]);
  await isAsked([{ field: "country", op: "in", value: ["DE", "XX"] }]);

  ask.mockClear();
  await act(async () => api.applyColumnState({ state: [{ colId: "name", sort: "desc" }] }));
  await until(() => expect(ask).toHaveBeenCalled());

  expect(ask.mock.lastCall?.[0]).toMatchObject({
    sort: [{ field: "name", direction: "desc" }],
    filter: [{ field: "country", op: "in", value: ["DE", "XX"] }],
  });
  expect(said()).toEqual([["country", "in", ["DE", "XX"]]]);
});

test("what is ticked by hand is asked for and said", async () => {
  await list([["country", "in", ["DE"]]]);

  await act(async () => api.setFilterModel({ country: { filterType: "set", values: ["FR"] } }));
  await settled();

  await isAsked([{ field: "country", op: "in", value: ["FR"] }]);
  expect(said()).toEqual([["country", "in", ["FR"]]]);
});

test("a filter on another column leaves what the list says of this one", async () => {
  await list([["country", "in", ["DE", "XX"]]]);

  const byName = { name: { filterType: "text", type: "contains", filter: "an" } };
  await act(async () => api.setFilterModel({ ...api.getFilterModel(), ...byName }));
  await settled();

  await isAsked([
    { field: "name", op: "contains", value: "an" },
    { field: "country", op: "in", value: ["DE", "XX"] },
  ]);
  expect(said()).toEqual([
    ["name", "contains", "an"],
    ["country", "in", ["DE", "XX"]],
  ]);
});

test("a filter on a column whose choices come later gets into the grid then", async () => {
  const late = COLUMNS.map((column) => (column.field === "country" ? { ...column, choices: [] } : column));
  await list([["country", "in", ["DE"]]], late);
  expect(api.getFilterModel()).toEqual({});

  await act(async () => api.updateGridOptions({ columnDefs: columnDefs(COLUMNS, false) }));
  props.columns = COLUMNS;
  await go(addressOf([["country", "in", ["DE"]]]));

  expect(api.getFilterModel()).toEqual({ country: { filterType: "set", values: ["DE"] } });
  await isAsked([{ field: "country", op: "in", value: ["DE"] }]);
});

test("Back to another question that has the same ticks asks that one, and what was ticked before goes", async () => {
  const without = [["type", "ne", "type-0"]];
  await list(without);
  await isAsked([{ field: "type", op: "ne", value: "type-0" }]);
  await go(addressOf([["type", "in", KEYS.slice(1)]]));
  await isAsked([{ field: "type", op: "in", value: KEYS.slice(1) }]);
  await act(async () => api.setServerSideSelectionState({ selectAll: true, toggledNodes: [] }));

  await go(-1);

  await isAsked([{ field: "type", op: "ne", value: "type-0" }]);
  expect(said()).toEqual(without);
  expect(api.getServerSideSelectionState()).toMatchObject({ selectAll: false });
});
