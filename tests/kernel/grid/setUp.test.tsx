// A grid is given its columns and its rows one after the other, so that the page can answer in between; what is not there yet is
// not said to be nothing.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import type { DataGridProps, GridHandle } from "../../../src/kernel/grid/grid.ts";
import { ListGrid } from "../../../src/kernel/grid/ListGrid.tsx";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const COLUMNS = [{ field: "name", title: "Name" }];

let drawn: Root;
let handle: GridHandle | null;
const told = vi.fn();

afterEach(() => {
  act(() => drawn.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A list, drawn as far as it comes before anybody else has a turn. */
async function list(props: Pick<DataGridProps, "rows" | "ask">, address = "") {
  vi.useFakeTimers();
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  told.mockClear();
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
  await act(async () =>
    drawn.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter initialEntries={[`/list${address}`]}>
          <ListGrid
            title="People"
            columns={COLUMNS}
            outline={<p id="outline" />}
            empty={<p id="empty" />}
            handle={(one) => {
              handle = one;
            }}
            onCounts={({ matched }) => told(matched)}
            {...props}
          />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
}

/** Whoever waits has a turn. */
const turn = () => act(async () => void (await vi.advanceTimersToNextTimerAsync()));
const there = () => ({
  columns: document.querySelectorAll(".ag-header-cell").length,
  rows: document.querySelectorAll(".ag-row").length,
  outline: document.querySelectorAll("#outline").length,
  empty: document.querySelectorAll("#empty").length,
  told: told.mock.calls.flat(),
});

/** What is there after each turn, until nothing more comes. */
async function seen() {
  const found = [there()];
  for (let turns = 0; turns < 8; turns++) {
    await turn();
    found.push(there());
  }
  return found;
}
const firstWith = (found: ReturnType<typeof there>[], part: "columns" | "rows" | "empty") =>
  found.findIndex((one) => one[part] > 0);

test("the columns of a grid come after its frame, and its rows after them, each in a task of its own", async () => {
  await list({ rows: [{ id: 1 }, { id: 2 }] });
  const found = await seen();

  expect(found[0]).toMatchObject({ columns: 0, rows: 0, outline: 1 });
  expect(firstWith(found, "columns")).toBeGreaterThan(0);
  expect(firstWith(found, "rows")).toBeGreaterThan(firstWith(found, "columns"));
  expect(handle?.columns()).toEqual(["name"]);
});

test("rows that are still to be given are not counted, nor is it said that there are none", async () => {
  await list({ rows: [{ id: 1 }, { id: 2 }] }, "?sort=-name");
  const found = await seen();

  expect(new Set(found.flatMap((one) => one.told))).toEqual(new Set([2]));
  expect(firstWith(found, "empty")).toBe(-1);
});

test("that there are none is said once the grid has been given them", async () => {
  await list({ rows: [] });
  const found = await seen();

  expect(firstWith(found, "empty")).toBeGreaterThan(firstWith(found, "columns"));
  expect(found.at(-1)).toMatchObject({ outline: 0, empty: 1, told: [0] });
});

test("rows are asked for once the columns are there, in the order that the address names", async () => {
  const ask = vi.fn(async (_: ListQuestion) => ({ rows: [{ id: 1 }], total: 1, matched: 1 }));
  await list({ ask }, "?sort=-name");
  for (let turns = 0; there().columns === 0; turns++) {
    expect(ask).not.toHaveBeenCalled();
    expect(turns).toBeLessThan(8);
    await turn();
  }
  await seen();

  expect(ask.mock.calls.map(([{ sort }]) => sort)).toEqual([[{ field: "name", direction: "desc" }]]);
});
