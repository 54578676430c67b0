// Kinds of relationships of the selected event, the links of one profile, and the import that is under way.
import { type Instance, types } from "mobx-state-tree";
import type { ListQuestion } from "#schemas/list.ts";
import { env, type GridAnswer, jobEnd, learnIfStale, mustBeDone, type Pick, tracked, tracking, wait } from "#web";
import {
  createKind,
  createLink,
  findEnds,
  importLinks,
  type Kind,
  type KindChange,
  type KindDraft,
  type Link,
  type LinkImport,
  type LinkOf,
  listKinds,
  listLinksOf,
  queryLinks,
  queryUnlinked,
  removeKind,
  removeLink,
  saveKind,
} from "../contract.ts";

export const RelationshipsStore = types
  .model("Relationships", {
    eventId: types.maybe(types.integer),
    kinds: types.maybe(types.frozen<readonly Kind[]>()),
    ofProfile: types.maybe(types.frozen<{ thingId: number; links: readonly LinkOf[] }>()),
    /** What the last import of pairs said, and whether it wrote. */
    imported: types.maybe(types.frozen<{ result: LinkImport; isApplied: boolean }>()),
  })
  .volatile(() => ({
    listing: tracking(),
    saving: tracking(),
    removing: tracking(),
    linking: tracking(),
    unlinking: tracking(),
    listingOf: tracking(),
    importing: tracking(),
  }))
  .views((self) => ({
    /** Whether the person may change relationships. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(createKind.access as { accessRole: number }) === true;
    },
    kind(id: number): Kind | undefined {
      return self.kinds?.find((one) => one.id === id);
    },
  }))
  .actions((self) => ({
    open(eventId: number) {
      if (self.eventId !== eventId) self.kinds = undefined;
      self.eventId = eventId;
    },
    put(kind: Kind) {
      const others = (self.kinds ?? []).filter((one) => one.id !== kind.id);
      self.kinds = [...others, kind].sort((a, b) => a.name.localeCompare(b.name));
    },
    drop(id: number) {
      self.kinds = (self.kinds ?? []).filter((one) => one.id !== id);
    },
    count(kindId: number, by: number) {
      const kind = self.kinds?.find((one) => one.id === kindId);
      if (kind) self.kinds = self.kinds?.map((one) => (one === kind ? { ...one, links: one.links + by } : one));
    },
    forgetImport() {
      self.imported = undefined;
      self.importing.problem = undefined;
    },
    queryLinks(kindId: number, question: ListQuestion, signal: AbortSignal): Promise<GridAnswer<Link>> {
      const params = { eventId: self.eventId ?? 0, kindId };
      return env(self).api.call(queryLinks, { params, body: question, signal });
    },
    queryUnlinked(kindId: number, end: "from" | "to", question: ListQuestion, signal: AbortSignal) {
      const params = { eventId: self.eventId ?? 0, kindId };
      return env(self).api.call(queryUnlinked, { params, query: { end }, body: question, signal });
    },
    /** Profiles by words that may stand at an end. */
    async findProfiles(kindId: number, end: "from" | "to", words: string, signal: AbortSignal): Promise<Pick[]> {
      const params = { eventId: self.eventId ?? env(self).session.eventId, kindId };
      const rows = await env(self).api.call(findEnds, { params, query: { end }, body: { words }, signal });
      return rows.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => ({
    listKinds: tracked(self, "listing", function* (eventId: number) {
      self.open(eventId);
      self.kinds = yield* wait(env(self).api.call(listKinds, { params: { eventId } }));
    }),

    createKind: tracked(self, "saving", function* (eventId: number, body: KindDraft) {
      const kind = yield* wait(env(self).api.call(createKind, { params: { eventId }, body }));
      self.put(kind);
      return kind;
    }),

    /** A save that came too late puts the kind as it is now into the list and fails. */
    saveKind: tracked(self, "saving", function* (eventId: number, kindId: number, body: KindChange) {
      const answer = yield* wait(
        learnIfStale(env(self).api.call(saveKind, { params: { eventId, kindId }, body }), self.put),
      );
      self.put(answer);
      return answer;
    }),

    /** A removal that came too late puts the kind as it is now into the list and fails. */
    removeKind: tracked(self, "removing", function* (eventId: number, { id, rev }: Kind) {
      yield* wait(
        learnIfStale(env(self).api.call(removeKind, { params: { eventId, kindId: id }, query: { rev } }), self.put),
      );
      self.drop(id);
      return true;
    }),

    createLink: tracked(self, "linking", function* (eventId: number, kindId: number, from: number, to: number) {
      const link = yield* wait(env(self).api.call(createLink, { params: { eventId, kindId }, body: { from, to } }));
      self.count(kindId, 1);
      return link;
    }),

    removeLink: tracked(self, "unlinking", function* (eventId: number, kindId: number, linkId: number) {
      yield* wait(env(self).api.call(removeLink, { params: { eventId, kindId, linkId } }));
      self.count(kindId, -1);
      return true;
    }),

    listLinksOf: tracked(self, "listingOf", function* (eventId: number, thingId: number) {
      if (self.ofProfile?.thingId !== thingId) self.ofProfile = undefined;
      const links = yield* wait(env(self).api.call(listLinksOf, { params: { eventId, thingId } }));
      self.ofProfile = { thingId, links };
    }),

    /** Sends a file of pairs and waits for its job; answers true when it is done. */
    importLinks: tracked(
      self,
      "importing",
      function* (eventId: number, kindId: number, file: File, mode: "dry-run" | "apply") {
        const { api, t } = env(self);
        self.imported = undefined;
        const params = { eventId, kindId };
        const input = { params, query: { mode }, raw: file, rawType: "text/csv" };
        const { job } = yield* wait(api.call(importLinks, input));
        const done = mustBeDone(yield* jobEnd(api, job.id), t("relationships:import.failed"));
        const result = done.result as LinkImport;
        self.imported = { result, isApplied: mode === "apply" };
        if (mode === "apply") self.count(kindId, result.created);
        return true;
      },
    ),
  }));

export interface RelationshipsStoreInstance extends Instance<typeof RelationshipsStore> {}
