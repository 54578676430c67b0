// Along which way the rows of a page are found. SQLite keeps no statistics here and takes every condition that an index
// serves for a rare one, so that way is chosen here; PostgreSQL knows by itself, but for conditions that it must be told
// in other words for each way, and for kept orders, of which it expects a fraction of what there is.
import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "#schemas/list.ts";
import { SLOW } from "../db/lane.ts";
import { isOneOf } from "../db/rows.ts";
import type { Db } from "./context.ts";
import { type ListSpec, type Plan, planList } from "./list.ts";
import { all, isLarge, keptCounts, sampled } from "./listCount.ts";
import { isGuessed } from "./listIds.ts";
import { keptFilter, keptIds, keptOf } from "./listKept.ts";
import { isTold, keepAllInOrder, orderedBefore } from "./listOrdered.ts";
import { isWordKnown } from "./listOthers.ts";
import { idsOf } from "./listPage.ts";
import { remembered } from "./listRemembered.ts";
import { versionNow } from "./listVersion.ts";

/** Rows that are put in order one by one rather than looked for along an index of the order. */
export const FEW = 8000;

/** The same where the rows of an index are read from all over the table, which takes longer. */
const FEW_APART = 4000;

/** Rows that a sample must let expect before they are taken for many. */
const MANY_SAMPLED = 3 * FEW;

/** Ids of few rows among which all matches are, and the version of the list that they are true of, where there are some. */
export interface Few {
  ids: readonly number[];
  /** The field whose order found them. */
  name?: string;
  version?: string | number | null;
  /** Whether they are all the matches and nothing else, as of that version. */
  areAll?: boolean;
}

/** The few that a question found, and the matches among them once they have been asked for again. */
interface Found {
  few: Few | undefined;
  /** Whether they were known to be few when they were looked for, so that more was tried to find them. */
  knownFew: boolean;
  matches?: Few;
  isLookedFor?: boolean;
}

/** Ids of one kept order that are looked up in others, to see whether few are in all of them; and where that is known of them. */
const SOME = 4 * FEW;
const MANY = 32 * FEW;

/**
 * The plan over the few rows that can match, if an index finds only few; else one that goes along the order and looks at
 * each row until the page is full. `matched` is how many match, where that is known: many need no looking.
 */
export async function among(db: Db, plan: Plan, matched?: number): Promise<Plan> {
  const { fromIds, expected } = plan.dialect;
  const before = expected && (matched ?? 0) > FEW ? undefined : await orderedBefore(db, plan);
  if (before) return { ...ofFew(plan, before), isInOrder: true };
  if (expected) {
    const { spec, dialect, question } = plan;
    const asked = question.filter ?? [];
    const isUnknown = asked.some((filter) => spec.kept?.[filter.field] || isGuessed(spec, filter));
    if (!isUnknown && !plan.inOrder) return plan;
    // What is searched behind a word is looked for where that stands.
    const isBehind = !isUnknown && matched === undefined && plan.texts !== undefined && plan.texts.length > 1;
    if (isBehind && isWordKnown(db, plan, await versionNow(db, plan)))
      return { ...plan, along: plan.inOrder ?? plan.where };
    const expects = () => (isUnknown ? guessed(db, plan) : expected(db as never, spec.from, all(plan.where)));
    const count = matched ?? (await expects());
    const areFew = count <= FEW_APART;
    const few =
      (areFew && (await foundFew(db, plan, "fewest", () => fewestIds(db, plan)))) ||
      (count <= FEW && (await fewShared(db, plan, count)));
    if (few) return { ...ledBy(plan, few), few: true };
    if (areFew)
      return (isUnknown ? undefined : await typedFew(db, plan)) ?? { ...(await ledByExpected(db, plan)), few: true };
    const tested = isUnknown ? planList(spec, dialect, question, true) : plan;
    return { ...tested, along: tested.inOrder ?? tested.where, span: plan.span, found: plan.found };
  }
  if (!fromIds || plan.ids.length === 0) return plan;
  const along = { ...plan, along: plan.ofRow };
  if (await areMany(db, plan, matched)) return along;
  const few = await fewShared(db, plan, matched, plan.ids);
  return few ? ofFew(plan, few) : along;
}

/**
 * All that match a search are put in order at once where the planner expects few, for whoever types on. If it is wrong they are
 * looked for along the order.
 */
async function typedFew(db: Db, plan: Plan): Promise<Plan | undefined> {
  const { texts, spec, inOrder } = plan;
  if (!texts || !spec.version || !inOrder || !isTold(plan)) return undefined;
  const led = await ledByExpected(db, plan);
  const found = await readFew(db, plan, idsOf(led, { reverse: false, skip: 0, take: FEW + 1 }), FEW);
  if (!found || found.version === undefined) return { ...plan, along: inOrder };
  keepAllInOrder(db, plan, found.ids, found.version);
  return { ...ofFew(plan, { ...found, areAll: true }), isInOrder: true };
}

/** Of a large list a sample tells sooner than an index that matches come soon along the order, or that far more match than are put in order. */
async function areMany(db: Db, plan: Plan, matched: number | undefined): Promise<boolean> {
  if (matched !== undefined) return matched > FEW;
  if (!plan.question.search?.trim() || !isLarge(db, plan)) return false;
  const { total, share, soon } = await sampled(db, plan);
  return soon?.isSeen || total * share > (plan.begins ? FEW : MANY_SAMPLED);
}

/** The few among which everything is that is asked for: one way alone finds them, or several together do. */
function fewShared(
  db: Db,
  plan: Plan,
  matched: number | undefined,
  ways: readonly RawBuilder<unknown>[] = [],
): Promise<Few | undefined> {
  const find = async () => {
    for (const ids of ways) {
      const few = await readFew(db, plan, ids, FEW);
      if (few) return few;
    }
    const shared = await sharedIds(db, plan, matched);
    return shared && readFew(db, plan, shared, FEW);
  };
  return foundFew(db, plan, "few", find, matched !== undefined && matched <= FEW);
}

/** The few that are found, kept until the list changes. That none were found is no word once they are known to be few. */
async function foundFew(
  db: Db,
  plan: Plan,
  name: string,
  find: () => Promise<Few | undefined>,
  knownFew = true,
): Promise<Few | undefined> {
  let isNew = false;
  const found = await remembered(db, plan, [name], async (): Promise<Found> => {
    isNew = true;
    return { few: await find(), knownFew };
  });
  if (!found.few && knownFew && !found.knownFew) {
    isNew = true;
    found.few = await find();
    found.knownFew = true;
  }
  if (isNew || !found.few || !isTold(plan)) return found.few;
  // Whoever asks a second time has another page or another order of the same rows: the next who asks need not have them tested.
  if (!found.isLookedFor) {
    found.isLookedFor = true;
    matchesOf(db, plan, found.few).then(
      (matches) => {
        found.matches = matches;
      },
      () => undefined,
    );
  }
  return found.matches ?? found.few;
}

/** The few that match, of the same version; all of them where that is another by now. */
async function matchesOf(db: Db, plan: Plan, few: Few): Promise<Few> {
  const { source, where } = plan.dialect.fromIds ? ofFew(plan, few) : ledBy(plan, few);
  const ids = plan.dialect.idsText(sql.ref(`${plan.spec.from}.id`));
  const { rows } = await sql<Told>`${SLOW}
    select ${ids} as ids, ${plan.spec.version} as version from ${source} where ${all(where)}`.execute(db);
  const found = asFew(rows);
  return found.version === undefined || found.version !== few.version ? few : { ...found, areAll: true };
}

interface Told {
  ids: string | null;
  version: string | number | null;
}

function asFew([told]: readonly Told[]): Few {
  return { ids: told?.ids ? told.ids.split(",").map(Number) : [], ...(told && { version: told.version }) };
}

/** The ids that a question finds, unless they are more. */
export async function readFew(
  db: Db,
  { dialect, version }: Plan,
  found: RawBuilder<unknown>,
  most: number,
  lane: RawBuilder<unknown> = sql``,
): Promise<Few | undefined> {
  const { rows } = await sql<Told & { rows: number }>`${lane}
    select case when count(*) <= ${sql.lit(most)} then ${dialect.idsText(sql.ref("id"))} end as ids, count(*) as rows,
      ${version} as version from (select id from (${found}) as found limit ${most + 1}) as few`.execute(db);
  return Number(rows[0]?.rows) > most ? undefined : asFew(rows);
}

/** The plan over some of the rows alone. */
export function ofFew(plan: Plan, { ids, version, areAll }: Few): Plan {
  const { dialect, spec } = plan;
  return {
    ...plan,
    few: true,
    asOf: version === undefined ? undefined : { version, rows: ids.length },
    exact: areAll ? { version, where: [] } : undefined,
    walk: undefined,
    along: undefined,
    counted: undefined,
    span: undefined,
    where: plan.ofRow,
    source: dialect.inTurn(spec.from, ids),
    version: version === undefined ? plan.version : constant(version),
  };
}

/**
 * Ids that filters of several kept orders find: those of the order that finds fewest, looked up in the others. Undefined where that
 * takes longer than it takes to come upon a page of them along the order.
 */
async function sharedIds(db: Db, plan: Plan, matched: number | undefined): Promise<RawBuilder<unknown> | undefined> {
  const { spec, question } = plan;
  const asked = question.filter ?? [];
  const sets = asked.flatMap(({ field }, at) => {
    const own = keptIds(spec, asked, at);
    const kept = spec.kept?.[field];
    return own && kept ? [{ ...own, kept }] : [];
  });
  if (sets.length < 2) return undefined;
  const fewest = async (most: number) => {
    const sizeOf = async (set: (typeof sets)[number]) => {
      const { rows } = await sql<{ size: number }>`
        select count(*) as size from (${set.ids} limit ${most + 1}) as found`.execute(db);
      return { set, size: rows[0]?.size ?? 0 };
    };
    const [first] = (await Promise.all(sets.map(sizeOf))).sort((a, b) => a.size - b.size);
    return first && first.size <= most ? first.set : undefined;
  };
  const areFew = async () => (matched ?? (await guessed(db, plan))) <= FEW;
  const lead = (await fewest(SOME)) ?? ((await areFew()) ? await fewest(MANY) : undefined);
  if (!lead) return undefined;
  const others = sets.filter((set) => set !== lead);
  const tests = others.map(({ kept, own }) =>
    keptOf({ dialect: plan.dialect, tested: true }, sql.ref("lead.id"), kept, own),
  );
  return sql`select id from (${lead.inOrder}) as lead where ${all(tests)}`;
}

/** What `among` made of a plan, for who reads all that match: where they are many, PostgreSQL joins them faster than it tests row after row. */
export function allOf(found: Plan, plan: Plan): Plan {
  return found.few || !plan.dialect.expected ? found : plan;
}

export async function amongAll(db: Db, plan: Plan): Promise<Plan> {
  return allOf(await among(db, plan), plan);
}

/** The plan over all that can match, where that is little enough to be put in any order. */
export async function fewAmong(db: Db, plan: Plan): Promise<Plan | undefined> {
  if (plan.tally.matched) return undefined;
  const { expected } = plan.dialect;
  const matched = keptCounts(db, plan)?.matched;
  const found = await among(db, plan, matched);
  if (found.few || !expected || found.along) return found.few ? found : undefined;
  const rows = matched ?? (await expected(db as never, plan.spec.from, all(plan.where)));
  return rows <= FEW_APART ? plan : undefined;
}

/** What an index finds for the field of which the planner expects least leads, and the others are tests of that: it would join all that each of them finds. */
async function ledByExpected(db: Db, plan: Plan): Promise<Plan> {
  const { spec, dialect, question } = plan;
  const lead = await fewestExpected(db, plan);
  const led = lead ? { ...planList(spec, dialect, question, lead), walk: undefined } : plan;
  const narrow = plan.narrowed.map((ids) => sql<boolean>`${sql.ref(`${spec.from}.id`)} in (${ids})`);
  return { ...led, where: [...led.where, ...narrow], span: undefined, found: plan.found };
}

/** Some rows lead, and what is asked is tested of them. What the order of `name` tells exactly needs no second look. */
function ledBy(plan: Plan, { ids, version, name, areAll }: Few): Plan {
  const { spec, dialect, question } = plan;
  const filter = (question.filter ?? []).filter((one) => one.field !== name || !isExact(spec, one));
  const { where } = planList(spec, dialect, { ...question, filter }, true);
  const those = isOneOf(dialect.kind, `${spec.from}.id`, [...ids]);
  return {
    ...plan,
    where: [those, ...where],
    exact: areAll ? { version, where: [those] } : undefined,
    walk: undefined,
    counted: undefined,
    span: undefined,
    version: version === undefined ? plan.version : constant(version),
  };
}

function isExact({ kept }: ListSpec, filter: ListFilter): boolean {
  const order = kept?.[filter.field];
  return order !== undefined && keptFilter(order, filter)?.exact === true;
}

/**
 * The fewest ids among which everything is that the filters on one field find, if some find few. PostgreSQL keeps statistics of all kept
 * values together, by which a number of one field looks as common as those of the others, so that each is looked up.
 */
async function fewestIds(db: Db, plan: Plan): Promise<Few | undefined> {
  const { spec, question } = plan;
  const asked = question.filter ?? [];
  const sets = asked.flatMap(({ field }, at) => {
    const own = keptIds(spec, asked, at);
    return own ? [{ name: field, inOrder: own.inOrder }] : [];
  });
  const read = async ({ name, inOrder }: (typeof sets)[number]) => {
    const few = await readFew(db, plan, inOrder, FEW_APART);
    return few ? [{ ...few, name }] : [];
  };
  const [fewest] = (await Promise.all(sets.map(read))).flat().sort((a, b) => a.ids.length - b.ids.length);
  return fewest;
}

/** The field with kept filters of which the planner expects the fewest rows. */
async function fewestExpected(db: Db, { spec, dialect, question }: Plan): Promise<string | undefined> {
  const byField = new Map<string, { from: string; where: RawBuilder<boolean>[] }>();
  for (const filter of question.filter ?? []) {
    const order = spec.kept?.[filter.field];
    const own = order && keptFilter(order, filter);
    if (!own) continue;
    const { from, where } = byField.get(filter.field) ?? { from: order.from, where: [order.where] };
    byField.set(filter.field, { from, where: [...where, own.where] });
  }
  const leaves = async ([name, { from, where }]: [string, { from: string; where: RawBuilder<boolean>[] }]) => {
    return { name, rows: byField.size > 1 ? ((await dialect.expected?.(db as never, from, all(where))) ?? 0) : 0 };
  };
  const [lead] = (await Promise.all([...byField].map(leaves))).sort((a, b) => a.rows - b.rows);
  return lead?.name;
}

/** How many match, as a sample lets expect. */
async function guessed(db: Db, plan: Plan): Promise<number> {
  const { total, share } = await sampled(db, plan);
  return total * share;
}

function constant(value: string | number | null): RawBuilder<unknown> {
  return typeof value === "number" ? sql`${sql.lit(value)}` : sql`${value}`;
}
