// The rules of the selected event: as they are saved, as they are being edited, and the way back step by step.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { WHOLE } from "#schemas/problem.ts";
import {
  ApiProblem,
  compared,
  env,
  learnIfStale,
  loadTexts,
  type Pick,
  tracked,
  trackedOf,
  tracking,
  trackings,
  wait,
} from "#web";
import type { Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, linksOf, settingOf } from "../contract/judge.ts";
import { saidOf, shownAs } from "../contract/look.ts";
import {
  explainProfilePair,
  type FullSetting,
  findRuledProfiles,
  type GroupsSay,
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
  factsOf,
  lookKey,
  NOTHING,
  ORDER,
  rebased,
  rulingOfDraft,
  settingKey,
  valueAt,
  valuesOfDraft,
  warningsOf,
  withValues,
} from "./draft.ts";

const FOUND_KEPT = 40;

/** A data type under what it is called in this event, with its changes that are not saved yet. */
export type ShownType = RuledType & { system: string };

/** What a save starts from, and what it would save. */
export interface Attempt {
  eventId: number;
  base: TypeRules;
  mine: Draft;
}

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
    /** By event. */
    saving: trackings(),
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
      return shownIn(self.draft, this.inOrder(self.draft.order), env(self).locale());
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
    /** What would be saved by now. */
    get attempt(): Attempt | undefined {
      const { eventId = 0, saved: base, draft: mine } = self;
      return base && { eventId, base, mine };
    },
    get base(): Draft {
      return self.saved ? draftOf(self.saved) : NOTHING;
    },
    /** Which types are linked; it changes elsewhere, and is as it was when the page was loaded. */
    get linked() {
      return linksOf(self.saved?.links);
    },
    /** What groups say before any of this; it changes elsewhere, as links do. */
    get groups(): readonly GroupsSay[] {
      return self.saved?.groups ?? [];
    },
    get ruling() {
      return rulingOfDraft(self.draft, this.linked);
    },
    /** What is saved of each type; two profiles are judged by what is saved. */
    get savedSettings(): ReadonlyMap<number, Setting> {
      return rulingOfDraft(this.base, this.linked).settings;
    },
    /** What undoing leads back to, once other rules are stored: one's own steps on top of those, and nobody else's taken back. */
    pastOn(now: TypeRules, except?: ReadonlySet<string>): readonly Draft[] {
      return self.past.map((one) => rebased(this.base, one, now, except));
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
    /** Takes what the server says of an event, if that is still the one that is shown; the navigation follows. */
    take(eventId: number, rules: TypeRules, draft: Draft, past: readonly Draft[] = []) {
      if (self.eventId !== eventId) return;
      Object.assign(self, { saved: rules, draft, theirs: undefined, past });
      const { session } = env(self);
      if (session.types && session.eventId === eventId) {
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
    /** Of what is edited still as it was then. */
    clash(base: TypeRules, theirs: TypeRules) {
      if (self.saved === base) self.theirs = theirs;
    },
    answer(people: ProfilePair | undefined) {
      self.people = people;
    },
    keep(found: readonly Party[]) {
      self.found = [...found, ...self.found].slice(0, FOUND_KEPT);
    },
  }))
  .actions((self) => ({
    /** Puts one's own changes on what is stored by now; where both sides changed the same, that is to be chosen first. */
    meet({ eventId, base, mine }: Attempt, now: TypeRules) {
      if (self.eventId !== eventId) return;
      const [was, is] = [draftOf(base), draftOf(now)];
      const { clashing } = compared(factsOf(was), factsOf(mine), factsOf(is));
      if (clashing.length > 0) Object.assign(self, { saved: base, draft: mine, theirs: now });
      else self.take(eventId, now, rebased(was, mine, now), self.pastOn(now));
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
      const { eventId = 0, theirs } = self;
      if (theirs) self.take(eventId, theirs, draftOf(theirs));
    },
    /** Puts one's own changes on top of theirs, to be saved; the keys of `taken` stay as they have them. */
    settle(taken: ReadonlySet<string>) {
      const { eventId = 0, theirs } = self;
      if (theirs) self.take(eventId, theirs, rebased(self.base, self.draft, theirs, taken), self.pastOn(theirs, taken));
    },
    /** Takes up what could not be saved; what is being edited here stays on top of it. */
    resume({ eventId, base, mine }: Attempt) {
      const now = self.eventId === eventId ? (self.theirs ?? self.saved) : undefined;
      // Until it is known what is stored.
      if (!now) return void Object.assign(self, { eventId, saved: base, draft: mine, theirs: undefined, past: [] });
      const edited = self.changed.map((key) => [key, valueAt(self.draft, key)] as const);
      self.meet({ eventId, base, mine: withValues(mine, edited) }, now);
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
      if (self.attempt) self.meet(self.attempt, rules);
      else self.take(eventId, rules, draftOf(rules));
    }),

    save: trackedOf(
      self,
      "saving",
      ([one]) => (one ?? self.attempt)?.eventId ?? 0,
      function* (one: Attempt | undefined = self.attempt) {
        if (!one) return undefined;
        const { eventId, base, mine } = one;
        const { api, locale } = env(self);
        const params = { eventId };
        const body = { ...valuesOfDraft(mine), rev: base.rev };
        let answer: TypeRules;
        try {
          const call = api.call(saveTypeRules, { params, body });
          answer = yield* wait(learnIfStale(call, (theirs: TypeRules) => self.clash(base, theirs)));
        } catch (problem) {
          // A type may have left the event meanwhile: what was said of the others stays, and can be saved.
          if (problem instanceof ApiProblem && problem.code === CELL_WRONG) {
            const now = yield* wait(api.call(getTypeRules, { params }));
            const left = shownIn(mine, base.types, locale()).filter(({ id }) => !now.types.some((is) => is.id === id));
            self.take(eventId, now, rebased(self.base, self.draft, now));
            if (left.length > 0) throw typesLeft(left, problem, now);
          }
          throw problem;
        }
        // Cells that were set while the save was on its way are still edits.
        self.take(eventId, answer, rebased(self.saved === base ? mine : self.base, self.draft, answer));
        return answer;
      },
    ),

    takeUp: tracked(self, "moving", function* (typeId: number) {
      const { eventId = 0 } = self;
      const rules = yield* wait(env(self).api.call(takeUpType, { params: { eventId, typeId } }));
      self.take(eventId, rules, rebased(self.base, self.draft, rules), self.pastOn(rules));
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
      const { eventId = 0 } = self;
      const rules = yield* wait(env(self).api.call(leaveType, { params: { eventId, typeId } }));
      self.take(eventId, rules, rebased(self.base, self.draft, rules));
      return rules;
    }),
  }));

/** A rule was said of a type that the event no longer has. */
const CELL_WRONG = "data-types-permissions.cell_wrong";

/** Each type as a draft has the event call and show it. */
function shownIn({ looks }: Draft, types: readonly RuledType[], locale: string): readonly ShownType[] {
  return types.map((one) => {
    const { name, ...look } = shownAs(one, looks[lookKey(one.id)], locale);
    return { ...one, ...look, type: name, system: one.type };
  });
}

/** Why a save was refused: the event has lost types meanwhile. */
function typesLeft(left: readonly ShownType[], { code, status, message }: ApiProblem, current: TypeRules): ApiProblem {
  const text = "data-types-permissions:gone.left";
  const values = { count: left.length, names: left.map(({ type }) => type).join(", ") };
  return new ApiProblem({ code, status, message, current, reasons: { [WHOLE]: { text, values } } });
}

/** What can still be saved of an attempt that was refused for the types that the event has lost. */
export function restOf(attempt: Attempt, problem: ApiProblem | undefined): Attempt {
  if (problem?.code !== CELL_WRONG || !problem.current) return attempt;
  const base = problem.current as TypeRules;
  return { ...attempt, base, mine: rebased(draftOf(attempt.base), attempt.mine, base) };
}

export interface TypeRulesStoreInstance extends Instance<typeof TypeRulesStore> {}
