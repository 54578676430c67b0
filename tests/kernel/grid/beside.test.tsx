// What stands beside rows is asked for once, and once more where something of it has changed.
import { createGrid, type GridApi } from "@ag-grid-community/core";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareAgGrid } from "../../../src/kernel/grid/agGrid.ts";
import { columnDefs } from "../../../src/kernel/grid/columns.ts";
import type { GridColumn, GridRow } from "../../../src/kernel/grid/grid.ts";
import { handleOf } from "../../../src/kernel/grid/gridHandle.ts";
import { useBeside } from "../../../src/kernel/grid/useBeside.ts";

const COLUMNS: readonly GridColumn[] = [
  { field: "name", title: "Name" },
  { field: "links", title: "Links", kind: "number", beside: true },
  { field: "groups", title: "Groups", beside: true, hidden: true },
];

let api: GridApi;
let drawn: Root;
/** What the server holds, and how often it was asked for which columns of which rows. */
let held: Record<string, number>;
let asked: string[];
let answer: Promise<void> | undefined;
type Besides = (
  fields: readonly string[],
  ids: readonly GridRow["id"][],
) => Promise<Map<GridRow["id"], Record<string, unknown>>>;
let draw: (of?: Besides) => void;

beforeEach(() => {
  document.body.innerHTML = "<div></div><div></div>";
  const [place, page] = document.body.children;
  held = { 1: 10, 2: 20 };
  asked = [];
  answer = undefined;
  // What AG Grid says of its licence.
  vi.spyOn(console, "error").mockReturnValue();
  prepareAgGrid("");
  api = createGrid(place as HTMLElement, {
    columnDefs: columnDefs(COLUMNS, false),
    getRowId: ({ data }) => String(data.id),
    rowData: [1, 2].map((id) => ({ id, name: `Row ${id}` })),
  });
  drawn = createRoot(page as Element);
  const besides = async (fields: readonly string[], ids: readonly GridRow["id"][]) => {
    asked.push(`${fields} of ${ids}`);
    const values = new Map(ids.map((id) => [id, Object.fromEntries(fields.map((field) => [field, held[id]]))]));
    await answer;
    return values;
  };
  const List = ({ of }: { of: Besides }) => {
    useBeside(api, { besides: of, columns: COLUMNS }, () => undefined);
    return null;
  };
  draw = (of = besides) => flushSync(() => drawn.render(<List of={of} />));
  draw();
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  api.destroy();
  vi.restoreAllMocks();
});

const list = () => {
  const now = { props: { title: "", columns: COLUMNS }, view: { search: "", sort: [], filter: [], group: [] } };
  const nothing = () => undefined;
  return handleOf(
    () => api,
    () => ({ ...now, counts: { total: 2, matched: 2 } }),
    nothing,
    () => false,
  );
};
const beside = () => [1, 2].map((id) => api.getRowNode(String(id))?.data.beside);

test("a value that has changed is asked for anew; until it is here the old one stands", async () => {
  await vi.waitFor(() => expect(beside()).toEqual([{ links: 10 }, { links: 20 }]));
  held = { 1: 11, 2: 21 };
  let arrive: () => void = () => undefined;
  answer = new Promise((done) => {
    arrive = done;
  });

  list().refreshBeside();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(beside()).toEqual([{ links: 10 }, { links: 20 }]);
  arrive();

  await vi.waitFor(() => expect(beside()).toEqual([{ links: 11 }, { links: 21 }]));
  expect(asked).toEqual(["links of 1,2", "links of 1,2"]);
});

test("a column that was hidden meanwhile does not come back with what it held", async () => {
  await vi.waitFor(() => expect(beside()).toEqual([{ links: 10 }, { links: 20 }]));
  api.setColumnsVisible(["links"], false);
  api.setColumnsVisible(["groups"], true);
  await vi.waitFor(() => expect(beside()[0]).toEqual({ links: 10, groups: 10 }));
  held = { 1: 11, 2: 21 };

  list().refreshBeside();
  await vi.waitFor(() => expect(beside()[0]).toEqual({ groups: 11 }));
  api.setColumnsVisible(["links"], true);

  await vi.waitFor(() => expect(beside()).toEqual([11, 21].map((one) => ({ links: one, groups: one }))));
});

/** Asks for the first values, and answers how to let them arrive. */
async function onTheirWay(): Promise<() => void> {
  let arrive: () => void = () => undefined;
  answer = new Promise((done) => {
    arrive = done;
  });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  answer = undefined;
  return arrive;
}

test("a value that changes while the first one is on its way is asked for anew", async () => {
  const arrive = await onTheirWay();
  held = { 1: 11, 2: 21 };
  list().refreshBeside();
  // The grid tells it a moment later.
  await new Promise((done) => setTimeout(done, 20));
  arrive();

  await vi.waitFor(() => expect(beside()).toEqual([{ links: 11 }, { links: 21 }]));
});

test("values of what the list was of before are not those of what it is of by now", async () => {
  const arrive = await onTheirWay();
  draw(async (fields, ids) => new Map(ids.map((id) => [id, Object.fromEntries(fields.map((field) => [field, 99]))])));
  arrive();

  await vi.waitFor(() => expect(beside()).toEqual([{ links: 99 }, { links: 99 }]));
});

test("a row that was saved meanwhile has what it has by now", async () => {
  const arrive = await onTheirWay();
  held = { 1: 11, 2: 20 };
  list().replace({ id: 1 });
  arrive();

  await vi.waitFor(() => expect(beside()).toEqual([{ links: 11 }, { links: 20 }]));
});

test("who stands in several groups is asked about once for all of the rows there, and once more where something changed", async () => {
  api.destroy();
  api = createGrid(document.body.firstElementChild as HTMLElement, {
    columnDefs: [{ field: "group", rowGroup: true }, ...columnDefs(COLUMNS, false)],
    groupDefaultExpanded: 1,
    getRowId: ({ data }) => `${data.id} in ["${data.group}"]`,
    rowData: ["one", "other"].map((group) => ({ id: 1, name: "Row 1", group })),
  });
  draw();
  const both = () => ["one", "other"].map((group) => api.getRowNode(`1 in ["${group}"]`)?.data.beside);
  await vi.waitFor(() => expect(both()).toEqual([{ links: 10 }, { links: 10 }]));
  asked = [];
  held = { 1: 11 };

  list().refreshBeside();
  await vi.waitFor(() => expect(both()).toEqual([{ links: 11 }, { links: 11 }]));
  // As long as it takes to ask some times more.
  await new Promise((done) => setTimeout(done, 200));

  expect(asked).toEqual(["links of 1"]);
});
