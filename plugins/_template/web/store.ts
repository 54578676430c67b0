// The notes of the event that is open, and what is being done to them.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import {
  createTemplateNote,
  listTemplateNotes,
  removeTemplateNote,
  saveTemplateNote,
  type TemplateNote,
  type TemplateNoteDraft,
} from "../contract.ts";

export const TemplateStore = types
  .model("TemplateStore", {
    eventId: types.maybe(types.integer),
    notes: types.maybe(types.frozen<readonly TemplateNote[]>()),
  })
  .volatile(() => ({ listing: tracking(), saving: tracking(), removing: tracking() }))
  .views((self) => ({
    /** Writing takes a stronger role than reading. */
    get mayWrite(): boolean {
      return env(self).session.isAllowed(createTemplateNote.access as { accessRole: number }) === true;
    },
  }))
  .actions((self) => ({
    /** A save or a removal puts its answer in place; nothing is asked again. One of an event that was left changes nothing here. */
    put(eventId: number, note: TemplateNote) {
      if (self.eventId !== eventId) return;
      const others = (self.notes ?? []).filter((each) => each.id !== note.id);
      self.notes = [note, ...others].sort((a, b) => b.id - a.id);
    },
    drop(eventId: number, id: number) {
      if (self.eventId !== eventId) return;
      self.notes = (self.notes ?? []).filter((each) => each.id !== id);
    },
    open(eventId: number) {
      if (self.eventId !== eventId) self.notes = undefined;
      self.eventId = eventId;
    },
    told(key: string) {
      env(self).notices.success(env(self).t(key));
    },
  }))
  .actions((self) => ({
    listNotes: tracked(self, "listing", function* (eventId: number) {
      self.open(eventId);
      self.notes = yield* wait(env(self).api.call(listTemplateNotes, { params: { eventId } }));
    }),

    createNote: tracked(self, "saving", function* (eventId: number, body: TemplateNoteDraft) {
      const note = yield* wait(env(self).api.call(createTemplateNote, { params: { eventId }, body }));
      self.put(eventId, note);
      self.told("template:saved");
      return note;
    }),

    saveNote: tracked(
      self,
      "saving",
      function* (eventId: number, { id, rev }: TemplateNote, { text }: TemplateNoteDraft) {
        const body = { rev, text };
        const note = yield* wait(env(self).api.call(saveTemplateNote, { params: { eventId, noteId: id }, body }));
        self.put(eventId, note);
        self.told("template:saved");
        return note;
      },
    ),

    removeNote: tracked(self, "removing", function* (eventId: number, { id }: TemplateNote) {
      yield* wait(env(self).api.call(removeTemplateNote, { params: { eventId, noteId: id } }));
      self.drop(eventId, id);
      self.told("template:removed");
      return true;
    }),
  }));

export interface TemplateStoreInstance extends Instance<typeof TemplateStore> {}
