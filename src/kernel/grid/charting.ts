// The chart of a list as data: its bars, what they count, and the list behind each of them.
import type { Figure } from "#schemas/figure.ts";
import type { GroupAnswer, ListFilter, ListGroup } from "#schemas/list.ts";
import { tableChange } from "../chart/tables.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { withChange } from "../ui/useAddress.ts";
import { CHART, CHART_ID, CHART_OF, withView } from "./address.ts";
import { groupText } from "./columns.ts";
import type { GridColumn, GridRow, GridView } from "./grid.ts";
import type { Measure } from "./measure.ts";

/** Bars that stand for one value each; all rows with other values are one bar more. */
export const MOST_BARS = 20;

/** What the server told: the largest groups, and how many rows match in all. */
export interface Told {
  groups: GroupAnswer;
  matched: number;
}

/** The groups that make the bars: the largest, or the latest days. */
export function groupsFor<Row extends GridRow>(column: GridColumn<Row>, measure: Measure | undefined) {
  const order = column.kind === "date" ? ("value" as const) : ("count" as const);
  return {
    by: column.field,
    order,
    direction: "desc" as const,
    limit: MOST_BARS,
    ...(measure && { figures: [measure] }),
  };
}

interface Bar {
  text: string;
  count: number;
  /** What it shows. */
  amount: number;
  /** Undefined for the rest. */
  group?: ListGroup;
}

/**
 * The bars, largest first and the rest last, or days and numbers in their order; and the number of rows that they are made of. Nobody knows
 * the sum of the rest, so that measures have no bar for it.
 */
export function barsOf<Row extends GridRow>(
  { groups: { groups, more }, matched }: Told,
  column: GridColumn<Row>,
  measure?: Measure,
) {
  const shown = groups.slice(0, MOST_BARS);
  const sum = shown.reduce((all, { count }) => all + count, 0);
  // Where these are all groups, their sum is the number of rows, whatever was written since it was counted.
  const isAll = !more && shown.length === groups.length;
  const rows = column.several ? matched : isAll ? sum : Math.max(sum, matched);
  const bars = shown.flatMap((group): Bar[] => {
    const amount = measure ? group.figures[0] : group.count;
    const text = groupText(column, group.value);
    return typeof amount === "number" ? [{ text, count: group.count, amount: rounded(amount), group }] : [];
  });
  if (column.kind === "date") bars.reverse();
  else if (column.kind === "number" && !measure) bars.sort((one, other) => sizeOf(one) - sizeOf(other));
  else if (measure) bars.sort((one, other) => other.amount - one.amount);
  // Of rows that stand in several bars nobody knows how many stand in none.
  const rest = column.several ? 0 : rows - bars.reduce((all, { count }) => all + count, 0);
  if (rest > 0 && !measure) bars.push({ text: t("chart:list.others"), count: rest, amount: rest });
  return { bars: told(bars), rows, rest, ...(column.several && !isAll && { isPart: true }) };
}

/** Rows without a number come last. */
const sizeOf = ({ group }: Bar) => (typeof group?.value === "number" ? group.value : Number.POSITIVE_INFINITY);

const rounded = (amount: number) => Math.round(amount * 100) / 100;

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
  { title, view, measured }: { title: string; view: GridView; measured?: string | undefined },
  column: GridColumn<Row>,
  bars: readonly Bar[],
  place: { pathname: string; search: string },
): Figure {
  const unit = { text: measured ?? t("chart:list.unit") };
  const words = { list: title, column: column.title, ...(measured && { measured }) };
  return {
    id: CHART_ID,
    title: { text: t(measured ? "chart:list.measuredBy" : "chart:list.by", words) },
    form: "bars",
    ...(measured && { measured: true }),
    unit,
    along: { title: { text: column.title }, kind: "text", places: bars.map(({ text }) => text) },
    series: [{ name: unit, values: bars.map(({ amount }) => amount) }],
    paths: bars.map(({ group }) => (group ? pathOf(place, view, group, column.several) : "")),
  };
}

/** One sentence about what the bars count, so that nobody takes a part for the whole. */
export function sentenceOf(
  { rows, rest, isPart = false }: { rows: number; rest: number; isPart?: boolean },
  isNarrowed: boolean,
  { isDays = false, isMeasured = false, isSeveral = false } = {},
): string {
  const words = { count: rows, number: formatNumber(rows) };
  const all = t(isNarrowed ? "chart:list.matching" : "chart:list.all", words);
  if (isSeveral)
    return [all, t("chart:list.several"), ...(isPart ? [t("chart:list.severalMost", { bars: MOST_BARS })] : [])].join(
      " ",
    );
  if (rest === 0) return all;
  const left = { count: rest, number: formatNumber(rest), bars: MOST_BARS };
  if (isMeasured) return `${all} ${t("chart:list.without", left)}`;
  return `${all} ${t(isDays ? "chart:list.restDays" : "chart:list.rest", left)}`;
}

function pathOf(
  { pathname, search }: { pathname: string; search: string },
  view: GridView,
  group: ListGroup,
  several?: boolean,
): string {
  const params = withView(new URLSearchParams(search), { ...view, filter: narrowedTo(view.filter, group, several) });
  withChange(params, { [CHART]: undefined, [CHART_OF]: undefined, ...tableChange(params, CHART_ID, false) });
  return `${pathname}?${params}`;
}

/** The filters that find the rows of a group among those that match already. Of `several` values a row may have another one, too. */
export function narrowedTo(
  filter: readonly ListFilter[],
  { value, filter: own }: ListGroup,
  several = false,
): ListFilter[] {
  const added = own.map((one) => written(one, value));
  // A value among those that were chosen takes their place, where it finds no more than they do; all else stays.
  const isTaken = ({ field, op }: ListFilter) =>
    !several && CHOOSING.has(op) && own.some((one) => one.field === field && CHOOSING.has(one.op));
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
