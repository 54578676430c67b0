// The filters of the list question as AG Grid's filter model, and back. What a column's filter cannot show stays as it is.
import type { FilterOp, ListFilter } from "#schemas/list.ts";
import type { GridColumn, GridKind } from "./grid.ts";

/** AG Grid's model of one column's filter, as far as we use it. */
export interface ColumnModel {
  filterType: "text" | "number" | "date" | "set";
  type?: string;
  filter?: string | number | null;
  filterTo?: number | null;
  dateFrom?: string | null;
  dateTo?: string | null;
  values?: (string | null)[];
}
export type FilterModel = Record<string, ColumnModel>;

const TYPES: Partial<Record<FilterOp, string>> = {
  eq: "equals",
  ne: "notEqual",
  contains: "contains",
  startsWith: "startsWith",
  gt: "greaterThan",
  gte: "greaterThanOrEqual",
  lt: "lessThan",
  lte: "lessThanOrEqual",
};
const OPS = Object.fromEntries(Object.entries(TYPES).map(([op, type]) => [type, op])) as Record<string, FilterOp>;

/** The operators that the filter of each kind of column offers, by AG Grid's names. */
export const FILTER_TYPES: Record<"text" | "number" | "date", readonly string[]> = {
  text: ["contains", "startsWith", "equals", "notEqual", "blank", "notBlank"],
  number: [
    "equals",
    "notEqual",
    "greaterThan",
    "greaterThanOrEqual",
    "lessThan",
    "lessThanOrEqual",
    "inRange",
    "blank",
    "notBlank",
  ],
  date: ["equals", "greaterThan", "lessThan", "inRange", "blank", "notBlank"],
};

type Columns = readonly Pick<
  GridColumn,
  "field" | "kind" | "filterable" | "filterBy" | "choices" | "blank" | "several" | "lists"
>[];

/** The field that a column's filter asks of. */
/** The field that a column's filter names. */
export const askedBy = ({ field, filterBy = field }: Columns[number]) => filterBy;

/** Splits filters into what the columns' own filters show and what only the question carries. */
export function toModel(filters: readonly ListFilter[], columns: Columns): { model: FilterModel; rest: ListFilter[] } {
  const model: FilterModel = {};
  const rest: ListFilter[] = [];
  for (const field of new Set(filters.map((filter) => filter.field))) {
    const own = filters.filter((filter) => filter.field === field);
    const column = columns.find((one) => askedBy(one) === field && one.filterable !== false);
    const shown = column && columnModel(own, column.kind ?? "text", column);
    if (shown) model[column.field] = shown;
    else rest.push(...own);
  }
  return { model, rest };
}

/** The filters that a model stands for, in the order of the columns. */
export function fromModel(model: Readonly<Record<string, unknown>>, columns: Columns): ListFilter[] {
  return columns.flatMap((column) => {
    const own = model[column.field] as ColumnModel | undefined;
    return own ? filtersOf(column, own) : [];
  });
}

function columnModel(filters: readonly ListFilter[], kind: GridKind, column: Columns[number]): ColumnModel | undefined {
  const [first, second] = filters;
  if (!first) return undefined;
  if (kind === "choice" && filters.some(({ op }) => op === "ne")) return allBut(filters, column);
  if (filters.length > 2) return undefined;
  if (kind === "choice" || kind === "boolean") return second ? undefined : setModel(first, column);
  const filterType = kind;
  // The grid's own filter knows days only, and would take the hour from what somebody else asked.
  if (kind === "date" && !filters.every(({ op, value }) => op === "empty" || isDay(value))) return undefined;
  if (second) return range(first, second, filterType);
  if (first.op === "empty") return { filterType, type: first.value === false ? "notBlank" : "blank" };
  const type = TYPES[first.op];
  if (!type || !FILTER_TYPES[filterType].includes(type) || Array.isArray(first.value)) return undefined;
  if (kind === "date") return { filterType, type, dateFrom: dayStart(first.value), dateTo: null };
  if (typeof first.value !== (kind === "number" ? "number" : "string")) return undefined;
  return { filterType, type, filter: first.value as string | number };
}

/** What has no value is null in AG Grid's sets, and the empty text in a filter for one of some values. */
function setModel({ op, value }: ListFilter, column: Columns[number]): ColumnModel | undefined {
  if (op === "empty" && column.blank) return { filterType: "set", values: value === false ? valuesOf(column) : [null] };
  if (op !== "in" && op !== "eq") return undefined;
  const values = (Array.isArray(value) ? value : [value]).map((one) =>
    one === null || one === undefined || one === "" ? null : String(one),
  );
  return { filterType: "set", values };
}

/** From so many values on, all but a few of them are said by the few. */
const MANY = 20;
const FEW = 8;

const holdsSeveral = ({ several, lists }: Columns[number]) => several === true || lists === true;

/** What is left of the choices, as AG Grid's sets hold it. */
function allBut(filters: readonly ListFilter[], column: Columns[number]): ColumnModel | undefined {
  const all = valuesOf(column);
  const without = filters.filter(({ op }) => op === "ne").map(({ value }) => String(value ?? ""));
  const others = filters.filter(({ op }) => op !== "ne");
  const isFilled = others.length === 1 && others[0]?.op === "empty" && others[0].value === false;
  const areShown = without.every((value) => all.includes(value)) && (others.length === 0 || (isFilled && column.blank));
  if (holdsSeveral(column) || !areShown) return undefined;
  const left = all.filter((value) => !without.includes(value));
  return { filterType: "set", values: column.blank && !isFilled ? [null, ...left] : left };
}

function range(first: ListFilter, second: ListFilter, filterType: "text" | "number" | "date"): ColumnModel | undefined {
  if (first.op !== "gte" || second.op !== "lte" || filterType === "text") return undefined;
  if (filterType === "date") {
    return { filterType, type: "inRange", dateFrom: dayStart(first.value), dateTo: dayStart(second.value) };
  }
  return { filterType, type: "inRange", filter: first.value as number, filterTo: second.value as number };
}

function filtersOf(column: Columns[number], model: ColumnModel): ListFilter[] {
  const field = askedBy(column);
  if (model.filterType === "set") return setFilters(column, model.values ?? []);
  const { type = "" } = model;
  if (type === "blank" || type === "notBlank") return [{ field, op: "empty", value: type === "blank" }];
  const from = model.filterType === "date" ? day(model.dateFrom) : model.filter;
  const to = model.filterType === "date" ? day(model.dateTo) : model.filterTo;
  if (from === undefined || from === null || from === "") return [];
  if (type === "inRange") {
    const last = to === undefined || to === null ? [] : [{ field, op: "lte" as const, value: to }];
    return [{ field, op: "gte", value: from }, ...last];
  }
  const op = OPS[type];
  return op ? [{ field, op, value: from }] : [];
}

function setFilters(column: Columns[number], values: readonly (string | null)[]): ListFilter[] {
  const field = askedBy(column);
  const named = values.filter((value) => value !== null);
  const hasBlank = values.length > named.length;
  if (hasBlank && named.length === 0) return [{ field, op: "empty", value: true }];
  // All but the empty ones: also what is called by none of the choices any longer.
  if (column.blank && !hasBlank && named.length > 0 && valuesOf(column).every((value) => named.includes(value)))
    return [{ field, op: "empty", value: false }];
  const without = named.length > MANY && !holdsSeveral(column) ? missingOf(column, named) : [];
  if (without.length > 0 && without.length <= FEW && (!hasBlank || column.blank)) {
    const filled = column.blank && !hasBlank ? [{ field, op: "empty" as const, value: false }] : [];
    return [...filled, ...without.map((value) => ({ field, op: "ne" as const, value: typedValue(column, value) }))];
  }
  const typed = named.map((value) => typedValue(column, value));
  return [{ field, op: "in", value: (hasBlank ? ["", ...typed] : typed) as string[] }];
}

/** The choices that are not among these. */
function missingOf(column: Columns[number], named: readonly string[]): string[] {
  const chosen = new Set(named);
  return valuesOf(column).filter((value) => !chosen.has(value));
}

const valuesOf = ({ kind, choices = [] }: Columns[number]) =>
  kind === "boolean" ? ["true", "false"] : choices.map(({ value }) => String(value));

/** AG Grid's sets hold texts; ids of choices are numbers. Choices are looked at only for what may be one: countries take long to name. */
function typedValue({ kind, choices }: Columns[number], value: string): string | number | boolean {
  if (kind === "boolean") return value === "true";
  return /^\d+$/.test(value) && typeof choices?.[0]?.value === "number" ? Number(value) : value;
}

const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value));

function dayStart(value: unknown): string {
  return `${String(value).slice(0, 10)} 00:00:00`;
}

function day(text: string | null | undefined): string | undefined {
  return text ? text.slice(0, 10) : undefined;
}
