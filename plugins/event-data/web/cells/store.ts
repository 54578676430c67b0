// Changes that were made in cells of a list: each is shown at once, saved after those before it of the same profile, and kept until
// the server has taken it or the person has let go of it.
import { type Instance, types } from "mobx-state-tree";
import type { Ahead } from "#schemas/losses.ts";
import { ApiProblem, env } from "#web";
import { saveThing, type Thing, type ThingChange } from "../../contract.ts";
import { becomesBlocked, changeOf, flat, onlyFields, queryOf } from "../conflict.ts";

/** One change of one cell. */
export interface CellEdit {
  eventId: number;
  /** The profile as it was when the editor opened. */
  row: Thing;
  /** `job_title`, or `fields.diet`. */
  field: string;
  value: unknown;
  /** One that blocks somebody is asked about before it is saved. */
  state: "asking" | "waiting" | "saving" | "failed";
  /** What was chosen of what is before a profile that is blocked. */
  ahead?: Ahead | undefined;
  /** Why it could not be saved, in words, and as the server said it. */
  why?: string | undefined;
  problem?: ApiProblem | undefined;
}

/** What was changed last and can be taken back. */
export interface LastEdit {
  eventId: number;
  row: Thing;
  field: string;
  before: unknown;
}

/** Who hears what becomes of a change. */
export interface Heard {
  /** The row of a profile is to be shown so. */
  shown: (row: Thing) => void;
  saved: (edit: CellEdit, thing: Thing) => void;
  failed: (edit: CellEdit) => void;
}

export const CellsStore = types
  .model("Cells", {
    edits: types.optional(types.frozen<readonly CellEdit[]>(), []),
    /** The cell at which the editor stands. */
    open: types.maybe(types.string),
  })
  .volatile(() => ({
    last: undefined as LastEdit | undefined,
    /** Profiles with changes under way, as the server last told them. */
    told: new Map<number, Thing>(),
    busy: new Set<number>(),
  }))
  .views((self) => ({
    of(id: number, field: string): CellEdit | undefined {
      return self.edits.find((edit) => edit.row.id === id && edit.field === field);
    },
    get failed(): readonly CellEdit[] {
      return self.edits.filter(({ state }) => state === "failed");
    },
    /** The first that waits for a word about what is before whom it blocks. */
    get asked(): CellEdit | undefined {
      return self.edits.find(({ state }) => state === "asking");
    },
  }))
  .views((self) => ({
    /** What a cell shows of its change. */
    markOf(id: number, field: string): "busy" | "wrong" | undefined {
      const edit = self.of(id, field);
      return edit && (edit.state === "failed" ? "wrong" : "busy");
    },
    /** A profile with what has been typed and is not saved yet. */
    composed(thing: Thing): Thing {
      return self.edits
        .filter(({ row }) => row.id === thing.id)
        .reduce((row, { field, value }) => withValue(row, field, value), thing);
    },
  }))
  .actions((self) => ({
    put(edit: CellEdit) {
      const others = self.edits.filter(({ row, field }) => row.id !== edit.row.id || field !== edit.field);
      self.edits = [...others, edit];
    },
    take(id: number, field: string) {
      self.edits = self.edits.filter((edit) => edit.row.id !== id || edit.field !== field);
      if (!self.edits.some(({ row }) => row.id === id)) self.told.delete(id);
    },
    learn(thing: Thing) {
      const known = self.told.get(thing.id);
      if (!known || thing.rev > known.rev) self.told.set(thing.id, thing);
    },
    stand(open: string | undefined) {
      self.open = open;
    },
    note(last: LastEdit | undefined) {
      self.last = last;
    },
  }))
  .actions((self) => ({
    /** Lets go of what could not be saved in a cell, or was thought better of, and shows what stands there. */
    drop(id: number, field: string, { shown }: Pick<Heard, "shown">) {
      const { state } = self.of(id, field) ?? {};
      if (state !== "failed" && state !== "asking") return;
      const stands = self.told.get(id) ?? self.of(id, field)?.row;
      self.take(id, field);
      if (stands) shown(self.composed(stands));
    },
    /** Keeps what was typed and why it could not be saved. */
    refuse(edit: Omit<CellEdit, "state">, heard: Heard) {
      self.learn(edit.row);
      const failed: CellEdit = { ...edit, state: "failed" };
      self.put(failed);
      heard.shown(self.composed(self.told.get(edit.row.id) ?? edit.row));
      heard.failed(failed);
    },
    /** Forgets an event whose lists have been left. */
    leave(eventId: number) {
      self.edits = self.edits.filter((edit) => edit.eventId !== eventId);
      self.told.clear();
      self.last = undefined;
    },
  }))
  .actions((self) => ({
    /** Saves one change on top of what the server has told last; where nothing is left to change, that is the answer. */
    async save({ eventId, field, value, ahead }: CellEdit, base: Thing): Promise<Thing | ApiProblem> {
      const change = changeOf(base, valuesOf(field, value));
      if (Object.keys(change).length === 0) return base;
      const body = { ...change, ...onlyFields(change), rev: base.rev } as ThingChange;
      const params = { eventId, thingId: base.id };
      const call = env(self).api.call(saveThing, { params, query: queryOf(ahead), body });
      return call.catch((problem: ApiProblem) => problem);
    },
  }))
  .actions((self) => ({
    /** One after the other: each starts from what the one before it was answered. */
    async work(id: number, heard: Heard): Promise<void> {
      if (self.busy.has(id)) return;
      self.busy.add(id);
      const waiting = () => self.edits.find(({ row, state }) => row.id === id && state === "waiting");
      for (let edit = waiting(); edit; edit = waiting()) {
        const base = self.told.get(id) ?? edit.row;
        const saving: CellEdit = { ...edit, row: base, state: "saving" };
        self.put(saving);
        const answer = await self.save(saving, base);
        // Typed anew in the meantime: that is saved next.
        const isLast = self.of(id, edit.field) === saving;
        if (answer instanceof ApiProblem) {
          if (isLast) self.refuse({ ...saving, problem: answer }, heard);
          continue;
        }
        self.learn(answer);
        if (isLast) self.take(id, edit.field);
        const before = flat(base)[edit.field];
        // What was cancelled with it does not come back with the value.
        if (answer.rev !== base.rev)
          self.note(
            edit.ahead?.calls_off ? undefined : { eventId: edit.eventId, row: answer, field: edit.field, before },
          );
        heard.shown(self.composed(answer));
        if (answer.rev !== base.rev) heard.saved(saving, answer);
      }
      self.busy.delete(id);
    },
  }))
  .actions((self) => ({
    /**
     * Changes a cell. `now` is its row as it stands in the list by then: what others changed of it besides is no hindrance, what they
     * changed of the cell itself the server tells.
     */
    change({ now, ...edit }: Omit<CellEdit, "state"> & { now?: Thing | undefined }, heard: Heard): void {
      const { row, field } = edit;
      const isUntouched = now && JSON.stringify(flat(now)[field]) === JSON.stringify(flat(row)[field]);
      const base = isUntouched ? now : row;
      if (!self.edits.some((one) => one.row.id === row.id)) self.told.delete(row.id);
      self.learn(base);
      const isAsked = becomesBlocked(base, valuesOf(field, edit.value));
      self.put({ ...edit, row: base, state: isAsked ? "asking" : "waiting" });
      heard.shown(self.composed(self.told.get(row.id) ?? base));
      void self.work(row.id, heard);
    },
    /** What is to become of what is before somebody whom a change blocks; without it, the change is let go. */
    settle(edit: CellEdit, ahead: Ahead | undefined, heard: Heard): void {
      const { row, field } = edit;
      if (self.of(row.id, field) !== edit) return;
      if (!ahead) self.drop(row.id, field, heard);
      else {
        self.put({ ...edit, ahead, state: "waiting" });
        void self.work(row.id, heard);
      }
    },
  }));

export interface CellsStoreInstance extends Instance<typeof CellsStore> {}

/** One field as the form holds it. */
export function valuesOf(field: string, value: unknown): Partial<Thing> {
  const own = ownKey(field);
  return (own === undefined ? { [field]: value } : { fields: { [own]: value } }) as Partial<Thing>;
}

/** The key of an own field. */
export function ownKey(field: string): string | undefined {
  return field.startsWith("fields.") ? field.slice("fields.".length) : undefined;
}

function withValue(row: Thing, field: string, value: unknown): Thing {
  const own = ownKey(field);
  if (own === undefined) return { ...row, [field]: value ?? "" };
  const { [own]: _, ...rest } = row.fields;
  return { ...row, fields: value === undefined || value === "" ? rest : { ...rest, [own]: value as string } };
}
