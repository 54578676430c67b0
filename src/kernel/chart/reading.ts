// A figure as words and numbers: what the chart, its table, its files and screen readers say. Draws nothing.
import type { Axis, Figure } from "#schemas/figure.ts";
import { plainCell } from "#schemas/formula.ts";
import { countryName } from "../i18n/countries.ts";
import { formatDateTime, formatDay, formatNumber, formatTime } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { say } from "../i18n/words.ts";
import { amountPath, placePath } from "./leading.ts";
import { isEmpty } from "./room.ts";

/** What stands at a place of the axis. `short` leaves out what its neighbours say too. */
export function placeText(axis: Axis, place: string, form: "short" | "full" = "full"): string {
  if (axis.kind === "day") return formatDay(place, form === "full" || spansYears(axis));
  if (axis.kind === "time") return form === "short" ? formatTime(place, axis.zone) : formatDateTime(place, axis.zone);
  if (place === "") return t("chart:unnamed");
  if (axis.kind === "key") return t(place);
  return axis.kind === "country" ? countryName(place) : place;
}

function spansYears({ places }: Axis): boolean {
  return places[0]?.slice(0, 4) !== places.at(-1)?.slice(0, 4);
}

/** An amount; none where it is not known; a day as `YYYY-MM-DD`, or words. */
export type TableValue = number | string | null;

/** As it stands in a table for people. */
export function valueText(value: TableValue): string {
  if (value === null) return t("chart:unknown");
  if (typeof value === "number") return formatNumber(value);
  return DAY.test(value) ? formatDay(value, true) : value;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a whole place amounts to, over all series; it is not known where no series knows it. */
export function amountOf({ series }: Figure, at: number): number | null {
  const known = series.map(({ values }) => values[at] ?? null).filter((value) => value !== null);
  return known.length === 0 && series.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export const amountText = (figure: Figure, at: number): string => valueText(amountOf(figure, at));

export interface TableRow {
  /** Tells rows apart whose places are called alike. */
  key?: string;
  place: string;
  values: TableValue[];
  path?: string | undefined;
  /** Where each value leads by itself. */
  paths?: readonly (string | undefined)[] | undefined;
}

export interface TableOf {
  head: string[];
  rows: TableRow[];
}

/** Every amount of a figure as it stands in a table: a row for each place. */
export function tableOf(figure: Figure): TableOf {
  const { along, series } = figure;
  const names = series.length === 1 ? [say(figure.unit)] : series.map(({ name }) => say(name));
  return {
    head: [say(along.title), ...names],
    rows: along.places.map((place, at) => ({
      place: placeText(along, place),
      values: series.map(({ values }) => values[at] ?? null),
      path: placePath(figure, at),
      paths: series.length > 1 ? series.map((_, of) => amountPath(figure, of, at)) : undefined,
    })),
  };
}

/** One sentence for whoever does not see the picture. */
export function summaryOf(figure: Figure): string {
  const { along, series } = figure;
  const title = say(figure.title);
  if (isEmpty(figure)) return t("chart:summary.empty", { title });
  const all = series.flatMap(({ name, values }) =>
    values.flatMap((value, at) => (value === null ? [] : [{ value, at, name: say(name) }])),
  );
  const most = all.reduce((best, one) => (one.value > best.value ? one : best));
  const place = placeText(along, along.places[most.at] ?? "");
  const told = t(series.length > 1 ? "chart:summary.several" : "chart:summary.one", {
    title,
    count: along.places.length,
    series: most.name,
    most: formatNumber(most.value),
    unit: say(figure.unit),
    place,
  });
  const unknown = series.length * along.places.length - all.length;
  if (unknown === 0) return told;
  return `${told} ${t("chart:summary.unknown", { count: unknown, number: formatNumber(unknown) })}`;
}

/** The table as a CSV file that no spreadsheet program takes for formulas; places as data, not as words. */
export function csvOf(figure: Figure): string {
  const { head, rows } = tableOf(figure);
  const lines = rows.map(({ place, values }, at) => {
    const raw = figure.along.kind === "day" || figure.along.kind === "time" ? figure.along.places[at] : place;
    return [raw ?? "", ...values.map(numberText)];
  });
  return csvOfLines([head, ...lines]);
}

/** The same of a table that stands for itself. */
export function csvOfTable({ head, rows }: TableOf): string {
  return csvOfLines([head, ...rows.map(({ place, values }) => [place, ...values.map(numberText)])]);
}

const numberText = (value: TableValue) => (value === null ? "" : String(value));

/** Lines as a CSV file that no spreadsheet program takes for formulas. */
export function csvOfLines(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(text: string): string {
  const safe = /^-?\d+(\.\d+)?$/.test(text) ? text : plainCell(text);
  return /[",\r\n;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
