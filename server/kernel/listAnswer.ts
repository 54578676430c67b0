// Answers to the one list question: a page, counted once per change, as rows or as the text that the database made of them.
import { sql } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import type { Db } from "./context.ts";
import { JsonText } from "./jsonText.ts";
import { type ListSpec, type Plan, planList } from "./list.ts";
import { allOf, among, fewAmong } from "./listAmong.ts";
import { readBegun } from "./listBegun.ts";
import {
  aboutNow,
  type Counts,
  countBeside,
  countNow,
  countsSeen,
  isCountedLater,
  isLarge,
  keptCounts,
  sampled,
} from "./listCount.ts";
import { readDeep } from "./listMarks.ts";
import { type Matched, pageRows, pageText, type Slice } from "./listPage.ts";
import { joined, rankedParts } from "./listRanked.ts";
import { sizesOf } from "./listSizes.ts";
import { versionNow } from "./listVersion.ts";

/** A slice of rows as the database holds them, and how many there are. */
export interface ListResult {
  rows: Record<string, unknown>[];
  total: number;
  matched: number;
  about?: true;
}

const PAGE = 100;

/**
 * Answers a list question. Refuses with `invalid` and the field's name whatever the list does not declare.
 * @example await listRows(db, dialect, { from: "agenda_session", fields, scope: [{ column: "event_id", value: event.id }] }, body)
 */
export async function listRows(db: Db, dialect: Dialect, spec: ListSpec, question: ListQuestion): Promise<ListResult> {
  const { pages, ...counts } = await answered(db, dialect, spec, question, deep(pageRows));
  return { rows: pages.flat(), ...counts };
}

/**
 * The same answer as JSON text that the database made, for lists that are asked all the time. Keys are the fields' names.
 * @example return listText<ReplyOf<typeof queryThings>>(db, dialect, list, body);
 */
export async function listText<Answer>(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
): Promise<JsonText<Answer>> {
  const { pages, total, matched, about } = await answered(
    db,
    dialect,
    spec,
    question,
    deep<string | Uint8Array>(pageText),
  );
  const close = about ? `,"about":true}` : "}";
  return new JsonText(`{"rows":`, ...joined(pages), `,"total":${total},"matched":${matched}${close}`);
}

type ReadPage<P> = (db: Db, plan: Plan, slice: Slice, matched?: Matched) => Promise<Read<P>>;

/** The same, however deep in the list the page is. */
const deep =
  <P>(read: ReadPage<P>): ReadPage<P> =>
  async (db, plan, slice, matched) =>
    (await readBegun(db, plan, slice, read, matched)) ?? readDeep(db, plan, slice, read, matched);

interface Read<P> {
  page: P;
  version: unknown;
  rows: number;
  /** Where counting cost nothing. */
  counts?: { total: number; matched: number };
}

/** Rows that may be passed over before the way from the end is looked for. */
const NEAR = 1000;

/** The pages of which a slice is made, mostly one, and the counts. */
async function answered<P>(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
  read: ReadPage<P>,
): Promise<{ pages: P[]; total: number; matched: number; about?: true }> {
  const plan = planList(spec, dialect, question);
  const ranked = rankedParts(spec, question);
  if (!ranked) {
    const { page, ...counts } = await planned(db, plan, question, read);
    return { pages: [page], ...counts };
  }
  const unsorted = { ...plan, sort: BY_ID };
  const counting = planned(db, unsorted, { ...question, offset: 0, limit: 0 }, read);
  // It is waited for after the pages: one that fails meanwhile is not one that nobody waits for.
  counting.catch(() => undefined);
  const { offset = 0, limit = PAGE } = question;
  const { pages, rows } = await pagesOf(db, plan, ranked, { offset, limit }, read);
  const { page: none, ...counts } = await counting;
  return { pages: pages.length > 0 ? pages : [none], ...counts, ...agreed(counts, { offset, limit }, rows) };
}

const BY_ID: Plan["sort"] = [{ expression: sql.ref("id"), direction: "asc", isId: true }];

type Ranked = NonNullable<ReturnType<typeof rankedParts>>;

/** A slice out of parts that come one after another; where few match, they are put in order all at once. */
async function pagesOf<P>(
  db: Db,
  plan: Plan,
  ranked: Ranked,
  { offset, limit }: Slice,
  read: ReadPage<P>,
): Promise<{ pages: P[]; rows: number }> {
  if (limit === 0) return { pages: [], rows: 0 };
  const few = await fewAmong(db, plan);
  if (few) {
    const { page, rows } = await read(db, few, { offset, limit });
    return { pages: [page], rows };
  }
  for (let tries = 1; ; tries++) {
    const version = offset > 0 && plan.spec.version ? await versionNow(db, plan) : undefined;
    const { isOne, ...found } = await ofParts(db, plan, ranked, { offset, limit }, read, version);
    if (isOne || tries === TRIES) return found;
  }
}

/** Times that a page is looked for among parts of a list which changes meanwhile. */
const TRIES = 3;

/** The same, and whether the parts that are passed over had as many rows then as they were counted to have at a version. */
async function ofParts<P>(
  db: Db,
  plan: Plan,
  ranked: Ranked,
  { offset, limit }: Slice,
  read: ReadPage<P>,
  version: unknown,
): Promise<{ pages: P[]; rows: number; isOne: boolean }> {
  let skip = offset;
  let left = limit;
  let isOne = true;
  const sizeOf = await sizesOf(db, plan, ranked, skip > 0);
  const kept = keptCounts(db, plan);
  const pages: P[] = [];
  for (const part of ranked.parts) {
    const size = sizeOf(part);
    if (size === 0) continue;
    const own = planList(part.spec, plan.dialect, part.question);
    const matched = size ?? (skip > 0 ? (await planned(db, own, { limit: 0 }, read)).matched : undefined);
    if (matched !== undefined && skip >= matched) {
      skip -= matched;
      continue;
    }
    // That few match has been looked for: each part goes along its order.
    const along = own.tally.matched ? own : await among(db, own, Number.POSITIVE_INFINITY);
    const sized = size === undefined || version === undefined ? undefined : { rows: size, version };
    const found = await readWithin(db, along, { offset: skip, limit: left }, sized, kept, read);
    const { page, rows } = found;
    if (rows > 0) pages.push(page);
    if (rows > 0 && version !== undefined && found.version !== version) isOne = false;
    left -= rows;
    skip = 0;
    if (left === 0) break;
  }
  return { pages, rows: limit - left, isOne };
}

/** A page of a part among the ids that all matches are among, as long as the list has not changed since they were counted. */
async function readWithin<P>(
  db: Db,
  plan: Plan,
  slice: Slice,
  size: Matched | undefined,
  kept: Counts | undefined,
  read: ReadPage<P>,
): Promise<Read<P>> {
  if (kept?.span) {
    const found = await read(db, { ...plan, span: kept.span }, slice, size);
    if (found.version === kept.version) return found;
  }
  return read(db, plan, slice, size);
}

const asMatched = ({ matched, version }: Counts): Matched => ({ rows: matched, version });

/** The page, and counts that are as new as it: kept ones if nothing has changed since they were counted. */
async function planned<P>(
  db: Db,
  asked: Plan,
  { offset = 0, limit = PAGE, counts: wanted }: ListQuestion,
  read: ReadPage<P>,
): Promise<{ page: P; total: number; matched: number; about?: true }> {
  const slice = { offset, limit };
  if (asked.tally.matched) {
    const known = offset > NEAR ? await countNow(db, asked) : undefined;
    const { page, rows, counts } = await read(db, asked, slice, known && asMatched(known));
    return { page, ...agreed(counts ?? known ?? (await countNow(db, asked)), slice, rows) };
  }
  const kept = keptCounts(db, asked);
  if (kept) {
    const known = { ...asked, span: kept.span };
    const { page, version } = await read(db, await among(db, known, kept.matched), slice, asMatched(kept));
    if (version === kept.version) return { page, total: kept.total, matched: kept.matched };
  }
  const plan = await among(db, asked, kept?.matched);
  const { dialect } = plan;
  const whole = allOf(plan, asked);
  if (wanted !== "about") {
    const [{ page, rows }, counts] = await Promise.all([read(db, plan, slice), countNow(db, whole)]);
    return { page, ...agreed(counts, slice, rows) };
  }
  const seen = countsSeen(db, plan, slice);
  if (seen) {
    const { page, rows } = await read(db, plan, slice);
    return { page, ...agreed(seen, slice, rows) };
  }
  const isLater = isCountedLater(db, plan);
  const counting = isLater ? undefined : countBeside(db, whole);
  // PostgreSQL reads the page meanwhile: few are counted as soon as they are found.
  const begun = dialect.expected && plan.few ? counting?.() : undefined;
  if (isLater || (!plan.few && (dialect.expected || isLarge(db, plan)))) sampled(db, plan).catch(() => undefined);
  const { page, rows } = await read(db, plan, slice);
  const about = await aboutNow(db, plan, counting && (() => begun ?? counting()), {
    seen: offset + rows,
    mayBeMore: rows === limit,
    isEnd: rows < limit && (rows > 0 || offset === 0),
  });
  return { page, ...agreed(about, slice, rows), ...(about.about && { about: true }) };
}

/**
 * Counts that do not contradict the page beside them: the list may have changed between the two, and what a page shows to be the
 * last of the list, or more of it than was counted, is seen.
 */
function agreed({ total, matched }: { total: number; matched: number }, { offset, limit }: Slice, rows: number) {
  const seen = offset + rows;
  const isEnd = rows < limit && (rows > 0 || offset === 0);
  const most = isEnd ? seen : rows > 0 ? Math.max(matched, seen) : matched;
  return { total: Math.max(total, most), matched: most };
}
