// A filter in words, for its chip above the list.
import type { ListFilter } from "#schemas/list.ts";
import { formatDate, formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import type { FilterName, GridColumn, GridRow } from "./grid.ts";

/** What a filter is about. */
type Named<Row extends GridRow> = GridColumn<Row> | FilterName;

/** Filters as chips: from and to the same value is one, for it finds what is that value. */
export function chipsOf<Row extends GridRow>(
  filters: readonly ListFilter[],
  columns: readonly Named<Row>[],
): { filters: ListFilter[]; text: string }[] {
  const chips: { filters: ListFilter[]; text: string }[] = [];
  for (const filter of filters) {
    const last = chips.at(-1);
    const before = last?.filters.length === 1 ? last.filters[0] : undefined;
    const isTo = before?.op === "gte" && filter.op === "lte";
    if (last && before && isTo && before.field === filter.field && before.value === filter.value) {
      last.filters.push(filter);
      last.text = filterText({ ...filter, op: "eq" }, columns);
    } else chips.push({ filters: [filter], text: filterText(filter, columns) });
  }
  return chips;
}

/** For example "Country is Germany" or "Updated before 31 Jan 2026". */
export function filterText<Row extends GridRow>(filter: ListFilter, columns: readonly Named<Row>[]): string {
  const column: Partial<GridColumn<Row>> | undefined = columns.find((one) => one.field === filter.field);
  // Below a dot stand fields that some see and others do not, or that could not be had: whoever shared a view has seen it.
  const title = column?.title ?? (filter.field.includes(".") ? t("grid:filter.unseen") : filter.field);
  if (filter.op === "empty" && filter.value !== false && column?.noneName) return column.noneName;
  if (filter.op === "empty") return t(filter.value === false ? "grid:filter.notEmpty" : "grid:filter.empty", { title });
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const shown = values.slice(0, 3).map((value) => valueText(value, column));
  const more = values.length > 3 ? [t("grid:filter.more", { number: values.length - 3 })] : [];
  const op =
    column?.kind === "date" && filter.op in DATE_OPS ? DATE_OPS[filter.op as keyof typeof DATE_OPS] : filter.op;
  return t(`grid:filter.${op}`, { title, value: [...shown, ...more].join(", ") || t("grid:filter.nothing") });
}

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
