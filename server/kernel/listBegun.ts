// Pages of what is searched, in the order of a field that many of the matches begin with. Whoever is called Tara stands at the end of
// an order by name, and going along it comes upon them late. So those that begin with the word are read where they stand together,
// and the others, if they are few, are put among them.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { FEW, ofFew, readFew } from "./listAmong.ts";
import { all } from "./listCount.ts";
import { idsOf, order, type Slice } from "./listPage.ts";
import { remembered } from "./listRemembered.ts";

/** Rows of an order that are looked through before another way is tried: to find the others takes as long as some four times as many. */
const SOON = 50_000;

/** The plan over rows among which a page certainly is, where going along the order comes upon them late; else undefined. */
export async function begun(db: Db, plan: Plan, slice: Slice, matched: number | undefined): Promise<Plan | undefined> {
  const { begins, along, spec, ids } = plan;
  const most = slice.offset + slice.limit;
  if (!begins || !along || !spec.version || most > FEW || slice.limit === 0) return undefined;
  // Its end is reached from the end.
  if (matched !== undefined && slice.offset > matched / 2) return undefined;
  if (await comesSoon(db, plan, along, most)) return undefined;
  const inside = sql`select id from ${sql.table(spec.from)} where ${all([...plan.scope.slice(0, 1), begins])}`;
  const others = await remembered(db, plan, ["begun", spec.from, plan.question.sort], () =>
    readFew(db, plan, sql`select id from (${ids.at(-1)}) as worded except ${inside}`, FEW),
  );
  if (!others) return undefined;
  const first = idsOf({ ...plan, along: [...along, begins] }, { reverse: false, skip: 0, take: most });
  const together = await readFew(db, plan, first, FEW);
  if (!together || (together.version ?? others.version) !== (others.version ?? together.version)) return undefined;
  return ofFew(plan, { ids: [...others.ids, ...together.ids], version: together.version ?? others.version });
}

async function comesSoon(db: Db, plan: Plan, along: readonly RawBuilder<boolean>[], most: number): Promise<boolean> {
  const table = sql.table(plan.spec.from);
  const first = sql`select * from ${table} where ${all(plan.scope.slice(0, 1))} order by ${order(plan)} limit ${SOON}`;
  const { rows } = await sql<{ rows: number; seen: number }>`
    select count(*) as rows from (select 1 from (${first}) as ${table} where ${all(along)} limit ${most}) as soon`.execute(
    db,
  );
  return Number(rows[0]?.rows ?? 0) >= most;
}
