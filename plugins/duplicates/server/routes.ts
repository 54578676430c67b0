// One short handler an endpoint: load, decide, write.
import { type Db, type ListSpec, listRows, problem, type Route, route, sql } from "#server";
import {
  dismissDuplicate,
  getDuplicate,
  getDuplicates,
  mergeThings,
  queryDuplicates,
  type Reason,
  searchDuplicates,
  undoMerge,
} from "../contract.ts";
import { followers, merge, undo } from "./merge.ts";
import * as repository from "./repository.ts";
import { SEARCH_JOB, thingsOf } from "./search.ts";

const FIELDS = {
  id: { column: "id", kind: "number" },
  one_id: { column: "one_id", kind: "number" },
  other_id: { column: "other_id", kind: "number" },
  score: { column: "score", kind: "number" },
  reasons: { column: "reasons", kind: "text" },
  state: { column: "state", kind: "text" },
} as const satisfies ListSpec["fields"];

export const routes: Route[] = [
  route(getDuplicates, async ({ db, event }) => ({
    ...(await repository.countPairs(db, event.id)),
    searched_at: await repository.searchedAt(db, event.id),
  })),

  route(queryDuplicates, async ({ db, dialect, event, query, body, deps }) => {
    const things = thingsOf(deps.offered);
    const list: ListSpec = {
      from: "duplicates_pair",
      fields: FIELDS,
      scope: [
        { column: "event_id", value: event.id },
        { column: "state", value: query.state ?? "open" },
      ],
      always: Object.keys(FIELDS),
      defaultSort: [{ field: "score", direction: "desc" }],
      search: (words) => {
        const found = things.matching(dialect, event.id, words);
        return sql<boolean>`(one_id in (${found}) or other_id in (${found}))`;
      },
    };
    const { columns: _, ...question } = body;
    const answer = await listRows(db, dialect, list, question);
    const rows = answer.rows as unknown as repository.PairRow[];
    const named = await things.named(
      db,
      event.id,
      rows.flatMap((row) => [row.one_id, row.other_id]),
    );
    const byId = new Map(named.map((thing) => [thing.id, thing]));
    const shown = rows.flatMap(({ id, score, reasons, state, one_id, other_id }) => {
      const [one, other] = [byId.get(one_id), byId.get(other_id)];
      return one && other ? [{ id, score, ...told(reasons, state), one, other }] : [];
    });
    return { ...answer, rows: shown };
  }),

  route(searchDuplicates, async ({ jobs }) => ({ job: await jobs.start({ kind: SEARCH_JOB, payload: {} }) })),

  route(getDuplicate, async (context) => {
    const { db, dialect, event, who, params, deps } = context;
    const things = thingsOf(deps.offered);
    const hidden = await things.hidden(db, dialect, event, who);
    const { id, reasons, state, one_id, other_id } = await current(db, event.id, params.pairId);
    const there = (await things.many(db, event.id, [one_id, other_id])).map((thing) => things.without(thing, hidden));
    const [one, other] = [one_id, other_id].map((wanted) => there.find((thing) => thing.id === wanted));
    if (!one || !other) throw gone();
    const attached = [];
    for (const { label, count } of followers(context)) {
      const [ofOne, ofOther] = [await count(db, event.id, one.id), await count(db, event.id, other.id)];
      if (ofOne + ofOther > 0) attached.push({ label, one: ofOne, other: ofOther });
    }
    const notes = [];
    for (const { merging } of followers(context))
      notes.push(...((await merging?.(db, event.id, other.id, one.id)) ?? []));
    return { id, ...told(reasons, state), one, other, attached, notes };
  }),

  route(dismissDuplicate, async ({ db, event, params, body, audit, deps }) => {
    const pair = await current(db, event.id, params.pairId);
    const state = body.dismissed ? "dismissed" : "open";
    if (pair.state === state) return { done: true as const };
    await repository.setState(db, pair.id, state);
    const named = await thingsOf(deps.offered).named(db, event.id, [pair.one_id, pair.other_id]);
    const object = { type: "duplicates.pair", id: pair.id, label: named.map((thing) => thing.name).join(" / ") };
    await audit({ action: body.dismissed ? "dismiss" : "reopen", object });
    return { done: true as const };
  }),

  route(mergeThings, (context) => merge(context, context.body)),

  route(undoMerge, (context) => undo(context, context.params.mergeId)),
];

async function current(db: Db, eventId: number, id: number): Promise<repository.PairRow> {
  const pair = await repository.findPair(db, eventId, id);
  if (!pair) throw gone();
  return pair;
}

function gone() {
  return problem("not_found", {
    message: "This pair is no longer suspected; somebody may have merged it",
    text: "duplicates:gone.pair",
  });
}

function told(reasons: string, state: string) {
  return { reasons: JSON.parse(reasons) as Reason[], state: state as "open" | "dismissed" };
}
