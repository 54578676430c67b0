// One short handler an endpoint: load, decide, write.
import type { ListSelection } from "#schemas/list.ts";
import {
  type Context,
  type Db,
  eachBlock,
  findGoingJob,
  type ListSpec,
  listRows,
  problem,
  type Route,
  route,
  sql,
} from "#server";
import type { Things } from "../../event-data/offers.ts";
import {
  compareThings,
  dismissDuplicate,
  dismissDuplicates,
  type Going,
  getDuplicate,
  getDuplicates,
  listMerges,
  mergeThings,
  PAIRS_AT_ONCE,
  type Pair,
  previewUnmerge,
  queryDuplicates,
  queryMerges,
  searchDuplicates,
  undoMerge,
} from "../contract.ts";
import { bothWhole, compared } from "./compare.ts";
import { listOwn, merge } from "./merge.ts";
import { countMerges, leftByMerge, undoableSince } from "./merges.ts";
import * as repository from "./repository.ts";
import { SEARCH_JOB, thingsOf } from "./search.ts";
import { lastSearch } from "./searches.ts";
import { type Telling, toldFields, toldOf, unseenBy } from "./telling.ts";
import { listMerged, preview, undo } from "./unmerge.ts";

type Asked = Pick<Context<unknown, unknown, unknown>, "db" | "dialect" | "event" | "who" | "deps">;

const BLOCK = 500;
/** Each is counted for both of its profiles: on SQLite nobody else is heard until a statement has ended. */
const SETTLED_AT_ONCE = 100;

const FIELDS = {
  id: { column: "id", kind: "number" },
  one_id: { column: "one_id", kind: "number" },
  other_id: { column: "other_id", kind: "number" },
  score: { column: "score", kind: "number" },
  reasons: { column: "reasons", kind: "text" },
  state: { column: "state", kind: "text" },
} as const satisfies ListSpec["fields"];

export const routes: Route[] = [
  route(getDuplicates, async (context) => {
    const { db, event, query, now, deps } = context;
    const { untold } = await telling(context);
    const listed = !(await repository.someOpen(db, event.id, untold));
    const within = query.category && sql<boolean>`${categoryOf(thingsOf(deps.offered))} = ${query.category}`;
    const { at, isUnfinished, crowded } = await lastSearch(db, event.id);
    return {
      ...(await repository.countPairs(db, event.id, untold, within || undefined)),
      merged: await countMerges(db, event.id, undoableSince(now)),
      searched_at: at,
      unfinished: isUnfinished,
      crowded,
      searching: (await going(context)) ?? null,
      changed: at !== null && (await isChangedSince(context, at)),
      listed,
    };
  }),

  route(queryDuplicates, async (context) => {
    const { db, dialect, event, query, body, deps } = context;
    const things = thingsOf(deps.offered);
    const told = await telling(context);
    const list = pairList(context, query.state ?? "open", told);
    const { columns: _, ...question } = body;
    const answer = await listRows(db, dialect, list, question);
    const ids = answer.rows.map(({ id }) => Number(id));
    const stored = new Map((await repository.findPairs(db, event.id, ids)).map((pair) => [pair.id, pair]));
    const rows = ids.flatMap((id) => stored.get(id) ?? []);
    const named = await things.named(
      db,
      event.id,
      rows.flatMap((row) => [row.one_id, row.other_id]),
    );
    const byId = new Map(named.map((thing) => [thing.id, thing]));
    const shown = rows.flatMap((pair) => {
      const [one, other] = [byId.get(pair.one_id), byId.get(pair.other_id)];
      return one && other ? [{ id: pair.id, ...toldOf(told, pair), one, other }] : [];
    });
    return { ...answer, rows: shown };
  }),

  route(searchDuplicates, async (context) => {
    // Two who begin at once begin one search.
    await context.dialect.lock(context.db as never, `${SEARCH_JOB}/${context.event.id}`);
    const started = async () => {
      const job = await context.jobs.start({ kind: SEARCH_JOB, payload: {} });
      return { ...job, progress: 0, is_open: true };
    };
    return { job: (await going(context)) ?? (await started()) };
  }),

  route(getDuplicate, async (context) => {
    const pair = await current(context, context.params.pairId);
    const { reasons, state } = toldOf(await telling(context), pair);
    return { id: pair.id, reasons, state, ...(await bothWhole(context, pair.one_id, pair.other_id, gone)) };
  }),

  route(compareThings, async (context) => {
    const { one, other } = context.query;
    const both = await compared(context, one, other);
    const pair = await repository.findPairOf(context.db, context.event.id, one, other);
    const told = await telling(context);
    if (!pair || !isTold(pair, told)) return { pair: null, ...both };
    const { reasons, state } = toldOf(told, pair);
    return { pair: { id: pair.id, reasons, state }, ...both };
  }),

  route(dismissDuplicate, async (context) => {
    const pair = await current(context, context.params.pairId);
    const state = context.body.dismissed ? "dismissed" : "open";
    if (pair.state !== state) await settle(context, [pair], state);
    return { done: true as const };
  }),

  route(
    dismissDuplicates,
    async (context, found: readonly number[] = []) => {
      const { db, event, body } = context;
      const [before, state] = statesOf(body);
      const ids: number[] = [];
      for (let at = 0; at < found.length; at += SETTLED_AT_ONCE) {
        // Somebody may have said something of them since they were found.
        const pairs = (await repository.findPairs(db, event.id, found.slice(at, at + SETTLED_AT_ONCE))).filter(
          (pair) => pair.state === before,
        );
        await settle(context, pairs, state);
        ids.push(...pairs.map(({ id }) => id));
      }
      return { ids };
    },
    // A search among a million profiles holds nobody up where it has a thread of its own.
    {
      prove: async (context) => {
        const db = context.deps.database.read as unknown as Db;
        return selected({ ...context, db }, statesOf(context.body)[0], context.body.selection);
      },
    },
  ),

  route(mergeThings, (context) => merge(context, context.body)),

  route(listMerges, (context) => listOwn(context)),

  route(queryMerges, (context) => listMerged(context, context.body)),

  route(previewUnmerge, (context) => preview(context, context.params.mergeId), { ownTransaction: true }),

  route(undoMerge, (context) => undo(context, context.params.mergeId)),
];

/** The search of the event that goes on, as whoever asks is told of it. */
async function going(context: Asked): Promise<Going | undefined> {
  const job = await findGoingJob(context, SEARCH_JOB);
  if (!job) return undefined;
  const { isOpen: is_open, ...rest } = job;
  return { ...rest, progress: context.deps.jobs.progressOf(job.id) ?? job.progress, is_open };
}

/** Whether profiles are another than those that were searched. What a merge alone has changed was looked at by whoever merged. */
async function isChangedSince({ db, event, deps }: Asked, at: string): Promise<boolean> {
  const changed = await thingsOf(deps.offered).changedSince(db, event.id, at, BLOCK);
  if (changed.length === 0 || changed.length === BLOCK) return changed.length > 0;
  const merged = await leftByMerge(
    db,
    event.id,
    changed.map(({ id }) => id),
  );
  return changed.some(({ id, rev }) => !merged.has(`${id}/${rev}`));
}

/** The pairs of a state that a person is told of. */
function pairList({ dialect, event, deps }: Asked, state: Pair["state"], told: Telling): ListSpec {
  const things = thingsOf(deps.offered);
  return {
    from: "duplicates_pair",
    fields: {
      ...FIELDS,
      ...toldFields(told),
      category: { column: "one_id", kind: "number", expression: categoryOf(things) },
    },
    scope: [
      { column: "event_id", value: event.id },
      { column: "state", value: state },
      { column: "score", notIn: [repository.NONE_LEFT] },
      { column: "reasons", notIn: told.untold },
    ],
    always: Object.keys(FIELDS),
    defaultSort: [{ field: "score", direction: "desc" }],
    search: (words) => {
      const found = things.matching(dialect, event.id, words);
      return sql<boolean>`(one_id in (${found}) or other_id in (${found}))`;
    },
  };
}

/** Both profiles of a pair are of one category. */
const categoryOf = (things: Things) => things.categoryOf("duplicates_pair.one_id");

/** The state that pairs are to have had, and the one that they get. */
const statesOf = ({ dismissed }: { dismissed: boolean }) =>
  dismissed ? (["open", "dismissed"] as const) : (["dismissed", "open"] as const);

/** Ids of pairs of a state, in their order. Those that are no longer in it are none of them. */
async function selected(context: Asked, state: Pair["state"], selection: ListSelection): Promise<number[]> {
  const list = pairList(context, state, await telling(context));
  const isNamed = "ids" in selection;
  const { except = [] } = isNamed ? {} : selection;
  const narrowed = isNamed ? [{ column: "id", in: selection.ids }] : [{ column: "id", notIn: except }];
  const question = isNamed ? {} : selection.question;
  const found: number[] = [];
  const asked = { ...question, sort: [{ field: "id", direction: "asc" as const }] };
  const spec = { ...list, scope: [...list.scope, ...narrowed] };
  for await (const rows of eachBlock(context.db, context.dialect, spec, asked, BLOCK)) {
    found.push(...rows.map(({ id }) => Number(id)));
    if (found.length > PAIRS_AT_ONCE) throw problem("duplicates.too_many");
  }
  return found;
}

/** Gives pairs their state, each with its line in the history. */
async function settle(
  { db, dialect, event, audit, deps }: Asked & Pick<Context, "audit">,
  pairs: readonly repository.PairRow[],
  state: Pair["state"],
): Promise<void> {
  const ids = pairs.map(({ id }) => id);
  await repository.setStates(db, dialect, ids, state);
  const people = pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]);
  const names = new Map((await thingsOf(deps.offered).named(db, event.id, people)).map(({ id, name }) => [id, name]));
  for (const { id, one_id, other_id } of pairs) {
    const label = [one_id, other_id].flatMap((one) => names.get(one) ?? []).join(" / ");
    await audit({
      action: state === "dismissed" ? "dismiss" : "reopen",
      object: { type: "duplicates.pair", id, label },
    });
  }
}

async function current(context: Asked, id: number): Promise<repository.PairRow> {
  const pair = await repository.findPair(context.db, context.event.id, id);
  if (!pair || !isTold(pair, await telling(context))) throw gone();
  return pair;
}

const isTold = ({ score, reasons }: repository.PairRow, { untold }: Telling) =>
  score !== repository.NONE_LEFT && !untold.includes(reasons);

/** Without the reasons that come from fields that are hidden from this person. */
async function telling({ db, dialect, event, who, deps }: Asked): Promise<Telling> {
  return unseenBy(db, event.id, await thingsOf(deps.offered).hidden(db, dialect, event, who));
}

function gone() {
  return problem("not_found", {
    message: "This pair is no longer suspected; somebody may have merged it",
    text: "duplicates:gone.pair",
  });
}
