// Rows put together by sets, such as groups of profiles. A row stands in each of its sets, so that they count more than there are;
// all sets are counted on one way through the rows.
import { type RawBuilder, sql } from "kysely";
import type { GroupAnswer, GroupQuestion, ListFilter, ListGroup } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { type ListSpec, planList } from "./list.ts";
import { amongAll } from "./listAmong.ts";
import { all } from "./listCount.ts";
import { type FigureOf, figureNumber } from "./listFigures.ts";
import { keyOfSql } from "./listKey.ts";
import { remembered } from "./listRemembered.ts";

/** The sets of a column. */
export interface ListSets {
  /** The derived field by which filters name them. */
  field: string;
  /** Those that somebody may ask for, in their order. */
  ids: readonly number[];
}

const PAGE = 100;
/** Columns of one statement; PostgreSQL takes 1,664. */
const COLUMNS = 600;

/** Answers a slice of sets in which there are rows that match, and last those in none of them. */
export async function groupBySets(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: GroupQuestion,
  { field, ids }: ListSets,
  figures: readonly FigureOf[],
): Promise<GroupAnswer> {
  const { offset = 0, limit = PAGE, order = "value", filter, search } = question;
  const asked = planList(spec, dialect, { ...(filter ? { filter } : {}), ...(search ? { search } : {}) });
  const each = [...ids.map((id): ListFilter => ({ field, op: "eq", value: id })), none(field)];
  const names = ["sets", field, ids, keyOfSql(each.map((one) => isIn(spec, one))), question.figures ?? []];
  const groups = await remembered(db, asked, names, async () => {
    const { source, where } = await amongAll(db, asked);
    const atOnce = Math.floor(COLUMNS / (1 + figures.length));
    const counted: ListGroup[] = [];
    for (let at = 0; at < each.length; at += atOnce) {
      const some = each.slice(at, at + atOnce);
      const columns = some.flatMap((one, place) => columnsOf(spec, one, place, figures));
      const { rows } = await sql<Record<string, number | string | null>>`${SLOW} select ${sql.join(columns)}
        from ${source} where ${all(where)}`.execute(db);
      counted.push(...some.map((one, place) => groupOf(one, rows[0] ?? {}, place, figures.length)));
    }
    return counted.filter(({ count }) => count > 0);
  });
  const sign = (question.direction ?? (order === "count" ? "desc" : "asc")) === "desc" ? -1 : 1;
  const places = new Map(groups.map((group, at) => [group, at]));
  const placeOf = (group: ListGroup) => places.get(group) ?? 0;
  const sorted = [...groups].sort((one, other) =>
    order === "count"
      ? sign * (one.count - other.count) || placeOf(one) - placeOf(other)
      : sign * (placeOf(one) - placeOf(other)),
  );
  return { groups: sorted.slice(offset, offset + limit), more: sorted.length > offset + limit };
}

const none = (field: string): ListFilter => ({ field, op: "empty", value: true });

const isIn = ({ derived }: ListSpec, filter: ListFilter) =>
  derived?.[filter.field]?.(filter, "by") ?? sql<boolean>`1 = 0`;

function columnsOf(spec: ListSpec, filter: ListFilter, place: number, figures: readonly FigureOf[]) {
  const where = isIn(spec, filter);
  const within = (value: RawBuilder<unknown>) => sql`case when ${where} then ${value} end`;
  return [
    sql`count(${within(sql`1`)}) as ${sql.ref(`c${place}`)}`,
    ...figures.map((figure, at) => sql`${figure(within)} as ${sql.ref(`c${place}f${at}`)}`),
  ];
}

function groupOf(
  filter: ListFilter,
  row: Record<string, number | string | null>,
  place: number,
  figures: number,
): ListGroup {
  return {
    value: filter.op === "empty" ? null : (filter.value as number),
    count: Number(row[`c${place}`]),
    figures: Array.from({ length: figures }, (_, at) => figureNumber(row[`c${place}f${at}`])),
    filter: [filter],
  };
}
