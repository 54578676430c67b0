// Lists that are sorted by a field of few values in an order that no index keeps, such as types by their names: the rows of one
// value come after those of another, each in an order that the database keeps.
import { type RawBuilder, sql } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { ListScope, ListSpec } from "./list.ts";

interface Part {
  spec: ListSpec;
  question: ListQuestion;
}

/** The lists of one value each, in the order of the values, where the first field of the sort has such an order. */
export function rankedParts(spec: ListSpec, question: ListQuestion): Part[] | undefined {
  const [first, ...rest] = question.sort ?? [];
  const field = first && Object.hasOwn(spec.fields, first.field) ? spec.fields[first.field] : undefined;
  if (!first || !field?.ranks) return undefined;
  const { column, ranks } = field;
  const scopes: ListScope[] = [...ranks.map((value) => ({ column, value })), { column, notIn: ranks }];
  if (first.direction === "desc") scopes.reverse();
  const others = rest.filter((term) => term.field !== first.field);
  const sort = others.length > 0 ? others : [{ field: "id", direction: first.direction }];
  const isPossible = possible(spec, question, first.field, column);
  return scopes
    .filter((scope) => !("value" in scope) || isPossible(scope.value))
    .map((scope) => ({ spec: { ...spec, scope: [...spec.scope, scope] }, question: { ...question, sort } }));
}

/** Whether rows of a value can be among those that are asked for. */
function possible(spec: ListSpec, { filter = [] }: ListQuestion, name: string, column: string) {
  const lists = [
    ...spec.scope.flatMap((scope) => {
      if (scope.column !== column || "notIn" in scope) return [];
      return ["value" in scope ? [scope.value] : scope.in];
    }),
    ...filter.flatMap(({ field, op, value }) =>
      field === name && (op === "eq" || op === "in") ? [[value].flat() as (string | number)[]] : [],
    ),
  ];
  return (value: string | number) => lists.every((list) => list.includes(value));
}

/** The place of a value among the others, where it is not the first thing that a list is sorted by. */
export function rankOf(value: RawBuilder<unknown>, ranks: readonly (string | number)[]): RawBuilder<unknown> {
  if (ranks.length === 0) return sql`0`;
  const cases = ranks.map((rank, at) => sql`when ${rank} then ${sql.lit(at)}`);
  return sql`case ${value} ${sql.join(cases, sql` `)} else ${sql.lit(ranks.length)} end`;
}

type Text = string | Uint8Array;

/** Pages that are JSON arrays as one of them. */
export function joined(pages: readonly Text[]): Text[] {
  const [only, ...others] = pages;
  if (only === undefined || others.length === 0) return [only ?? "[]"];
  const inner = pages.flatMap((page, at) => [at === 0 ? "[" : ",", withoutBrackets(page)]);
  return [...inner, "]"];
}

function withoutBrackets(page: Text): Text {
  return typeof page === "string" ? page.slice(1, -1) : page.subarray(1, -1);
}
