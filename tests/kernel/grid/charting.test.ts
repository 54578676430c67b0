// The chart of a list: what is a bar, in which order, what the rest is, and which list each bar leads to.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListGroup } from "#schemas/list.ts";
import { viewOf } from "../../../src/kernel/grid/address.ts";
import { chartColumns, firstColumn } from "../../../src/kernel/grid/chartColumns.ts";
import { barsOf, figureOf, groupsFor, MOST_BARS, narrowedTo, sentenceOf } from "../../../src/kernel/grid/charting.ts";
import { chipsOf } from "../../../src/kernel/grid/filterText.ts";
import type { GridColumn, GridView } from "../../../src/kernel/grid/grid.ts";
import { measureOf } from "../../../src/kernel/grid/measure.ts";
import { loadTexts, startLanguage } from "../../../src/kernel/i18n/setup.ts";

beforeAll(async () => {
  await startLanguage("en-gb", async (path) => {
    const [, , locale = "", file = ""] = path.split("/");
    if (file === "shell.json") return {};
    return JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../locales", file.replace(".json", ""), `${locale}.json`), "utf8"),
    );
  });
  await Promise.all([loadTexts("chart"), loadTexts("grid")]);
});

const country: GridColumn = {
  field: "country",
  title: "Country",
  kind: "choice",
  choices: [
    { value: "DE", label: "Germany" },
    { value: "GB", label: "United Kingdom" },
    { value: "UK", label: "United Kingdom" },
  ],
};
const view: GridView = { search: "", sort: [], filter: [], group: [] };
const group = (value: ListGroup["value"], count: number): ListGroup => ({
  value,
  count,
  figures: [],
  filter: value === "" ? [{ field: "country", op: "empty", value: true }] : [{ field: "country", op: "eq", value }],
});
const folded = (value: string, count: number): ListGroup => ({
  ...group(value, count),
  filter: [
    { field: "country", op: "gte", value: value.toLowerCase() },
    { field: "country", op: "lte", value: value.toLowerCase() },
  ],
});

describe("measures", () => {
  const measured = (value: ListGroup["value"], count: number, figure: number | null): ListGroup => ({
    ...group(value, count),
    figures: [figure],
  });
  const sum = { fn: "sum", field: "fields.rooms" } as const;

  test("stand by their size, rounded, without groups that have no number and without a bar for the rest", () => {
    const groups = [measured("DE", 5, 2.3333), measured("GB", 4, 40), measured("", 3, null)];

    const { bars, rest } = barsOf({ groups: { groups, more: true }, matched: 20 }, country, sum);

    expect(bars.map(({ text, amount }) => [text, amount])).toEqual([
      ["United Kingdom", 40],
      ["Germany", 2.33],
    ]);
    expect(rest).toBe(11);
    const figure = figureOf({ title: "People", view, measured: "Sum of Rooms" }, country, bars, {
      pathname: "/x",
      search: "",
    });
    expect(figure.title).toEqual({ text: "People by Country: Sum of Rooms" });
    expect(figure.series[0]).toEqual({ name: { text: "Sum of Rooms" }, values: [40, 2.33] });
    expect(sentenceOf({ rows: 20, rest }, false, { isMeasured: true })).toContain("the other 11 rows have none");
  });

  test("are asked of the largest groups, and stand in the address", () => {
    expect(groupsFor(country, measureOf("sum.fields.rooms"))).toMatchObject({ order: "count", figures: [sum] });
    expect(measureOf("max.fields.rooms")).toBeUndefined();
    const place = { pathname: "/x", search: "?chart=country&chartOf=sum.fields.rooms" };
    const { bars } = barsOf({ groups: { groups: [measured("DE", 5, 2)], more: false }, matched: 5 }, country, sum);
    expect(figureOf({ title: "People", view }, country, bars, place).paths?.[0]).not.toContain("chart");
  });
});

describe("days", () => {
  const created: GridColumn = { field: "created_at", title: "Created", kind: "date" };
  const day = (value: string, count: number): ListGroup => ({ ...group(value, count), value });

  test("stand in the order of time, the latest of them, however many rows each has", () => {
    expect(groupsFor(created, undefined)).toMatchObject({ order: "value", direction: "desc", limit: MOST_BARS });
    const groups = [day("2026-03-02", 1), day("2026-03-01", 9), day("2026-01-31", 4)];

    const { bars } = barsOf({ groups: { groups, more: true }, matched: 20 }, created);

    expect(bars.map(({ text, amount }) => [text, amount])).toEqual([
      ["31 Jan 2026", 4],
      ["1 Mar 2026", 9],
      ["2 Mar 2026", 1],
      ["Others", 6],
    ]);
    expect(sentenceOf({ rows: 20, rest: 6 }, false, { isDays: true })).toContain("latest days");
  });
});

describe("numbers", () => {
  test("stand in their order, and rows without one after them", () => {
    const share: GridColumn = { field: "share", title: "Complete (%)", kind: "number", beside: true };
    const of = (value: number | null, count: number): ListGroup => ({ ...group("", count), value });
    const groups = [of(40, 9), of(null, 5), of(100, 4), of(20, 1)];

    const { bars } = barsOf({ groups: { groups, more: true }, matched: 20 }, share);

    expect(groupsFor(share, undefined)).toMatchObject({ order: "count" });
    expect(bars.map(({ amount }) => amount)).toEqual([1, 9, 4, 5, 1]);
    expect(bars.map(({ text }) => text).slice(0, 3)).toEqual(["20", "40", "100"]);
    expect(chartColumns({ columns: [share], ask: async () => ({}), askGroups: async () => ({}) } as never)).toEqual([
      share,
    ]);
  });
});

describe("bars", () => {
  test("stand in the order of the answer, with the words of the column, and count all rows", () => {
    const { bars, rows, rest } = barsOf(
      { groups: { groups: [group("DE", 5), group("", 2)], more: false }, matched: 7 },
      country,
    );

    expect(bars.map(({ text, count }) => [text, count])).toEqual([
      ["Germany", 5],
      ["Not given", 2],
    ]);
    expect({ rows, rest }).toEqual({ rows: 7, rest: 0 });
  });

  test("what has no bar of its own is one bar at the end, and is told", () => {
    const many = Array.from({ length: MOST_BARS }, (_, at) => group(`C${at}`, 1000 - at));
    const sum = many.reduce((all, { count }) => all + count, 0);
    const counted = barsOf({ groups: { groups: many, more: true }, matched: sum + 1234 }, country);

    expect(counted.bars).toHaveLength(MOST_BARS + 1);
    expect(counted.bars.at(-1)).toEqual({ text: "Others", count: 1234, amount: 1234 });
    expect(sentenceOf(counted, true)).toBe(
      "All 21,044 rows that match the search and filters. The 20 most frequent values have a bar each; the other 1,234 rows stand under Others.",
    );
  });

  test("rows that were written between the two answers make no rest, and never less than nothing", () => {
    const all = { groups: [group("DE", 5)], more: false };
    expect(barsOf({ groups: all, matched: 9 }, country)).toMatchObject({ rows: 5, rest: 0 });
    expect(barsOf({ groups: { ...all, more: true }, matched: 3 }, country)).toMatchObject({ rows: 5, rest: 0 });
    expect(barsOf({ groups: { groups: [], more: false }, matched: 0 }, country)).toEqual({
      bars: [],
      rows: 0,
      rest: 0,
    });
  });

  test("of a column of which a row may have several values, they count more than there are rows, and there is no rest", () => {
    const groups: GridColumn = { ...country, noneName: "In no group", several: true };
    const told = { groups: { groups: [group("DE", 5), group("GB", 4), group("", 2)], more: false }, matched: 8 };
    const counted = barsOf(told, groups);
    const part = barsOf({ ...told, groups: { ...told.groups, more: true } }, groups);
    const asked: ListFilter[] = [{ field: "country", op: "in", value: ["DE", "UK"] }];

    expect(counted.bars.map(({ text, count }) => [text, count])).toEqual([
      ["Germany", 5],
      ["United Kingdom", 4],
      ["In no group", 2],
    ]);
    expect(counted).toMatchObject({ rows: 8, rest: 0 });
    expect(sentenceOf(counted, false, { isSeveral: true })).toBe(
      "All 8 rows of this list. Rows that are in several groups are counted in each of them.",
    );
    expect(sentenceOf(part, false, { isSeveral: true })).toMatch(/The 20 largest have a bar each\.$/);
    expect(narrowedTo(asked, group("GB", 4), true)).toEqual([...asked, { field: "country", op: "eq", value: "GB" }]);
  });

  test("values that are called the same are told apart", () => {
    const { bars } = barsOf(
      { groups: { groups: [group("GB", 3), group("UK", 2), group("Others", 1)], more: true }, matched: 8 },
      country,
    );

    expect(bars.map(({ text }) => text)).toEqual(["United Kingdom", "United Kingdom (UK)", "Others", "Others (4)"]);
  });
});

describe("the list behind a bar", () => {
  test("keeps the view, adds the value and closes the chart; the rest leads nowhere", () => {
    const { bars } = barsOf({ groups: { groups: [group("DE", 5)], more: true }, matched: 9 }, country);
    const shown: GridView = { ...view, search: "ann", filter: [{ field: "name", op: "contains", value: "x" }] };
    const place = {
      pathname: "/event-data/1",
      search: "?q=ann&chart=country&list=type.3&table=grid.chart%2Chistory.days",
    };
    const { paths, along, series, title } = figureOf({ title: "Participants", view: shown }, country, bars, place);
    const [path = "", rest] = paths ?? [];
    const address = new URL(path, "http://x");

    expect(title).toEqual({ text: "Participants by Country" });
    expect(along.places).toEqual(["Germany", "Others"]);
    expect(series[0]?.values).toEqual([5, 4]);
    expect(rest).toBe("");
    expect(address.pathname).toBe("/event-data/1");
    expect(["chart", "list", "table"].map((name) => address.searchParams.get(name))).toEqual([
      null,
      "type.3",
      "history.days",
    ]);
    expect(viewOf(address.searchParams)).toMatchObject({
      search: "ann",
      filter: [...shown.filter, { field: "country", op: "eq", value: "DE" }],
    });
  });

  test("a chosen value takes the place of those that were chosen, and of nothing else", () => {
    const chosen: ListFilter = { field: "country", op: "in", value: ["DE", "GB"] };
    const other: ListFilter = { field: "country", op: "ne", value: "GB" };

    expect(narrowedTo([chosen, other], group("DE", 1))).toEqual([other, { field: "country", op: "eq", value: "DE" }]);
    // In folded texts the group may hold what the choice does not.
    const all = narrowedTo([chosen], folded("DE", 1));
    expect(all.map(({ op, value }) => [op, value])).toEqual([
      ["in", ["DE", "GB"]],
      ["gte", "DE"],
      ["lte", "DE"],
    ]);
    expect(narrowedTo(all, folded("DE", 1))).toEqual(all);
  });

  test("a folded text is one chip, called as people wrote it, and comes off as one", () => {
    const filters = narrowedTo([{ field: "country", op: "ne", value: "GB" }], folded("DE", 1));

    expect(chipsOf(filters, [country]).map(({ text, filters: { length } }) => [text, length])).toEqual([
      ["Country is not United Kingdom", 1],
      ["Country is Germany", 2],
    ]);
  });

  test("values that are excluded are one chip; it can be turned round, and back", () => {
    const without = ["DE", "GB"].map((value) => ({ field: "country", op: "ne" as const, value }));
    const [chip] = chipsOf([...without], [country]);
    expect(chip).toEqual({
      filters: without,
      text: "Country is none of Germany, United Kingdom",
      turned: {
        filters: [{ field: "country", op: "in", value: ["DE", "GB"] }],
        text: "Country is Germany, United Kingdom",
      },
    });

    const [back] = chipsOf(chip?.turned?.filters ?? [], [country]);
    expect(back?.turned).toEqual({ filters: without, text: "Country is none of Germany, United Kingdom" });
    const [one] = chipsOf([{ field: "country", op: "eq", value: "DE" }], [country]);
    expect(one?.turned?.text).toBe("Country is not Germany");
  });

  test("what has no value, what is no choice, and more values than a question takes filters are not turned round", () => {
    const many = Array.from({ length: 41 }, (_, at) => `C${at}`);
    for (const value of [["DE", ""], many])
      expect(chipsOf([{ field: "country", op: "in", value }], [country])[0]?.turned).toBeUndefined();
    expect(
      chipsOf([{ field: "name", op: "eq", value: "x" }], [{ field: "name", title: "Name" }])[0]?.turned,
    ).toBeUndefined();
  });

  test("what only others see has no name that they could read", () => {
    const chips = chipsOf([{ field: "beside.networking.confirmed", op: "gte", value: 2 }], [country]);

    expect(chips[0]?.text).toBe("Unavailable field is at least 2");
  });
});

describe("the columns of a chart", () => {
  const ask = async () => ({ rows: [], total: 0, matched: 0 });
  const askGroups = async () => ({ groups: [], more: false });
  const name: GridColumn = { field: "name", title: "Name" };
  const times: GridColumn = { field: "fields.t", title: "Time", groupable: false };

  test("are those that can be grouped, where the list stands in the address and tells groups", () => {
    const columns = [name, times, country];
    expect(chartColumns({ title: "x", columns, ask, askGroups })).toEqual([name, country]);
    expect(chartColumns({ title: "x", columns, ask })).toEqual([]);
    expect(chartColumns({ title: "x", columns, ask, askGroups, addressed: false })).toEqual([]);
  });

  test("begin with the one of the groups, else the first with few values, else the first", () => {
    expect(firstColumn([name, country], { ...view, group: ["name"] })).toBe(name);
    expect(firstColumn([name, country], view)).toBe(country);
    expect(firstColumn([name], view)).toBe(name);
    expect(firstColumn([], view)).toBeUndefined();
  });
});
