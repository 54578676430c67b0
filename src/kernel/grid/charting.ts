// The chart of a list as data: its bars, what they count, and the list behind each of them.
import type { Figure } from "#schemas/figure.ts";
import type { GroupAnswer, ListFilter, ListGroup } from "#schemas/list.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { CHART, withView } from "./address.ts";
import { groupText } from "./columns.ts";
import type { GridColumn, GridRow, GridView } from "./grid.ts";

/** Bars that stand for one value each; all rows with other values are one bar more. */
export const MOST_BARS = 20;

/** What the server told: the largest groups, and how many rows match in all. */
export interface Told {
  groups: GroupAnswer;
  matched: number;
}

interface Bar {
  text: string;
  count: number;
  /** Undefined for the rest. */
  group?: ListGroup;
}

/** The bars, largest first and the rest last, and the number of rows that they are made of. */
export function barsOf<Row extends GridRow>({ groups: { groups, more }, matched }: Told, column: GridColumn<Row>) {
  const shown = groups.slice(0, MOST_BARS);
  const sum = shown.reduce((all, { count }) => all + count, 0);
  // Where these are all groups, their sum is the number of rows, whatever was written since it was counted.
  const isAll = !more && shown.length === groups.length;
  const rows = isAll ? sum : Math.max(sum, matched);
  const bars: Bar[] = shown.map((group) => ({ text: groupText(column, group.value), count: group.count, group }));
  const rest = rows - sum;
  if (rest > 0) bars.push({ text: t("chart:list.others"), count: rest });
  return { bars: told(bars), rows, rest };
}

/** Two values may be called the same: the later ones say their value too. */
function told(bars: readonly Bar[]): Bar[] {
  const known = new Set<string>();
  return bars.map((bar, at) => {
    const value = bar.group ? String(bar.group.value ?? "") : "";
    let text = known.has(bar.text) ? `${bar.text} (${value || at + 1})` : bar.text;
    if (known.has(text)) text = `${text} ${at + 1}`;
    known.add(text);
    return { ...bar, text };
  });
}

/** The picture of the bars. Each leads to the list that holds only its rows; the rest leads nowhere. */
export function figureOf<Row extends GridRow>(
  { title, view }: { title: string; view: GridView },
  column: GridColumn<Row>,
  bars: readonly Bar[],
  place: { pathname: string; search: string },
): Figure {
  const unit = { text: t("chart:list.unit") };
  return {
    id: "grid.chart",
    title: { text: t("chart:list.by", { list: title, column: column.title }) },
    form: "bars",
    unit,
    along: { title: { text: column.title }, kind: "text", places: bars.map(({ text }) => text) },
    series: [{ name: unit, values: bars.map(({ count }) => count) }],
    paths: bars.map(({ group }) => (group ? pathOf(place, view, group) : "")),
  };
}

/** One sentence about what the bars count, so that nobody takes a part for the whole. */
export function sentenceOf({ rows, rest }: { rows: number; rest: number }, isNarrowed: boolean): string {
  const words = { count: rows, number: formatNumber(rows) };
  const all = t(isNarrowed ? "chart:list.matching" : "chart:list.all", words);
  if (rest === 0) return all;
  return `${all} ${t("chart:list.rest", { count: rest, number: formatNumber(rest), bars: MOST_BARS })}`;
}

function pathOf({ pathname, search }: { pathname: string; search: string }, view: GridView, group: ListGroup): string {
  const params = withView(new URLSearchParams(search), { ...view, filter: narrowedTo(view.filter, group) });
  params.delete(CHART);
  return `${pathname}?${params}`;
}

/** The filters that find the rows of a group among those that match already. */
export function narrowedTo(filter: readonly ListFilter[], { value, filter: own }: ListGroup): ListFilter[] {
  const added = own.map((one) => written(one, value));
  // A value among those that were chosen takes their place, where it finds no more than they do; all else stays.
  const isTaken = ({ field, op }: ListFilter) =>
    CHOOSING.has(op) && own.some((one) => one.field === field && CHOOSING.has(one.op));
  const stays = filter.filter((one) => !isTaken(one));
  return [...stays, ...added.filter((one) => !stays.some((other) => same(one, other)))];
}

const CHOOSING: ReadonlySet<string> = new Set(["eq", "in", "empty"]);

/** As people wrote it: the server folds texts that it compares. */
function written(filter: ListFilter, value: ListGroup["value"]): ListFilter {
  const isText = typeof value === "string" && typeof filter.value === "string";
  return isText && (filter.op === "gte" || filter.op === "lte") ? { ...filter, value } : filter;
}

function same(one: ListFilter, other: ListFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
