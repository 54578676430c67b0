// One page of a list. Ids are found first, on an index alone where there is one, and only then their rows.
import { type RawBuilder, sql } from "kysely";
import { OFTEN } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { all, countsOf } from "./listCount.ts";

export interface Slice {
  offset: number;
  limit: number;
}

/** How many rows match, and the version of the list that this is true of. */
export interface Matched {
  rows: number;
  version: unknown;
}

const VERSION = "__version";

/** The rows of a page as the database holds them, with the list's version. */
export async function pageRows(db: Db, plan: Plan, slice: Slice, matched?: Matched): ReturnType<typeof rowsAlong> {
  const way = wayTo(slice, plan.spec.version ? matched?.rows : undefined);
  const found = await rowsAlong(db, plan, way);
  // The last page has no version where it has no rows.
  const isTrue = !way.reverse || way.take === 0 || found.version === matched?.version;
  return isTrue ? found : pageRows(db, plan, slice);
}

async function rowsAlong(db: Db, plan: Plan, way: Way) {
  const columns = plan.select.map((field) => plan.dialect.columnOf(field));
  const version = sql`${versionOf(plan)} as ${sql.ref(VERSION)}`;
  const { rows } = await pageOf<Record<string, unknown>>(plan, sql.join([...columns, version]), way).execute(db);
  const found = rows[0]?.[VERSION];
  for (const row of rows) delete row[VERSION];
  return { page: rows, version: found, rows: rows.length };
}

interface PageText {
  page: string | Uint8Array;
  version: unknown;
  rows: number;
  /** Where counting cost nothing. */
  counts?: { total: number; matched: number };
}

/** Times that a page is counted from the end of a list which changes meanwhile; then it is counted from the beginning. */
const TRIES = 3;

/** The rows of a page as one JSON text, which the database makes faster than this thread could. */
export async function pageText(db: Db, plan: Plan, slice: Slice, matched?: Matched, tries = TRIES): Promise<PageText> {
  const isKnown = plan.spec.version !== undefined || plan.tally.matched !== undefined;
  const way = wayTo(slice, isKnown ? matched?.rows : undefined);
  const found = await textAlong(db, plan, way);
  const { version, counts } = found;
  // The offset was turned round by a count: another one by now means another page.
  const isTrue = counts ? counts.matched === matched?.rows : version === matched?.version;
  if (!way.reverse || isTrue) return found;
  const now = counts && tries > 1 ? { rows: counts.matched, version } : undefined;
  return pageText(db, plan, slice, now, tries - 1);
}

async function textAlong(db: Db, plan: Plan, way: Way, mayBeLate = true): Promise<PageText> {
  const late = mayBeLate && !plan.walk && !plan.few ? plan.late : undefined;
  const page = textRowsOf(late ? narrowedBy(plan, late.isThere) : plan, way);
  const { total, matched: matches } = countsOf(plan);
  const counts = plan.tally.matched ? sql`, ${total} as total, ${matches ?? total} as matched` : sql``;
  const lacks = late ? sql`, ${late.lacksSome} as lacks` : sql``;
  const asked = sql<{
    page: string | Uint8Array;
    version: unknown;
    rows: number;
    total?: number;
    matched?: number;
    lacks?: unknown;
  }>`${plan.often ? sql.raw(OFTEN) : sql``}
    select ${page.rows} as page, count(*) as rows, ${versionOf(plan)} as version${counts}${lacks} from ${page.from}`;
  const row = (await asked.execute(db)).rows[0];
  if (row?.lacks) return textAlong(db, plan, way, false);
  return {
    page: row?.page ?? "[]",
    version: row?.version,
    rows: Number(row?.rows ?? 0),
    ...(row?.total === undefined ? {} : { counts: { total: Number(row.total), matched: Number(row.matched) } }),
  };
}

function narrowedBy(plan: Plan, condition: RawBuilder<boolean>): Plan {
  const { along, where } = plan;
  return { ...plan, where: [condition, ...where], ...(along && { along: [condition, ...along] }) };
}

/** Rows that a database with statistics may read and pass over, rather than find the ids of the page first. */
const NEAR = 1000;

/** The rows of a page as something to select from, in their order. */
function textRowsOf(plan: Plan, way: Way) {
  const { inOrderOf, jsonColumns, jsonRows } = plan.dialect;
  const { from } = plan.spec;
  if (inOrderOf && !way.reverse) return { rows: jsonRows(from, plan.select), from: inOrderOf(from, idsOf(plan, way)) };
  const { whole } = plan;
  const columns = whole ? sql.ref(whole) : jsonColumns(plan.select);
  const page =
    inOrderOf || plan.walk || plan.along || way.reverse || way.skip > NEAR
      ? pageOf(plan, columns, way)
      : sql`select ${columns} from ${plan.source} ${cut(plan, way)}`;
  const rows = whole
    ? sql<string>`'[' || coalesce(string_agg(${sql.ref(`page.${whole}`)}, ','), '') || ']'`
    : jsonRows("page", plan.select);
  return { rows, from: sql`(${page}) as page` };
}

interface Way {
  reverse: boolean;
  skip: number;
  take: number;
}

function pageOf<Row>(plan: Plan, columns: RawBuilder<unknown>, way: Way) {
  const table = sql.table(plan.spec.from);
  return sql<Row>`select ${columns} from ${table} where id in (${idsOf(plan, way)}) order by ${order(plan)}`;
}

/** The ids of a page in their order: along a kept order where there is one, else out of the rows. */
export function idsOf(plan: Plan, { reverse, skip, take }: Way) {
  const { id, from, where, sort } = ordered(plan);
  const rows = sql`select ${id} as id from ${from} where ${all(where)}`;
  return sql`${rows} ${sorted(plan, sort, reverse)} limit ${take} offset ${skip}`;
}

/** Rows that their source brings in order are not sorted anew. */
function sorted({ isInOrder, dialect }: Plan, sort: Plan["sort"], reverse: boolean): RawBuilder<unknown> {
  if (!isInOrder || reverse) return sql`order by ${order({ sort }, reverse)}`;
  return dialect.turn ? sql`order by ${dialect.turn}` : sql``;
}

/** What the rows of a plan are found in, in its order: a kept one where there is one. */
export function ordered(
  plan: Plan,
): { id: RawBuilder<unknown>; from: RawBuilder<unknown> } & Pick<Plan, "where" | "sort"> {
  const { walk, spec, source, along, where, sort } = plan;
  const own = `${spec.from}.id`;
  if (!walk) return { id: sql.ref(own), from: source, where: [...begun(plan, own), ...(along ?? where)], sort };
  const { kept, isAll } = walk;
  const asked = [...begun(plan, kept.id), ...walk.where];
  const [first, second, ...rest] = sort;
  const terms = [
    ...(first ? [{ ...first, expression: sql.ref(kept.number) }] : []),
    ...(second ? [{ ...second, expression: sql.ref(kept.text) }] : []),
    ...rest.map((term) => (term.isId ? { ...term, expression: sql.ref(kept.id) } : term)),
  ];
  const found = { id: sql.ref(kept.id), sort: terms };
  if (isAll) return { ...found, from: sql.table(kept.from), where: asked };
  // A cross join is not reordered in SQLite: the order leads.
  const joined = sql`${sql.table(kept.from)} cross join ${sql.table(spec.from)}`;
  const same = sql<boolean>`${sql.ref(own)} = ${found.id}`;
  return { ...found, from: joined, where: [same, ...asked, ...(along ?? where)] };
}

/** Where the matches stand last in an order, their ids let it pass over the others without looking them up. */
function within({ span, dialect }: Plan, id: string): RawBuilder<boolean>[] {
  const at = sql.ref(id);
  return span ? [dialect.withoutIndex(sql<boolean>`${at} >= ${span.first} and ${at} <= ${span.last}`)] : [];
}

/** What is known of where the rows stand, before any is looked at. */
function begun(plan: Plan, id: string): RawBuilder<boolean>[] {
  return [...(plan.after ? [plan.after] : []), ...within(plan, id)];
}

function cut(plan: Plan, { reverse, skip, take }: Way) {
  const where = [...begun(plan, `${plan.spec.from}.id`), ...(plan.along ?? plan.where)];
  return sql`where ${all(where)} ${sorted(plan, plan.sort, reverse)} limit ${take} offset ${skip}`;
}

/** Where the number of matches is known, a page beyond the middle is counted from the end: the last page costs what the first does. */
function wayTo({ offset, limit }: Slice, matched: number | undefined): Way {
  if (matched === undefined || offset <= matched / 2) return { reverse: false, skip: offset, take: limit };
  const fromEnd = matched - offset - limit;
  return { reverse: true, skip: Math.max(0, fromEnd), take: Math.max(0, Math.min(limit, fromEnd + limit)) };
}

/** The order of a plan, forwards or backwards. */
export function order({ sort }: Pick<Plan, "sort">, reverse = false): RawBuilder<unknown> {
  return sql.join(
    sort.map(
      ({ expression, direction }) => sql`${expression} ${sql.raw((direction === "asc") !== reverse ? "asc" : "desc")}`,
    ),
  );
}

function versionOf({ version }: Plan): RawBuilder<unknown> {
  return version;
}
