// Our columns as AG Grid's: value, text, comparison, filter and width by the kind of column.
import type {
  CellClassParams,
  CellClassRules,
  ColDef,
  ICellRendererParams,
  ValueFormatterParams,
  ValueGetterParams,
} from "@ag-grid-community/core";
import { createElement } from "react";
import { localTime } from "#schemas/time.ts";
import { formatDate, formatDateTime, formatNumber, ownDateTime } from "../i18n/formats.ts";
import { languageTag, t } from "../i18n/setup.ts";
import { FILTER_TYPES } from "./filterModel.ts";
import type { GridColumn, GridKind, GridRow } from "./grid.ts";
import { groupKey, isGroup } from "./groups.ts";
import { RowLink } from "./RowLink.tsx";

/** The value under a column. */
export function cellValue<Row extends GridRow>(column: GridColumn<Row>, row: Row): unknown {
  if (column.beside) return row.beside?.[column.field];
  return column.value ? column.value(row) : (row as unknown as Record<string, unknown>)[column.field];
}

/** The value as people read it. */
export function textOf<Row extends GridRow>(column: GridColumn<Row>, value: unknown, row: Row | undefined): string {
  if (column.format && row) return column.format(value, row);
  if (value === null || value === undefined || value === "") return "";
  if (column.kind === "choice") return column.choices?.find((one) => one.value === value)?.label ?? String(value);
  if (column.kind === "number") return typeof value === "number" ? formatNumber(value) : String(value);
  if (column.kind === "date") return formatDateTime(String(value), column.zone);
  if (column.kind === "boolean") return t(value ? "grid:yes" : "grid:no");
  return String(value);
}

/** What is said of a value while somebody points at it: of a time on other clocks, the reader's own. */
function hintOf<Row extends GridRow>({ hint, zone }: GridColumn<Row>, value: unknown): string | undefined {
  if (hint || !zone) return hint?.(value);
  const time = value ? ownDateTime(String(value), zone) : undefined;
  return time && t("grid:clocks.own", { time });
}

/** The columns of a list for AG Grid; the first one opens the row, and is a link where the open row has an address. */
export function columnDefs<Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  opens: boolean | ((row: Row) => string),
  canGroup = false,
): ColDef[] {
  return columns.map((column, at) => ({
    colId: column.field,
    headerName: column.title,
    ...(column.about && { headerTooltip: column.about }),
    valueGetter: ({ data }: ValueGetterParams) =>
      isGroup(data)
        ? data.by === column.field
          ? groupKey(data.group)
          : undefined
        : data
          ? cellValue(column, data as Row)
          : undefined,
    valueFormatter: ({ value, data }: ValueFormatterParams) =>
      isGroup(data)
        ? data.by === column.field
          ? groupText(column, data.group.value)
          : ""
        : textOf(column, value, data as Row | undefined),
    ...((column.hint || column.zone) && {
      tooltipValueGetter: ({ data, value }) => (isGroup(data) ? undefined : hintOf(column, value)),
    }),
    enableRowGroup: canGroup && column.groupable !== false,
    ...(at === 0 && typeof opens === "function"
      ? { cellRenderer: linked(column, opens) }
      : column.render && { cellRenderer: drawn(column) }),
    ...comparison(column),
    ...filterOf(column),
    sortable: column.sortable !== false,
    ...(column.hidden ? { hide: true } : {}),
    ...(column.pinned ? { pinned: column.pinned } : {}),
    ...(column.flex ? { flex: column.flex } : { width: column.width ?? WIDTHS[column.kind ?? "text"] }),
    minWidth: column.minWidth ?? MIN_WIDTH,
    cellClass: [
      ...(column.kind === "number" ? ["list-number"] : []),
      ...(at === 0 && opens ? ["list-opens"] : column.edits ? ["list-edits"] : []),
    ],
    ...(column.marks && { cellClassRules: marksOf(column) }),
    headerClass: column.kind === "number" ? "ag-right-aligned-header" : undefined,
  }));
}

/** Pixels, unless a column names its own. */
export const WIDTHS: Record<GridKind, number> = { text: 180, number: 110, date: 220, boolean: 110, choice: 150 };
export const MIN_WIDTH = 80;

function marksOf<Row extends GridRow>({ marks }: GridColumn<Row>): CellClassRules {
  const are = (mark: string) => (cell: CellClassParams) =>
    cell.data !== undefined && !isGroup(cell.data) && marks?.(cell.data as Row) === mark;
  return { "list-cell-busy": are("busy"), "list-cell-wrong": are("wrong") };
}

function drawn<Row extends GridRow>(column: GridColumn<Row>) {
  return ({ data }: ICellRendererParams) => (data && !isGroup(data) ? (column.render?.(data as Row) ?? null) : null);
}

function linked<Row extends GridRow>(column: GridColumn<Row>, hrefOf: (row: Row) => string) {
  return ({ data, valueFormatted }: ICellRendererParams) =>
    data && !isGroup(data)
      ? createElement(RowLink, { href: hrefOf(data as Row) }, column.render?.(data as Row) ?? valueFormatted)
      : null;
}

/** Only lists with given rows compare in the browser. */
function comparison<Row extends GridRow>({ kind = "text" }: GridColumn<Row>): Partial<ColDef> {
  if (kind === "number")
    return { comparator: (a, b) => Number(a ?? Number.NEGATIVE_INFINITY) - Number(b ?? Number.NEGATIVE_INFINITY) };
  return { comparator: (a, b) => words().compare(String(a ?? ""), String(b ?? "")) };
}

let collator: { language: string; compares: Intl.Collator } | undefined;

/** Made with the first comparison: its tables take longer to load than all columns to describe. */
function words(): Intl.Collator {
  const language = languageTag();
  if (collator?.language !== language) {
    collator = { language, compares: new Intl.Collator(language, { numeric: true, sensitivity: "base" }) };
  }
  return collator.compares;
}

/** One for all: with another one AG Grid makes the filter anew, and takes the rows for other ones. */
const keyOf = ({ value }: { value: unknown }) => String(value ?? "");

function filterOf<Row extends GridRow>(column: GridColumn<Row>): Partial<ColDef> {
  const kind = column.kind ?? "text";
  if (column.filterable === false) return { filter: false };
  const buttons = { buttons: ["reset"], debounceMs: 300 };
  if (kind === "choice" || kind === "boolean") {
    const filterParams = {
      // Without a prototype AG Grid takes the object as it is; a plain one it would copy, and read, with every column.
      __proto__: null,
      ...buttons,
      get values() {
        const all = kind === "boolean" ? ["true", "false"] : (column.choices ?? []).map((one) => String(one.value));
        return column.blank ? [null, ...all] : all;
      },
      valueFormatter: ({ value }: { value: unknown }) => labelOf(column, value),
    };
    return { filter: "agSetColumnFilter", keyCreator: keyOf, filterParams };
  }
  const name = { text: "agTextColumnFilter", number: "agNumberColumnFilter", date: "agDateColumnFilter" }[kind];
  const params = { ...buttons, filterOptions: FILTER_TYPES[kind], maxNumConditions: 1, inRangeInclusive: true };
  return {
    filter: name,
    filterParams: kind === "date" ? { ...params, comparator: comparesDays(column.zone) } : params,
  };
}

function labelOf<Row extends GridRow>(column: GridColumn<Row>, value: unknown): string {
  if (value === null) return column.noneName ?? t("grid:ag.blanks");
  if (column.kind === "boolean") return t(String(value) === "true" ? "grid:yes" : "grid:no");
  return column.choices?.find((one) => String(one.value) === String(value))?.label ?? String(value ?? "");
}

type CompareDays = (wanted: Date, value: unknown) => number;
const compared = new Map<string | undefined, CompareDays>();

/** Compares the day that a cell shows, on the clocks of its zone. One function for each: for another one the grid makes its filter anew. */
function comparesDays(zone: string | undefined): CompareDays {
  const known = compared.get(zone);
  if (known) return known;
  const compare: CompareDays = (wanted, value) => {
    const day = zone ? new Date(`${localTime(String(value), zone).slice(0, 10)}T00:00`) : new Date(String(value));
    return day.setHours(0, 0, 0, 0) - wanted.getTime();
  };
  compared.set(zone, compare);
  return compare;
}

/** What a group of a column is called. */
export function groupText<Row extends GridRow>(column: GridColumn<Row> | undefined, value: unknown): string {
  if (value === "" || value === null || value === undefined) return column?.noneName ?? t("grid:group.none");
  if (column?.groupName) return column.groupName(value as string | number | boolean);
  // A calendar day has no zone.
  if (column?.kind === "date") return formatDate(`${String(value)}T00:00:00Z`, "UTC");
  if (!column) return String(value);
  if (column.kind === "boolean") return labelOf(column, value);
  const choice = column.choices?.find((one) => String(one.value) === String(value));
  return choice?.label ?? textOf(column, value, undefined);
}
