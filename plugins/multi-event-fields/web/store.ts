// Fields that several events of the app share: the list, how often each is answered, and what is done to them.
import { type Instance, types } from "mobx-state-tree";
import {
  archiveAppField,
  createAppField,
  type FieldUse,
  listAppFields,
  listAppFieldUse,
  orderAppFields,
  restoreAppField,
  saveAppField,
} from "#schemas/fieldEndpoints.ts";
import type { Field, FieldChange, FieldDraft } from "#schemas/fields.ts";
import { env, tracked, tracking, wait } from "#web";

export const MultiEventFieldsStore = types
  .model("MultiEventFields", {
    fields: types.maybe(types.frozen<readonly Field[]>()),
    use: types.optional(types.frozen<readonly FieldUse[]>(), []),
  })
  .volatile(() => ({ listing: tracking(), counting: tracking(), saving: tracking() }))
  .actions((self) => ({
    keep(fields: readonly Field[] | undefined) {
      self.fields = fields;
    },
    put(field: Field) {
      const others = self.fields ?? [];
      const isNew = !others.some(({ id }) => id === field.id);
      self.fields = isNew ? [...others, field] : others.map((one) => (one.id === field.id ? field : one));
    },
    count(use: readonly FieldUse[]) {
      self.use = use;
    },
  }))
  .actions((self) => ({
    list: tracked(self, "listing", function* () {
      self.keep(undefined);
      self.keep(yield* wait(env(self).api.call(listAppFields)));
    }),

    countAnswers: tracked(self, "counting", function* () {
      self.count((yield* wait(env(self).api.call(listAppFieldUse))).keys);
    }),

    create: tracked(self, "saving", function* (draft: FieldDraft) {
      const field = yield* wait(env(self).api.call(createAppField, { body: draft }));
      self.put(field);
      return field;
    }),

    /** A save that comes too late brings the field as it is now into the list. */
    save: tracked(self, "saving", function* ({ id, rev }: Field, change: Omit<FieldChange, "rev">) {
      const body = { ...change, rev };
      const call = env(self).api.call(saveAppField, { params: { fieldId: id }, body });
      const field = yield* wait(
        call.catch((problem) => {
          if (problem.code === "stale") self.put(problem.current as Field);
          throw problem;
        }),
      );
      self.put(field);
      return field;
    }),

    order: tracked(self, "saving", function* (fields: readonly { id: number; section: string }[]) {
      self.keep(yield* wait(env(self).api.call(orderAppFields, { body: { fields: [...fields] } })));
    }),

    archive: tracked(self, "saving", function* ({ id, rev }: Field, isArchived: boolean) {
      const endpoint = isArchived ? archiveAppField : restoreAppField;
      const field = yield* wait(env(self).api.call(endpoint, { params: { fieldId: id }, body: { rev } }));
      self.put(field);
      return field;
    }),
  }));

export interface MultiEventFieldsStoreInstance extends Instance<typeof MultiEventFieldsStore> {}
