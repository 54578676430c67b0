// Pages of what is searched, in the order of a field that many of the matches begin with. Whoever is called Tara stands at the end of
// an order by name, and going along it comes upon them late. So those that begin with the word are read where they stand together,
// and the others, if they are few, are put among them.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { FEW, ofFew, readFew } from "./listAmong.ts";
import { all, sampled } from "./listCount.ts";
import { idsOf, type Matched, type Slice } from "./listPage.ts";
import { remembered } from "./listRemembered.ts";

interface Read {
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
  const { soon } = await sampled(db, plan);
  if (soon && soon.expected >= most) {
    const found = await read(db, { ...plan, along: [soon.where, ...along] }, slice);
    if (found.rows === slice.limit) return found;
  }
  const among = await togetherAndOthers(db, { ...plan, along }, begins.where, most);
  return among && read(db, among, slice);
}

/** The plan over the matches that do not begin with the word, and as many as a page needs of those that do; undefined where the others are many. */
async function togetherAndOthers(
  db: Db,
  plan: Plan & Required<Pick<Plan, "along">>,
  begins: RawBuilder<boolean>,
  most: number,
): Promise<Plan | undefined> {
  const { spec, scope, question, ids, along } = plan;
  const inside = sql`select id from ${sql.table(spec.from)} where ${all([...scope.slice(0, 1), begins])}`;
  const others = await remembered(db, plan, ["begun", spec.from, question.sort], () =>
    readFew(db, plan, sql`select id from (${ids.at(-1)}) as worded except ${inside}`, FEW),
  );
  if (!others) return undefined;
  const first = idsOf({ ...plan, along: [...along, begins] }, { reverse: false, skip: 0, take: most });
  const together = await readFew(db, plan, first, FEW);
  if (!together) return undefined;
  // Where nothing was found no version was told.
  const versions = new Set([others, together].flatMap(({ ids, version }) => (ids.length > 0 ? version : [])));
  const [version] = versions;
  return versions.size > 1 ? undefined : ofFew(plan, { ids: [...others.ids, ...together.ids], version });
}
