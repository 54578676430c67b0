// The questions of the event whose profiles are shown: what forms, conflicts and the history call answers.
import { type Instance, types } from "mobx-state-tree";
import { listFields } from "#schemas/fieldList.ts";
import type { Field } from "#schemas/fields.ts";
import { currentLocale, env, tracked, tracking, wait } from "#web";
import { listProfileColumns, type ProfileColumn } from "../contract/columns.ts";
import { listThingSets } from "../contract/things.ts";

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
    sets: types.optional(types.frozen<readonly NamedSet[]>(), []),
  })
  .volatile(() => ({ listing: tracking() }))
  .actions((self) => ({
    put(eventId: number, fields: readonly Field[], beside: readonly ProfileColumn[], sets: readonly NamedSet[]) {
      self.eventId = eventId;
      self.fields = fields;
      self.beside = beside;
      self.sets = sets;
    },
  }))
  .actions((self) => ({
    list: tracked(self, "listing", function* (eventId: number) {
      const { api } = env(self);
      const params = { eventId };
      if (eventId !== self.eventId) self.put(0, [], [], []);
      const [fields, beside, sets] = yield* wait(
        Promise.all([
          api.call(listFields, { params }),
          api.call(listProfileColumns, { params, query: { locale: currentLocale() } }),
          api.call(listThingSets, { params }),
        ]),
      );
      self.put(eventId, fields, beside, sets);
    }),
  }));

export interface QuestionsStoreInstance extends Instance<typeof QuestionsStore> {}
