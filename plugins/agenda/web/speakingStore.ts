// The sessions of one profile: what its tab shows, and whose profile a speaker's is.
import { type Instance, types } from "mobx-state-tree";
import type { ReplyOf } from "#schemas/endpoint.ts";
import { holding } from "#schemas/fold.ts";
import { env, tracked, tracking, wait } from "#web";
import { linkSpeaker, listSessionsOf, listSpeakers, type Speaker } from "../contract.ts";

export type Speaking = ReplyOf<typeof listSessionsOf>;
export type ListedSpeaker = ReplyOf<typeof listSpeakers>[number];

export const SpeakingStore = types
  .model("Speaking", {
    thingId: 0,
    known: types.maybe(types.frozen<Speaking>()),
    /** All speakers of the event; asked once somebody looks for one. */
    speakers: types.maybe(types.frozen<readonly ListedSpeaker[]>()),
  })
  .volatile(() => ({ listing: tracking(), finding: tracking(), linking: tracking() }))
  .views((self) => ({
    get canSave(): boolean {
      return env(self).session.isAllowed(linkSpeaker.access as { accessRole: number }) === true;
    },
  }))
  .actions((self) => ({
    put(thingId: number, known: Speaking | undefined) {
      if (self.thingId !== thingId) self.speakers = undefined;
      self.thingId = thingId;
      self.known = known;
    },
    keep(speakers: readonly ListedSpeaker[] | undefined) {
      self.speakers = speakers;
    },
  }))
  .actions((self) => ({
    listSessionsOf: tracked(self, "listing", function* (eventId: number, thingId: number) {
      if (self.thingId !== thingId) self.put(thingId, undefined);
      self.put(thingId, yield* wait(env(self).api.call(listSessionsOf, { params: { eventId, thingId } })));
    }),

    /** Speakers whose profile nobody knows, by their names. */
    findSpeakers: tracked(self, "finding", function* (eventId: number, words: string) {
      if (!self.speakers) self.keep(yield* wait(env(self).api.call(listSpeakers, { params: { eventId } })));
      const isNamed = holding(words);
      return (self.speakers ?? []).filter((one) => one.thing_id === null && isNamed(one.name)).slice(0, 8);
    }),

    linkSpeaker: tracked(self, "linking", function* (eventId: number, speakerId: number, thing_id: number | null) {
      const { api } = env(self);
      const speaker: Speaker = yield* wait(
        api.call(linkSpeaker, { params: { eventId, speakerId }, body: { thing_id } }),
      );
      self.keep(undefined);
      return speaker;
    }),
  }));

export interface SpeakingStoreInstance extends Instance<typeof SpeakingStore> {}
