// Rows of a list put together by the value of one field: how many, and figures of other fields. One level; the groups below
// one are asked with its filters.
import { type RawBuilder, sql } from "kysely";
import { fold } from "#schemas/fold.ts";
import type { GroupAnswer, GroupQuestion, ListFilter, ListGroup } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { fieldOf, type ListSpec, type Plan, planList } from "./list.ts";
import { amongAll } from "./listAmong.ts";
import { all } from "./listCount.ts";
import { countDays, type DayCount } from "./listDayGroups.ts";
import { dayOf } from "./listDays.ts";
import { figureNumber, figureOf } from "./listFigures.ts";
import { answeredBy, type KeptOrder, NO_NUMBER } from "./listKept.ts";
import { rankOf } from "./listRanked.ts";
import { groupBySets } from "./listSets.ts";
import { type FoundField, heldBy, keyUnder, questionProblem, textUnder } from "./listWhere.ts";

const PAGE = 100;

interface Row {
  value: string | number | null;
  number: number | null;
  count: number;
  sample: string | null;
  [figure: `f${number}`]: number | string | null;
}

/**
 * Answers a slice of groups, by value or by how many rows they have. Refuses what the list does not declare, by its place.
 * @example await listGroups(db, dialect, list, { by: "country", filter: [{ field: "status", op: "eq", value: "active" }] })
 */
export async function listGroups(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: GroupQuestion,
): Promise<GroupAnswer> {
  const { by, offset = 0, limit = PAGE, order = "value", filter, search } = question;
  const figures = (question.figures ?? []).map((one, at) => figureOf(spec, dialect, one, `figures.${at}`));
  const sets = setsOf(spec, by);
  if (sets) return groupBySets(db, dialect, spec, question, sets, figures);
  const asked = planList(spec, dialect, { ...(filter ? { filter } : {}), ...(search ? { search } : {}) });
  const field = groupedBy(spec, by, "by");
  // A table that keeps the field's order has everything that makes its groups, unless figures need the rows.
  const conditions = figures.length === 0 ? answeredBy(asked, by, asked.question) : undefined;
  const kept = conditions && spec.kept?.[by];
  const plan = kept ? undefined : await amongAll(db, asked);
  const days = plan && figures.length === 0 ? await countDays(db, plan, field) : undefined;
  if (days) return slicedDays(field, days, question);
  const { source, where } = plan
    ? readFor(plan, field)
    : { source: sql.table((kept as KeptOrder).from), where: conditions ?? [] };
  const key = kept ? keptKey(kept, dialect) : keyOf(field, dialect);
  const id = kept ? sql.ref(kept.id) : sql.ref(`${spec.from}.id`);
  const direction = sql.raw(question.direction ?? (order === "count" ? "desc" : "asc"));
  const { ranks } = field;
  const sorted = field.folded ? [...new Set(ranks?.map((rank) => fold(String(rank))))] : ranks;
  const place = (part: string, at: number) => (ranks && at === 0 ? rankOf(sql.ref(part), sorted ?? []) : sql.ref(part));
  // Groups of one size are read from A to Z, whichever size comes first.
  const ofValues = order === "count" ? sql.raw("asc") : direction;
  const byValue = sql.join(key.parts.map((_, at) => sql`${place(PARTS[at] as string, at)} ${ofValues}`));
  const columns = [
    ...key.parts.map((part, at) => sql`${part} as ${sql.ref(PARTS[at] as string)}`),
    sql`count(*) as count`,
    sql`min(${id}) as oldest`,
    ...figures.map((one, at) => sql`${one()} as ${sql.ref(`f${at}`)}`),
  ];
  const grouped = sql`select ${sql.join(columns)} from ${source} where ${all(where)}
    group by ${sql.join(key.parts.map((_, at) => sql.lit(at + 1)))}`;
  // PostgreSQL takes names of groups within an expression only from outside.
  const groups = sql`select * from (${grouped}) as grouped
    order by ${order === "count" ? sql`count ${direction}, ${byValue}` : byValue} limit ${limit + 1} offset ${offset}`;
  // How the oldest row writes it is read for the groups of the slice only.
  const asWritten = field.kind === "json" ? textUnder(field, dialect) : sql.ref(field.column);
  const written =
    field.folded || field.kind === "json"
      ? sql`(select ${asWritten} from ${sql.table(spec.from)} where id = groups.oldest)`
      : sql`null`;
  const { rows } = await sql<Row>`${SLOW} select groups.*, ${written} as sample from (${groups}) as groups`.execute(db);
  return {
    groups: rows.slice(0, limit).map((row) => groupOf(field, row, figures.length)),
    more: rows.length > limit,
  };
}

/**
 * Where SQLite would read what each row answers to tell whether it matches, a kept order tells the ids of all that do. Days are told
 * along the index that has the dates.
 */
function readFor(plan: Plan, { kind }: FoundField): Pick<Plan, "source" | "where"> {
  const { counted, few, spec, dialect, scope, source } = plan;
  if (!counted || few || !dialect.fromIds) return plan;
  const { kept, where } = counted;
  const ids = sql`select ${sql.ref(kept.id)} from ${sql.table(kept.from)} where ${all(where)}`;
  const found = sql<boolean>`${sql.ref(`${spec.from}.id`)} in (${ids})`;
  return { source, where: [...scope, kind === "date" ? dialect.withoutIndex(found) : found] };
}

/** A slice of days, as the question orders them. */
function slicedDays(
  field: FoundField,
  days: readonly DayCount[],
  { offset = 0, limit = PAGE, order = "value", ...question }: GroupQuestion,
): GroupAnswer {
  const sign = (question.direction ?? (order === "count" ? "desc" : "asc")) === "desc" ? -1 : 1;
  const earlier = (a: DayCount, b: DayCount) => (a.value < b.value ? -1 : 1);
  const sorted = [...days].sort((a, b) =>
    order === "count" ? sign * (a.count - b.count) || earlier(a, b) : sign * earlier(a, b),
  );
  const groups = sorted
    .slice(offset, offset + limit)
    .map(({ value, count }) => groupOf(field, { value, count, number: null, sample: null }, 0));
  return { groups, more: sorted.length > offset + limit };
}

const setsOf = ({ sets }: ListSpec, by: string) => (sets && Object.hasOwn(sets, by) ? sets[by] : undefined);

/** Refuses a field by which a list cannot be grouped. */
export function checkGrouped(spec: ListSpec, by: string, place: string): void {
  if (!setsOf(spec, by)) groupedBy(spec, by, place);
}

function groupedBy(spec: ListSpec, by: string, place: string): FoundField {
  const field = fieldOf(spec, by, place);
  if (field.groupable === false || field.sortable === false)
    throw questionProblem(place, `The list cannot be grouped by "${by}".`, "problem:list.notGrouped", { field: by });
  return field;
}

const PARTS = ["value", "number"] as const;

/** What makes a group: the folded text, the day of a date, or the value. A value below JSON is a number or a text. */
function keyOf(field: FoundField, dialect: Dialect): { parts: RawBuilder<unknown>[] } {
  const column = heldBy(field);
  const day = (instant: RawBuilder<unknown>) => dayOf(instant, field.zone ?? "UTC", dialect);
  if (field.kind === "date" && field.zones) {
    const { column: zone, among } = field.zones;
    const each = among.map((one) => sql`when ${one} then ${dayOf(column, one, dialect)}`);
    return { parts: [sql`case ${sql.ref(zone)} ${sql.join(each, sql` `)} else ${day(column)} end`] };
  }
  if (field.kind === "date") return { parts: [day(column)] };
  if (field.kind !== "json") return { parts: [field.expression ?? sql.ref(field.folded ?? field.column)] };
  const number = dialect.jsonNumber(column, field.key as string);
  const text = sql`coalesce(${keyUnder(field, dialect)}, '')`;
  return { parts: [sql`case when ${number} is null then ${field.days ? day(text) : text} end`, number] };
}

function keptKey({ number, text, days }: KeptOrder, dialect: Dialect): { parts: RawBuilder<unknown>[] } {
  const size = sql`nullif(${sql.ref(number)}, ${sql.lit(NO_NUMBER)})`;
  const word = sql.ref(text);
  return { parts: [sql`case when ${size} is null then ${days ? dayOf(word, days, dialect) : word} end`, size] };
}

function groupOf(field: FoundField, row: Row, figures: number): ListGroup {
  const value = groupValue(field, row);
  return {
    value,
    count: Number(row.count),
    figures: Array.from({ length: figures }, (_, at) => figureNumber(row[`f${at}`])),
    filter: filterOf(field, row, value),
  };
}

function groupValue(field: FoundField, row: Row): ListGroup["value"] {
  if (row.number !== null && row.number !== undefined) return Number(row.number);
  if (row.value === null || row.value === "") return field.kind === "number" ? null : "";
  if (field.days) return row.value;
  if (field.folded || field.kind === "json") return row.sample ?? row.value;
  if (field.kind === "number") return Number(row.value);
  if (field.kind === "boolean") return Boolean(row.value);
  return String(row.value);
}

/** Filters compare folded texts, so that "from and to the same" finds every way of writing it. */
function filterOf({ name, kind, folded, raw, many }: FoundField, row: Row, value: ListGroup["value"]): ListFilter[] {
  if (value === "" || value === null) return [{ field: name, op: "empty", value: true }];
  if ((kind === "text" && folded) || (kind === "json" && (!raw || many) && typeof value === "string")) {
    return [
      { field: name, op: "gte", value: row.value },
      { field: name, op: "lte", value: row.value },
    ];
  }
  return [{ field: name, op: "eq", value }];
}
