// Saving the facts of the selected event.
import { type Instance, types } from "mobx-state-tree";
import { env, trackedOf, trackings, wait } from "#web";
import { type EventDraft, type EventRow, MAY_SAVE, pickable, saveEvent } from "../../events/contract.ts";

/** What somebody else saved in the meantime, beside one's own wish. */
export interface SetupConflict {
  mine: EventDraft;
  theirs: EventRow;
}

export const SetupStore = types
  .model("Setup", {
    /** By the event: one that comes late belongs to its own event, not to the one that is open by then. */
    conflicts: types.map(types.frozen<SetupConflict>()),
  })
  .volatile(() => ({ saving: trackings() }))
  .views((self) => ({
    get maySave(): boolean {
      return env(self).session.isAllowed(MAY_SAVE) === true;
    },
    conflictOf(eventId: number): SetupConflict | undefined {
      return self.conflicts.get(String(eventId));
    },
  }))
  .actions((self) => ({
    settle(eventId: number, conflict?: SetupConflict): void {
      if (conflict) self.conflicts.set(String(eventId), conflict);
      else self.conflicts.delete(String(eventId));
    },
    send: trackedOf(
      self,
      "saving",
      ([eventId]) => eventId,
      function* (eventId: number, rev: number, draft: EventDraft) {
        const body = { ...draft, rev };
        const { api, session, notices, t } = env(self);
        const { appId } = session;
        const saved = yield* wait(api.call(saveEvent, { params: { eventId }, body }));
        session.putEvent(pickable(saved), appId);
        notices.success(t("common:toast.saved"), { title: t("common:toast.successful") });
        return saved;
      },
    ),
  }))
  .actions((self) => ({
    /** Saves; when somebody was quicker both versions stand side by side. */
    async save(eventId: number, rev: number, draft: EventDraft): Promise<EventRow | undefined> {
      const saved = await self.send(eventId, rev, draft);
      const { problem } = self.saving.of(eventId);
      const theirs = problem?.code === "stale" ? (problem.current as EventRow) : undefined;
      self.settle(eventId, theirs && { mine: draft, theirs });
      return saved;
    },
    takeTheirs(eventId: number): void {
      const conflict = self.conflictOf(eventId);
      const { session } = env(self);
      if (conflict) session.putEvent(pickable(conflict.theirs), session.appId);
      self.settle(eventId);
      self.saving.of(eventId).problem = undefined;
    },
  }));

export interface SetupStoreInstance extends Instance<typeof SetupStore> {}
