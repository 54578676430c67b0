// Pages of what is searched, in the order of a field that many of the matches begin with. Whoever is called Tara stands at the end of
// an order by name, and going along it comes upon them late. So those that begin with the word are read where they stand together,
// and the others, if they are few, are put among them.
import { type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Beginning, Plan, SortTerm } from "./list.ts";
import { FEW, ofFew, readFew } from "./listAmong.ts";
import { makeAside } from "./listAside.ts";
import { all, sampled } from "./listCount.ts";
import { readDeep } from "./listMarks.ts";
import { narrowing } from "./listNarrowed.ts";
import { hasIds, idsIn, orderName } from "./listOrdered.ts";
import { isKnown, isWordKnown, keepNarrower, keepOthers, knownOf, narrowerOf, type Others } from "./listOthers.ts";
import { idsOf, type Matched, type Slice } from "./listPage.ts";
import { remembered } from "./listRemembered.ts";
import { type Version, versionNow } from "./listVersion.ts";

/** So many times as many as a page needs have to come soon, where the others are known: to go without them is quicker then. */
const SOONER = 10;

interface Read {
  page: unknown;
  version: unknown;
  rows: number;
}

/** Reads a page of a search whose matches come soon along the order or begin with the word; else undefined. */
export async function readBegun<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: (db: Db, plan: Plan, slice: Slice) => Promise<R>,
  matched: Matched | undefined,
): Promise<R | undefined> {
  const { begins, along, spec } = plan;
  const most = slice.offset + slice.limit;
  if (!begins || !along || !spec.version || most > FEW || slice.limit === 0) return undefined;
  // Its end is reached from the end.
  if (matched !== undefined && slice.offset > matched.rows / 2) return undefined;
  const asked = { ...plan, along };
  const version = await versionNow(db, plan);
  if (plan.dialect.expected) {
    const isKept = isWordKnown(db, plan, version);
    const among = isKept ? await togetherAndOthers(db, asked, begins, most, version) : undefined;
    if (among) return read(db, among, slice);
    const found = await readFromStart(db, asked, slice, read, matched, version);
    // To find the others takes as long as to go along the whole order: they are found for the next word.
    makeOthers(db, asked, begins, version);
    return found;
  }
  const { soon } = await sampled(db, plan);
  if (soon && soon.expected >= most * (isKnown(db, plan, begins, version) ? SOONER : 1)) {
    const found = await read(db, narrowed(asked, soon.where), slice);
    if (found.rows === slice.limit) {
      // Who has typed a word goes on to the next, of which fewer come soon.
      makeOthers(db, asked, begins, version);
      return found;
    }
  }
  const among = await togetherAndOthers(db, asked, begins, most, version);
  return among && read(db, among, slice);
}

/** The key of the first row that matches: nothing that says more stands before it. */
const starts = narrowing<{ key: unknown }>();

/** Reads a page along the order from where the first stands that a search which said less has found. */
async function readFromStart<R extends Read>(
  db: Db,
  plan: Along,
  slice: Slice,
  read: (db: Db, plan: Plan, slice: Slice, matched?: Matched) => Promise<R>,
  matched: Matched | undefined,
  version: Version,
): Promise<R> {
  const { expression, direction } = plan.sort[0] as SortTerm;
  const said = ({ texts }: { texts: readonly string[] }) => texts.join("").length;
  const [start] = starts
    .before(db, plan, orderName(db, plan))
    .filter((one) => one.version === version)
    .sort((a, b) => said(b) - said(a));
  const from = start && sql<boolean>`${expression} ${sql.raw(direction === "asc" ? ">=" : "<=")} ${start.kept.key}`;
  const sooner = from && (await read(db, narrowed(plan, from), slice));
  const found = sooner?.version === version ? sooner : await readDeep(db, plan, slice, read, matched);
  if (slice.offset === 0 && found.rows > 0) keepStart(db, plan, found).catch(() => undefined);
  return found;
}

/** Nobody waits for it: whoever has it sooner is only quicker. */
async function keepStart(db: Db, plan: Plan, { page, version }: Read): Promise<void> {
  const { texts, spec, sort } = plan;
  if (!texts || !hasIds(plan)) return;
  const { rows } = await sql<{ key: unknown; version: Version }>`
    select ${sort[0]?.expression} as key, ${spec.version} as version from ${sql.table(spec.from)}
    where id = ${idsIn(page)[0]}`.execute(db);
  const [first] = rows;
  if (first && first.version === version)
    starts.keep(db, plan, orderName(db, plan), { texts, kept: { key: first.key }, version: first.version });
}

/** Finds the others of a word that somebody may type on, or put another behind. */
function makeOthers(db: Db, plan: Along, begins: Beginning, version: Version): void {
  const [text, ...more] = plan.texts ?? [];
  if (text !== begins.word || more.length > 0) return;
  makeAside(db, nameOf(plan, "others"), async () => void (await othersOf(db, plan, begins, version, SLOW)));
}

/** The plan over as many matches as a page needs of those that begin with the word, and of the others; undefined where the others are many. */
async function togetherAndOthers(
  db: Db,
  plan: Along,
  begins: Beginning,
  most: number,
  version: Version,
): Promise<Plan | undefined> {
  const others = await othersOf(db, plan, begins, version);
  if (!others) return undefined;
  const inOrder = others.inOrder.length > 0 && { ...ofFew(plan, { ids: others.inOrder }), isInOrder: true };
  const [some, together] = await Promise.all([
    inOrder ? first(db, inOrder, most) : undefined,
    first(db, narrowed(plan, startsWith(begins.key, begins.word)), most),
  ]);
  if (!together || together.version !== version || (some && some.version !== version)) return undefined;
  if (some)
    keepNarrower(db, plan, begins, { inOrder: leftOf(others.inOrder, some.ids, most), more: others.more }, version);
  return ofFew(plan, { ids: [...(some?.ids ?? []), ...others.more, ...together.ids], version });
}

/** Of ids in their order those that a search for more can find: the first that matched, and whatever was not looked at behind them. */
function leftOf(all: readonly number[], matched: readonly number[], most: number): readonly number[] {
  const last = matched.at(-1);
  return last === undefined || matched.length < most ? matched : [...matched, ...all.slice(all.indexOf(last) + 1)];
}

type Along = Plan & Required<Pick<Plan, "along">>;

const first = (db: Db, plan: Plan, take: number, lane?: typeof SLOW) =>
  readFew(db, plan, idsOf(plan, { reverse: false, skip: 0, take }), take, lane);

const narrowed = (plan: Along, ...conditions: RawBuilder<boolean>[]): Along => ({
  ...plan,
  along: [...plan.along, ...conditions],
});

const nameOf = (plan: Plan, what: string) => JSON.stringify([what, plan.key, plan.question.sort]);

/** The others of a word, of which few or none contain what else is searched. They serve whoever types on. */
async function othersOf(
  db: Db,
  plan: Along,
  begins: Beginning,
  version: Version,
  lane?: typeof SLOW,
): Promise<Others | undefined> {
  const { texts = [], question, ids, dialect } = plan;
  const narrower = narrowerOf(db, plan, begins, version);
  if (narrower) return narrower;
  const known = knownOf(db, plan, version).find(({ word }) => word === begins.word);
  const isOne = texts.length === 1;
  const isLong = dialect.expected !== undefined;
  if (known?.others || (known && isOne)) return known.others;
  // Of one or two letters alone there are very many.
  if (!known && (isOne || texts[0] === begins.word)) {
    const more = await grown(db, plan, begins, version, lane);
    if (!more && isLong && !lane) return void makeOthers(db, plan, begins, version);
    const found = more ?? (await outside(db, plan, begins, begins.ids, lane));
    const keep = (others: Others | undefined) => keepOthers(db, plan, begins, others, version);
    keep(found);
    if (found && found.more.length > UNSORTED) {
      makeAside(db, nameOf(plan, "others in order"), async () => {
        const sorted = await putInOrder(db, plan, found, version);
        if (sorted) keep(sorted);
      });
    }
    if (found || isOne) return found;
  }
  if (isLong) return undefined;
  return remembered(db, plan, ["begun", plan.spec.from, question.sort], () =>
    outside(db, plan, begins, ids.at(-1) as RawBuilder<unknown>, lane),
  );
}

/** Others that are looked up with each page sooner than they are put in order. */
const UNSORTED = 100;

/** Of the word alone, whatever else is searched. */
async function putInOrder(db: Db, plan: Plan, others: Others, version: Version): Promise<Others | undefined> {
  const ids = [...others.inOrder, ...others.more];
  const those = { ...ofFew(plan, { ids }), along: undefined, where: plan.scope };
  const inOrder = await first(db, those, ids.length, SLOW);
  return inOrder?.version === version ? { inOrder: inOrder.ids, more: [] } : undefined;
}

/** What is found but does not begin with the word. */
async function outside(
  db: Db,
  plan: Plan,
  { key, word, inOrder }: Beginning,
  found: RawBuilder<unknown>,
  lane?: typeof SLOW,
): Promise<Others | undefined> {
  const { spec, scope } = plan;
  const [table, begun] = [sql.table(spec.from), startsWith(key, word)];
  const ids = inOrder
    ? sql`select id from ${table} where ${all([...scope, inOrder, sql<boolean>`not ${begun}`])}`
    : sql`select id from (${found}) as worded except
        select id from ${table} where ${all([...scope.slice(0, 1), begun])}`;
  const few = await readFew(db, plan, ids, FEW, lane);
  return few && { inOrder: [], more: few.ids };
}

/** Of a word that somebody types on: those of the shorter one, and what begins with that but not with the longer. */
async function grown(
  db: Db,
  plan: Along,
  { key, word }: Beginning,
  version: Version,
  lane?: typeof SLOW,
): Promise<Others | undefined> {
  const shorter = knownOf(db, plan, version).find((one) => word.startsWith(one.word));
  if (!shorter?.others || plan.texts?.length !== 1) return undefined;
  const { inOrder, more } = shorter.others;
  const room = FEW - inOrder.length - more.length;
  const [before, behind] = await Promise.all([
    first(db, narrowed(plan, between(key, shorter.word, word)), room + 1, lane),
    first(db, narrowed(plan, between(key, endOf(word), endOf(shorter.word))), room + 1, lane),
  ]);
  const all = [...more, ...(before?.ids ?? []), ...(behind?.ids ?? [])];
  const isTrue = before?.version === version && behind?.version === version;
  return isTrue && inOrder.length + all.length <= FEW ? { inOrder, more: all } : undefined;
}

const endOf = (word: string) => `${word}\u{10ffff}`;

function between(key: RawBuilder<unknown>, from: string, to: string): RawBuilder<boolean> {
  return sql<boolean>`(${key} >= ${from} and ${key} < ${to})`;
}

function startsWith(key: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return between(key, word, endOf(word));
}
