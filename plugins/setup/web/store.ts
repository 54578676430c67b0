// Saving the facts of the selected event.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import { type EventDraft, type EventRow, MAY_SAVE, pickable, saveEvent } from "../../events/contract.ts";

export const SetupStore = types
  .model("Setup", {
    /** What somebody else saved in the meantime, beside one's own wish. */
    conflict: types.maybe(types.frozen<{ mine: EventDraft; theirs: EventRow }>()),
  })
  .volatile(() => ({ saving: tracking() }))
  .views((self) => ({
    get maySave(): boolean {
      return env(self).session.isAllowed(MAY_SAVE) === true;
    },
  }))
  .actions((self) => ({
    settle(conflict?: { mine: EventDraft; theirs: EventRow }): void {
      self.conflict = conflict;
    },
    send: tracked(self, "saving", function* (eventId: number, rev: number, draft: EventDraft) {
      const body = { ...draft, rev };
      const { api, session, notices, t } = env(self);
      const saved = yield* wait(api.call(saveEvent, { params: { eventId }, body }));
      session.putEvent(pickable(saved));
      notices.success(t("common:toast.saved"), { title: t("common:toast.successful") });
      return saved;
    }),
  }))
  .actions((self) => ({
    /** Saves; when somebody was quicker both versions stand side by side. */
    async save(eventId: number, rev: number, draft: EventDraft): Promise<EventRow | undefined> {
      const saved = await self.send(eventId, rev, draft);
      const { problem } = self.saving;
      const theirs = problem?.code === "stale" ? (problem.current as EventRow) : undefined;
      self.settle(theirs && { mine: draft, theirs });
      return saved;
    },
    takeTheirs(): void {
      if (self.conflict) env(self).session.putEvent(pickable(self.conflict.theirs));
      self.settle();
      self.saving.problem = undefined;
    },
  }));

export interface SetupStoreInstance extends Instance<typeof SetupStore> {}
