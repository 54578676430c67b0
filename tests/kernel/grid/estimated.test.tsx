// What is ticked of a list that has only been estimated is an estimate, wherever it is said.
import type { GridApi } from "@ag-grid-community/core";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { selectionOf } from "../../../src/kernel/grid/gridSelection.ts";
import { ListToolbar } from "../../../src/kernel/grid/ListToolbar.tsx";
import { SelectedPanel } from "../../../src/kernel/grid/StatusPanels.tsx";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";

const view = { search: "", sort: [], filter: [], group: [] };
const TEXTS = {
  "status.about": "about {{number}}",
  "status.selected": "Selected",
  "selected.rows_other": "{{number}} selected",
};

beforeAll(() => startLanguage("en-gb", async () => ({ grid: TEXTS })));

function ticked(all: boolean, toggled: string[], about: boolean) {
  const grid = {
    getGridOption: () => "serverSide",
    getServerSideSelectionState: () => ({ selectAll: all, toggledNodes: toggled }),
  } as unknown as GridApi;
  return selectionOf(grid, view, { total: 480_000, matched: 480_000, about });
}

test("of all that match it is as many as these, of single rows it is their number", () => {
  expect(ticked(true, ["3"], true)).toMatchObject({ count: 479_999, about: true });
  expect(ticked(true, ["3"], false)).not.toHaveProperty("about");
  expect(ticked(false, ["3"], true)).toEqual({ all: false, ids: [3], count: 1, view });
});

test.for([
  [true, "about 480,000"],
  [false, "480,000"],
] as const)("toolbar and status bar say so: %s", ([isAbout, number]) => {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const nothing = () => undefined;
  const api = { addEventListener: nothing, removeEventListener: nothing } as unknown as GridApi;
  const context = {
    counts: () => ({ total: 480_000, matched: 480_000 }),
    selected: () => 480_000,
    isSelectedAbout: () => isAbout,
    columns: () => [],
  };
  const parts = {
    groups: [],
    filterNames: [],
    own: [],
    columns: [],
    view,
    change: nothing,
    onChart: undefined,
    onReset: undefined,
  };
  const acts = { onCompact: nothing, onColumns: nothing, onClear: nothing, compact: false, searchable: false };
  flushSync(() =>
    root.render(
      <>
        <ListToolbar title="All" {...parts} {...acts} selected={480_000} isAbout={isAbout} />
        <SelectedPanel api={api} context={context} />
      </>,
    ),
  );

  expect(place.querySelector(".list-selected")?.textContent).toBe(`${number} selected`);
  expect(place.querySelector(".list-status")?.textContent).toBe(`Selected: ${number}`);
  root.unmount();
});
