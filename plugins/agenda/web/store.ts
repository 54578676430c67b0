// The agenda of the selected event: its sessions as they were read, the one that is open, and what is under way.
import { type Instance, isAlive, types } from "mobx-state-tree";
import { env, offerUndo, problemText, tracked, trackedOf, tracking, trackings, wait } from "#web";
import {
  type Clash,
  clearSchedule,
  createSession,
  getSession,
  listClashes,
  listSessions,
  listStages,
  listTracks,
  removeSession,
  type Session,
  type SessionDraft,
  type SessionRow,
  type Stage,
  saveSession,
  type Track,
} from "../contract.ts";
import { ImportStore, type ImportStoreInstance } from "./importStore.ts";
import { daysOf, type PlacedSession, place } from "./placed.ts";
import { SpeakingStore } from "./speakingStore.ts";

/** In the place of a session's id: the one that is being made. */
export const NEW = "new";

export const AgendaStore = types
  .model("Agenda", {
    eventId: types.maybe(types.integer),
    sessions: types.maybe(types.frozen<readonly SessionRow[]>()),
    stages: types.optional(types.frozen<readonly Stage[]>(), []),
    tracks: types.optional(types.frozen<readonly Track[]>(), []),
    clashes: types.optional(types.frozen<readonly Clash[]>(), []),
    /** The session beside the list, in full. */
    session: types.maybe(types.frozen<Session>()),
    /** By event: one that goes on where somebody has left its event is no other's. */
    imports: types.map(ImportStore),
    /** The sessions of the profile that is open elsewhere. */
    speaking: types.optional(SpeakingStore, {}),
  })
  .volatile(() => ({
    listing: tracking(),
    opening: tracking(),
    /** By session, and by NEW. */
    saving: trackings(),
    removing: tracking(),
    clearing: tracking(),
    clashing: tracking(),
  }))
  .views((self) => ({
    get canSave(): boolean {
      return env(self).session.isAllowed(saveSession.access as { accessRole: number }) === true;
    },
    /** The event's zone: every time on this page is told in it. */
    get zone(): string {
      return env(self).session.event?.timezone ?? "UTC";
    },
    get eventStart(): string {
      return env(self).session.event?.date.date_start ?? env(self).now().toISOString();
    },
    get dates(): { date_start: string; date_end: string } | undefined {
      return env(self).session.event?.date;
    },
    get placed(): PlacedSession[] {
      return place(self.sessions ?? [], this.zone);
    },
    get days(): string[] {
      return daysOf(this.placed);
    },
    /** The clashes of each session that has any. */
    get clashesOf(): ReadonlyMap<number, readonly Clash[]> {
      const of = new Map<number, Clash[]>();
      for (const clash of self.clashes) {
        for (const id of clash.sessions) of.set(id, [...(of.get(id) ?? []), clash]);
      }
      return of;
    },
    /** The import of an event that has been entered. */
    importOf(eventId: number): ImportStoreInstance | undefined {
      return self.imports.get(String(eventId));
    },
    row(id: number): SessionRow | undefined {
      return self.sessions?.find((session) => session.id === id);
    },
  }))
  .actions((self) => ({
    enter(eventId: number): void {
      if (self.eventId === eventId) return;
      self.eventId = eventId;
      if (!self.imports.has(String(eventId))) self.imports.set(String(eventId), {});
      self.sessions = undefined;
      self.session = undefined;
      self.clashes = [];
    },
    fill(
      sessions: readonly SessionRow[],
      stages: readonly Stage[],
      tracks: readonly Track[],
      clashes: readonly Clash[],
    ) {
      Object.assign(self, { sessions, stages, tracks, clashes });
    },
    /** A saved session takes its place; nothing is asked again. Another one that is open by then stays open. */
    put(eventId: number, session: Session): void {
      if (self.eventId !== eventId) return;
      const { abstract, description, url, updated_at, ...row } = session;
      const others = (self.sessions ?? []).filter(({ id }) => id !== session.id);
      self.sessions = [...others, row].sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id);
      if (!self.session || self.session.id === session.id) self.session = session;
    },
    drop(id: number): void {
      self.sessions = self.sessions?.filter((session) => session.id !== id);
      if (self.session?.id === id) self.session = undefined;
      self.clashes = self.clashes.filter(({ sessions }) => !sessions.includes(id));
    },
    learnClashes(clashes: readonly Clash[]): void {
      self.clashes = clashes;
    },
    /** Forgets what went wrong, when another session is opened or the form is left. */
    forget(of: number | typeof NEW): void {
      Object.assign(self.saving.of(of), { problem: undefined });
      Object.assign(self.removing, { problem: undefined });
    },
  }))
  .actions((self) => ({
    listSessions: tracked(self, "listing", function* (eventId: number) {
      self.enter(eventId);
      const { api } = env(self);
      const params = { eventId };
      const [sessions, stages, tracks, clashes] = yield* wait(
        Promise.all([
          api.call(listSessions, { params }),
          api.call(listStages, { params }),
          api.call(listTracks, { params }),
          api.call(listClashes, { params }),
        ]),
      );
      self.fill(sessions, stages, tracks, clashes);
    }),

    getSession: tracked(self, "opening", function* (eventId: number, sessionId: number) {
      self.forget(sessionId);
      if (self.session?.id !== sessionId) self.session = undefined;
      self.session = yield* wait(env(self).api.call(getSession, { params: { eventId, sessionId } }));
    }),

    /** A clash is between two sessions, so the reply of one cannot tell it. */
    listClashes: tracked(self, "clashing", function* (eventId: number) {
      const clashes = yield* wait(env(self).api.call(listClashes, { params: { eventId } }));
      if (self.eventId === eventId) self.learnClashes(clashes);
    }),
  }))
  .actions((self) => ({
    /** Asks for the clashes anew after a session was saved. It is saved, whether or not they can be told. */
    async renewClashes(eventId: number): Promise<void> {
      await self.listClashes(eventId);
      const { notices, t } = env(self);
      const { problem } = self.clashing;
      if (problem) notices.error(problemText(problem, t), { title: t("agenda:clash.unknown") });
    },
  }))
  .actions((self) => ({
    createSession: trackedOf(
      self,
      "saving",
      () => NEW,
      function* (eventId: number, draft: SessionDraft) {
        const { api, notices, t } = env(self);
        const session = yield* wait(api.call(createSession, { params: { eventId }, body: draft }));
        self.put(eventId, session);
        notices.success(t("agenda:created"));
        void self.renewClashes(eventId);
        return session;
      },
    ),

    saveSession: trackedOf(
      self,
      "saving",
      ([, { id }]) => id,
      function* (eventId: number, { id, rev }: Session, draft: SessionDraft) {
        const { api, notices, t } = env(self);
        const params = { eventId, sessionId: id };
        const session = yield* wait(api.call(saveSession, { params, body: { ...draft, rev } }));
        self.put(eventId, session);
        notices.success(t("common:toast.saved"), { title: t("common:toast.successful") });
        void self.renewClashes(eventId);
        return session;
      },
    ),

    removeSession: tracked(self, "removing", function* (eventId: number, { id, title }: Session) {
      const { api, notices, t } = env(self);
      yield* wait(api.call(removeSession, { params: { eventId, sessionId: id } }));
      self.drop(id);
      const removed = { eventId, type: "session", id, name: title };
      // Whoever is in another event by then finds it there when they come back.
      const onBack = () => isAlive(self) && self.eventId === eventId && void self.listSessions(eventId);
      notices.success(t("agenda:removed", { title }), { action: offerUndo(env(self), removed, onBack) });
      return true;
    }),

    clearSchedule: tracked(self, "clearing", function* (eventId: number) {
      const { api, notices, t } = env(self);
      const expect = self.sessions?.length ?? 0;
      const { removed } = yield* wait(api.call(clearSchedule, { params: { eventId }, query: { expect } }));
      self.fill([], [], [], []);
      self.session = undefined;
      notices.success(t("agenda:cleared", { count: removed }));
      return true;
    }),
  }));

export interface AgendaStoreInstance extends Instance<typeof AgendaStore> {}
