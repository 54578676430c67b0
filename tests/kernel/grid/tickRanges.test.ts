// With Shift all rows between two ticks are ticked, also those that are not loaded; and too many of them are told of.
import { beforeEach, expect, test, vi } from "vitest";
import de from "../../../locales/grid/de.json" with { type: "json" };
import en from "../../../locales/grid/en-gb.json" with { type: "json" };
import { datasource } from "../../../src/kernel/grid/datasource.ts";
import { tickRanges } from "../../../src/kernel/grid/tickRanges.ts";
import { tooManyText } from "../../../src/kernel/grid/ticks.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";

const LOADED = [0, 1, 2, 900, 901, 50_000];
const state = { selectAll: false, toggledNodes: [] as string[] };
const idsOf = vi.fn(async (first: number, last: number) =>
  Array.from({ length: last + 1 - first }, (_, at) => 1000 + first + at),
);
const [tooMany, moved, failed, grids] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
/** The rows that the grid holds, by their places. */
let held: [rowIndex: number, id: number][];
const api = {
  forEachNode: (each: (node: object) => void) => {
    for (const [rowIndex, id] of held) each({ rowIndex, data: { id } });
  },
  getDisplayedRowAtIndex: (at: number) => ({
    data: { id: 1000 + at },
    isSelected: () => state.toggledNodes.includes(String(1000 + at)) !== state.selectAll,
  }),
  getRowNode: (id: string) => (LOADED.includes(Number(id) - 1000) ? { id, data: { id: Number(id) } } : undefined),
  setNodesSelected: ({ nodes, newValue }: { nodes: { id: string }[]; newValue: boolean }) => {
    for (const { id } of nodes) toggle(id, newValue);
  },
  getServerSideSelectionState: () => ({ ...state }),
  setServerSideSelectionState: (next: typeof state) => Object.assign(state, next),
};

const toggle = (id: string, isTicked: boolean) => {
  const others = state.toggledNodes.filter((one) => one !== id);
  state.toggledNodes = isTicked === state.selectAll ? others : [...others, id];
};
let shown: string;

beforeEach(() => {
  shown = "by name";
  held = LOADED.map((at) => [at, 1000 + at]);
  vi.clearAllMocks();
  Object.assign(state, { selectAll: false, toggledNodes: [] });
  const rows = LOADED.map(
    (at) => `<div row-index="${at}"><div col-id="list-ticks"><i class="ag-selection-checkbox"><input></i></div></div>`,
  );
  document.body.innerHTML = `<div>${rows.join("")}</div>`;
  const frame = document.body.firstElementChild as HTMLElement;
  tickRanges(frame, { api: api as never, shown: () => shown, idsOf, most: 10_000, tooMany, moved, failed });
  // The grid ticks one row by itself.
  frame.addEventListener("click", grids);
});

function click(at: number, shiftKey = false) {
  const box = document.querySelector(`[row-index="${at}"] input`) as HTMLElement;
  const isOwn = box.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
  if (isOwn) toggle(String(1000 + at), !api.getDisplayedRowAtIndex(at).isSelected());
}
const ticked = () => state.toggledNodes.map((id) => Number(id) - 1000);

test("rows that are not loaded are ticked by their ids, and taken out again by those", async () => {
  click(2);
  expect(grids).toHaveBeenCalledOnce();
  click(900, true);
  await vi.waitFor(() => expect(ticked()).toHaveLength(899));
  expect([idsOf.mock.calls, grids.mock.calls.length]).toEqual([[[0, 1000]], 1]);

  click(1);
  click(900, true);
  await vi.waitFor(() => expect(ticked()).toEqual([]));
});

test("where all that match are ticked, rows are taken out of them", async () => {
  state.selectAll = true;
  click(900);
  click(0, true);
  await vi.waitFor(() => expect(ticked()).toHaveLength(901));
});

test("loaded rows need not be asked for", async () => {
  click(0);
  click(2, true);
  await vi.waitFor(() => expect(ticked()).toEqual([0, 1, 2]));
  expect(idsOf).not.toHaveBeenCalled();
});

test("too many are told of, and ticked is none of them", () => {
  click(1);
  click(50_000, true);

  expect(tooMany).toHaveBeenCalledExactlyOnceWith({ count: 50_000, isOut: false });
  expect(ticked()).toEqual([1]);
});

test("so are several ranges that are too many together, and of all that match those that are taken out", async () => {
  for (const selectAll of [false, true]) {
    const before = Array.from({ length: 9_999 }, (_, at) => `${100_000 + at}`);
    Object.assign(state, { selectAll, toggledNodes: [...before] });
    tooMany.mockClear();
    click(0);
    click(900, true);

    await vi.waitFor(() => expect(tooMany).toHaveBeenCalledExactlyOnceWith({ count: 10_900, isOut: selectAll }));
    expect(state.toggledNodes).toHaveLength(10_000);
  }
});

test("the ids of a list that is no longer shown are ticked in no other", async () => {
  let answer = (_: number[]) => {};
  idsOf.mockReturnValueOnce(
    new Promise((done) => {
      answer = done;
    }),
  );
  click(0);
  click(900, true);
  shown = "of another event";
  answer([1000, 1001, 1900]);
  await new Promise((done) => setTimeout(done));

  expect(ticked()).toEqual([0]);
});

test("what could not be asked is told", async () => {
  idsOf.mockRejectedValueOnce(new Error("away"));
  click(0);
  click(900, true);

  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(ticked()).toEqual([0]);
});

test("a tick is the beginning of no range in another order or with other filters, nor once it has been cleared", async () => {
  click(0);
  shown = "by email";
  click(2, true);
  await vi.waitFor(() => expect(ticked()).toEqual([0, 2]));

  Object.assign(state, { selectAll: false, toggledNodes: [] });
  click(901, true);
  await vi.waitFor(() => expect(ticked()).toEqual([901]));
  click(900, true);
  await vi.waitFor(() => expect(ticked().sort()).toEqual([900, 901]));
  expect(idsOf).not.toHaveBeenCalled();
  // By itself the grid would have begun where it was ticked last.
  expect(grids).toHaveBeenCalledOnce();
});

test("a range goes from the row that was ticked, wherever that stands by now", async () => {
  click(2);
  // The list was asked again: the row that was ticked has come down behind the others.
  held = held.map(([at, id]) => [at, id === 1002 ? 7777 : id === 1901 ? 1002 : id]);
  click(900, true);

  await vi.waitFor(() => expect(ticked()).toEqual([900, 2]));
  expect(idsOf).not.toHaveBeenCalled();
});

test("of rows that are not loaded those between both ends are ticked, although others have come before them", async () => {
  idsOf.mockImplementationOnce(async (first, last) =>
    Array.from({ length: last + 1 - first }, (_, at) => 1000 + first + at - 3),
  );
  click(2);
  click(900, true);

  await vi.waitFor(() => expect(ticked()).toHaveLength(899));
  expect([Math.min(...ticked()), Math.max(...ticked())]).toEqual([2, 900]);
});

test("where one end is gone meanwhile nothing is ticked, and that is said", async () => {
  idsOf.mockResolvedValueOnce([1900, 1901]);
  click(2);
  click(900, true);

  await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(ticked()).toEqual([2]);
});

test("ids are asked as the list was last asked, a thousand at a time", async () => {
  const ask = vi.fn(async ({ offset, limit }: { offset: number; limit: number }) => ({
    rows: Array.from({ length: limit }, (_, at) => ({ id: offset + at })),
    total: 9000,
    matched: 9000,
  }));
  const now = () => ({ ask: ask as never, columns: [], search: "ada", rest: [], defaultSort: undefined });
  const source = datasource(now, { arrived: vi.fn(), failed: vi.fn() });
  const request = { startRow: 0, endRow: 100, sortModel: [], rowGroupCols: [], groupKeys: [] };
  source.getRows({ request, success: vi.fn(), fail: vi.fn() } as never);

  expect(await source.ids(10, 2500)).toHaveLength(2491);
  expect(ask.mock.calls.slice(-3).map(([question]) => question)).toMatchObject([
    { search: "ada", offset: 10, limit: 1000 },
    { search: "ada", offset: 1010, limit: 1000 },
    { search: "ada", offset: 2010, limit: 491 },
  ]);
});

test.for(["en-gb", "de"] as const)("in %s only a list with a box in its heading points to it", async (locale) => {
  await startLanguage(locale, async () => ({ grid: { "en-gb": en, de }[locale] }));

  const text = (selectable: true | "each", isOut = false) => tooManyText(selectable, { count: 900, isOut }, 500);
  expect(text(true)).toMatch(/heading|Überschrift/);
  for (const other of [text("each"), text(true, true)]) {
    expect(other).not.toMatch(/heading|Überschrift|tooMany/);
    expect(other).toContain("500");
  }
});
