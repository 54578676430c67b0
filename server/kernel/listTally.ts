// What follows from a table that counts the rows of a list by some of its columns: which counts it answers, which filters
// come first, and which questions are asked all the time.
import type { RawBuilder } from "kysely";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import type { ListSpec, Plan } from "./list.ts";

/** A tally answers for all rows if it knows every column of the scope, and for the matches if it knows the filters' too. */
export function tallyOf({ tally, scope, fields }: ListSpec, { filter = [], search }: ListQuestion): Plan["tally"] {
  const knows = (column: string | undefined) => column !== undefined && tally?.columns.includes(column) === true;
  if (!tally || !scope.every(({ column }) => knows(column))) return {};
  const knowsFilters = filter.every(({ field }) => Object.hasOwn(fields, field) && knows(fields[field]?.column));
  return knowsFilters && !search?.trim() ? { total: tally.from, matched: tally.from } : { total: tally.from };
}

/** Nothing is asked of the rows, or that they lie within one value within which the orders are kept: any other way is longer. */
export function isOften(spec: ListSpec, question: ListQuestion): boolean {
  const { filter = [] } = question;
  if (!tallyOf(spec, question).matched) return false;
  const isWithin = ({ field, op }: ListFilter) => op === "eq" && spec.fields[field]?.column === spec.within;
  return filter.length === 0 ? spec.scope.length === 1 : filter.some(isWithin);
}

/** SQLite tests in the order in which it reads: first the columns by which most rows fall away. */
export function finestFirst(
  { fields, tally }: ListSpec,
  asked: readonly ListFilter[],
  scope: readonly RawBuilder<boolean>[],
  filters: readonly RawBuilder<boolean>[],
): RawBuilder<boolean>[] {
  const rank = (at: number) => tally?.columns.indexOf(fields[asked[at]?.field ?? ""]?.column ?? "") ?? -1;
  const order = filters.map((_, at) => at).sort((a, b) => rank(b) - rank(a));
  const known = order.filter((at) => rank(at) >= 0);
  const pick = (ats: readonly number[]) => ats.map((at) => filters[at] as RawBuilder<boolean>);
  return [...pick(known), ...scope, ...pick(order.slice(known.length))];
}
