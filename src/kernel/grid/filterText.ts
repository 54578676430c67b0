// A filter in words, for its chip above the list.
import type { ListFilter } from "#schemas/list.ts";
import { formatDate, formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import type { FilterName, GridColumn, GridRow } from "./grid.ts";

/** What a filter is about. */
type Named<Row extends GridRow> = GridColumn<Row> | FilterName;

export interface FilterChip {
  filters: ListFilter[];
  text: string;
  /** What finds all that these do not, where that can be said. */
  turned?: { filters: ListFilter[]; text: string };
}

/** As many filters a question takes. */
const MOST_FILTERS = 40;

/** Filters as chips: from and to the same value is one, for it finds what is that value; so are all values that a field is not. */
export function chipsOf<Row extends GridRow>(
  filters: readonly ListFilter[],
  columns: readonly Named<Row>[],
): FilterChip[] {
  const chips: FilterChip[] = [];
  for (const filter of filters) {
    const others = filter.op === "ne" ? chips.find(({ filters: [one] }) => isNe(one, filter.field)) : undefined;
    if (others) {
      others.filters.push(filter);
      continue;
    }
    const last = chips.at(-1);
    const before = last?.filters.length === 1 ? last.filters[0] : undefined;
    const isTo = before?.op === "gte" && filter.op === "lte";
    if (last && before && isTo && before.field === filter.field && before.value === filter.value) {
      last.filters.push(filter);
      last.text = filterText({ ...filter, op: "eq" }, columns);
    } else chips.push({ filters: [filter], text: filterText(filter, columns) });
  }
  return chips.map((chip) => withTurned(chip, filters.length, columns));
}

const isNe = (filter: ListFilter | undefined, field: string) => filter?.op === "ne" && filter.field === field;

/** One value that is excluded is not it, several are none of them; and either way round where the values are choices. */
function withTurned<Row extends GridRow>(
  { filters, text }: FilterChip,
  all: number,
  columns: readonly Named<Row>[],
): FilterChip {
  const [first] = filters;
  if (!first || !["ne", "eq", "in"].includes(first.op)) return { filters, text };
  const { field } = first;
  const values = filters.flatMap(({ value }) => value ?? []) as (string | number | boolean)[];
  const isOut = first.op === "ne";
  const column: Partial<GridColumn<Row>> | undefined = columns.find((one) => one.field === field);
  const out = {
    filters: values.map((value): ListFilter => ({ field, op: "ne", value })),
    text: noneText(values, field, columns),
  };
  const within: ListFilter = { field, op: "in", value: values as string[] };
  const own = isOut ? { filters, text: out.text } : { filters, text };
  // What has no value is asked for in another way than what has one.
  const isTurnable = column?.kind === "choice" && values.length > 0 && !values.includes("");
  if (!isTurnable || (!isOut && all - 1 + values.length > MOST_FILTERS)) return own;
  return { ...own, turned: isOut ? { filters: [within], text: filterText(within, columns) } : out };
}

function noneText<Row extends GridRow>(
  values: readonly (string | number | boolean)[],
  field: string,
  columns: readonly Named<Row>[],
): string {
  if (values.length < 2) return filterText({ field, op: "ne", value: values[0] }, columns);
  return sayOf("none", { field, op: "in", value: values as string[] }, columns);
}

/** For example "Country is Germany" or "Updated before 31 Jan 2026". */
export function filterText<Row extends GridRow>(filter: ListFilter, columns: readonly Named<Row>[]): string {
  const column: Partial<GridColumn<Row>> | undefined = columns.find((one) => one.field === filter.field);
  const title = titleOf(filter.field, column);
  if (filter.op === "empty" && filter.value !== false && column?.noneName) return column.noneName;
  if (filter.op === "empty") return t(filter.value === false ? "grid:filter.notEmpty" : "grid:filter.empty", { title });
  const op =
    column?.kind === "date" && filter.op in DATE_OPS ? DATE_OPS[filter.op as keyof typeof DATE_OPS] : filter.op;
  return sayOf(op, filter, columns);
}

/** A sentence of a filter: of many values the first, and how many more. */
function sayOf<Row extends GridRow>(sentence: string, filter: ListFilter, columns: readonly Named<Row>[]): string {
  const column: Partial<GridColumn<Row>> | undefined = columns.find((one) => one.field === filter.field);
  const title = titleOf(filter.field, column);
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const shown = values.slice(0, 3).map((value) => valueText(value, column));
  const more = values.length > 3 ? [t("grid:filter.more", { number: values.length - 3 })] : [];
  const told = [...shown, ...more];
  // Before the last of those that none is there stands a word of its own in some languages.
  const last = sentence === "none" ? told.pop() : undefined;
  return t(`grid:filter.${sentence}`, { title, value: told.join(", ") || t("grid:filter.nothing"), last });
}

/** Below a dot stand fields that some see and others do not, or that could not be had: whoever shared a view has seen it. */
const titleOf = (field: string, column: { title?: string } | undefined) =>
  column?.title ?? (field.includes(".") ? t("grid:filter.unseen") : field);

const DATE_OPS = { gt: "after", gte: "from", lt: "before", lte: "until", eq: "on" } as const;

function valueText<Row extends GridRow>(value: unknown, column: Partial<GridColumn<Row>> | undefined): string {
  if (value === "" && column?.noneName) return column.noneName;
  if (value === "" && column?.blank) return t("grid:ag.blanks");
  if (column?.kind === "boolean") return t(value === true || value === "true" ? "grid:yes" : "grid:no");
  const choice = column?.choices?.find((one) => String(one.value) === String(value));
  if (choice) return choice.label;
  if (column?.groupName && value !== null && value !== undefined) return column.groupName(value as string);
  if (typeof value === "number") return formatNumber(value);
  // A calendar day has no zone.
  if (column?.kind === "date") return formatDate(`${String(value).slice(0, 10)}T00:00:00Z`, "UTC");
  return String(value ?? "");
}
