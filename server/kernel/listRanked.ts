// Lists that are sorted by a field of few values in an order that no index keeps, such as types by their names: the rows of one
// value come after those of another, each in an order that the database keeps.
import { type RawBuilder, sql } from "kysely";
import { fold } from "#schemas/fold.ts";
import type { ListFilter, ListQuestion, ListSort } from "#schemas/list.ts";
import type { ListScope, ListSpec } from "./list.ts";
import type { KeptOrder } from "./listKept.ts";
import { isDay } from "./listMoments.ts";

type Value = string | number;

/** The rows of one value, or of one value each of several fields. */
export interface Part {
  spec: ListSpec;
  question: ListQuestion;
  /** The values, in the order of the levels; undefined stands for all that have none of the ranks. */
  values: readonly (Value | undefined)[];
}

/** What the parts are told apart by: a column, or a value whose order is kept. */
export interface Level {
  field: string;
  column?: string;
  kept?: KeptOrder;
}

interface Ranked {
  column?: string;
  folded?: string | undefined;
  kept?: KeptOrder;
  ranks: readonly Value[];
  isAll?: boolean | undefined;
}

/** Parts of parts are made as long as they are not more. */
const MOST = 2000;

/** The ranks of a field by the name that a question uses. */
export function ranksOf(spec: ListSpec, name: string): Ranked | undefined {
  const field = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
  if (field?.ranks) {
    const { column, folded, ranks, isAllRanked: isAll } = field;
    return { column, folded, ranks, isAll };
  }
  const kept = spec.kept?.[name];
  return kept?.ranks && { kept, ranks: kept.ranks };
}

/** The term whose way the ids go that settle an order: the first that is no column with ranks, since its parts have an order each. */
export function settledBy({ fields }: ListSpec, sort: readonly ListSort[]): ListSort | undefined {
  // A field that is named a second time sorts nothing any more.
  const terms = sort.filter((term, at) => sort.findIndex(({ field }) => field === term.field) === at);
  return terms.find(({ field }) => !fields[field]?.ranks) ?? terms.at(-1);
}

/** The lists of one value each, in the order of the values, where the first field of the sort has such an order. */
export function rankedParts(
  spec: ListSpec,
  question: ListQuestion,
): { parts: readonly Part[]; levels: readonly Level[] } | undefined {
  let parts: Part[] = [{ spec, question, values: [] }];
  const levels: Level[] = [];
  for (;;) {
    const [one] = parts;
    const first = one?.question.sort?.[0];
    const ranked = one && first && ranksOf(one.spec, first.field);
    if (!ranked || parts.length * (ranked.ranks.length + 1) > MOST) break;
    const { column, kept } = ranked;
    levels.push({ field: first.field, ...(column ? { column } : {}), ...(kept ? { kept } : {}) });
    parts = parts.flatMap((part) => partsOf(part, first, ranked));
  }
  return levels.length > 0 ? { parts, levels } : undefined;
}

function partsOf({ spec, question, values }: Part, first: ListSort, ranked: Ranked): Part[] {
  const { column, folded, kept, ranks, isAll } = ranked;
  const rest = (question.sort ?? []).slice(1).filter(({ field }) => field !== first.field);
  const last = { field: "id", direction: (kept ? first : (settledBy(spec, rest) ?? first)).direction };
  const others = rest.length > 0 ? rest : [last];
  if (kept) {
    const { ranks: _, ...plain } = kept;
    const own = { ...spec, kept: { ...spec.kept, [first.field]: plain } };
    const sort = [first, ...rest, ...(rest.some(({ field }) => field === "id") ? [] : [last])];
    // The text of a part fulfils them: a second condition on it would only hide from the database that all rows have one text.
    const isOfTexts = namesTexts(kept, first.field);
    const named = (question.filter ?? []).filter(isOfTexts);
    const asked = (question.filter ?? []).filter((one) => !isOfTexts(one));
    const isNamed = (value: Value) => named.every((one) => [one.value].flat().includes(value));
    const parts = ranks.filter(isNamed).map((value) => {
      return {
        spec: own,
        question: { ...question, sort, filter: [...asked, ...only(first.field, value, kept)] },
        values: [...values, value],
      };
    });
    return first.direction === "desc" ? parts.reverse() : parts;
  }
  const name = column as string;
  const isById = others[0]?.field === "id";
  const scopes = ranks
    .filter(possible(spec, question, first.field, name))
    .map((value): [ListScope[], Value | undefined] => {
      // In the order by the folded text those of one value stand by their ids.
      const asFolded = folded && isById ? [{ column: folded, value: fold(String(value)) }] : [];
      return [[{ column: name, value }, ...asFolded], value];
    });
  const unranked: [ListScope[], undefined][] = isAll ? [] : [[[{ column: name, notIn: ranks }], undefined]];
  const each = [...scopes, ...unranked];
  if (first.direction === "desc") each.reverse();
  return each.map(([scope, value]) => ({
    spec: { ...spec, scope: [...spec.scope, ...scope] },
    question: { ...question, sort: others },
    values: [...values, value],
  }));
}

/** Those of one value. Of lists "is" would mean that it is among what they hold. */
function only(field: string, value: Value, { many }: KeptOrder): ListFilter[] {
  if (value === "") return [{ field, op: "empty", value: true }];
  if (!many) return [{ field, op: "eq", value }];
  return [
    { field, op: "gte", value },
    { field, op: "lte", value },
  ];
}

/** Whether rows of a value can be among those that are asked for. */
function possible(spec: ListSpec, { filter = [] }: ListQuestion, name: string, column: string) {
  const lists = [
    ...spec.scope.flatMap((scope) => {
      if (scope.column !== column || "notIn" in scope) return [];
      return ["value" in scope ? [scope.value] : scope.in];
    }),
    ...filter.flatMap(({ field, op, value }) =>
      field === name && (op === "eq" || op === "in") ? [[value].flat() as Value[]] : [],
    ),
  ];
  return (value: Value) => lists.every((list) => list.includes(value));
}

/** Whether a filter names texts of a kept order, one of which a row's must be. */
function namesTexts({ many, folds }: KeptOrder, name: string) {
  return ({ field, op, value }: ListFilter) => {
    if (many || folds || field !== name || !(op === "eq" || op === "in")) return false;
    return [value].flat().every((one) => typeof one === "string" && one !== "" && !isDay(one));
  };
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
