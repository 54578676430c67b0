// The way back from a merge: which ones there are, what undoing one would bring back, and the undoing.

import type { ReplyOf } from "#schemas/endpoint.ts";
import type { ListQuestion } from "#schemas/list.ts";
import { WHOLE } from "#schemas/problem.ts";
import { type Context, type Db, fold, type ListSpec, listRows, peopleCalled, problem, sql } from "#server";
import type { MergePreview, queryMerges, undoMerge } from "../contract.ts";
import * as merges from "./merges.ts";
import { untilOf } from "./merges.ts";
import { type Before, followersOf, unmergeTwo } from "./mergeTwo.ts";
import { thingsOf } from "./search.ts";

type Asked = Pick<
  Context<unknown, unknown, unknown>,
  "db" | "dialect" | "event" | "who" | "now" | "audit" | "jobs" | "deps"
>;

/** The merges of an event that can be undone as far as time tells, the latest first. */
export async function listMerged(context: Asked, body: ListQuestion): Promise<ReplyOf<typeof queryMerges>> {
  const { db, dialect, event, now, deps } = context;
  const things = thingsOf(deps.offered);
  const list: ListSpec = {
    from: "duplicates_merge",
    fields: {
      id: { column: "id", kind: "number" },
      at: { column: "at", kind: "date" },
      dropped: { column: "dropped_name", folded: "dropped_key", kind: "text" },
    },
    scope: [
      { column: "event_id", value: event.id },
      { column: "stands", value: 1 },
    ],
    always: ["id"],
    defaultSort: [{ field: "id", direction: "desc" }],
    search: (words) => {
      const went = sql.join(
        words.map((word) => sql`dropped_key like ${`%${fold(word).replace(/[%_\\]/g, "")}%`}`),
        sql` and `,
      );
      return sql<boolean>`((${went}) or kept_id in (${things.matching(dialect, event.id, words)}))`;
    },
  };
  const { columns: _, filter = [], ...rest } = body;
  const question = {
    ...rest,
    filter: [...filter, { field: "at", op: "gte" as const, value: merges.undoableSince(now) }],
  };
  const answer = await listRows(db, dialect, list, question);
  const ids = answer.rows.map(({ id }) => Number(id));
  const stored = new Map((await merges.findMerges(db, event.id, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => stored.get(id) ?? []);
  const kept = rows.map(({ kept_id }) => kept_id);
  const names = new Map((await things.named(db, event.id, kept)).map(({ id, name }) => [id, { id, name }]));
  const mergers = await mergersOf(db, rows);
  return {
    ...answer,
    rows: rows.map(({ id, at, kept_id, dropped_name: dropped, user_id }) => {
      const by = mergers.get(user_id) ?? null;
      return { id, at, until: untilOf(at), by, kept: names.get(kept_id) ?? null, dropped };
    }),
  };
}

/** Who made some merges. */
async function mergersOf(db: Db, rows: readonly Pick<merges.MergeRow, "user_id">[]) {
  const called = await peopleCalled(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return new Map<number | null, { id: number; name: string }>([...called].map(([id, name]) => [id, { id, name }]));
}

export async function undo(context: Asked, mergeId: number): Promise<ReplyOf<typeof undoMerge>> {
  const { kept, dropped, left } = await part(context, mergeId);
  const things = thingsOf(context.deps.offered);
  const hidden = await things.hidden(context.db, context.dialect, context.event, context.who);
  return { kept: things.without(kept, hidden), dropped: things.without(dropped, hidden), left };
}

/** Undoes the merge and takes that back: whatever the areas would tell is told by themselves. */
export async function preview(context: Asked, mergeId: number): Promise<MergePreview> {
  const { dialect, event, deps } = context;
  const { write } = deps.database;
  const look = () =>
    write.transaction().execute(async (transaction) => {
      const db = transaction as unknown as Db;
      throw new Looked(await lookAt({ ...context, db }, mergeId));
    });
  const found = await dialect.retried(look).catch((error: unknown) => error);
  if (!(found instanceof Looked)) throw found;
  const things = thingsOf(deps.offered);
  const hidden = await things.hidden(write as unknown as Db, dialect, event, context.who);
  const { now, kept, dropped, ...rest } = found.preview;
  const seen = (thing: typeof kept) => things.without(thing, hidden);
  return { ...rest, now: seen(now), kept: seen(kept), dropped: seen(dropped) };
}

/** Ends the transaction in which something was tried. */
class Looked extends Error {
  constructor(readonly preview: MergePreview) {
    super("Nothing of it is kept");
  }
}

async function lookAt(asked: Asked, mergeId: number): Promise<MergePreview> {
  // Nothing is told of it, and nobody's answers travel.
  const nothing = { audit: async () => {}, jobs: { start: async () => ({}) } } as unknown as Pick<
    Asked,
    "audit" | "jobs"
  >;
  const context = { ...asked, ...nothing };
  const { db, event } = context;
  const { merge, now, kept, dropped, left } = await part(context, mergeId);
  const attached: MergePreview["attached"] = [];
  for (const { label, count } of followersOf(context.deps)) {
    const [one, other] = [await count(db, event.id, kept.id), await count(db, event.id, dropped.id)];
    if (one + other > 0) attached.push({ label, one, other });
  }
  const by = (await mergersOf(db, [merge])).get(merge.user_id) ?? null;
  return { id: merge.id, at: merge.at, until: untilOf(merge.at), by, now, kept, dropped, attached, left };
}

function laterFirst({ dropped_name: dropped }: Pick<merges.MergeRow, "dropped_name">) {
  return problem("duplicates.later_first", {
    message: `"${dropped}" has been merged with this profile since then; undo that merge first`,
    reasons: { [WHOLE]: { text: "duplicates:problem.laterOf", values: { dropped } } },
  });
}

async function part(context: Asked, mergeId: number) {
  const { db, dialect, event, who, now: at, audit, jobs, deps } = context;
  const { offered } = deps;
  const things = thingsOf(offered);
  await things.lock(db, dialect, event.id);
  const found = await merges.findMerge(db, event.id, mergeId);
  if (!found || at.toISOString() > untilOf(found.at)) throw problem("duplicates.too_late");
  const merge = await merges.claimMerge(db, found.id, at.toISOString());
  if (!merge) throw problem("duplicates.too_late");
  if (merges.isErased(merge)) throw problem("duplicates.erased");
  const later = await merges.laterMerge(db, merge);
  if (later) throw laterFirst(later);
  const now = await things.get(db, event.id, merge.kept_id);
  if (!now) throw problem("duplicates.kept_gone");
  const before = JSON.parse(merge.before) as Before;
  // Those of before do not say what the merge left: by it nobody could tell what has been changed since.
  if (!before.after && now.rev !== merge.rev) throw problem("duplicates.overtaken");
  const follow = async (kind: string) => void (await jobs.start({ kind, payload: null }));
  const parting = { db, dialect, event, now: at, audit, offered, follow, userId: who.id };
  const whom = { keptId: merge.kept_id, droppedId: merge.dropped_id };
  return { merge, now, ...(await unmergeTwo(parting, now, { ...before, ...whom })) };
}
