// The questions of the event whose profiles are shown: what forms, conflicts and the history call answers.
import { type Instance, types } from "mobx-state-tree";
import type { Field } from "#schemas/fields.ts";
import { currentLocale, env, tracked, tracking, wait } from "#web";
import { listFields, listProfileColumns, listThingSets, type ProfileColumn } from "../contract.ts";

/** A set of profiles that a list can be filtered by, such as a group. */
interface NamedSet {
  field: string;
  id: number;
  name: string;
}

export const QuestionsStore = types
  .model("Questions", {
    eventId: 0,
    fields: types.optional(types.frozen<readonly Field[]>(), []),
    /** Columns that may stand beside its lists. */
    beside: types.optional(types.frozen<readonly ProfileColumn[]>(), []),
    /** Once somebody asks for them. */
    sets: types.optional(types.frozen<readonly NamedSet[]>(), []),
  })
  .volatile(() => ({ listing: tracking(), naming: tracking() }))
  .actions((self) => ({
    put(eventId: number, fields: readonly Field[], beside: readonly ProfileColumn[]) {
      self.eventId = eventId;
      self.fields = fields;
      self.beside = beside;
    },
    putSets(sets: readonly NamedSet[]) {
      self.sets = sets;
    },
  }))
  .actions((self) => ({
    list: tracked(self, "listing", function* (eventId: number) {
      const { api } = env(self);
      const params = { eventId };
      if (eventId !== self.eventId) self.put(0, [], []);
      const [fields, beside] = yield* wait(
        Promise.all([
          api.call(listFields, { params }),
          api.call(listProfileColumns, { params, query: { locale: currentLocale() } }),
        ]),
      );
      self.put(eventId, fields, beside);
    }),

    listSets: tracked(self, "naming", function* (eventId: number) {
      self.putSets(yield* wait(env(self).api.call(listThingSets, { params: { eventId } })));
    }),
  }));

export interface QuestionsStoreInstance extends Instance<typeof QuestionsStore> {}
