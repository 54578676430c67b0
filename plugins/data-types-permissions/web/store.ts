// The rules of the selected event: as they are saved, as they are being edited, and the way back step by step.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { WHOLE } from "#schemas/problem.ts";
import { ApiProblem, env, learnIfStale, loadTexts, type Pick, tracked, tracking, wait } from "#web";
import type { Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, linksOf, settingOf } from "../contract/judge.ts";
import { saidOf, shownAs } from "../contract/look.ts";
import {
  explainProfilePair,
  type FullSetting,
  findRuledProfiles,
  getTypeRules,
  type Look,
  leaveType,
  listNeedsHere,
  type NeedHere,
  type Party,
  type ProfilePair,
  type RuledType,
  type Setting,
  saveTypeRules,
  type TypeRules,
  takeUpType,
} from "../contract.ts";
import {
  type Draft,
  differing,
  draftOf,
  effectOf,
  lookKey,
  NOTHING,
  ORDER,
  rebased,
  rulingOfDraft,
  settingKey,
  valuesOfDraft,
  warningsOf,
  withValues,
} from "./draft.ts";

const FOUND_KEPT = 40;

/** A data type under what it is called in this event, with its changes that are not saved yet. */
export type ShownType = RuledType & { system: string };

/** What asking about profiles asks of a person. */
export const PROFILES = explainProfilePair.access as Access;

export const TypeRulesStore = types
  .model("TypeRules", {
    eventId: types.maybe(types.integer),
    /** As they are saved. */
    saved: types.maybe(types.frozen<TypeRules>()),
    /** As they are being edited. */
    draft: types.optional(types.frozen<Draft>(), NOTHING),
    /** Somebody else's save that came before ours. */
    theirs: types.maybe(types.frozen<TypeRules>()),
    /** Two profiles of which is asked what they may do. */
    people: types.maybe(types.frozen<ProfilePair>()),
    /** Those that were found last, to show who was chosen before the answer is there. */
    found: types.optional(types.frozen<readonly Party[]>(), []),
  })
  .volatile(() => ({
    /** Drafts before the present one, the latest last. */
    past: [] as readonly Draft[],
    loading: tracking(),
    saving: tracking(),
    moving: tracking(),
    asking: tracking(),
    needing: tracking(),
  }))
  .views((self) => ({
    /** Whether the person may change the rules. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(saveTypeRules.access as { accessRole: number }) === true;
    },
    /** Whether the person may learn who the profiles are. The server asks again. */
    get seesProfiles(): boolean {
      const { session } = env(self);
      return (
        session.isAllowed(findRuledProfiles.access as Access) === true &&
        session.isAllowed(explainProfilePair.access as Access) === true
      );
    },
    /** In the order of the event, each as the event calls and shows it. */
    get types(): readonly ShownType[] {
      const { locale } = env(self);
      return this.inOrder(self.draft.order).map((one) => {
        const { name, ...look } = shownAs(one, self.draft.looks[lookKey(one.id)], locale());
        return { ...one, ...look, type: name, system: one.type };
      });
    },
    /** The event's types by category, in an order of its own, then in that of the app. */
    inOrder(order: readonly number[]): readonly RuledType[] {
      const ofApp = env(self).session.types ?? [];
      const place = ({ id }: RuledType) => {
        const own = order.indexOf(id);
        return own < 0 ? order.length + ofApp.findIndex((one) => one.id === id) : own;
      };
      const all = [...(self.saved?.types ?? [])];
      return all.sort((a, b) => a.type_category_id - b.type_category_id || place(a) - place(b));
    },
    look(type: number): Look {
      return self.draft.looks[lookKey(type)] ?? { type, labels: {} };
    },
    get base(): Draft {
      return self.saved ? draftOf(self.saved) : NOTHING;
    },
    /** Which types are linked; it changes elsewhere, and is as it was when the page was loaded. */
    get linked() {
      return linksOf(self.saved?.links);
    },
    get ruling() {
      return rulingOfDraft(self.draft, this.linked);
    },
    /** What is saved of each type; two profiles are judged by what is saved. */
    get savedSettings(): ReadonlyMap<number, Setting> {
      return rulingOfDraft(this.base, this.linked).settings;
    },
    get changed(): readonly string[] {
      return differing(this.base, self.draft);
    },
    get effect() {
      return this.changed.length === 0 ? [] : effectOf(rulingOfDraft(this.base, this.linked), this.ruling, this.types);
    },
    get warnings() {
      return warningsOf(this.ruling, this.types);
    },
    type(id: number): ShownType | undefined {
      return this.types.find((one) => one.id === id);
    },
    setting(type: number): FullSetting {
      return settingOf(this.ruling, type);
    },
  }))
  .actions((self) => ({
    open(eventId: number) {
      if (self.eventId === eventId) return;
      Object.assign(self, { eventId, saved: undefined, draft: NOTHING, theirs: undefined, past: [] });
    },
    /** Takes what the server says; the navigation follows. */
    take(rules: TypeRules, draft: Draft) {
      Object.assign(self, { saved: rules, draft, theirs: undefined });
      const { session } = env(self);
      if (session.types && session.eventId === self.eventId) {
        session.putEventTypes(
          rules.types.map(({ id, type, type_category_id }) => {
            const labels = rules.looks.find((look) => look.type === id)?.labels;
            const at = rules.order.indexOf(id);
            return { id, type, type_category_id, ...(labels && { labels }), ...(at >= 0 && { position: at + 1 }) };
          }),
        );
      }
    },
    edit(draft: Draft) {
      self.past = [...self.past, self.draft];
      self.draft = draft;
    },
    clash(theirs: TypeRules) {
      self.theirs = theirs;
    },
    answer(people: ProfilePair | undefined) {
      self.people = people;
    },
    keep(found: readonly Party[]) {
      self.found = [...found, ...self.found].slice(0, FOUND_KEPT);
    },
  }))
  .actions((self) => ({
    /** Says the same of every possible pair among these: true, false, or undefined for the default. */
    say(verb: Verb, from: readonly RuledType[], to: readonly RuledType[], allow: boolean | undefined) {
      const pairs = from.flatMap((one) =>
        to.filter((other) => isPossible(one, other, verb)).map((other) => cellKey(one.id, other.id, verb)),
      );
      const next = withValues(
        self.draft,
        pairs.map((key) => [key, allow] as const),
      );
      if (differing(self.draft, next).length > 0) self.edit(next);
    },
    set(type: number, part: Partial<Setting>) {
      self.edit(withValues(self.draft, [[settingKey(type), { ...self.setting(type), ...part }]]));
    },
    /** Calls or shows a type otherwise; what is the app's anyway is not said. */
    show(type: number, part: Partial<Look>) {
      const own = self.saved?.types.find(({ id }) => id === type);
      if (own) self.edit(withValues(self.draft, [[lookKey(type), saidOf({ ...self.look(type), ...part }, own)]]));
    },
    /** Puts a type in the place of another of its category. */
    place(id: number, before: number) {
      const ids = self.types.map((one) => one.id);
      ids.splice(ids.indexOf(before), 0, ...ids.splice(ids.indexOf(id), 1));
      const ofApp = self.inOrder([]).map((one) => one.id);
      const isUsual = ids.every((one, at) => one === ofApp[at]);
      self.edit(withValues(self.draft, [[ORDER, isUsual ? undefined : ids]]));
    },
    undo() {
      const last = self.past.at(-1);
      if (!last) return;
      self.draft = last;
      self.past = self.past.slice(0, -1);
    },
    discard() {
      if (self.changed.length > 0) self.edit(self.base);
    },
    /** Gives one's own changes up for what somebody else saved. */
    drop() {
      if (!self.theirs) return;
      self.past = [];
      self.take(self.theirs, draftOf(self.theirs));
    },
  }))
  .actions((self) => ({
    /** Profiles by words, for the fields that choose them. */
    async findProfiles(eventId: number, words: string, signal: AbortSignal): Promise<Pick[]> {
      const found = await env(self).api.call(findRuledProfiles, { params: { eventId }, body: { words }, signal });
      self.keep(found);
      return found.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },

    explainPeople: tracked(self, "asking", function* (eventId: number, from: number, to: number) {
      if (self.people?.from.id !== from || self.people.to.id !== to) self.answer(undefined);
      if (from === 0 || to === 0 || !self.seesProfiles) return;
      self.answer(yield* wait(env(self).api.call(explainProfilePair, { params: { eventId }, query: { from, to } })));
    }),

    load: tracked(self, "loading", function* (eventId: number) {
      self.open(eventId);
      const rules = yield* wait(env(self).api.call(getTypeRules, { params: { eventId } }));
      // What was edited before the person looked elsewhere stays edited.
      self.take(rules, self.saved ? rebased(self.base, self.draft, rules) : draftOf(rules));
    }),

    save: tracked(self, "saving", function* () {
      const { eventId = 0, saved, draft } = self;
      if (!saved) return undefined;
      const body = { ...valuesOfDraft(draft), rev: saved.rev };
      const { api } = env(self);
      let answer: TypeRules;
      try {
        answer = yield* wait(learnIfStale(api.call(saveTypeRules, { params: { eventId }, body }), self.clash));
      } catch (problem) {
        // A type may have left the event meanwhile: what was said of the others stays, and can be saved.
        if (problem instanceof ApiProblem && problem.code === "data-types-permissions.cell_wrong") {
          const now = yield* wait(api.call(getTypeRules, { params: { eventId } }));
          const left = self.types.filter(({ id }) => !now.types.some((one) => one.id === id));
          self.past = [];
          self.take(now, rebased(self.base, self.draft, now));
          if (left.length > 0) throw typesLeft(left, problem);
        }
        throw problem;
      }
      self.past = [];
      // Cells that were set while the save was on its way are still edits.
      self.take(answer, rebased(draft, self.draft, answer));
      return answer;
    }),

    takeUp: tracked(self, "moving", function* (typeId: number) {
      const params = { eventId: self.eventId ?? 0, typeId };
      const rules = yield* wait(env(self).api.call(takeUpType, { params }));
      self.take(rules, rebased(self.base, self.draft, rules));
      return rules;
    }),

    /** What keeps a type in the event, in words that its areas say. */
    listNeeds: tracked(self, "needing", function* (typeId: number) {
      const params = { eventId: self.eventId ?? 0, typeId };
      const needs: readonly NeedHere[] = yield* wait(env(self).api.call(listNeedsHere, { params }));
      yield* wait(Promise.all([...new Set(needs.map(({ label }) => label.split(":")[0] ?? ""))].map(loadTexts)));
      return needs;
    }),

    leave: tracked(self, "moving", function* (typeId: number) {
      const params = { eventId: self.eventId ?? 0, typeId };
      const rules = yield* wait(env(self).api.call(leaveType, { params }));
      self.past = [];
      self.take(rules, rebased(self.base, self.draft, rules));
      return rules;
    }),
  }))
  .actions((self) => ({
    /** Saves one's own changes on top of theirs; the keys of `taken` stay as they have them. */
    settle(taken: ReadonlySet<string>) {
      const { theirs } = self;
      if (!theirs) return Promise.resolve(undefined);
      self.take(theirs, rebased(self.base, self.draft, theirs, taken));
      return self.save();
    },
  }));

/** Why a save was refused: the event has lost types meanwhile. */
function typesLeft(left: readonly ShownType[], { code, status, message }: ApiProblem): ApiProblem {
  const text = "data-types-permissions:gone.left";
  const values = { count: left.length, names: left.map(({ type }) => type).join(", ") };
  return new ApiProblem({ code, status, message, reasons: { [WHOLE]: { text, values } } });
}

export interface TypeRulesStoreInstance extends Instance<typeof TypeRulesStore> {}
