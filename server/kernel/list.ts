// The one list question → SQL, through an allow-list of fields. Pages of any depth, in a stable order, counted once per change.
import { type RawBuilder, sql } from "kysely";
import { wordsOf } from "#schemas/fold.ts";
import type { ListFilter, ListQuestion, ListSort } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { all, type Span } from "./listCount.ts";
import type { Beginning, Found } from "./listFound.ts";
import { indexedIds, isGuessed, isIndexed, narrowedIds } from "./listIds.ts";
import { countedBy, type KeptOrder, NO_NUMBER, scopeOf, walkOf, withKept } from "./listKept.ts";
import { keyOfSql } from "./listKey.ts";
import { inKeptForm } from "./listMoments.ts";
import { rankOf, settledBy } from "./listRanked.ts";
import type { ListSets } from "./listSets.ts";
import { typedWords } from "./listTyped.ts";
import {
  checkMany,
  type FoundField,
  heldBy,
  keyUnder,
  type ListField,
  notSorted,
  questionProblem,
  whereOf,
} from "./listWhere.ts";
import { type Late, lateFor, liesWithin } from "./listWithin.ts";

export type { Beginning, Found } from "./listFound.ts";
export type { ListField, ListKind } from "./listWhere.ts";

/** A column that has one value, or one of some, or none of some. */
export type ListScope =
  | { column: string; value: string | number }
  | { column: string; in: readonly (string | number)[] }
  | { column: string; notIn: readonly (string | number)[] };

/** What a list is made of. It needs a numbered `id`, which breaks ties of any order. */
export interface ListSpec {
  from: string;
  /** The fields that a question may name; a JSON field is reached as `field.key`. */
  fields: Readonly<Record<string, ListField>>;
  /** What holds for every question, for example the event. */
  scope: readonly ListScope[];
  /** Fields of every row, whatever `columns` asks for. */
  always?: readonly string[];
  defaultSort?: readonly ListSort[];
  /** The condition that all of these words are found: folded ones, or the same as they were typed. */
  search?: (words: readonly string[], typed: readonly string[]) => RawBuilder<boolean> | Found;
  /** Fields that are no columns: each makes the condition of its filter. They are neither sorted nor selected. */
  derived?: Readonly<Record<string, (filter: ListFilter, place: string) => RawBuilder<boolean>>>;
  /** Columns of sets in which a row may be, several at once: the list is grouped by them. */
  sets?: Readonly<Record<string, ListSets>>;
  /** Fields below JSON, or of no column, whose order another table keeps. */
  kept?: Readonly<Record<string, KeptOrder>>;
  /** A column within each of whose values the database keeps every order, too. */
  within?: { column: string; late?: Late };
  /** Fields that others find here, and whoever asks does not: conditions that other areas make of a filter may find less. */
  lacks?: readonly string[];
  /** Names of fields that the list may have for others: they are refused as what somebody may not see. */
  unseen?: (name: string) => boolean;
  /** Another table that counts the rows of the list by these columns, coarse ones first, in its column `count`, always up to date. */
  tally?: { from: string; columns: readonly string[] };
  /** A column in which the database keeps all fields of a row as one JSON text, an object. */
  whole?: string;
  /** A value that differs after every change of the list. With it, counts are kept until it does. */
  version?: RawBuilder<string | number | null>;
  /** What else that value tells of, where it is not that of every list of these rows: what is kept of one is not the other's. */
  versionOf?: string;
}

/** A question that has been checked against its list: only SQL of known parts is left in it. */
export interface Plan {
  spec: ListSpec;
  dialect: Dialect;
  /** Whether filters on kept orders are tests of one row; by the name of one of them, all but that. */
  tested: boolean | string;
  question: ListQuestion;
  scope: RawBuilder<boolean>[];
  where: RawBuilder<boolean>[];
  /** The same conditions as tests of one row. */
  ofRow: RawBuilder<boolean>[];
  /** Ids among which all matches are, as indexes find them: what finds them soonest first. */
  ids: RawBuilder<unknown>[];
  /** Those of them that answer for texts that are contained in a field. */
  narrowed: RawBuilder<unknown>[];
  /** The conditions of a page for which rows are looked for along its order. */
  along?: RawBuilder<boolean>[];
  /** The same conditions as the index of the order answers them, where it does. */
  inOrder?: RawBuilder<boolean>[] | undefined;
  /** That a row begins with what is searched in the field of the order, where that is all that is asked. */
  begins?: Beginning | undefined;
  /** Texts that each match contains, where that they do is all that is searched. */
  texts?: readonly string[] | undefined;
  /** Where the page begins behind a row that is known: that it does. */
  after?: RawBuilder<boolean> | undefined;
  /** Whether all that can match are found and put in order, since they are few. */
  few?: boolean;
  /** The version that was true when they were found, and how many they are. */
  asOf?: { version: unknown; rows: number } | undefined;
  /** Whether the source brings them in the order that is asked for. */
  isInOrder?: boolean;
  /** Where all matches are known as of a version: what finds them untested. */
  exact?: { version: unknown; where: RawBuilder<boolean>[] } | undefined;
  /** Orders that hold the rows of the one value that is asked for, but perhaps not all of them yet. */
  late?: Late | undefined;
  /** Where the rows are taken from: the table, or the few of it that can match. */
  source: RawBuilder<unknown>;
  /** The table that counts all rows, and the matches, where one does. */
  tally: { total?: string; matched?: string };
  /** The version that was true when the few were found. */
  version: RawBuilder<unknown>;
  sort: SortTerm[];
  /** The kept order of the first field of the sort, to go along. */
  walk?: Walk | undefined;
  /** A kept table that counts the matches by itself. */
  counted?: { kept: KeptOrder; where: RawBuilder<boolean>[] } | undefined;
  /** Ids among which all matches are, as their count has told. */
  span?: Span | undefined;
  /** Fields of the rows, with their columns. */
  select: { name: string; column: string; isJson: boolean; without?: readonly string[] }[];
  /** The column that holds all of that as JSON text, where nothing is left out. */
  whole: string | undefined;
  /** Whether it is asked all the time and its best way does not depend on the values. */
  often: boolean;
  /** What has been found out for this question, whichever way its rows are found. */
  found: { sample?: Promise<Sample> };
  /** Names the filter and search, for the count that is kept. */
  key: string;
  /** The same without the search. */
  beside: string;
}

/** How many rows there are, and the share of them that match. */
export interface Sample {
  total: number;
  share: number;
  /** Of an order in which matches of a search may stand together: that a row is among the first, and how many of those match. */
  soon?: { where: RawBuilder<boolean>; isSeen: boolean; expected: number };
}

/** One term of an order. */
export interface SortTerm {
  expression: RawBuilder<unknown>;
  direction: "asc" | "desc";
  isId: boolean;
}

/** The way along a kept order. */
export interface Walk {
  kept: KeptOrder;
  /** What holds on the kept table. */
  where: RawBuilder<boolean>[];
  /** Whether that is all that is asked, so that no row needs to be looked at. */
  isAll: boolean;
}

const JSON_KEY = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Checks a question and turns it into the parts of a query, without asking the database. `tested` is for a database that
 * chooses by itself: filters on kept orders are then tests of one row, whatever it thinks of them, and so is what no
 * statistics tell. By the name of a field, its filters are still looked for.
 */
export function planList(
  spec: ListSpec,
  dialect: Dialect,
  given: ListQuestion,
  tested: boolean | string = false,
): Plan {
  const question = inKeptForm(spec, given);
  const scope = spec.scope.map(scopeOf);
  const asked = question.filter ?? [];
  checkMany(asked);
  const sortedBy = (question.sort?.length ? question.sort : spec.defaultSort)?.[0]?.field;
  const ofOne = asked.map((filter, at) => filterOf(spec, dialect, filter, `filter.${at}`, sortedBy));
  const filters = ofOne.map((one, at) => {
    const filter = asked[at] as ListFilter;
    const own = withKept({ spec, dialect, tested }, asked, at, one);
    return tested === true && isGuessed(spec, filter) ? dialect.unguessed(own) : own;
  });
  const searched = searchOf(spec, question.search);
  const narrowed = narrowedIds(spec, asked, scope);
  const ofRow = ofOne.map((one, at) => (isIndexed(spec, asked[at]) ? dialect.withoutIndex(one) : one));
  const found = searched.filter((one): one is Found => "ids" in one);
  const inOrder = found.filter((one) => one.inOrder?.by === sortedBy).map((one) => one.inOrder?.where);
  const sort = sortOf(spec, dialect, question.sort);
  const beside = JSON.stringify([
    spec.from,
    spec.scope,
    keyOfSql(asked.map((filter, at) => filterOf(spec, dialect, filter, `filter.${at}`))),
    ...hiddenIn(spec),
    ...(spec.lacks?.length ? [spec.lacks] : []),
    ...(spec.versionOf ? [spec.versionOf] : []),
    ...zonesIn(spec),
  ]);
  return {
    spec,
    dialect,
    tested,
    question,
    scope,
    where: [...finestFirst(spec, asked, scope, filters), ...searched.map((one) => ("ids" in one ? one.where : one))],
    ofRow: [...finestFirst(spec, asked, scope, ofRow), ...searched.map((one) => ("ids" in one ? one.ofRow : one))],
    ids: [
      ...found.flatMap(({ widerIds, ids }) => (widerIds ? [widerIds, ids] : [ids])),
      ...indexedIds(spec, asked, scope, filters),
      ...narrowed,
    ],
    narrowed,
    inOrder: inOrder.length > 0 ? [...scope, ...filters, ...(inOrder as RawBuilder<boolean>[])] : undefined,
    texts: found.length === 1 ? found[0]?.texts : undefined,
    begins: asked.length === 0 && found.length === 1 ? found[0]?.begins?.[sortedBy ?? ""] : undefined,
    source: sql.table(spec.from),
    tally: tallyOf(spec, question),
    version: spec.version ?? sql`null`,
    sort,
    walk: walkOf({ spec, dialect, tested }, question, sort),
    counted: countedBy(spec, dialect, question),
    late: lateFor(spec, question, sortedBy),
    often: isOften(spec, question),
    found: {},
    select: columnsOf(spec, question.columns),
    whole: question.columns || hiddenIn(spec).length > 0 ? undefined : spec.whole,
    key: JSON.stringify([beside, question.search?.trim() ?? ""]),
    beside,
  };
}

/** What a list does not have: conditions that other areas make of a filter may find less there. */
function hiddenIn({ fields }: ListSpec): (readonly string[])[] {
  return Object.values(fields).flatMap(({ hidden = [] }) => (hidden.length > 0 ? [hidden] : []));
}

/** An event may be moved to another zone, and its days mean other rows then. */
function zonesIn({ fields }: ListSpec): string[] {
  return [...new Set(Object.values(fields).flatMap(({ zone = [], zones }) => zones?.among ?? zone))];
}

/** SQLite tests in the order in which it reads: first the columns by which most rows fall away. */
function finestFirst(
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

function filterOf(
  spec: ListSpec,
  dialect: Dialect,
  filter: ListFilter,
  place: string,
  sortedBy?: string,
): RawBuilder<boolean> {
  const derive = spec.derived && Object.hasOwn(spec.derived, filter.field) ? spec.derived[filter.field] : undefined;
  if (derive) return derive(filter, place);
  const field = fieldOf(spec, filter.field, `${place}.field`);
  // Along its own order, whatever else it has an index for.
  return whereOf(filter.field === sortedBy ? { ...field, indexed: true } : field, filter, place, dialect);
}

/**
 * The condition that rows of a list fulfil, for rules that are kept and asked later. Refuses like a question, naming `filter.0.value`.
 * @example conditionOf(list, dialect, group.rule.filter, "any")
 */
export function conditionOf(
  spec: ListSpec,
  dialect: Dialect,
  filters: readonly ListFilter[],
  match: "all" | "any",
): RawBuilder<boolean> {
  checkMany(filters);
  const held = ({ field }: ListFilter) => spec.fields[field]?.holders ?? [];
  const each = filters.map((one, at) => all([...held(one), filterOf(spec, dialect, one, `filter.${at}`)]));
  if (each.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`(${sql.join(each, match === "all" ? sql` and ` : sql` or `)})`;
}

/** A tally answers for all rows if it knows every column of the scope, and for the matches if it knows the filters' too. */
function tallyOf({ tally, scope, fields }: ListSpec, { filter = [], search }: ListQuestion): Plan["tally"] {
  const knows = (column: string | undefined) => column !== undefined && tally?.columns.includes(column) === true;
  if (!tally || !scope.every(({ column }) => knows(column))) return {};
  const knowsFilters = filter.every(({ field }) => Object.hasOwn(fields, field) && knows(fields[field]?.column));
  return knowsFilters && !search?.trim() ? { total: tally.from, matched: tally.from } : { total: tally.from };
}

/** Nothing is asked of the rows, or that they lie within one value within which the orders are kept: any other way is longer. */
function isOften(spec: ListSpec, question: ListQuestion): boolean {
  if (!tallyOf(spec, question).matched) return false;
  return question.filter?.length ? liesWithin(spec, question) : spec.scope.length === 1;
}

/** A field of a list by the name that a question uses; refuses what the list does not declare. */
export function fieldOf(spec: ListSpec, name: string, place: string): FoundField {
  const own = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
  if (own && own.kind !== "json") return { ...own, name };
  const [head = "", ...rest] = name.split(".");
  const json = Object.hasOwn(spec.fields, head) ? spec.fields[head] : undefined;
  const key = rest.join(".");
  if (json?.kind === "json" && JSON_KEY.test(key) && !json.hidden?.includes(key))
    return {
      ...json,
      name,
      key,
      days: json.instants?.has(key) === true,
      isNamed: json.named?.has(key) === true,
      ...(json.written && { raw: json.written.has(key) }),
      ...howKept(spec.kept?.[name]),
    };
  const known = Object.keys(spec.fields).join(", ");
  const message = `There is no field "${name}" here; there are ${known}.`;
  if (json?.hidden?.includes(key) || spec.unseen?.(name)) throw questionProblem(place, message, "problem:list.notSeen");
  throw questionProblem(place, message, "problem:list.noField", { field: name, known });
}

function howKept(kept: KeptOrder | undefined): Pick<FoundField, "raw" | "many" | "ranks"> {
  if (!kept) return {};
  return { raw: !kept.folds, many: kept.many === true, ...(kept.ranks && { ranks: kept.ranks }) };
}

function searchOf(spec: ListSpec, search: string | undefined): (RawBuilder<boolean> | Found)[] {
  if (!search?.trim()) return [];
  if (!spec.search) throw questionProblem("search", "This list cannot be searched.", "problem:list.notSearched");
  const words = wordsOf(search);
  if (words.length === 0) return [sql<boolean>`1 = 0`];
  const typed = typedWords(search);
  return [spec.search(words, typed.length > 0 ? typed : words)];
}

function sortOf(spec: ListSpec, dialect: Dialect, asked: readonly ListSort[] | undefined): Plan["sort"] {
  const sort = asked?.length ? asked : (spec.defaultSort ?? []);
  const seen = new Set<string>();
  const terms = sort.flatMap(({ field: name, direction }, at) => {
    const field = fieldOf(spec, name, `sort.${at}.field`);
    if (field.sortable === false) throw notSorted(name, `sort.${at}.field`);
    if (seen.has(name)) return [];
    seen.add(name);
    return sortTerms(field, dialect).map((expression) => ({ expression, direction, isId: name === "id" }));
  });
  // The tie break runs the way of the first term, so that an index serves both directions.
  const settling = settledBy(spec, sort);
  return seen.has("id")
    ? terms
    : [...terms, { expression: sql.ref("id"), direction: settling?.direction ?? "asc", isId: true }];
}

function sortTerms(field: FoundField, dialect: Dialect): RawBuilder<unknown>[] {
  if (field.expression && field.ranks) return [rankOf(heldBy(field), field.ranks)];
  if (field.expression && (field.kind === "text" || field.kind === "date"))
    return [sql`cast(${sql.lit(NO_NUMBER)} as double precision)`, sql`coalesce(${heldBy(field)}, '')`];
  // As a kept order has it: a number, and no text.
  if (field.expression) return [sql`coalesce(${heldBy(field)}, ${sql.lit(NO_NUMBER)})`, sql`lower('')`];
  if (field.kind !== "json") {
    const own = sql.ref(field.folded ?? field.column);
    if (field.ranks) return [rankOf(sql.ref(field.column), field.ranks)];
    if (!field.nullable) return [own];
    const isText = field.kind === "text" || field.kind === "date";
    return [sql`coalesce(${own}, ${isText ? sql.lit("") : sql`cast(${sql.lit(NO_NUMBER)} as double precision)`})`];
  }
  if (field.ranks) return [rankOf(sql`coalesce(${keyUnder(field, dialect)}, '')`, field.ranks)];
  const number = dialect.jsonNumber(sql.ref(field.column), field.key as string);
  const text = sql`case when ${number} is null then coalesce(${keyUnder(field, dialect)}, '') else '' end`;
  return [sql`coalesce(${number}, ${sql.lit(NO_NUMBER)})`, text];
}

function columnsOf(spec: ListSpec, asked: readonly string[] | undefined): Plan["select"] {
  const own = (name: string) => Object.hasOwn(spec.fields, name);
  // A key below a JSON field brings the whole field.
  const wanted = asked?.map((name, at) => {
    if (own(name)) return name;
    fieldOf(spec, name, `columns.${at}`);
    return name.split(".")[0] as string;
  });
  const held = (name: string) => spec.fields[name]?.expression === undefined;
  const names = new Set([...(spec.always ?? ["id"]), ...(wanted ?? Object.keys(spec.fields))]);
  return [...names].filter(held).map((name) => {
    const field = spec.fields[name];
    const part = { name, column: field?.column ?? name, isJson: field?.kind === "json" };
    return field?.hidden?.length ? { ...part, without: field.hidden } : part;
  });
}
