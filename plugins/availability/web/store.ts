// When one participant is available: what is kept, and what somebody else saved in between.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, trackedOf, tracking, trackings, wait } from "#web";
import { type Availability, type Day, daysOf, getAvailability, saveAvailability, type Windows } from "../contract.ts";

/** A save that came too late. */
export interface Late {
  thingId: number;
  mine: Windows;
  theirs: Availability;
}

export const AvailabilityStore = types
  .model("Availability", {
    thingId: 0,
    kept: types.maybe(types.frozen<Availability>()),
    late: types.maybe(types.frozen<Late>()),
  })
  .volatile(() => ({
    opening: tracking(),
    /** By participant. */
    saving: trackings(),
    copying: tracking(),
  }))
  .views((self) => ({
    /** Whether the person may say when somebody is available. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(saveAvailability.access as { accessRole: number }) === true;
    },
    get zone(): string {
      return env(self).session.event?.timezone ?? "UTC";
    },
    /** The days of the event. */
    get days(): readonly Day[] {
      const { date, timezone } = env(self).session.event ?? {};
      return date && timezone ? daysOf({ start: date.date_start, end: date.date_end, zone: timezone }) : [];
    },
  }))
  .actions((self) => ({
    show(thingId: number, kept: Availability | undefined) {
      Object.assign(self, { thingId, kept, late: undefined });
      self.saving.of(thingId).problem = undefined;
    },
    /** Of the participant whose tab is shown. */
    note(late: Late) {
      if (self.thingId !== late.thingId) return;
      self.late = late;
      self.saving.of(late.thingId).problem = undefined;
    },
  }))
  .actions((self) => ({
    getAvailability: tracked(self, "opening", function* (eventId: number, thingId: number) {
      if (self.thingId !== thingId) self.show(thingId, undefined);
      const kept = yield* wait(env(self).api.call(getAvailability, { params: { eventId, thingId } }));
      // What has to be chosen between stays to be chosen.
      if (!self.late) self.show(thingId, kept);
    }),

    /** Shows what was saved where that participant's tab is open still: by then it may be another one's. */
    saveAvailability: trackedOf(
      self,
      "saving",
      ([, thingId]) => thingId,
      function* (eventId: number, thingId: number, windows: Windows, rev: number) {
        const body = { rev, windows };
        const saved = yield* wait(env(self).api.call(saveAvailability, { params: { eventId, thingId }, body }));
        if (self.thingId === thingId) self.show(thingId, saved);
        return saved;
      },
    ),

    /** The times of somebody else, to be taken over. */
    timesOf: tracked(self, "copying", function* (eventId: number, thingId: number) {
      const { windows } = yield* wait(env(self).api.call(getAvailability, { params: { eventId, thingId } }));
      return { windows };
    }),
  }));

export interface AvailabilityStoreInstance extends Instance<typeof AvailabilityStore> {}
