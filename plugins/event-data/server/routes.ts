// One short handler an endpoint: load, decide, write.
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { Field } from "#schemas/fields.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import {
  type Context,
  changes,
  checkGrouped,
  type Db,
  listAuditOf,
  listGroups,
  listPlace,
  listText,
  listTypesOf,
  planList,
  problem,
  type Route,
  route,
} from "#server";
import {
  createThing,
  type Fields,
  getThing,
  getThingPlace,
  getValueOrigin,
  groupThings,
  HISTORY_PAGE,
  type HistoryLine,
  listLosses,
  listThingHistory,
  listThingSets,
  queryThings,
  removeThing,
  saveThing,
  startThingExport,
  type Thing,
  type ThingDraft,
} from "../contract.ts";
import { type Parting, thingSetsKey } from "../offers.ts";
import { addLosses, callOffFor, dropFor, type Lost, lossesOf } from "./bulk/ahead.ts";
import { besideAmong } from "./columns/beside.ts";
import { settleNow, withoutOrdered } from "./columns/settle.ts";
import { sourceBy } from "./columns/source.ts";
import { hasLines, linesFor } from "./complete/lines.ts";
import { EXPORT_JOB } from "./export.ts";
import { LISTED_JOB } from "./fields/listed.ts";
import { questionsOf } from "./fields/questions.ts";
import { fieldRoutes } from "./fields/routes.ts";
import { hiddenKeys, hiddenOf, linesWithout, withoutHidden } from "./fields/sight.ts";
import { noteTravel, TRAVEL_JOB, type Written } from "./fields/travel/note.ts";
import { refuseTaken } from "./fields/unique.ts";
import { comparable, OBJECT } from "./history.ts";
import { thingList } from "./list.ts";
import { goneThing } from "./mergedAway.ts";
import { originOf } from "./origin.ts";
import type { ListReader } from "./ranks.ts";
import * as things from "./repository.ts";
import { asComing, refuseLostTypes, refuseTakenEmail } from "./rows.ts";
import { asChanged, asNew } from "./rules.ts";
import { toldTo } from "./tellers.ts";

type ThingAnswer = ReplyOf<typeof queryThings>;

/** A new profile, or one that comes back with what it answered `before`. */
export async function makeThing(context: Context, draft: ThingDraft, before?: Fields): Promise<Thing> {
  const { db, dialect, event, who, now, audit } = context;
  const types = await listTypesOf(db, event.id);
  const own = await questionsOf(db, event, who, draft.fields);
  const values = asNew(draft, types, { ...own, before });
  await refuseTakenEmail(db, dialect, event.id, values, types);
  await refuseTaken(db, dialect, event, { id: 0, values }, who);
  await refuseLostTypes(db, dialect, event.id, [values.type_id]);
  const thing = await things.createThing(db, event.id, values, now.toISOString(), sourceBy(who));
  await audit({ action: "create", object: objectOf(thing), after: { ...values } });
  await travel(context, own.fields, { ...(before && { before: asComing(thing) }), after: thing });
  await beginComplete(context, own.fields);
  return thing;
}

export const routes: Route[] = [
  ...fieldRoutes,

  route(queryThings, async ({ db, quick, dialect, event, who, query, body, deps }) => {
    await settleNow({ event, dialect, quick, deps }, body);
    const hidden = await hiddenKeys(quick, dialect, event, who);
    const reader = readerOf(query.locale, deps);
    const list = await thingList(quick, dialect, event.id, query, deps.offered, hidden, body, reader);
    return listText<ThingAnswer>(db, dialect, list, body);
  }),

  route(listThingSets, async ({ db, event, deps }) => {
    const sets = deps
      .offered(thingSetsKey)
      .map(async ({ field, list }) =>
        (await list(db, event.id)).map(({ id, name, byHand }) => ({ field, id, name, byHand })),
      );
    return (await Promise.all(sets)).flat();
  }),

  route(groupThings, async ({ db, quick, dialect, event, who, query, body, deps }) => {
    const hidden = await hiddenKeys(quick, dialect, event, who);
    const reader = readerOf(query.locale, deps);
    const list = await thingList(quick, dialect, event.id, query, deps.offered, hidden, body, reader);
    return listGroups(db, dialect, list, body);
  }),

  route(getThingPlace, async ({ db, quick, dialect, event, who, params, query, body, deps }) => {
    await current(quick, event.id, params.thingId);
    await settleNow({ event, dialect, quick, deps }, body);
    const hidden = await hiddenKeys(quick, dialect, event, who);
    const reader = readerOf(query.locale, deps);
    const list = await thingList(quick, dialect, event.id, query, deps.offered, hidden, body, reader);
    return { at: (await listPlace(db, dialect, list, body, params.thingId)) ?? null };
  }),

  route(
    getThing,
    async ({ db, dialect, event, who, params }) => {
      const thing = await things.getThing(db, event.id, params.thingId);
      if (!thing) throw await goneThing(db, event, params.thingId);
      return withoutHidden(thing, await hiddenKeys(db, dialect, event, who));
    },
    { byKey: true },
  ),

  route(createThing, async (context) => {
    const { quick, dialect, event, who, body } = context;
    const thing = await makeThing(context, body);
    return withoutHidden(thing, await hiddenKeys(quick, dialect, event, who));
  }),

  route(saveThing, async (context) => {
    const { db, dialect, event, who, params, query, body, now, audit, deps } = context;
    const before = await current(db, event.id, params.thingId);
    const own = await questionsOf(db, event, who, body.fields);
    const hidden = hiddenOf(own.fields, who.accessRole);
    if (before.rev !== body.rev) throw problem("stale", { current: withoutHidden(before, hidden) });
    const types = await listTypesOf(db, event.id);
    const values = asChanged(before, body, types, own);
    const difference = changes(comparable(before), { ...takenAway(before), ...comparable(values) });
    if (Object.keys(difference.after).length === 0) return withoutHidden(before, hidden);
    if (values.email !== before.email || values.type_id !== before.type_id)
      await refuseTakenEmail(db, dialect, event.id, values, types, before.id);
    await refuseTaken(db, dialect, event, { id: before.id, values, before }, who);
    if (values.type_id !== before.type_id) await refuseLostTypes(db, dialect, event.id, [values.type_id]);
    const saved = await things.saveThing(db, event.id, before, values, now.toISOString());
    if (!saved) throw problem("stale", { current: withoutHidden(await current(db, event.id, before.id), hidden) });
    await audit({ action: "save", object: objectOf(saved), ...difference });
    await travel(context, own.fields, { before, after: saved });
    if (query.calls_off && saved.status === "blocked" && before.status !== "blocked")
      await callOffFor(deps.offered, db, event.id, [saved.id], partingOf(context, saved));
    return withoutHidden(saved, hidden);
  }),

  route(removeThing, async (context) => {
    const { db, dialect, event, who, params, query, audit, deps } = context;
    const before = await current(db, event.id, params.thingId);
    const removed = await things.removeThing(db, event.id, { id: before.id, rev: query.rev });
    if (!removed) {
      throw problem("stale", { current: withoutHidden(before, await hiddenKeys(db, dialect, event, who)) });
    }
    await dropFor(deps.offered, db, event.id, [before.id], partingOf(context, before));
    const { id: _, rev: __, photo: ___, ...values } = before;
    await audit({ action: "remove", object: objectOf(before), before: values });
    return { done: true as const };
  }),

  route(listLosses, async ({ db, event, who, params, query, now, deps }) => {
    const { id } = await current(db, event.id, params.thingId);
    const { by = "removing", locale = DEFAULT_LOCALE } = query;
    const lost: Lost = new Map();
    await addLosses({ db, eventId: event.id, offered: deps.offered, now }, [id], lost);
    return lossesOf({ db, event, who, offered: deps.offered, now, locale }, by, lost, new Set([id]));
  }),

  route(listThingHistory, async ({ db, quick, dialect, app, event, who, params, query, deps }) => {
    const { id } = await current(quick, event.id, params.thingId);
    const hidden = await hiddenKeys(quick, dialect, event, who);
    const seen: HistoryLine[] = [];
    // A page that hidden lines would make short is filled from older ones: a short page is the last.
    for (let { before } = query; ; ) {
      const lines = await listAuditOf(db, { appId: app.id, type: OBJECT, id }, HISTORY_PAGE, before);
      seen.push(...toldTo(linesWithout(lines, hidden), deps.offered, who));
      before = lines.at(-1)?.id;
      if (lines.length < HISTORY_PAGE || seen.length >= HISTORY_PAGE) return seen.slice(0, HISTORY_PAGE);
    }
  }),

  route(getValueOrigin, async ({ db, quick, dialect, event, who, params, query }) => {
    const { id } = await current(quick, event.id, params.thingId);
    const hidden = await hiddenKeys(quick, dialect, event, who);
    // What somebody may not see is not there for them, nor is who gave it.
    if (hidden.some((key) => query.field === `fields.${key}`)) return { line: null, made: null };
    return originOf(db, event, id, query.field);
  }),

  route(startThingExport, async ({ db, dialect, event, who, body, jobs, deps }) => {
    // Refuses now what the job would refuse later.
    const hidden = await hiddenKeys(db, dialect, event, who);
    const { format: _, locale: __, ids: ___, except: ____, columns, type, category, group = [], ...question } = body;
    const list = await thingList(db, dialect, event.id, { type, category }, deps.offered, hidden);
    const fields = columns.map((column) => column.field);
    const beside = await besideAmong(db, event.id, deps.offered, hidden, fields);
    const sort = withoutOrdered(deps.offered, question.sort);
    planList(list, dialect, { ...question, sort, columns: fields.filter((field) => !beside.has(field)) });
    for (const [at, by] of group.entries()) checkGrouped(list, by, `group.${at}`);
    return { job: await jobs.start({ kind: EXPORT_JOB, payload: body }) };
  }),
];

function readerOf(locale = DEFAULT_LOCALE, { speak }: Context["deps"]): ListReader {
  return { locale, say: (key) => speak(locale, key) };
}

async function current(db: Db, eventId: number, id: number): Promise<Thing> {
  const thing = await things.getThing(db, eventId, id);
  if (!thing)
    throw problem("not_found", {
      message: "This profile is not in the event, or has been removed",
      text: "event-data:gone.profile",
    });
  return thing;
}

/** Answers to multi-event fields go to the person's profiles in other events. */
async function travel(
  { db, event, jobs, now }: Pick<Context, "db" | "event" | "jobs" | "now">,
  fields: readonly Field[],
  one: Written,
) {
  if (await noteTravel(db, event, fields, [one], now)) await jobs.start({ kind: TRAVEL_JOB, payload: null });
}

/** An event that came after fields of several events begins with its first profile to keep how complete they are. */
async function beginComplete({ db, event, jobs }: Pick<Context, "db" | "event" | "jobs">, fields: readonly Field[]) {
  if (linesFor(fields).length === 0 || (await hasLines(db, event.id))) return;
  await jobs.start({ kind: LISTED_JOB, payload: { eventIds: [event.id] } });
}

/** Own fields as nothing, for those that a change takes away. */
function takenAway({ fields }: Thing): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((key) => [`fields.${key}`, null]));
}

/** Around one profile that leaves or is blocked: that is not undone, so that others are told at once. */
function partingOf(
  { deps, now, audit, query }: Pick<Context, "deps" | "now" | "audit"> & { query: { tells?: boolean } },
  { id, name }: Thing,
): Parting {
  return { offered: deps.offered, now, audit, named: new Map([[id, name]]), tellAt: query.tells ? now : undefined };
}

function objectOf(thing: Thing) {
  return { type: OBJECT, id: thing.id, label: thing.name };
}
