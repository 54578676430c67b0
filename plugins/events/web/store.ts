// The events of the app: the one whose details are open, and what is done to it.
import { type IAnyStateTreeNode, type Instance, types } from "mobx-state-tree";
import type { ListQuestion } from "#schemas/list.ts";
import { env, learnIfStale, ownZone, tracked, trackedOf, tracking, trackings, wait } from "#web";
import {
  archiveEvent,
  type CopyDraft,
  copyEvent,
  createEvent,
  type EventDraft,
  type EventRow,
  MAY_CREATE,
  MAY_SAVE,
  pickable,
  queryEvents,
  restoreEvent,
  saveEvent,
} from "../contract.ts";

/** What is done to one event stays with that event. */
const ofEvent = ([{ id }]: readonly [EventRow, ...unknown[]]) => id;

interface Learning extends IAnyStateTreeNode {
  learn: (row: EventRow) => void;
  spread: (row: EventRow, appId: number | undefined) => void;
  told: (key: string, name: string) => void;
}

/** The event as a change has left it. Who comes too late learns what it is by now, and the next attempt starts from there. */
function* changed(self: Learning, row: EventRow, call: Promise<EventRow>, key: string) {
  const { learn, spread, told } = self;
  const { appId } = env(self).session;
  const saved = yield* wait(learnIfStale(call, learn));
  learn(saved);
  spread(saved, appId);
  told(key, row.name);
  return true;
}

export const EventsStore = types
  .model("Events", {
    opened: types.maybe(types.frozen<EventRow>()),
    /** Which was to be opened and is not there. */
    missing: types.maybe(types.number),
  })
  .volatile(() => ({ opening: tracking(), creating: tracking(), copying: tracking(), changing: trackings() }))
  .views((self) => ({
    get mayCreate(): boolean {
      return env(self).session.isAllowed(MAY_CREATE) === true;
    },
    get maySave(): boolean {
      return env(self).session.isAllowed(MAY_SAVE) === true;
    },
  }))
  .actions((self) => ({
    show(row: EventRow | undefined): void {
      self.opened = row;
      if (row) self.changing.of(row.id).problem = undefined;
    },
    /** An event as it is by now, where it is still the open one: another may have been opened since it was asked for. */
    learn(row: EventRow): void {
      if (self.opened?.id === row.id) self.opened = row;
    },
    /** A new event of an app is known everywhere at once, and allowed to the person who made it. */
    welcome(event: EventRow, appId: number | undefined): void {
      const { session } = env(self);
      const app = session.apps.find(({ id }) => id === appId);
      if (app && !app.allowed_containers.includes(-1)) {
        session.putApp({ ...app, allowed_containers: [...app.allowed_containers, event.id] });
      }
      session.putEvent(pickable(event), appId);
    },
    told(key: string, name: string): void {
      env(self).notices.success(env(self).t(key, { name }), { title: env(self).t("common:toast.successful") });
    },
    /** What the pickers of an app know of an event that was changed, put away or brought back. */
    spread(row: EventRow, appId: number | undefined): void {
      const { session } = env(self);
      const isListed = session.app?.allowed_containers.includes(-1);
      if (row.archived_at && !isListed) session.removeEvent(row.id, appId);
      else session.putEvent(pickable(row), appId);
    },
  }))
  .actions((self) => ({
    query(question: ListQuestion, signal?: AbortSignal) {
      return env(self).api.call(queryEvents, { body: { ...question, zone: ownZone() }, signal });
    },
    /** The event that the address names: what is known of it stands until the answer is there. */
    open: tracked(self, "opening", function* (eventId: number) {
      const filter = [{ field: "id", op: "eq" as const, value: eventId }];
      const { rows } = yield* wait(env(self).api.call(queryEvents, { body: { filter, limit: 1 } }));
      if (rows[0]?.id === self.opened?.id) self.opened = rows[0];
      else self.show(rows[0]);
      self.missing = rows[0] ? undefined : eventId;
    }),
    create: tracked(self, "creating", function* (draft: EventDraft) {
      const { api, session } = env(self);
      const { appId } = session;
      const event = yield* wait(api.call(createEvent, { body: draft }));
      self.welcome(event, appId);
      self.told("events:created", event.name);
      return event;
    }),
    copy: tracked(self, "copying", function* (row: EventRow, draft: CopyDraft) {
      const { api, session } = env(self);
      const { appId } = session;
      const event = yield* wait(api.call(copyEvent, { params: { eventId: row.id }, body: draft }));
      self.welcome(event, appId);
      self.told("events:copied", event.name);
      return event;
    }),
    setActive: trackedOf(self, "changing", ofEvent, function* (row: EventRow, active: 0 | 1) {
      const { name, format, timezone, date_start, date_end, web_networking_activated, rev } = row;
      const draft = { name, format, timezone, date_start, date_end, web_networking_activated, active } as EventDraft;
      const body = { ...draft, rev };
      const call = env(self).api.call(saveEvent, { params: { eventId: row.id }, body });
      return yield* changed(self, row, call, active ? "events:activated" : "events:deactivated");
    }),
    archive: trackedOf(self, "changing", ofEvent, function* (row: EventRow) {
      const call = env(self).api.call(archiveEvent, { params: { eventId: row.id }, body: { rev: row.rev } });
      return yield* changed(self, row, call, "events:archived");
    }),
    restore: trackedOf(self, "changing", ofEvent, function* (row: EventRow) {
      const call = env(self).api.call(restoreEvent, { params: { eventId: row.id }, body: { rev: row.rev } });
      return yield* changed(self, row, call, "events:restored");
    }),
  }));

export interface EventsStoreInstance extends Instance<typeof EventsStore> {}
