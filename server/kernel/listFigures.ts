// Figures of the rows of a group: functions of numbers, or the ends of dates.
import { type RawBuilder, sql } from "kysely";
import type { GroupFunction } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { fieldOf, type ListSpec } from "./list.ts";
import { heldBy, questionProblem } from "./listWhere.ts";

const OF_DATES: readonly GroupFunction[] = ["min", "max"];

/** A figure of all rows, or of what a group takes of each: `of` makes that of a row's value. */
export type FigureOf = (of?: (value: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>;

export function figureOf(
  spec: ListSpec,
  dialect: Dialect,
  { field: name, fn }: { field: string; fn: GroupFunction },
  place: string,
): FigureOf {
  const field = fieldOf(spec, name, `${place}.field`);
  const isNumber = field.kind === "number" || field.kind === "json";
  if (!isNumber && !(field.kind === "date" && OF_DATES.includes(fn))) {
    const message = `There is no "${fn}" of the field "${name}".`;
    throw questionProblem(`${place}.fn`, message, "problem:list.noFigure", { figure: fn, field: name });
  }
  const column = heldBy(field);
  const value = field.kind === "json" ? dialect.jsonNumber(column, field.key as string) : column;
  return (of = (one) => one) => sql`${sql.raw(fn)}(${of(value)})`;
}

/** A figure as the database answers it. */
export function figureNumber(figure: number | string | null | undefined): number | null {
  if (typeof figure === "string" && Number.isNaN(Number(figure))) return Date.parse(figure);
  return figure === null || figure === undefined ? null : Number(figure);
}
