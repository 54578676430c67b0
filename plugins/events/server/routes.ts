// Events of the app: list, create, save, archive, restore, copy.
import {
  addTypesTo,
  changes,
  createEventOf,
  type EventRow as EventRecord,
  eventCopying,
  problem,
  type Route,
  route,
  saveEventOf,
  zoned,
} from "#server";
import {
  archiveEvent,
  copyEvent,
  createEvent,
  type EventDraft,
  type EventRow,
  queryEvents,
  restoreEvent,
  saveEvent,
} from "../contract.ts";
import { queryEventsOf } from "./repository.ts";
import { checkDraft, copyOf } from "./rules.ts";

const named = (event: EventRecord) => ({ type: "event", id: event.id, label: event.name });

export function factsOf(event: EventRecord): EventDraft {
  const { name, format, timezone, date_start, date_end, active, web_networking_activated } = event;
  return { name, format, timezone, date_start, date_end, active, web_networking_activated } as EventDraft;
}

function asRow(event: EventRecord): EventRow {
  const { id, archived_at, updated_at, rev } = event;
  return { id, ...factsOf(event), archived_at, updated_at, rev };
}

/** Who comes late learns that it has been archived from the event as it is now. */
function checkHere(event: EventRecord, rev: number): void {
  if (event.archived_at) throw event.rev === rev ? problem("events.archived") : stale(event);
}

const stale = (event: EventRecord) => problem("stale", { current: asRow(event) });

export const routes: Route[] = [
  route(queryEvents, async ({ app, body, db, dialect }) => queryEventsOf(db, dialect, app, zoned(body))),

  route(createEvent, async (context) => {
    const { app, body, db, audit } = context;
    const draft = checkDraft(body);
    const event = await createEventOf(context, draft);
    await addTypesTo(db, event.id, { appId: app.id });
    await audit({ action: "create", object: named(event), after: { ...draft }, eventId: event.id });
    return asRow(event);
  }),

  route(saveEvent, async ({ event, body, db, now, audit }) => {
    const { rev, ...wanted } = body;
    checkHere(event, rev);
    const draft = checkDraft(wanted);
    const saved = await saveEventOf(db, { id: event.id, rev }, draft, now);
    if (!saved) throw stale(event);
    const changed = changes({ ...factsOf(event) }, { ...factsOf(saved) });
    await audit({ action: "save", object: named(saved), ...changed });
    return asRow(saved);
  }),

  route(archiveEvent, async ({ event, body, db, now, audit }) => {
    checkHere(event, body.rev);
    const archived_at = now.toISOString();
    const saved = await saveEventOf(db, { id: event.id, rev: body.rev }, { active: 0, archived_at }, now);
    if (!saved) throw stale(event);
    await audit({ action: "archive", object: named(saved), before: { active: event.active }, after: { active: 0 } });
    return asRow(saved);
  }),

  route(restoreEvent, async ({ event, body, db, now, audit }) => {
    // There is nothing to bring back, and nothing to tell of it.
    if (!event.archived_at && event.rev === body.rev) return asRow(event);
    const saved = await saveEventOf(db, { id: event.id, rev: body.rev }, { archived_at: null }, now);
    if (!saved) throw stale(event);
    await audit({ action: "restore", object: named(saved) });
    return asRow(saved);
  }),

  route(copyEvent, async (context) => {
    const { event, body, db, dialect, now, audit, deps } = context;
    const draft = copyOf(event, body);
    const copy = await createEventOf(context, draft);
    await addTypesTo(db, copy.id, { eventId: event.id });
    const copying = { db, dialect, from: event.id, to: copy.id, now, audit, offered: deps.offered };
    const parts = deps.offered(eventCopying);
    for (const part of parts) await part.copy(copying);
    for (const part of parts) await part.afterwards?.(copying);
    await audit({ action: "copy", object: named(copy), after: { ...draft, copied_from: event.id }, eventId: copy.id });
    return asRow(copy);
  }),
];
