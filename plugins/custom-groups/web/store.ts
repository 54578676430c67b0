// The custom groups of the selected event, what uses the open one, and how many profiles a rule would find.
import { observable } from "mobx";
import { type Instance, types } from "mobx-state-tree";
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { Field } from "#schemas/fields.ts";
import type { ListQuestion } from "#schemas/list.ts";
import {
  ApiProblem,
  calledOff,
  env,
  forgetIfGone,
  type GridAnswer,
  jobShown,
  learnIfStale,
  mustBeDone,
  type Pick,
  tracked,
  trackedOf,
  tracking,
  trackings,
  turns,
  Waiting,
  wait,
} from "#web";
import {
  addMembers,
  countRule,
  countSets,
  createGroup,
  findProfiles,
  type Group,
  type GroupChange,
  type GroupDraft,
  type GroupSets,
  type GroupUse,
  getGroupPriority,
  type getLastMemberRun,
  getOverlap,
  listGroupFields,
  listGroups,
  listGroupsOf,
  listGroupUses,
  type Member,
  type MembersImport,
  type Priority,
  queryMembers,
  type Rule,
  removeGroup,
  removeMembers,
  saveGroup,
  saveGroupPriority,
} from "../contract.ts";
import { memberJobs } from "./memberJobs.ts";

/** In the place of a group's id: the one that is being made. */
export const NEW = "new";

/** After a choice, before the next one is begun. */
const REST_MS = 250;

/** A group as the profile's tab shows it. */
export type GroupOfProfile = ReplyOf<typeof listGroupsOf>[number];

export type ImportMode = "dry-run" | "apply";
/** Whether members that a list does not name stay. */
export type Others = "keep" | "remove";

export const CustomGroupsStore = types
  .compose(
    Waiting,
    types.model("CustomGroups", {
      eventId: types.maybe(types.integer),
      groups: types.maybe(types.frozen<readonly Group[]>()),
      /** Whether their rules have been asked: until then nobody knows how many they find, nor that they find none. */
      areCounted: false,
      /** Which of several groups of a profile decides, and their order. */
      priority: types.maybe(types.frozen<Priority>()),
      uses: types.maybe(types.frozen<{ groupId: number; uses: readonly GroupUse[] }>()),
      /** What a rule finds; `of` is the rule that was asked, as text. */
      counted: types.maybe(types.frozen<ReplyOf<typeof countRule> & { of: string }>()),
      /** How many are in two groups. */
      overlap: types.maybe(types.frozen<{ one: number; other: number; counts: ReplyOf<typeof getOverlap> }>()),
      /** How many are in exactly which of some groups, and in each two. */
      sets: types.maybe(types.frozen<{ ids: readonly number[]; found: GroupSets }>()),
      /** What the last list of members said, and whether it wrote. */
      imported: types.maybe(
        types.frozen<{ groupId: number; job: number; result: MembersImport; isApplied: boolean }>(),
      ),
      /** What was stopped by hand. */
      stopped: types.maybe(types.frozen<ImportMode>()),
      /** What can still be undone of the open group; null where nothing can. */
      lastRun: types.maybe(types.frozen<{ groupId: number; run: ReplyOf<typeof getLastMemberRun> }>()),
      /** The event's own fields, and whose they are: rules ask about them. */
      fields: types.optional(types.frozen<readonly Field[]>(), []),
      fieldsOf: 0,
      /** The groups of one profile. */
      ofProfile: types.maybe(types.frozen<{ thingId: number; groups: readonly GroupOfProfile[] }>()),
    }),
  )
  .volatile(() => ({
    listing: tracking(),
    /** By group, and by NEW. */
    saving: trackings(),
    removing: tracking(),
    adding: tracking(),
    taking: tracking(),
    counting: tracking(),
    listingUses: tracking(),
    listingOf: tracking(),
    listingFields: tracking(),
    overlapping: tracking(),
    importing: tracking(),
    undoing: tracking(),
    /** The group whose list is read in or undone. */
    busyWith: undefined as number | undefined,
    broughtBack: observable.box(0),
    bringing: tracking(),
    looking: tracking(),
    countingSets: tracking(),
    choosing: tracking(),
    overlapTurns: turns(),
    setsTurns: turns(),
  }))
  .views((self) => ({
    /** Whether the person may change groups. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(createGroup.access as { accessRole: number }) === true;
    },
    /** The groups, the highest first; those that nobody has ranked come last. */
    get ranked(): readonly Group[] {
      const order = self.priority?.order ?? [];
      const placeOf = ({ id }: Group) => (order.includes(id) ? order.indexOf(id) : order.length);
      return [...(self.groups ?? [])].sort((one, other) => placeOf(one) - placeOf(other));
    },
    /** What uses a group, once that is known. */
    usesOf(groupId: number): readonly GroupUse[] | undefined {
      return self.uses?.groupId === groupId ? self.uses.uses : undefined;
    },
    /** The groups, once it is known how many are in each. */
    get countedGroups(): readonly Group[] | undefined {
      return self.areCounted ? self.groups : undefined;
    },
    group(id: number): Group | undefined {
      return self.groups?.find((one) => one.id === id);
    },
  }))
  .actions((self) => ({
    open(eventId: number) {
      if (self.eventId !== eventId) Object.assign(self, { groups: undefined, priority: undefined });
      self.eventId = eventId;
    },
    /** Of the event whose list is shown: an answer may come when somebody has gone on to another. */
    put(eventId: number, group: Group) {
      if (self.eventId !== eventId) return;
      const others = (self.groups ?? []).filter((one) => one.id !== group.id);
      self.groups = [...others, group].sort((a, b) => a.name.localeCompare(b.name));
    },
    keep(eventId: number, groups: readonly Group[]) {
      if (self.eventId === eventId) Object.assign(self, { groups, areCounted: true });
    },
    prioritize(priority: Priority) {
      self.priority = priority;
    },
    drop(id: number) {
      self.groups = self.groups?.filter((one) => one.id !== id);
      const { ofProfile } = self;
      if (ofProfile) self.ofProfile = { ...ofProfile, groups: ofProfile.groups.filter((one) => one.id !== id) };
    },
    forgetImport() {
      self.imported = undefined;
      self.stopped = undefined;
      self.importing.problem = undefined;
      self.undoing.problem = undefined;
    },
    /** Profiles by words, for the field that puts them in. */
    async findProfiles(words: string, signal: AbortSignal): Promise<Pick[]> {
      const params = { eventId: self.eventId ?? env(self).session.eventId };
      const rows = await env(self).api.call(findProfiles, { params, body: { words }, signal });
      return rows.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => ({
    /** What is answered about a group; one that somebody else has saved or removed is so in the list, too. */
    learned<Answer>(eventId: number, groupId: number, call: Promise<Answer>): Promise<Answer> {
      const take = (now: Group) => self.put(eventId, now);
      return learnIfStale(call, take, () => self.drop(groupId));
    },
    /** Members of a group straight to the grid: any number of rows costs the store nothing. */
    listMembers(groupId: number, body: ListQuestion, signal: AbortSignal): Promise<GridAnswer<Member>> {
      const params = { eventId: self.eventId ?? 0, groupId };
      return forgetIfGone(env(self).api.call(queryMembers, { params, body, signal }), () => self.drop(groupId));
    },
  }))
  .actions((self) => {
    /** What is answered about several groups; where one of them has gone, the list is that of those that are there. */
    // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
    function* relisted<Answer>(eventId: number, call: Promise<Answer>): Generator<Promise<unknown>, Answer, any> {
      try {
        return yield* wait(call);
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.code === "not_found")
          self.keep(eventId, yield* wait(env(self).api.call(listGroups, { params: { eventId } })));
        throw problem;
      }
    }
    return {
      /** Where nobody reads how many members there are, rules are not asked for them. */
      listGroups: tracked(self, "listing", function* (eventId: number, { counted = true }: { counted?: boolean } = {}) {
        self.open(eventId);
        const { api } = env(self);
        const both = [
          api.call(listGroups, { params: { eventId }, query: counted ? {} : { counted } }),
          api.call(getGroupPriority, { params: { eventId } }),
        ];
        const [groups, priority] = (yield* wait(Promise.all(both))) as [Group[], Priority];
        Object.assign(self, { groups, priority, areCounted: counted });
      }),

      /** A choice that came too late puts the choice as it is now in its place and fails. */
      savePriority: tracked(self, "choosing", function* (eventId: number, body: Priority) {
        const answer = env(self).api.call(saveGroupPriority, { params: { eventId }, body });
        self.priority = yield* wait(learnIfStale(answer, self.prioritize));
        return true;
      }),

      listFields: tracked(self, "listingFields", function* (eventId: number) {
        if (self.fieldsOf !== eventId) Object.assign(self, { fields: [], fieldsOf: eventId });
        const fields = yield* wait(env(self).api.call(listGroupFields, { params: { eventId } }));
        if (self.fieldsOf === eventId) self.fields = fields;
      }),

      createGroup: trackedOf(
        self,
        "saving",
        () => NEW,
        function* (eventId: number, body: GroupDraft) {
          const group = yield* wait(env(self).api.call(createGroup, { params: { eventId }, body }));
          self.put(eventId, group);
          return group;
        },
      ),

      /** A save that came too late puts the group as it is now into the list, or takes it out where it has gone, and fails. */
      saveGroup: trackedOf(
        self,
        "saving",
        ([, groupId]) => groupId,
        function* (eventId: number, groupId: number, body: GroupChange) {
          const call = env(self).api.call(saveGroup, { params: { eventId, groupId }, body });
          const answer = yield* wait(self.learned(eventId, groupId, call));
          self.put(eventId, answer);
          return answer;
        },
      ),

      /** A removal that came too late does as a save does. */
      removeGroup: tracked(self, "removing", function* (eventId: number, { id, rev }: Group) {
        const call = env(self).api.call(removeGroup, { params: { eventId, groupId: id }, query: { rev } });
        yield* wait(self.learned(eventId, id, call));
        self.drop(id);
        return true;
      }),

      addMembers: tracked(
        self,
        "adding",
        function* (eventId: number, groupId: number, words: readonly string[]) {
          const body = { words: [...words] };
          const call = env(self).api.call(addMembers, { params: { eventId, groupId }, body });
          const answer = yield* wait(self.learned(eventId, groupId, call));
          self.put(eventId, answer.group);
          return answer;
        },
        // Of two that are put in one after the other, the first may fail as well.
        { every: true },
      ),

      removeMembers: tracked(self, "taking", function* (eventId: number, groupId: number, ids: readonly number[]) {
        const body = { ids: [...ids] };
        const call = env(self).api.call(removeMembers, { params: { eventId, groupId }, body });
        const answer = yield* wait(self.learned(eventId, groupId, call));
        self.put(eventId, answer.group);
        return answer.ids;
      }),

      countRule: tracked(self, "counting", function* (eventId: number, body: Rule) {
        const found = yield* wait(env(self).api.call(countRule, { params: { eventId }, body }));
        self.counted = { ...found, of: JSON.stringify(body) };
      }),

      getOverlap: tracked(self, "overlapping", function* (eventId: number, groupId: number, otherId: number) {
        const params = { eventId, groupId, otherId };
        const signal = self.overlapTurns.take();
        const counts = yield* relisted(eventId, env(self).api.call(getOverlap, { params, signal }));
        self.overlap = { one: groupId, other: otherId, counts };
      }),

      /** Only the newest choice is worked on, and none once there are fewer than two. */
      countSets: tracked(self, "countingSets", function* (eventId: number, ids: readonly number[]) {
        const { api, t } = env(self);
        const isNext = self.setsTurns.isTaken;
        const signal = self.setsTurns.take();
        if (isNext) self.run(undefined);
        if (ids.length < 2) return self.setsTurns.end();
        // Whoever ticks one after the other means the last of them.
        if (isNext) yield* wait(new Promise((done) => setTimeout(done, REST_MS)));
        const call = api.call(countSets, { params: { eventId }, body: { ids: [...ids] } });
        const { job } = yield* relisted(eventId, calledOff(signal, api, call));
        const done = yield* jobShown(self, job.id, t("custom-groups:sets.failed"));
        self.setsTurns.end();
        const { result } = mustBeDone(done, t("custom-groups:sets.stopped"));
        self.sets = { ids, found: result as GroupSets };
      }),

      listGroupUses: tracked(self, "listingUses", function* (eventId: number, groupId: number) {
        const call = env(self).api.call(listGroupUses, { params: { eventId, groupId } });
        self.uses = { groupId, uses: yield* wait(self.learned(eventId, groupId, call)) };
      }),

      listGroupsOf: tracked(self, "listingOf", function* (eventId: number, thingId: number) {
        if (self.ofProfile?.thingId !== thingId) self.ofProfile = undefined;
        const groups = yield* wait(env(self).api.call(listGroupsOf, { params: { eventId, thingId } }));
        self.ofProfile = { thingId, groups };
      }),
    };
  })
  .actions(memberJobs);

export interface CustomGroupsStoreInstance extends Instance<typeof CustomGroupsStore> {}
