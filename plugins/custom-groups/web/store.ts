// The custom groups of the selected event, what uses the open one, and how many profiles a rule would find.
import { type Instance, types } from "mobx-state-tree";
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { Field } from "#schemas/fields.ts";
import type { ListQuestion } from "#schemas/list.ts";
import { env, type GridAnswer, jobEnd, learnIfStale, mustBeDone, type Pick, tracked, tracking, wait } from "#web";
import {
  addMembers,
  compareGroups,
  countRule,
  createGroup,
  findProfiles,
  type Group,
  type GroupChange,
  type GroupDraft,
  type GroupUse,
  getOverlap,
  importMembers,
  listGroupFields,
  listGroups,
  listGroupsOf,
  listGroupUses,
  type Member,
  type MembersImport,
  queryMembers,
  type Rule,
  removeGroup,
  removeMembers,
  saveGroup,
} from "../contract.ts";

/** A group as the profile's tab shows it. */
export type GroupOfProfile = ReplyOf<typeof listGroupsOf>[number];

export type ImportMode = "dry-run" | "apply";
/** Whether members that a list does not name stay. */
export type Others = "keep" | "remove";

export const CustomGroupsStore = types
  .model("CustomGroups", {
    eventId: types.maybe(types.integer),
    groups: types.maybe(types.frozen<readonly Group[]>()),
    uses: types.maybe(types.frozen<readonly GroupUse[]>()),
    counted: types.maybe(types.frozen<ReplyOf<typeof countRule>>()),
    /** How many are in two groups. */
    overlap: types.maybe(types.frozen<{ one: number; other: number; counts: ReplyOf<typeof getOverlap> }>()),
    /** How many are in each two of some groups, and of which. */
    compared: types.maybe(types.frozen<{ ids: readonly number[]; pairs: ReplyOf<typeof compareGroups> }>()),
    /** What the last list of members said, and whether it wrote. */
    imported: types.maybe(types.frozen<{ result: MembersImport; isApplied: boolean }>()),
    /** The event's own fields, and whose they are: rules ask about them. */
    fields: types.optional(types.frozen<readonly Field[]>(), []),
    fieldsOf: 0,
    /** The groups of one profile. */
    ofProfile: types.maybe(types.frozen<{ thingId: number; groups: readonly GroupOfProfile[] }>()),
  })
  .volatile(() => ({
    listing: tracking(),
    saving: tracking(),
    removing: tracking(),
    adding: tracking(),
    taking: tracking(),
    counting: tracking(),
    listingUses: tracking(),
    listingOf: tracking(),
    listingFields: tracking(),
    overlapping: tracking(),
    comparing: tracking(),
    importing: tracking(),
  }))
  .views((self) => ({
    /** Whether the person may change groups. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(createGroup.access as { accessRole: number }) === true;
    },
    group(id: number): Group | undefined {
      return self.groups?.find((one) => one.id === id);
    },
  }))
  .actions((self) => ({
    open(eventId: number) {
      if (self.eventId !== eventId) self.groups = undefined;
      self.eventId = eventId;
    },
    put(group: Group) {
      const others = (self.groups ?? []).filter((one) => one.id !== group.id);
      self.groups = [...others, group].sort((a, b) => a.name.localeCompare(b.name));
    },
    drop(id: number) {
      self.groups = (self.groups ?? []).filter((one) => one.id !== id);
    },
    forgetImport() {
      self.imported = undefined;
      self.importing.problem = undefined;
    },
    forgetCount() {
      self.counted = undefined;
    },
    /** Members of a group straight to the grid: any number of rows costs the store nothing. */
    listMembers(groupId: number, body: ListQuestion, signal: AbortSignal): Promise<GridAnswer<Member>> {
      const params = { eventId: self.eventId ?? 0, groupId };
      return env(self).api.call(queryMembers, { params, body, signal });
    },
    /** Profiles by words, for the field that puts them in. */
    async findProfiles(words: string, signal: AbortSignal): Promise<Pick[]> {
      const params = { eventId: self.eventId ?? env(self).session.eventId };
      const rows = await env(self).api.call(findProfiles, { params, body: { words }, signal });
      return rows.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => ({
    listGroups: tracked(self, "listing", function* (eventId: number) {
      self.open(eventId);
      self.groups = yield* wait(env(self).api.call(listGroups, { params: { eventId } }));
    }),

    listFields: tracked(self, "listingFields", function* (eventId: number) {
      if (self.fieldsOf !== eventId) Object.assign(self, { fields: [], fieldsOf: eventId });
      const fields = yield* wait(env(self).api.call(listGroupFields, { params: { eventId } }));
      if (self.fieldsOf === eventId) self.fields = fields;
    }),

    createGroup: tracked(self, "saving", function* (eventId: number, body: GroupDraft) {
      const group = yield* wait(env(self).api.call(createGroup, { params: { eventId }, body }));
      self.put(group);
      return group;
    }),

    /** A save that came too late puts the group as it is now into the list and fails. */
    saveGroup: tracked(self, "saving", function* (eventId: number, groupId: number, body: GroupChange) {
      const answer = yield* wait(
        learnIfStale(env(self).api.call(saveGroup, { params: { eventId, groupId }, body }), self.put),
      );
      self.put(answer);
      return answer;
    }),

    /** A removal that came too late puts the group as it is now into the list and fails. */
    removeGroup: tracked(self, "removing", function* (eventId: number, { id, rev }: Group) {
      yield* wait(
        learnIfStale(env(self).api.call(removeGroup, { params: { eventId, groupId: id }, query: { rev } }), self.put),
      );
      self.drop(id);
      return true;
    }),

    addMembers: tracked(self, "adding", function* (eventId: number, groupId: number, words: readonly string[]) {
      const body = { words: [...words] };
      const answer = yield* wait(env(self).api.call(addMembers, { params: { eventId, groupId }, body }));
      self.put(answer.group);
      return answer;
    }),

    removeMembers: tracked(self, "taking", function* (eventId: number, groupId: number, ids: readonly number[]) {
      const body = { ids: [...ids] };
      const answer = yield* wait(env(self).api.call(removeMembers, { params: { eventId, groupId }, body }));
      self.put(answer.group);
      return answer.removed;
    }),

    countRule: tracked(self, "counting", function* (eventId: number, body: Rule) {
      self.counted = yield* wait(env(self).api.call(countRule, { params: { eventId }, body }));
    }),

    getOverlap: tracked(self, "overlapping", function* (eventId: number, groupId: number, otherId: number) {
      const params = { eventId, groupId, otherId };
      const counts = yield* wait(env(self).api.call(getOverlap, { params }));
      self.overlap = { one: groupId, other: otherId, counts };
    }),

    compareGroups: tracked(self, "comparing", function* (eventId: number, ids: readonly number[]) {
      const body = { ids: [...ids] };
      const pairs = yield* wait(env(self).api.call(compareGroups, { params: { eventId }, body }));
      self.compared = { ids, pairs };
    }),

    /** Sends a list of members and waits for its job; answers true when it is done. */
    importMembers: tracked(
      self,
      "importing",
      function* (eventId: number, groupId: number, list: Blob, mode: ImportMode, others: Others) {
        const { api, t } = env(self);
        self.imported = undefined;
        const input = { params: { eventId, groupId }, query: { mode, others }, raw: list, rawType: "text/csv" };
        const { job } = yield* wait(api.call(importMembers, input));
        const done = mustBeDone(yield* jobEnd(api, job.id), t("custom-groups:import.failed"));
        const result = done.result as MembersImport;
        self.imported = { result, isApplied: mode === "apply" };
        const { added, removed } = result;
        const group = mode === "apply" ? self.group(groupId) : undefined;
        if (group) self.put({ ...group, members: (group.members ?? 0) + added - removed });
        return true;
      },
    ),

    listGroupUses: tracked(self, "listingUses", function* (eventId: number, groupId: number) {
      self.uses = undefined;
      self.uses = yield* wait(env(self).api.call(listGroupUses, { params: { eventId, groupId } }));
    }),

    listGroupsOf: tracked(self, "listingOf", function* (eventId: number, thingId: number) {
      if (self.ofProfile?.thingId !== thingId) self.ofProfile = undefined;
      const groups = yield* wait(env(self).api.call(listGroupsOf, { params: { eventId, thingId } }));
      self.ofProfile = { thingId, groups };
    }),
  }));

export interface CustomGroupsStoreInstance extends Instance<typeof CustomGroupsStore> {}
