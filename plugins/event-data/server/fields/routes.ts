// Fields of an event and of the app: load, decide, write.

import * as contract from "#schemas/fieldEndpoints.ts";
import { listAppFieldMentions, listFieldMentions } from "#schemas/fieldMentions.ts";
import { countAppMisfits, countMisfits } from "#schemas/fieldMisfits.ts";
import { FIELD_MATCHED, type Field, type FieldChange, type FieldDraft, fieldApplies, isKept } from "#schemas/fields.ts";
import {
  type Context,
  changes,
  fieldProblem,
  holdAppTypes,
  holdTypes,
  listAppTypesOf,
  listEventIdsOf,
  listEventNamesOf,
  localeOf,
  mayOpen,
  problem,
  type Route,
  route,
} from "#server";
import { claimAct, whyClaimed } from "../bulk/undoRows.ts";
import { asksElse } from "../complete/lines.ts";
import { listDoubles, refuseDoubles } from "./doubles.ts";
import { fieldGone } from "./gone.ts";
import { FIELD, fieldFacts, fieldObject } from "./history.ts";
import { LISTED_JOB } from "./listed.ts";
import { misfitsOf } from "./misfits.ts";
import { bringMoments } from "./moments.ts";
import { mentionsOf } from "./naming.ts";
import { checkReplacement, OPTION_JOB, type ReplaceAct, type ReplacePayload } from "./options.ts";
import { OPTION_UNDO_JOB, type UndoReplacePayload } from "./optionsBack.ts";
import * as fields from "./repository.ts";
import { asChangedField, asNewField, refuseStronger, refuseTypesLost, withLoss } from "./rules.ts";
import { hiddenKeys, visibleTo } from "./sight.ts";
import { noteAsked, TRAVEL_JOB, travels } from "./travel/note.ts";
import { countAnswers, withAsked } from "./use.ts";

export type Asking = Pick<Context, "db" | "app" | "who" | "now" | "audit" | "dialect" | "jobs" | "deps">;

const SHARED = 0;
const UNSAVED = { id: 0, rev: 0, position: 0, archived_at: null };

/** A field that this owner has. Throws where it is another event's, or one that several events share; a hidden one is not there. */
export async function ownField({ db, app, who }: Pick<Asking, "db" | "app" | "who">, eventId: number, id: number) {
  const field = await fields.findField(db, app.id, id);
  if (!field || visibleTo([field], who.accessRole).length === 0) throw fieldGone();
  if (field.event_id !== eventId && field.event_id !== SHARED) throw fieldGone();
  if (field.event_id !== eventId) throw problem("event-data.shared_field");
  return field;
}

async function create(context: Asking, eventId: number, draft: FieldDraft): Promise<Field> {
  refuseStronger(context.who.accessRole, undefined, draft);
  const field = await makeField(context, eventId, draft);
  await renewLists(context, undefined, field);
  return field;
}

/** Whoever makes fields has lists renewed afterwards. */
export async function makeField(context: Asking, eventId: number, draft: FieldDraft): Promise<Field> {
  const { db, app, now, audit } = context;
  const owner = { appId: app.id, eventId };
  await waitForKeys(context);
  const near =
    eventId === SHARED
      ? await fields.listOwn(db, owner)
      : await fields.listFieldsOf(db, { id: eventId, app_id: app.id });
  const { key, values } = asNewField(draft, {
    taken: near.map((field) => field.key),
    typeIds: await heldTypes(context, eventId, draft.type_ids),
    mainLocale: await localeOf(db, app.id),
  });
  await refuseElsewhere(context, eventId, key, values.event_ids);
  await refuseDoubles(context, undefined, { ...values, key, ...UNSAVED, event_id: eventId });
  const field = await fields.createField(
    db,
    owner,
    key,
    eventId === SHARED ? values : { ...values, event_ids: [] },
    now.toISOString(),
  );
  await audit({ action: "create", object: fieldObject(field), after: fieldFacts(field) });
  await bringMoments(context, undefined, field);
  return field;
}

/** A key means one field wherever it is met: whoever brings one to an event waits for the others, and looks after that. */
export function waitForKeys({
  db,
  app,
  dialect,
}: Pick<Asking, "db" | "dialect"> & { app: { id: number } }): Promise<void> {
  return dialect.lock(db as never, `${FIELD} ${app.id}`);
}

/** A field of several events must not meet one of the same key in an event that would have both. */
export async function refuseElsewhere(
  { db, app }: Pick<Asking, "db" | "app">,
  eventId: number,
  key: string,
  eventIds: readonly number[],
) {
  const others = (await fields.listByKey(db, app.id, key)).filter((other) =>
    eventId === SHARED
      ? other.event_id !== SHARED && (eventIds.length === 0 || eventIds.includes(other.event_id))
      : false,
  );
  if (others.length === 0) return;
  const names = await listEventNamesOf(db, app.id);
  const open = others.filter(({ event_id }) => mayOpen(app.allowedEvents, event_id));
  const events = open.map(({ event_id }) => names.get(event_id)?.name ?? event_id).join(", ");
  throw fieldProblem(
    "event-data.field_key_taken",
    "key",
    `${events || "An event that you may not open"} has a field with the key ${key} already; make that one a multi-event field`,
    `common:fields.refused.${events ? "keyOfEvents" : "keyOfClosed"}`,
    { key, ...(events && { events }) },
  );
}

export async function save(context: Asking, before: Field, body: FieldChange): Promise<Field> {
  const { db, now, audit } = context;
  if (before.rev !== body.rev) throw problem("stale", { current: before });
  refuseStronger(context.who.accessRole, before, body);
  if (before.event_id === SHARED) await waitForKeys(context);
  const values = asChangedField(before, body, await heldTypes(context, before.event_id, body.type_ids));
  if (before.event_id !== SHARED) values.event_ids = [];
  else await refuseElsewhere(context, SHARED, before.key, values.event_ids);
  const difference = changes(fieldFacts(before), fieldFacts({ ...before, ...values }));
  if (Object.keys(difference.after).length === 0) return before;
  await refuseDoubles(context, before, { ...before, ...values });
  const saved = await fields.saveField(
    db,
    before,
    { values: withLoss(before, values, before.archived_at) },
    now.toISOString(),
  );
  if (!saved) throw problem("stale", { current: await fields.findField(db, context.app.id, before.id) });
  await audit({ action: "save", object: fieldObject(saved), ...difference });
  await follow(context, before, saved);
  return saved;
}

/** What a field that was written makes others do: lists are renewed, answers come along. */
export async function follow(context: Asking, before: Field, saved: Field): Promise<void> {
  await renewLists(context, before, saved);
  await bringMoments(context, before, saved);
  await bringAnswers(context, before, saved);
}

/** Where a multi-event field comes to ask, or asks more people, they bring the answers that they gave elsewhere. */
async function bringAnswers({ db, app, jobs, now }: Asking, before: Field, after: Field): Promise<void> {
  if (!travels(after)) return;
  const all = await listEventIdsOf(db, app.id);
  const asks = ({ event_ids }: Field, id: number) => event_ids.length === 0 || event_ids.includes(id);
  const isWider =
    before.archived_at !== null ||
    (before.type_ids.length > 0 && (after.type_ids.length === 0 || !isWithin(after.type_ids, before.type_ids)));
  const come = all.filter((id) => asks(after, id) && (isWider || !asks(before, id)));
  for (const id of come) await noteAsked(db, { id, app_id: app.id }, [after], now);
  if (come.length > 0) await jobs.start({ kind: TRAVEL_JOB, payload: null });
}

async function archive(context: Asking, before: Field, rev: number): Promise<Field> {
  const at = context.now.toISOString();
  if (before.rev !== rev) throw problem("stale", { current: before });
  return putAway(context, "archive", before, { archived_at: at });
}

async function restore(context: Asking, before: Field, { rev, type_ids }: contract.FieldRestoring): Promise<Field> {
  if (before.rev !== rev) throw problem("stale", { current: before });
  const chosen = type_ids && { type_ids, types_lost: false };
  const values =
    chosen && asChangedField(before, { rev, type_ids }, await heldTypes(context, before.event_id, type_ids));
  refuseTypesLost({ ...before, ...chosen });
  await refuseDoubles(context, before, { ...before, ...values, archived_at: null });
  return putAway(context, "restore", before, {
    archived_at: null,
    ...(values && { values: { ...values, types_lost: false } }),
  });
}

async function putAway(
  context: Asking,
  action: "archive" | "restore",
  before: Field,
  change: Parameters<typeof fields.saveField>[2],
): Promise<Field> {
  const { db, now, audit } = context;
  const saved = await fields.saveField(db, before, change, now.toISOString());
  if (!saved) throw problem("stale", { current: await fields.findField(db, context.app.id, before.id) });
  const difference = changes(fieldFacts(before), fieldFacts(saved));
  await audit({ action, object: fieldObject(saved), ...difference });
  await follow(context, before, saved);
  return saved;
}

const isWithin = (some: readonly number[], all: readonly number[]) => some.every((one) => all.includes(one));

async function order(
  context: Asking,
  eventId: number,
  wanted: readonly { id: number; section?: string }[],
): Promise<void> {
  const { db, app, audit, who } = context;
  await waitForKeys(context);
  const own = await fields.listOwn(db, { appId: app.id, eventId });
  const known = visibleTo(own, who.accessRole);
  const first = wanted.flatMap(({ id }) => known.find((field) => field.id === id) ?? []);
  if (first.length < wanted.length)
    throw problem("not_found", {
      message: "One of the fields is not there any more",
      text: "common:fields.promotion.gone",
    });
  const rest = known.filter(({ id }) => !wanted.some((one) => one.id === id));
  // What somebody cannot see stays where it is, whatever they move.
  const moved = [...first, ...rest];
  const ordered = own.map((field) => (known.includes(field) ? (moved.shift() ?? field) : field));
  for (const [at, field] of ordered.entries()) {
    const section = wanted.find(({ id }) => id === field.id)?.section ?? field.section;
    if (field.position !== at + 1) await fields.placeField(db, field, at + 1);
    if (field.section !== section) await putInSection(context, field, section);
  }
  const names = (all: readonly Field[]) => ({ order: all.map(({ key }) => key).join(", ") });
  const difference = changes(names(own), names(ordered));
  if (Object.keys(difference.after).length === 0) return;
  await audit({ action: "order", object: { type: `${FIELD}s`, id: eventId, label: "" }, ...difference });
}

async function putInSection({ db, app, now, audit }: Asking, field: Field, section: string): Promise<void> {
  const saved = await fields.saveField(db, field, { values: { ...field, section } }, now.toISOString());
  if (!saved) throw problem("stale", { current: await fields.findField(db, app.id, field.id) });
  const difference = changes({ section: field.section }, { section: saved.section });
  await audit({ action: "save", object: fieldObject(saved), ...difference });
}

/** Where lists come to be sorted by a field, or no longer are, or it asks others than before, a job brings their table in line. */
async function renewLists({ db, app, jobs }: Asking, before: Field | undefined, after: Field): Promise<void> {
  const [was, is] = [before !== undefined && isKept(before), isKept(after)];
  const isElsewhere = String(before?.event_ids) !== String(after.event_ids);
  if (was === is && !(is && isElsewhere) && !asksElse(before, after)) return;
  const eventIds = after.event_id === SHARED ? await listEventIdsOf(db, app.id) : [after.event_id];
  await jobs.start({ kind: LISTED_JOB, payload: { eventIds } });
}

type Starting = Pick<Context, "jobs">;

async function replaceOption({ jobs }: Starting, field: Field, option: string, body: contract.OptionOrder) {
  if (field.rev !== body.rev) throw problem("stale", { current: field });
  checkReplacement(field, option, body.into);
  const payload: ReplacePayload = { ...body, fieldId: field.id, option };
  return { job: await jobs.start({ kind: OPTION_JOB, payload }) };
}

async function undoOption(
  { db, now, jobs }: Starting & Pick<Asking, "db" | "now">,
  eventId: number,
  field: Field,
  job: number,
) {
  const act = (await claimAct(db, job, eventId, now)) as ReplaceAct | undefined;
  if (!act) throw await whyClaimed(db, job);
  if (act.fieldId !== field.id) throw problem("event-data.undo_over");
  const payload: UndoReplacePayload = { ...act, undoes: job };
  return { job: await jobs.start({ kind: OPTION_UNDO_JOB, payload }) };
}

/** The data types of the app. Until the field is stored nobody takes those away that it names. */
export async function heldTypes(context: Asking, eventId: number, named: readonly number[] = []): Promise<number[]> {
  const { db, dialect, app } = context;
  if (eventId !== SHARED) await holdTypes(db, dialect, eventId, named);
  await holdAppTypes(db, dialect, app.id, named);
  return typeIds(context);
}

export async function typeIds({ db, app }: Pick<Asking, "db" | "app">): Promise<number[]> {
  return (await listAppTypesOf(db, app.id)).map(({ id }) => id);
}

/** Of what there is no endless choice, each answer is counted. */
const choiceKeys = (all: readonly Field[]) =>
  all.filter(({ kind }) => FIELD_MATCHED.includes(kind)).map(({ key }) => key);

export const fieldRoutes: Route[] = [
  route(contract.listFieldUse, async ({ db, dialect, event, who }) => {
    const hidden = await hiddenKeys(db, dialect, event, who);
    const all = await fields.listFieldsOf(db, event);
    const use = await countAnswers(db, dialect, [event.id], choiceKeys(all));
    const keys = await withAsked(db, [event.id], all, use.keys);
    return { ...use, keys: keys.filter(({ key }) => !hidden.includes(key)) };
  }),
  route(contract.listAppFieldUse, async ({ db, dialect, app, who }) => {
    const own = visibleTo(await fields.listOwn(db, { appId: app.id, eventId: SHARED }), who.accessRole);
    const events = await listEventIdsOf(db, app.id);
    const besides = (await fields.listAll(db, app.id)).filter(
      ({ event_id, key }) => event_id !== SHARED && own.some((field) => field.key === key),
    );
    const use = await countAnswers(db, dialect, events, choiceKeys(own), besides);
    const keys = await withAsked(db, events, own, use.keys);
    return { ...use, keys: keys.filter(({ key }) => own.some((field) => field.key === key)) };
  }),
  route(contract.listFieldDoubles, async (context) => {
    const field = await ownField(context, context.event.id, context.params.fieldId);
    return listDoubles(context.db, context.dialect, context.app, field);
  }),
  route(contract.listAppFieldDoubles, async (context) => {
    const field = await ownField(context, SHARED, context.params.fieldId);
    return listDoubles(context.db, context.dialect, context.app, field);
  }),
  route(countMisfits, async (context) => {
    const { event, params, body } = context;
    return misfitsOf(context, await ownField(context, event.id, params.fieldId), body.limits);
  }),
  route(countAppMisfits, async (context) => {
    return misfitsOf(context, await ownField(context, SHARED, context.params.fieldId), context.body.limits);
  }),
  route(listFieldMentions, async (context) => {
    const { db, event, params, who } = context;
    // Of a multi-event field what names it here is told here, too.
    const all = visibleTo(await fields.listFieldsOf(db, event), who.accessRole);
    const field = all.find(({ id }) => id === params.fieldId);
    if (!field) throw fieldGone();
    return mentionsOf(context, [event.id], field);
  }),
  route(listAppFieldMentions, async (context) => {
    const field = await ownField(context, SHARED, context.params.fieldId);
    return mentionsOf(context, await fields.eventsOfKey(context.db, context.app.id, field), field);
  }),
  route(contract.listFields, async ({ db, event, who, query }) => {
    const all = visibleTo(await fields.listFieldsOf(db, event), who.accessRole);
    return query.type === undefined ? all : all.filter((field) => fieldApplies(field, query.type as number));
  }),
  route(contract.createField, (context) => create(context, context.event.id, context.body)),
  route(contract.saveField, async (context) => {
    return save(context, await ownField(context, context.event.id, context.params.fieldId), context.body);
  }),
  route(contract.orderFields, async (context) => {
    await order(context, context.event.id, context.body.fields);
    return visibleTo(await fields.listFieldsOf(context.db, context.event), context.who.accessRole);
  }),
  route(contract.archiveField, async (context) => {
    const { event, params, body } = context;
    return archive(context, await ownField(context, event.id, params.fieldId), body.rev);
  }),
  route(contract.restoreField, async (context) => {
    const { event, params, body } = context;
    return restore(context, await ownField(context, event.id, params.fieldId), body);
  }),
  route(contract.listAppFields, async ({ db, app, who }) => {
    return visibleTo(await fields.listOwn(db, { appId: app.id, eventId: SHARED }), who.accessRole);
  }),
  route(contract.createAppField, (context) => create(context, SHARED, context.body)),
  route(contract.saveAppField, async (context) => {
    return save(context, await ownField(context, SHARED, context.params.fieldId), context.body);
  }),
  route(contract.orderAppFields, async (context) => {
    await order(context, SHARED, context.body.fields);
    return visibleTo(
      await fields.listOwn(context.db, { appId: context.app.id, eventId: SHARED }),
      context.who.accessRole,
    );
  }),
  route(contract.archiveAppField, async (context) => {
    return archive(context, await ownField(context, SHARED, context.params.fieldId), context.body.rev);
  }),
  route(contract.restoreAppField, async (context) => {
    return restore(context, await ownField(context, SHARED, context.params.fieldId), context.body);
  }),
  route(contract.replaceOption, async (context) => {
    const { event, params, body } = context;
    return replaceOption(context, await ownField(context, event.id, params.fieldId), params.option, body);
  }),
  route(contract.undoOption, async (context) => {
    const { event, params } = context;
    return undoOption(context, event.id, await ownField(context, event.id, params.fieldId), params.jobId);
  }),
  route(contract.replaceAppOption, async (context) => {
    const { params, body } = context;
    return replaceOption(context, await ownField(context, SHARED, params.fieldId), params.option, body);
  }),
  route(contract.undoAppOption, async (context) => {
    const { params } = context;
    return undoOption(context, SHARED, await ownField(context, SHARED, params.fieldId), params.jobId);
  }),
];
