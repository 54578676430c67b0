// The questions of the event whose profiles are shown: what forms, conflicts and the history call answers.
import { type Instance, types } from "mobx-state-tree";
import type { Field } from "#schemas/fields.ts";
import { env, tracked, tracking, wait } from "#web";
import { listFields } from "../contract.ts";

export const QuestionsStore = types
  .model("Questions", {
    eventId: 0,
    fields: types.optional(types.frozen<readonly Field[]>(), []),
  })
  .volatile(() => ({ listing: tracking() }))
  .actions((self) => ({
    put(eventId: number, fields: readonly Field[]) {
      self.eventId = eventId;
      self.fields = fields;
    },
  }))
  .actions((self) => ({
    list: tracked(self, "listing", function* (eventId: number) {
      if (eventId !== self.eventId) self.put(0, []);
      self.put(eventId, yield* wait(env(self).api.call(listFields, { params: { eventId } })));
    }),
  }));

export interface QuestionsStoreInstance extends Instance<typeof QuestionsStore> {}
