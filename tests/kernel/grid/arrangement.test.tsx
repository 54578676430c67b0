// Widths and pins are the person's own, whoever names the columns; and what lists of one name do not share is kept for each.
import { createGrid, type GridApi } from "@ag-grid-community/core";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareAgGrid } from "../../../src/kernel/grid/agGrid.ts";
import { columnDefs } from "../../../src/kernel/grid/columns.ts";
import type { GridColumn, GridView } from "../../../src/kernel/grid/grid.ts";
import { useArrangement } from "../../../src/kernel/grid/useArrangement.ts";
import type { Root as Stores } from "../../../src/kernel/store/root.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";

const NAME = { field: "name", title: "Name", flex: 2 };
const STATUS = { field: "status", title: "Status", width: 150 };
const EMAIL = { field: "email", title: "Email", width: 180 };
const SIZE = { field: "fields.size", title: "Size", width: 150, hidden: true };
const DIET = { field: "fields.diet", title: "Diet", width: 150, hidden: true };
const PEOPLE: readonly GridColumn[] = [NAME, STATUS, EMAIL];

let stored: Record<string, unknown>;
let drawn: Root;
let api: GridApi;
let arrangement: ReturnType<typeof useArrangement>;
let address: Partial<GridView>;

beforeEach(() => {
  stored = {};
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  prepareAgGrid("");
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});
function leave() {
  flushSync(() => drawn.unmount());
  api.destroy();
}

/** Opens the list as its address says, as after a reload. */
function open(named?: readonly string[], columns = PEOPLE) {
  document.body.innerHTML = "<div></div><div></div>";
  const [grid, page] = document.body.children;
  api = createGrid(grid as HTMLElement, { columnDefs: columnDefs(columns, false) });
  drawn = createRoot(page as Element);
  address = named ? { columns: named } : {};
  draw(columns);
  arrangement.show(api);
}
function List({ columns }: { columns: readonly GridColumn[] }) {
  const view = { search: "", sort: [], filter: [], group: [], ...address };
  const change = (part: Partial<GridView>) => void Object.assign(address, part);
  arrangement = useArrangement({ title: "People", columns, remember: "people" }, view, change, api);
  return null;
}
function draw(columns: readonly GridColumn[]) {
  const local = {
    read: (key: string) => JSON.parse(JSON.stringify(stored[key] ?? null)) ?? undefined,
    write: (key: string, value: unknown) => {
      stored[key] = value;
    },
  };
  const stores = { env: { local } } as unknown as Stores;
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={stores}>
        <List columns={columns} />
      </RootContext.Provider>,
    ),
  );
}
/** Opens the list again where the address says what it says now. */
function again(columns = PEOPLE) {
  leave();
  open(address.columns, columns);
}

function put(...state: Parameters<GridApi["applyColumnState"]>[0]["state"] & object) {
  api.applyColumnState({ state });
  arrangement.arranged(api);
}
const widen = (colId: string, width: number) => {
  api.applyColumnState({ state: [{ colId, flex: null }] });
  put({ colId, width });
};
const shown = () =>
  api.getColumnState().flatMap(({ colId, hide, width, pinned, flex }) => {
    return hide ? [] : `${colId} ${flex ? `flex ${flex}` : width}${pinned ? ` ${pinned}` : ""}`;
  });

test("what one has widened and pinned is so after a reload, also where a column has been hidden", () => {
  open();
  widen("name", 333);
  put({ colId: "status", pinned: "left" });
  put({ colId: "email", hide: true });
  expect(address.columns).toEqual(["name", "status"]);

  again();
  expect(shown()).toEqual(["name 333", "status 150 left"]);
  arrangement.arranged(api);
  again();
  expect(shown()).toEqual(["name 333", "status 150 left"]);
});

test("widths and pins stand in a view of other columns, and those that are given there are kept", () => {
  open();
  widen("status", 222);
  address.columns = ["email", "status"];
  again();
  expect(shown()).toEqual(["email 180", "status 222"]);

  widen("email", 444);
  again();
  expect(shown()).toEqual(["email 444", "status 222"]);
  delete address.columns;
  again();
  expect(shown()).toEqual(["name flex 2", "status 222", "email 444"]);
});

test("a width that is given in somebody else's view is there in a list that one has never arranged, and nothing else of it", () => {
  open(["email"]);
  arrangement.arranged(api);
  expect(stored).toEqual({});
  widen("email", 444);
  delete address.columns;
  again();

  expect(shown()).toEqual(["name flex 2", "status 150", "email 444"]);
});

test("columns that are told anew stay as wide and as chosen as they were, whoever has named them", () => {
  open(["fields.size", "status"], [...PEOPLE, SIZE]);
  widen("status", 222);

  const renamed = [...PEOPLE, { ...SIZE, title: "Größe" }];
  api.setGridOption("columnDefs", columnDefs(renamed, false));
  draw(renamed);

  expect(shown()).toEqual(["fields.size 150", "status 222"]);
});

test("columns that only one of two lists has are as they were, after the other one has been arranged", () => {
  const one = [...PEOPLE, SIZE];
  const other = [...PEOPLE, DIET];
  open(undefined, one);
  api.moveColumns(["fields.size"], 1);
  put({ colId: "fields.size", hide: false, width: 99 });
  expect(shown()).toEqual(["name flex 2", "fields.size 99", "status 150", "email 180"]);

  delete address.columns;
  again(other);
  expect(shown()).toEqual(["name flex 2", "status 150", "email 180"]);
  widen("email", 444);
  // Once more, as what is kept by now is the person's own here, too.
  put({ colId: "status", hide: true });
  put({ colId: "status", hide: false });
  delete address.columns;
  again(one);
  expect(shown()).toEqual(["name flex 2", "fields.size 99", "status 150", "email 444"]);

  again(other);
  arrangement.reset(api);
  put({ colId: "status", hide: true });
  delete address.columns;
  again(one);
  expect(shown()).toEqual(["name flex 2", "email 180", "fields.size 99"]);
});
