// One data type becomes another: told before, then done as a job. Each step may be done again, so that a job that was cut off
// goes on from its beginning and finds less to do.
import {
  type AppAccess,
  claimTypeOf,
  type Db,
  giveTypeTo,
  type JobContext,
  type JobHandler,
  listEventNamesOf,
  listEventTypesOf,
  listTypeRows,
  listTypesOfEach,
  type Offers,
  problem,
  removeTypeOf,
  type TypePair,
  type TypeRow,
  typeUser,
} from "#server";
import type { TypeMerge, TypeNeed } from "../contract.ts";
import { mustStayApart } from "./names.ts";
import { countNeeds, needsOf } from "./needs.ts";
import { objectOf, waitForOthers } from "./object.ts";
import { factsOf, mustMerge } from "./rules.ts";

export const MERGE_JOB = "data-types.merge";

export interface MergeOrder {
  from: number;
  into: number;
}

interface Asking {
  db: Db;
  app: AppAccess;
  offered: Offers;
}

export async function pairOf(db: Db, app: AppAccess, from: number, to: number) {
  const appId = app.id;
  const rows = await listTypeRows(db, appId);
  const [one, other] = [from, to].map((id) => rows.find((row) => row.id === id));
  if (!one || !other)
    throw problem("not_found", { message: "This data type has been removed", text: "data-types:gone.type" });
  mustMerge(one, other);
  const named = { id: other.id, name: other.type, categoryId: other.type_category_id };
  await mustStayApart({ db, app }, await listTypesOfEach(db, appId), from, named);
  const eventIds = [...(await listEventNamesOf(db, appId)).keys()];
  return { one, other, pair: { appId, eventIds, from, to } satisfies TypePair };
}

/** What a merge comes to, from what stands there now. */
export async function previewOf({ db, app, offered }: Asking, from: number, to: number): Promise<TypeMerge> {
  const { other, pair } = await pairOf(db, app, from, to);
  const names = await listEventNamesOf(db, app.id);
  const mayOpen = (id: number) => app.allowedEvents.includes(-1) || app.allowedEvents.includes(id);
  const nameOf = (id: number) => (names.has(id) && mayOpen(id) ? { id, name: names.get(id)?.name ?? "" } : null);
  const needs = (await needsOf({ db, app, offered })).get(from) ?? [];
  const given = await listEventTypesOf(db, app.id);
  const has = (eventId: number, type: number) =>
    given.some(({ event_id, type_id }) => event_id === eventId && type_id === type);
  const profiles = new Map<number, number>();
  for (const user of offered(typeUser).filter(({ isProfiles }) => isProfiles)) {
    for (const { typeId, eventId, count } of await user.uses({ db, app }, pair.eventIds)) {
      if (typeId === from) profiles.set(eventId, count + (profiles.get(eventId) ?? 0));
    }
  }
  const effects: TypeNeed[] = [];
  for (const { merging, path, appPath } of offered(typeUser)) {
    for (const { label, eventId, count } of (await merging?.effects?.(db, pair)) ?? []) {
      const event = nameOf(eventId);
      const template = eventId === 0 ? appPath : event ? path : undefined;
      const address = template?.replace("{eventId}", String(eventId)).replace("{typeId}", String(to)) ?? null;
      effects.push({ label, count, profiles: false, event, path: address });
    }
  }
  return {
    into: { id: other.id, type: other.type },
    moved: [...profiles.values()].reduce((sum, count) => sum + count, 0),
    events: pair.eventIds
      .filter((id) => has(id, from))
      .map((id) => ({ event: nameOf(id), profiles: profiles.get(id) ?? 0, new: !has(id, to) })),
    needs: needs.filter((need) => !need.profiles),
    effects,
  };
}

export const runMerge: JobHandler = async (context): Promise<TypeMerge> => {
  const { from, into } = context.payload as MergeOrder;
  const { appId, who, offered } = context;
  const app: AppAccess = { ...who, id: appId, name: "" };
  // What it comes to was told before the first profile moved.
  const told =
    (context.kept?.result as TypeMerge | undefined) ??
    (await previewOf({ db: context.read, app, offered }, from, into));
  const done = { moved: (context.kept?.at as Done | undefined)?.moved ?? 0 };
  const all = context.kept ? (context.kept.at as Done).all : told.moved;
  const work: Work = {
    context,
    done,
    keep: () => ({ at: { ...done, all }, result: { ...told, moved: done.moved } }),
    tell: () => context.progress(Math.min(0.95, done.moved / Math.max(1, all))),
  };
  for (;;) {
    const before = done.moved;
    const { pair } = await pairOf(context.read, app, from, into);
    await takeUp(work, app, pair);
    await step(work, pair, "join");
    for (const eventId of pair.eventIds) await moveAll(work, pair, eventId);
    await step(work, pair, "leave");
    let isDone = false;
    const result = await context.inTransaction(
      async (db) => {
        isDone = await finish(context, db, app, pair, done.moved);
        return { ...told, moved: done.moved };
      },
      { last: () => isDone, keep: work.keep },
    );
    if (isDone) return result;
    // Where somebody gave a profile the type in between, it goes round again; else something keeps it that nobody can move.
    if (done.moved === before) throw problem("data-types.in_use");
    context.signal.throwIfAborted();
  }
};

/** What has moved so far, also before the job was cut off; and of how many. */
interface Done {
  moved: number;
  all: number;
}

interface Work {
  context: JobContext;
  done: { moved: number };
  keep: () => { at: Done; result: TypeMerge };
  tell: () => void;
}

/** Events that have the one type get the other, unless one of them has come to call another type so. */
async function takeUp({ context, keep }: Work, app: AppAccess, { appId, from, to }: TypePair): Promise<void> {
  await context.inTransaction(
    async (db) => {
      await waitForOthers({ db, dialect: context.dialect, app });
      await pairOf(db, app, from, to);
      const given = await listEventTypesOf(db, appId);
      const events = given.filter(({ type_id }) => type_id === from).map(({ event_id }) => event_id);
      await giveTypeTo(db, to, events);
    },
    { keep },
  );
}

async function step({ context, keep }: Work, pair: TypePair, name: "join" | "leave"): Promise<void> {
  const { dialect, audit, follow, offered } = context;
  for (const { merging } of offered(typeUser)) {
    const act = merging?.[name];
    if (act)
      await context.inTransaction((db) => act(db, pair, { dialect, audit, follow, now: context.now() }), { keep });
  }
}

async function moveAll({ context, done, keep, tell }: Work, pair: TypePair, eventId: number): Promise<void> {
  const { dialect, audit, follow, offered } = context;
  const goesOn = () => !context.isAwaited() && !context.signal.aborted;
  for (const { merging } of offered(typeUser)) {
    const move = merging?.move;
    for (let after: number | undefined = 0; move && after !== undefined; tell()) {
      context.signal.throwIfAborted();
      const moving = { dialect, audit, follow, now: context.now(), after, goesOn };
      after = await context.inTransaction(
        async (db) => {
          const moved = await move(db, pair, eventId, moving);
          done.moved += moved?.count ?? 0;
          return moved?.after;
        },
        { keep },
      );
    }
  }
}

/**
 * Takes the type away once nothing needs it any more; answers whether that was so. What names it without needing it follows here
 * once more: whoever writes such a name holds the type, and so has committed before or finds it gone.
 */
async function finish(
  { dialect, audit, offered, appId }: JobContext,
  db: Db,
  app: AppAccess,
  { from, to }: TypePair,
  moved: number,
): Promise<boolean> {
  await waitForOthers({ db, dialect, app });
  await claimTypeOf(db, dialect, from);
  if ((await countNeeds({ db, app, offered }, from)) > 0) return false;
  const { one, other, pair } = await pairOf(db, app, from, to);
  for (const { merging } of offered(typeUser)) await merging?.last?.(db, pair);
  await removeTypeOf(db, appId, from);
  const after = { into: `${other.type} (${other.id})`, profiles: moved };
  await audit(db, { action: "merge_into", object: objectOf(one as TypeRow), before: { ...factsOf(one) }, after });
  return true;
}
