import type { GridApi } from "@ag-grid-community/core";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { ListFilter } from "#schemas/list.ts";
import { viewOf, withView } from "../../../src/kernel/grid/address.ts";
import { columnDefs } from "../../../src/kernel/grid/columns.ts";
import { datasource } from "../../../src/kernel/grid/datasource.ts";
import { fromModel, toModel } from "../../../src/kernel/grid/filterModel.ts";
import type { GridColumn } from "../../../src/kernel/grid/grid.ts";
import { selectedRows } from "../../../src/kernel/grid/ranges.ts";
import {
  figuresOf,
  selectedText,
  selectedValues,
  showsFiltered,
  TWO_DECIMALS,
} from "../../../src/kernel/grid/statusFacts.ts";
import { tickColumn } from "../../../src/kernel/grid/ticks.ts";

const columns: GridColumn[] = [
  { field: "name", title: "Name" },
  { field: "badge", title: "Badge", kind: "number" },
  { field: "updated_at", title: "Updated", kind: "date" },
  { field: "status", title: "Status", kind: "choice", choices: [{ value: "active", label: "Active" }] },
];
const british = (value: number) => new Intl.NumberFormat("en-GB", TWO_DECIMALS).format(value);

test("all rows are ticked by the heading only where something can be done with all of them", () => {
  const heading = (selectable: true | "each") => tickColumn(selectable).headerCheckboxSelection;
  expect([heading(true), heading("each")]).toEqual([true, false]);
});

describe("the status bar", () => {
  test("counts only when more than one cell has a value", () => {
    expect(figuresOf(["a"])).toEqual({});
    expect(figuresOf(["a", null, "", undefined])).toEqual({});
    expect(figuresOf(["a", "b", null])).toEqual({ count: 2 });
  });

  test("tells sum, least, most and average only when more than one number is selected", () => {
    expect(figuresOf(["a", 4])).toEqual({ count: 2 });
    expect(figuresOf([1, 2, 4.5, "a"])).toEqual({ count: 4, sum: 7.5, min: 1, max: 4.5, avg: 2.5 });
  });

  test("takes a number that is shown by a label for no number, and a cell in two ranges for one", () => {
    const typed: GridColumn[] = [
      ...columns,
      { field: "type_id", title: "Type", kind: "choice", choices: [{ value: 1, label: "Visitor" }] },
    ];
    const column = (id: string) => ({ getColId: () => id });
    const range = (id: string) => ({ startRow: { rowIndex: 2 }, endRow: { rowIndex: 0 }, columns: [column(id)] });
    const figures = (...ids: string[]) => {
      const api = {
        getCellRanges: () => ids.map(range),
        getDisplayedRowCount: () => 3,
        forEachNode: (each: (node: object) => void) =>
          [0, 1, 2].forEach((rowIndex) => each({ rowIndex, data: { type_id: 1, badge: 7 } })),
        getValue: ({ getColId }: ReturnType<typeof column>, { data }: { data: Record<string, unknown> }) =>
          data[getColId()],
      } as unknown as GridApi;
      return figuresOf(selectedValues(api, selectedRows(api), typed));
    };

    expect(figures("type_id")).toEqual({ count: 3 });
    expect(figures("badge", "badge", "type_id")).toEqual({ count: 6, sum: 21, min: 7, max: 7, avg: 7 });
  });

  test("writes figures with the language's separators and two decimals", () => {
    expect(british(1234567.5)).toBe("1,234,567.50");
    expect(new Intl.NumberFormat("de-DE", TWO_DECIMALS).format(1234567.5)).toBe("1.234.567,50");
  });

  test("shows the selected rows as ? when their number is not known, and not at zero", () => {
    expect(selectedText(-1, String)).toBe("?");
    expect(selectedText(0, String)).toBeUndefined();
    expect(selectedText(12, String)).toBe("12");
  });

  test("hides the filtered rows when they are all", () => {
    expect(showsFiltered(5, 5)).toBe(false);
    expect(showsFiltered(4, 5)).toBe(true);
  });
});

describe("columns", () => {
  test("that are described anew have the same filters, which keep what was chosen in them", () => {
    const [one, other] = [columnDefs(columns, true), columnDefs([...columns], true)];

    const keys = (defs: typeof one) => defs.map(({ keyCreator }) => keyCreator);
    expect(keys(one).some(Boolean)).toBe(true);
    expect(keys(other)).toEqual(keys(one));
  });

  test("with times compare the day that their cells show, on the clocks of their zone, by one function each", () => {
    const dates = (zone?: string) => {
      const [def] = columnDefs([{ field: "at", title: "At", kind: "date", ...(zone && { zone }) }], true);
      return def?.filterParams.comparator as (wanted: Date, value: string) => number;
    };
    const wanted = new Date(2026, 0, 31);

    const inTokyo = dates("Asia/Tokyo");
    expect(inTokyo(wanted, "2026-01-30T23:00:00Z")).toBe(0);
    expect(inTokyo(wanted, "2026-01-30T14:59:00Z")).toBeLessThan(0);
    expect(inTokyo(wanted, "2026-01-31T15:00:00Z")).toBeGreaterThan(0);
    expect(dates("America/Los_Angeles")(wanted, "2026-02-01T07:59:00Z")).toBe(0);
    expect(dates()(wanted, new Date(2026, 0, 31, 23, 59).toISOString())).toBe(0);
    expect(dates("Asia/Tokyo")).toBe(inTokyo);
  });

  test("copy a group by its name", () => {
    const [def] = columnDefs(
      [{ field: "status", title: "Status", kind: "choice", choices: [{ value: "a", label: "Active" }] }],
      true,
    );
    const data = { id: "group/1", by: "status", group: { value: "a", count: 1, figures: [], filter: [] } };

    const format = def?.valueFormatter as (params: object) => string;
    expect(format({ data, value: '"a"' })).toBe("Active");
    expect(format({ data: { ...data, by: "country" }, value: undefined })).toBe("");
  });
});

describe("the address of a view", () => {
  test("tells search, order and filters, and keeps what is not a list's", () => {
    const view = {
      search: "müller & söhne",
      sort: [{ field: "name", direction: "desc" as const }],
      filter: [{ field: "status", op: "in" as const, value: ["active"] }],
      group: ["status", "fields.diet"],
      columns: ["name", "fields.diet"],
    };
    const address = withView(new URLSearchParams("list=type.3"), view);

    expect(address.get("list")).toBe("type.3");
    expect(viewOf(new URLSearchParams(address.toString()))).toEqual(view);
  });

  test("never fails on what somebody typed into it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (sort, filter) => {
        const view = viewOf(new URLSearchParams({ sort, filter }));
        expect(Array.isArray(view.sort) && Array.isArray(view.filter)).toBe(true);
      }),
    );
    expect(viewOf(new URLSearchParams('filter=[["a b","eq",1],["name","drop",1]]')).filter).toEqual([]);
  });
});

describe("filters of the columns", () => {
  const shown: ListFilter[][] = [
    [{ field: "name", op: "contains", value: "an" }],
    [{ field: "name", op: "empty", value: false }],
    [
      { field: "badge", op: "gte", value: 3 },
      { field: "badge", op: "lte", value: 9 },
    ],
    [{ field: "badge", op: "gt", value: 0 }],
    [{ field: "updated_at", op: "eq", value: "2026-01-31" }],
    [
      { field: "updated_at", op: "gte", value: "2026-01-01" },
      { field: "updated_at", op: "lte", value: "2026-01-31" },
    ],
    [{ field: "status", op: "in", value: ["active", "blocked"] }],
    [{ field: "status", op: "in", value: [] }],
  ];

  test.each(shown)("%j survives the way into the grid and back", (...filters) => {
    const { model, rest } = toModel(filters, columns);

    expect(rest).toEqual([]);
    expect(fromModel(model, columns)).toEqual(filters);
  });

  test("choices whose values are numbers are asked for by numbers, also one that is no longer offered", () => {
    const choices = [{ value: 3, label: "Speaker" }];
    const options = [{ value: "7", label: "Seven" }];
    const some: GridColumn[] = [
      { field: "type_id", title: "Type", kind: "choice", choices },
      { field: "fields.size", title: "Size", kind: "choice", choices: options },
    ];
    const filters: ListFilter[] = [
      { field: "type_id", op: "in", value: [3, 16] },
      { field: "fields.size", op: "in", value: ["7"] },
    ];

    expect(fromModel(toModel(filters, some).model, some)).toEqual(filters);
  });

  test("choices of which there may be none offer that too, alone, beside others and as all others together", () => {
    const choices = [
      { value: "s", label: "S" },
      { value: "m", label: "M" },
    ];
    const some: GridColumn[] = [
      { field: "size", title: "Size", kind: "choice", choices, blank: true },
      { field: "vegan", title: "Vegan", kind: "boolean", blank: true },
    ];
    const asked: [ListFilter, unknown[]][] = [
      [{ field: "size", op: "empty", value: true }, [null]],
      [{ field: "size", op: "empty", value: false }, ["s", "m"]],
      [{ field: "size", op: "in", value: ["", "m"] }, [null, "m"]],
      [{ field: "vegan", op: "empty", value: true }, [null]],
      [{ field: "vegan", op: "in", value: ["", true] }, [null, "true"]],
    ];

    for (const [filter, values] of asked) {
      const { model, rest } = toModel([filter], some);
      expect([rest, model[filter.field]]).toEqual([[], { filterType: "set", values }]);
      expect(fromModel(model, some)).toEqual([filter]);
    }
  });

  test("a column may ask by another field than its own", () => {
    const groups = [
      { field: "beside.names", filterBy: "group", kind: "choice" as const, choices: [{ value: 7, label: "A" }] },
    ];
    const filters: ListFilter[] = [{ field: "group", op: "in", value: [7] }];

    const { model, rest } = toModel(filters, groups);

    expect([Object.keys(model), rest]).toEqual([["beside.names"], []]);
    expect(fromModel(model, groups)).toEqual(filters);
  });

  test("a filter that no column can show goes along unchanged", () => {
    const filters: ListFilter[] = [
      { field: "type_id", op: "in", value: [1] },
      { field: "updated_at", op: "gt", value: "2026-06-15T12:00:00.000Z" },
      { field: "name", op: "gt", value: "m" },
    ];

    expect(toModel(filters, columns)).toEqual({ model: {}, rest: filters });
  });
});

describe("asking for blocks", () => {
  const request = (startRow: number) => ({
    startRow,
    endRow: startRow + 100,
    sortModel: [],
    filterModel: {},
    rowGroupCols: [],
    groupKeys: [],
  });
  const asking =
    (ask: never, search = "") =>
    () => ({ ask, columns, search, rest: [], defaultSort: undefined });

  test("a block is one question, and its answer tells the rows and how many match", async () => {
    const ask = vi.fn(async () => ({ rows: [{ id: 1 }], total: 9, matched: 3 }));
    const [success, arrived] = [vi.fn(), vi.fn()];

    datasource(asking(ask as never), { arrived, failed: vi.fn() }).getRows({
      request: request(200),
      success,
      fail: vi.fn(),
    } as never);
    await vi.waitFor(() => expect(success).toHaveBeenCalled());

    expect(ask).toHaveBeenCalledWith({ offset: 200, limit: 100, counts: "about" }, expect.any(AbortSignal));
    expect(success).toHaveBeenCalledWith({ rowData: [{ id: 1 }], rowCount: 3 });
    expect(arrived).toHaveBeenCalledWith({ rows: [{ id: 1 }], total: 9, matched: 3 });
  });

  test("a newer search gives up what an older one still waits for, and its late answer is not shown", async () => {
    let search = "a";
    const signals: AbortSignal[] = [];
    const answers: ((value: unknown) => void)[] = [];
    const ask = (_: unknown, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    };
    const arrived = vi.fn();
    const source = datasource(() => ({ ask: ask as never, columns, search, rest: [], defaultSort: undefined }), {
      arrived,
      failed: vi.fn(),
    });
    const params = () => ({ request: request(0), success: vi.fn(), fail: vi.fn() }) as never;

    source.getRows(params());
    search = "ab";
    source.getRows(params());
    answers[0]?.({ rows: [], total: 0, matched: 0 });
    answers[1]?.({ rows: [], total: 5, matched: 1 });
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(1));

    expect(signals[0]?.aborted).toBe(true);
    expect(arrived).toHaveBeenCalledWith({ rows: [], total: 5, matched: 1 });
  });

  test("another order begins the list anew, a further block of it does not; each tells when its rows are in the grid", async () => {
    const ask = vi.fn(async () => ({ rows: [{ id: 1 }], total: 900, matched: 900 }));
    const did: string[] = [];
    const source = datasource(asking(ask as never), {
      arrived: vi.fn(),
      failed: vi.fn(),
      begun: () => did.push("begun"),
      given: () => did.push("given"),
    });
    const get = (at: number, sortModel: { colId: string; sort: string }[]) => {
      const success = vi.fn(() => void did.push("rows"));
      source.getRows({ request: { ...request(at), sortModel }, success, fail: vi.fn() } as never);
      return vi.waitFor(() => expect(success).toHaveBeenCalled());
    };

    await get(0, []);
    await get(500, []);
    await get(0, [{ colId: "name", sort: "desc" }]);

    expect(did.join(" ")).toBe("begun rows given rows given begun rows given");
  });

  test("groups are asked for by their column, and what is in one by its filters", async () => {
    const filter: ListFilter[] = [{ field: "status", op: "eq", value: "active" }];
    const group = { value: "active", count: 3, figures: [], filter };
    const askGroups = vi.fn(async () => ({ groups: [group], more: false }));
    const ask = vi.fn(async () => ({ rows: [{ id: 1 }], total: 9, matched: 3 }));
    const success = vi.fn();
    const heard = { arrived: vi.fn(), failed: vi.fn() };
    const now = () => ({ ask: ask as never, askGroups, columns, search: "", rest: [], defaultSort: undefined });
    const source = datasource(now, heard);
    const of = (groupKeys: string[]) => ({ ...request(0), rowGroupCols: [{ id: "status" }], groupKeys });

    source.getRows({ request: of([]), success, fail: vi.fn() } as never);
    await vi.waitFor(() => expect(success).toHaveBeenCalledTimes(1));
    source.getRows({ request: of(['"active"']), success, fail: vi.fn() } as never);
    await vi.waitFor(() => expect(success).toHaveBeenCalledTimes(2));

    const groups = { by: "status", order: "count", offset: 0, limit: 100 };
    expect(askGroups).toHaveBeenCalledWith(groups, expect.any(AbortSignal));
    expect(success.mock.calls[0]?.[0].rowData).toMatchObject([{ by: "status", group }]);
    const inside = { filter, offset: 0, limit: 100, counts: "about" };
    expect(ask).toHaveBeenLastCalledWith(inside, expect.any(AbortSignal));
  });

  test("an estimate is shown at once, and the true count takes its place", async () => {
    const answers = [
      { rows: [{ id: 1 }], total: 1000, matched: 480, about: true },
      { rows: [], total: 1000, matched: 501 },
    ];
    const ask = vi.fn(async () => answers.shift());
    const [arrived, setRowCount] = [vi.fn(), vi.fn()];

    datasource(asking(ask as never), { arrived, failed: vi.fn() }).getRows({
      request: request(0),
      api: { setRowCount },
      success: vi.fn(),
      fail: vi.fn(),
    } as never);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2));

    expect(arrived.mock.calls.map(([answer]) => [answer.matched, answer.about])).toEqual([
      [480, true],
      [501, undefined],
    ]);
    expect(setRowCount).toHaveBeenCalledWith(501, true);
    expect(ask).toHaveBeenLastCalledWith({ limit: 0 }, expect.any(AbortSignal));
  });

  test("rows that are there stay, with the estimate beside them, where they cannot be counted", async () => {
    const answer = { rows: [{ id: 1 }], total: 1000, matched: 480, about: true };
    let asked = 0;
    const ask = async () => (asked++ === 0 ? answer : Promise.reject(new Error("away")));
    const [success, fail, arrived, failed] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];

    datasource(asking(ask as never), { arrived, failed }).getRows({ request: request(0), success, fail } as never);
    await vi.waitFor(() => expect(asked).toBe(2));
    await new Promise((done) => setTimeout(done));

    expect([success, arrived, fail, failed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0]);
  });

  test("an answer that failed is told once", async () => {
    const failed = vi.fn();
    const ask = async () => Promise.reject(new Error("away"));

    datasource(asking(ask as never), { arrived: vi.fn(), failed }).getRows({
      request: request(0),
      success: vi.fn(),
      fail: vi.fn(),
    } as never);

    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  });
});
