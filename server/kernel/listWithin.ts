// Orders that are kept once more within each value of one column, so that a page of one value passes over no other rows.
import type { RawBuilder } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { ListSpec } from "./list.ts";

/** How a database that puts rows into some of its orders only afterwards is asked for those that stand in them. */
export interface Late {
  /** The fields whose orders these are. */
  of: readonly string[];
  /** The row does, as the indexes of these orders say it. */
  isThere: RawBuilder<boolean>;
  /** Some row of the list does not yet: then its pages are not to be taken from there. */
  lacksSome: RawBuilder<unknown>;
}

/** Whether all that is asked for lies within one value of that column. */
export function liesWithin({ fields, within, scope }: ListSpec, { filter = [] }: ListQuestion): boolean {
  if (!within) return false;
  return (
    filter.some(({ field, op }) => op === "eq" && fields[field]?.column === within.column) ||
    scope.some((one) => "value" in one && one.column === within.column)
  );
}

/** What is to be said of the orders that a question goes along, where some rows may not stand in them yet. */
export function lateFor(spec: ListSpec, question: ListQuestion, sortedBy: string | undefined): Late | undefined {
  const late = spec.within?.late;
  return late && sortedBy !== undefined && late.of.includes(sortedBy) && liesWithin(spec, question) ? late : undefined;
}
