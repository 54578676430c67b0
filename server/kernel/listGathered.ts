// Of few rows with one value, a page is put in order rather than looked for along an order: an index holds them together, with
// all that the list is sorted by, so that no row is read. To a new row it costs as much as one order within each value would.
import { type RawBuilder, sql } from "kysely";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import type { Db } from "./context.ts";
import type { ListSpec, Plan } from "./list.ts";
import { all } from "./listCount.ts";
import type { Slice } from "./listPage.ts";

export interface GatheredIndex {
  /** The field whose column it begins with, behind the first one of the scope. */
  field: string;
  index: string;
  /** All columns that it holds. */
  columns: readonly string[];
}

export interface Gathering {
  /** The table by way of that index. */
  source: RawBuilder<unknown>;
  /** Whether everything that is asked stands in it. */
  isCovered: boolean;
  /** The conditions that the tally knows, by which it counts these rows. */
  tallied: RawBuilder<boolean>[];
}

/** What a row costs that is looked at, and one that is put in order before the page ends, beside one passed over along an order. */
const LOOKED_AT = 3;
const PUT_IN_ORDER = 22;

/** Rows that are looked at where nobody knows how many of them match. */
const FEW = 50_000;

/** The same where each has to be read from the table. */
const FEW_APART = 4000;

/** Nothing where the list has no such index, the question asks for no value of it, or for an order that it does not hold. */
export function gatheringOf(
  { from, fields, gathered, tally, defaultSort = [] }: ListSpec,
  { filter = [], search, sort }: ListQuestion,
  scope: readonly RawBuilder<boolean>[],
  filters: readonly RawBuilder<boolean>[],
): Gathering | undefined {
  if (!gathered || !tally) return undefined;
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const holds = (column: string | undefined) => column !== undefined && gathered.columns.includes(column);
  const isHeld = ({ field: name, op }: ListFilter) => {
    const field = fieldOf(name);
    if (!AS_WRITTEN.includes(op)) return holds(field?.folded ?? field?.column);
    return holds(field?.column) && (op !== "eq" || field?.indexed !== true || !field.folded || holds(field.folded));
  };
  const sorted = (sort?.length ? sort : defaultSort).map(({ field }) => fieldOf(field));
  if (!filter.some(({ field, op }) => field === gathered.field && op === "eq")) return undefined;
  if (!sorted.every((field) => holds(field?.folded ?? field?.column))) return undefined;
  const isTallied = ({ field }: ListFilter) => tally.columns.includes(fieldOf(field)?.column ?? "");
  return {
    source: sql`${sql.table(from)} indexed by ${sql.ref(gathered.index)}`,
    isCovered: !search?.trim() && filter.every(isHeld),
    tallied: [...scope, ...filters.filter((_, at) => isTallied(filter[at] as ListFilter))],
  };
}

/** What reads a text as it is written and not as it is folded. */
const AS_WRITTEN: readonly string[] = ["eq", "ne", "in", "empty"];

/** Where it is known how many match of how many: all of them put in order, or as many as a page needs along the order. */
export function shorterWay(
  plan: Plan,
  { offset, limit }: Slice,
  { total, matched }: { total: number; matched: number },
): Plan {
  if (!plan.gathering) return plan;
  const depth = Math.min(offset, Math.max(0, matched - offset)) + limit;
  const passed = (depth * total) / Math.max(1, matched);
  return LOOKED_AT * matched + PUT_IN_ORDER * depth <= passed
    ? { ...plan, source: plan.gathering.source }
    : { ...plan, along: plan.ofRow };
}

/** The plan over the rows of the value, where they are few; what else is asked is tested on each. */
export async function fewGathered(db: Db, plan: Plan): Promise<Plan | undefined> {
  const { gathering, spec } = plan;
  if (!gathering || !spec.tally) return undefined;
  const asked = sql<{ many: number }>`
    select coalesce(sum(count), 0) as many from ${sql.table(spec.tally.from)} where ${all(gathering.tallied)}`;
  const many = Number((await asked.execute(db)).rows[0]?.many ?? 0);
  return many <= (gathering.isCovered ? FEW : FEW_APART)
    ? { ...plan, span: undefined, source: gathering.source }
    : undefined;
}
