// Filters of the list question as SQL. Values are always parameters; fields and operators come from closed lists.
import { type Expression, type RawBuilder, sql } from "kysely";
import { fold } from "#schemas/fold.ts";
import { type FilterOp, type ListFilter, MOST_VALUES_IN_ALL } from "#schemas/list.ts";
import { WHOLE } from "#schemas/problem.ts";
import { type Dialect, likePattern } from "../db/dialect.ts";
import { boundsOf } from "./listDays.ts";
import { comparesMoments, isDated, isDay, momentOf } from "./listMoments.ts";
import { type ProblemError, problem } from "./problem.ts";

export type ListKind = "text" | "number" | "date" | "boolean" | "json";

/** One field that a question may name. Nothing else of the table can be reached. */
export interface ListField {
  /** The column that holds it. */
  column: string;
  /** What it is of a row where no column holds it; rows then come without it. */
  expression?: RawBuilder<unknown>;
  kind: ListKind;
  /** What holds of the rows that have such a value at all: rules mean only these. */
  holders?: readonly RawBuilder<boolean>[];
  /** For text: the column that holds `fold(text)`; it is what comparing and sorting read. */
  folded?: string;
  /** Whether rows may have nothing in the column. Lists sort those before all others, in both databases. */
  nullable?: boolean;
  /** True unless told. */
  filterable?: boolean;
  sortable?: boolean;
  groupable?: boolean;
  /** Whether an index begins with the columns of the scope and this one (or its folded one). */
  indexed?: boolean;
  /** Whether an index begins with the first column of the scope and has only the rows in which this one is not null. */
  indexedWhereHeld?: boolean;
  /** The zone whose days a date's filters and groups mean; UTC unless told. */
  zone?: string;
  /** Where each row has clocks of its own: the column that names their zone, and the zones that there are. */
  zones?: { column: string; among: readonly string[] };
  /** Below JSON: the keys that hold instants. Their days are counted in the zone, too. */
  instants?: ReadonlySet<string>;
  /** Below JSON: the keys whose texts are compared as they are written; all others are compared folded. */
  written?: ReadonlySet<string>;
  /** Below JSON: the column that holds, as JSON below the same keys, `fold(text)` of the texts that do not fold plainly. Without it all do. */
  foldedUnder?: string;
  /** Below JSON: the keys whose texts are 32 signs, a slash and a name. What is asked of them is asked of the name. */
  named?: ReadonlySet<string>;
  /** The few values that it has, in the order in which lists sort by it; others come after them. */
  ranks?: readonly (string | number)[];
  /** It has no others. */
  isAllRanked?: boolean;
  /** Keys below JSON that this list does not have: no question names them, and no row brings them. */
  hidden?: readonly string[];
  /** Ids among which all rows are whose field contains a text, where an index finds them; undefined where it cannot. */
  narrow?: (text: string) => RawBuilder<unknown> | undefined;
}

type Scalar = string | number | boolean | null;

const OPS: Record<ListKind, readonly FilterOp[]> = {
  text: ["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"],
  number: ["eq", "ne", "gt", "gte", "lt", "lte", "in", "empty"],
  date: ["eq", "ne", "gt", "gte", "lt", "lte", "in", "empty"],
  boolean: ["eq", "ne", "in", "empty"],
  json: ["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"],
};
const SIGNS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** A field that was found: its own facts, and for JSON the key below the column. */
export interface FoundField extends ListField {
  name: string;
  key?: string;
  /** Texts below JSON are compared as they are written; else folded. */
  raw?: boolean;
  /** A kept order says that its values are lists. */
  many?: boolean;
  /** The values are instants, which are grouped by their days. */
  days?: boolean;
  /** The values are names behind what tells them apart. */
  isNamed?: boolean;
}

/**
 * A refusal that names the field, as every problem with a list question does: in words, and as a text of the dashboard with its values.
 * @example throw questionProblem("by", `The list cannot be grouped by "${by}".`, "problem:list.notGrouped", { field: by });
 */
export function questionProblem(
  place: string,
  message: string,
  text: string,
  values: Record<string, string | number> = {},
): ProblemError {
  const reason = { text, values };
  return problem("invalid", { message, fields: { [place]: message }, reasons: { [WHOLE]: reason, [place]: reason } });
}

/** The condition of one filter. `place` names it in a refusal, for example `filter.0`. */
export function whereOf(field: FoundField, filter: ListFilter, place: string, dialect: Dialect): RawBuilder<boolean> {
  if (field.filterable === false) {
    const message = `The field "${field.name}" cannot be filtered.`;
    throw questionProblem(`${place}.field`, message, "problem:list.notFiltered", { field: field.name });
  }
  if (!OPS[field.kind].includes(filter.op)) throw unknownOp(field.name, filter.op, OPS[field.kind], place);
  if (filter.op === "empty") return isEmpty(field, filter, place, dialect);
  const compare = COMPARERS[field.kind];
  if (filter.op !== "in") return compare(field, filter.op, oneValue(field, filter, place), dialect);
  if (!Array.isArray(filter.value))
    throw notTaken(field, filter.op, "a list of values", "problem:list.takesMany", place);
  const values = filter.value.map((value) => checked(field, filter.op, value, place));
  if (values.length === 0) return sql<boolean>`1 = 0`;
  if (field.kind === "number") return isOneOfNumbers(heldBy(field), values as number[]);
  return field.kind === "text"
    ? sql<boolean>`${heldBy(field)} in (${sql.join(values)})`
    : field.kind === "json"
      ? isOneUnder(field, values, place, dialect)
      : oneOf(values.map((value) => compare(field, "eq", value, dialect)));
}

/** Below JSON: texts that stand for themselves are looked for together, so that a thousand of them take no longer than a few. */
function isOneUnder(field: FoundField, values: readonly Scalar[], place: string, dialect: Dialect) {
  const isPlain = (value: Scalar): value is string => typeof value === "string" && value !== "" && !isDay(value);
  const plain = field.isNamed ? [] : values.filter(isPlain);
  const others = values.filter((value) => field.isNamed || !isPlain(value));
  return oneOf([
    ...(plain.length > 0 ? [dialect.jsonHas(sql.ref(field.column), field.key as string, plain)] : []),
    ...others.map((value) =>
      // Rows without a value have nothing that would be the empty text.
      value === ""
        ? isEmpty(field, { field: field.name, op: "empty" }, place, dialect)
        : compareJson(field, "eq", value, dialect),
    ),
  ]);
}

/** Conditions that SQLite takes one behind the other: each lies one deeper, and a thousand are too deep for it. */
const IN_A_ROW = 100;

function oneOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  if (conditions.length <= IN_A_ROW) return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  const rows = Math.ceil(conditions.length / IN_A_ROW);
  return oneOf(Array.from({ length: rows }, (_, at) => oneOf(conditions.slice(at * IN_A_ROW, (at + 1) * IN_A_ROW))));
}

/** Refuses filters that name more values together than a database takes. */
export function checkMany(filters: readonly ListFilter[]): void {
  const count = filters.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (count <= MOST_VALUES_IN_ALL) return;
  const message = `The filters name ${count} values; ${MOST_VALUES_IN_ALL} are the most that a list takes.`;
  throw questionProblem("filter", message, "problem:list.tooMany", { count, most: MOST_VALUES_IN_ALL });
}

/** A refusal of a way of comparing that a field does not have. */
export function unknownOp(field: string, op: FilterOp, knows: readonly FilterOp[], place: string): ProblemError {
  const known = knows.join(", ");
  const message = `The field "${field}" does not know "${op}"; it knows ${known}.`;
  return questionProblem(`${place}.op`, message, "problem:list.noOp", { field, op, known });
}

/** A refusal to put a list in order by a field. */
export function notSorted(field: string, place: string): ProblemError {
  return questionProblem(place, `The field "${field}" cannot be sorted.`, "problem:list.notSorted", { field });
}

function notTaken({ name: field }: FoundField, op: FilterOp, takes: string, text: string, place: string): ProblemError {
  return questionProblem(`${place}.value`, `"${op}" takes ${takes} for "${field}".`, text, { field, op });
}

function isEmpty(field: FoundField, filter: ListFilter, place: string, dialect: Dialect): RawBuilder<boolean> {
  const wanted = filter.value ?? true;
  if (typeof wanted !== "boolean") throw notTaken(field, filter.op, "true or false", "problem:list.takesYesNo", place);
  const value = field.kind === "json" ? textUnder(field, dialect) : heldBy(field);
  const empty =
    field.kind === "number" || field.kind === "boolean"
      ? sql<boolean>`${value} is null`
      : sql<boolean>`coalesce(${value}, '') = ''`;
  if (wanted) return empty;
  // PostgreSQL knows how many hold nothing of a column, and takes nearly all rows for what an expression leaves.
  const isPlain = field.kind === "text" && field.indexedWhereHeld && dialect.kind === "postgres";
  return isPlain ? sql<boolean>`(${value} is not null and ${value} <> '')` : sql<boolean>`not (${empty})`;
}

/** What a row has of a field that is not below JSON. */
export function heldBy({ expression, column }: ListField): RawBuilder<unknown> {
  return expression ?? sql.ref(column);
}

function oneValue(field: FoundField, filter: ListFilter, place: string): Scalar {
  if (filter.value === undefined || Array.isArray(filter.value)) {
    throw notTaken(field, filter.op, "one value", "problem:list.takesOne", place);
  }
  return checked(field, filter.op, filter.value, place);
}

/** A value as it is compared; refuses one that a field of this kind cannot have. */
function checked(field: FoundField, op: FilterOp, value: Scalar, place: string): Scalar {
  const fits = {
    text: typeof value === "string",
    number: typeof value === "number",
    boolean: typeof value === "boolean",
    date: momentOf(value) !== undefined,
    json: value !== null,
  }[field.kind];
  const isMoment = comparesMoments(op) && (field.kind === "date" || field.days === true);
  // What stood below a key before it was one of instants is whatever it is: only what begins like one has to be one.
  const isNone = isMoment && isDated(value) && momentOf(value) === undefined;
  if (fits && !isNone) return isMoment ? (momentOf(value) ?? value) : value;
  const said = String(value);
  const wanted = isNone ? "date" : field.kind;
  const message = `"${said}" is not a ${wanted} for the field "${field.name}".`;
  throw questionProblem(`${place}.value`, message, `problem:list.not.${wanted}`, {
    value: said,
    field: field.name,
  });
}

type Comparer = (field: FoundField, op: FilterOp, value: Scalar, dialect: Dialect) => RawBuilder<boolean>;

const COMPARERS: Record<ListKind, Comparer> = {
  text: compareText,
  number: (field, op, value) => compareWith(heldBy(field), op, asNumber(value as number)),
  boolean: (field, op, value) => compareWith(sql.ref(field.column), op, value ? 1 : 0),
  date: compareDate,
  json: compareJson,
};

/** The greatest whole number of a column of numbers. */
const GREATEST = 2 ** 31 - 1;

const isWhole = (value: number) => Number.isInteger(value) && Math.abs(value) <= GREATEST;

/** PostgreSQL reads a value as what it is compared with: what no column of whole numbers could have it takes only as a fraction. */
function asNumber(value: number): number | RawBuilder<number> {
  return isWhole(value) ? value : sql<number>`cast(${value} as double precision)`;
}

function isOneOfNumbers(own: RawBuilder<unknown>, values: readonly number[]): RawBuilder<boolean> {
  const whole = values.filter(isWhole);
  const each = values.filter((value) => !isWhole(value)).map((value) => sql<boolean>`${own} = ${asNumber(value)}`);
  if (whole.length > 0) each.unshift(sql<boolean>`${own} in (${sql.join(whole)})`);
  return oneOf(each);
}

function compareWith(left: Expression<unknown>, op: FilterOp, value: Scalar | RawBuilder<number>): RawBuilder<boolean> {
  if (op === "eq") return sql<boolean>`${left} = ${value}`;
  if (op === "ne") return sql<boolean>`(${left} is null or ${left} <> ${value})`;
  return sql<boolean>`${left} ${sql.raw(SIGNS[op as keyof typeof SIGNS])} ${value}`;
}

/**
 * Equality is exact; everything else reads the folded text. `eq` names both, so that the index on the folded one serves it,
 * unless there is none: then the folded one might not even stand in the index that a page goes along.
 */
function compareText(field: FoundField, op: FilterOp, value: Scalar, dialect: Dialect): RawBuilder<boolean> {
  const own = heldBy(field);
  const folded = field.folded ? sql.ref(field.folded) : own;
  const text = String(value);
  const plain = field.folded ? fold(text) : text;
  if (op === "eq")
    return field.folded && field.indexed !== false
      ? sql`(${folded} = ${plain} and ${own} = ${text})`
      : sql`${own} = ${text}`;
  if (op === "ne") return sql<boolean>`${own} <> ${text}`;
  if (op === "contains")
    return field.folded
      ? sql<boolean>`${folded} like ${likePattern(plain, op)} escape '\\'`
      : dialect.like(own, likePattern(text, op));
  // A range, since an index serves it in both databases and a pattern only in some.
  if (op === "startsWith") return sql<boolean>`(${folded} >= ${plain} and ${folded} < ${`${plain}\u{10ffff}`})`;
  return compareWith(folded, op, plain);
}

/** A calendar day stands for all of its instants. Of a value that no column holds, whoever has none has the empty text, before all others. */
function compareDate(field: FoundField, op: FilterOp, value: Scalar): RawBuilder<boolean> {
  const own = compareInstants(field, op, value);
  return field.expression && (op === "lt" || op === "lte") ? sql<boolean>`(${field.expression} <> '' and ${own})` : own;
}

function compareInstants(field: FoundField, op: FilterOp, value: Scalar): RawBuilder<boolean> {
  const column = heldBy(field);
  if (!isDay(value)) return compareWith(column, op, value);
  if (!field.zones) return compareDay(column, op, boundsOf(field.zone ?? "UTC", String(value)));
  const { column: zone, among } = field.zones;
  const each = among.map(
    (one) => sql<boolean>`(${sql.ref(zone)} = ${one} and ${compareDay(column, op, boundsOf(one, String(value)))})`,
  );
  return each.length === 0 ? sql<boolean>`1 = 0` : oneOf(each);
}

function compareDay(column: RawBuilder<unknown>, op: FilterOp, { start, next }: Ends): RawBuilder<boolean> {
  if (op === "eq") return sql<boolean>`(${column} >= ${start} and ${column} < ${next})`;
  // What has no date is not on that day.
  if (op === "ne") return sql<boolean>`(${column} is null or not (${column} >= ${start} and ${column} < ${next}))`;
  if (op === "gt") return sql<boolean>`${column} >= ${next}`;
  if (op === "lte") return sql<boolean>`${column} < ${next}`;
  return compareWith(column, op, start);
}

function compareJson(field: FoundField, op: FilterOp, value: Scalar, dialect: Dialect): RawBuilder<boolean> {
  const key = field.key as string;
  if (typeof value === "number") return compareWith(dialect.jsonNumber(sql.ref(field.column), key), op, value);
  const text = textUnder(field, dialect);
  if (typeof value === "boolean") return compareWith(text, op, String(value));
  if (op === "contains" || op === "startsWith") {
    const [own, asked] = field.raw ? [text, String(value)] : [foldedUnder(field, dialect), fold(String(value))];
    return dialect.like(own, likePattern(asked, op));
  }
  // Of a list, "is" means that it is among what the list holds.
  const held = field.isNamed
    ? sql<boolean>`(${text} is not null and ${text} = ${String(value)})`
    : dialect.jsonHas(sql.ref(field.column), key, [String(value)]);
  const under = keyUnder(field, dialect);
  const { start, next } = textsOfDay(value, field.days ? (field.zone ?? "UTC") : undefined);
  const as = (one: string) => keyOf(one, !field.raw);
  // A calendar day stands for all of its instants, too.
  const is =
    start === next
      ? held
      : sql<boolean>`(${held} or (${text} is not null and ${under} >= ${as(start)} and ${under} < ${as(next)}))`;
  if (op === "eq") return is;
  if (op === "ne") return sql<boolean>`(${text} is null or not ${is})`;
  return compareWith(under, ...edgeOf(op, { start, next }, as));
}

/** Between which texts those of a calendar day are, in a zone where they are instants; both are the value where it is none. */
export function textsOfDay(value: unknown, zone?: string): { start: string; next: string } {
  const text = String(value);
  if (!isDay(value)) return { start: text, next: text };
  if (zone === undefined) return { start: text, next: `${text}~` };
  const { start, next } = boundsOf(zone, text);
  // However precise they are, instants of a minute begin like this.
  return { start: start.slice(0, 16), next: next.slice(0, 16) };
}

type Ends = { start: string; next: string };

/** "After a day" and "until it" are asked from the day that follows. */
export function edgeOf(op: FilterOp, { start, next }: Ends, as: (text: string) => string): [FilterOp, string] {
  if (start !== next && op === "gt") return ["gte", as(next)];
  if (start !== next && op === "lte") return ["lt", as(next)];
  return [op, as(start)];
}

const KEY_LENGTH = 200;

/** A text as values below JSON are put in order: its first 200 signs, folded. */
export function keyOf(text: string, folds = true): string {
  if (!folds) return cut(text);
  const folded = fold(text);
  // A key that was cut behind a blank keeps it.
  return cut(text.length < KEY_LENGTH ? folded : folded + text.slice(text.trimEnd().length));
}

function cut(text: string): string {
  return text.length > KEY_LENGTH ? [...text].slice(0, KEY_LENGTH).join("") : text;
}

/** The same of the value below a JSON column; null where there is none. */
export function keyUnder(field: FoundField, dialect: Dialect): RawBuilder<string | null> {
  const text = field.raw ? textUnder(field, dialect) : foldedUnder(field, dialect);
  return dialect.textKey(sql`substr(${text}, 1, ${sql.lit(KEY_LENGTH)})`, !field.raw);
}

/** The text of a value below a JSON column, the same in both databases. */
export function textUnder(field: FoundField, dialect: Dialect): RawBuilder<string | null> {
  return named(field, dialect.jsonText(sql.ref(field.column), field.key as string));
}

/** The same folded, but for the case of plain letters. */
function foldedUnder(field: FoundField, dialect: Dialect): RawBuilder<string | null> {
  const text = textUnder(field, dialect);
  if (!field.foldedUnder) return text;
  const folded = named(field, dialect.jsonText(sql.ref(field.foldedUnder), field.key as string));
  return sql`coalesce(${folded}, ${text})`;
}

function named({ isNamed }: FoundField, text: RawBuilder<string | null>): RawBuilder<string | null> {
  return isNamed ? sql`case substr(${text}, 33, 1) when '/' then substr(${text}, 34) else ${text} end` : text;
}
