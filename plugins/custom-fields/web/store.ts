// Fields of one event: the list, how often each is answered, and what is done to them.
import { type Instance, types } from "mobx-state-tree";
import {
  archiveField,
  createField,
  type FieldUse,
  listFields,
  listFieldUse,
  orderFields,
  restoreField,
  saveField,
} from "#schemas/fieldEndpoints.ts";
import type { Field, FieldChange, FieldDraft } from "#schemas/fields.ts";
import { env, tracked, tracking, wait } from "#web";

export const CustomFieldsStore = types
  .model("CustomFields", {
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
    list: tracked(self, "listing", function* (eventId: number) {
      self.keep(undefined);
      self.keep(yield* wait(env(self).api.call(listFields, { params: { eventId } })));
    }),

    countAnswers: tracked(self, "counting", function* (eventId: number) {
      self.count((yield* wait(env(self).api.call(listFieldUse, { params: { eventId } }))).keys);
    }),

    create: tracked(self, "saving", function* (eventId: number, draft: FieldDraft) {
      const field = yield* wait(env(self).api.call(createField, { params: { eventId }, body: draft }));
      self.put(field);
      return field;
    }),

    /** A save that comes too late brings the field as it is now into the list. */
    save: tracked(self, "saving", function* (eventId: number, { id, rev }: Field, change: Omit<FieldChange, "rev">) {
      const body = { ...change, rev };
      const call = env(self).api.call(saveField, { params: { eventId, fieldId: id }, body });
      const field = yield* wait(
        call.catch((problem) => {
          if (problem.code === "stale") self.put(problem.current as Field);
          throw problem;
        }),
      );
      self.put(field);
      return field;
    }),

    order: tracked(self, "saving", function* (eventId: number, fields: readonly { id: number; section: string }[]) {
      self.keep(yield* wait(env(self).api.call(orderFields, { params: { eventId }, body: { fields: [...fields] } })));
    }),

    archive: tracked(self, "saving", function* (eventId: number, { id, rev }: Field, isArchived: boolean) {
      const endpoint = isArchived ? archiveField : restoreField;
      const field = yield* wait(env(self).api.call(endpoint, { params: { eventId, fieldId: id }, body: { rev } }));
      self.put(field);
      return field;
    }),
  }));

export interface CustomFieldsStoreInstance extends Instance<typeof CustomFieldsStore> {}
