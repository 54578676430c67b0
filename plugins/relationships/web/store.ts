// Kinds of relationships of the selected event, the links of one profile, and the import that is under way.
import { observable } from "mobx";
import { type Instance, types } from "mobx-state-tree";
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { ListQuestion, ListSelection } from "#schemas/list.ts";
import { WHOLE } from "#schemas/problem.ts";
import {
  ApiProblem,
  env,
  forgetIfGone,
  type GridAnswer,
  learnIfStale,
  type Pick,
  tracked,
  trackedOf,
  tracking,
  trackings,
  Waiting,
  wait,
} from "#web";
import {
  countEnds,
  countUnlinked,
  createKind,
  createLink,
  findEnds,
  type Kind,
  type KindChange,
  type KindDraft,
  type Link,
  type LinkImport,
  type LinkMatch,
  type LinkOf,
  type LinkRun,
  listKinds,
  listLinksOf,
  type listMatchFields,
  type MatchDraft,
  orderKinds,
  orderLinksOf,
  putLinksBack,
  queryLinks,
  queryUnlinked,
  removeKind,
  removeLinks,
  saveKind,
  type TakenLink,
} from "../contract.ts";
import { ExportStore } from "./exportStore.ts";
import { linkJobs } from "./linkJobs.ts";
import type { Ran } from "./ran.ts";

/** In the place of a kind's id: the one that is being made. */
export const NEW = "new";

/** Whether it is the kind that somebody has removed, and not a profile or a link of it. */
const isKindGone = ({ reasons }: ApiProblem) => reasons[WHOLE]?.text === "relationships:gone.kind";

/** An own field by which profiles can be linked. */
export type MatchField = ReplyOf<typeof listMatchFields>[number];
type Mode = MatchDraft["mode"];

/** Links of a profile at an end of a kind, in an order. */
export interface LinkOrder {
  kind_id: number;
  end: "from" | "to";
  ids: readonly number[];
}

export interface Unlinked extends ReplyOf<typeof countUnlinked> {
  of: string;
}

/** By what it is seen that a kind may have other links than when it was counted. */
const stateOf = ({ rev, links }: Kind) => `${rev}/${links}`;

export const RelationshipsStore = types
  .compose(
    Waiting,
    types.model("Relationships", {
      exports: types.optional(ExportStore, {}),
      eventId: types.maybe(types.integer),
      kinds: types.maybe(types.frozen<readonly Kind[]>()),
      ofProfile: types.maybe(types.frozen<{ thingId: number; links: readonly LinkOf[] }>()),
      /** What the last import of pairs said, and whether it wrote. */
      imported: types.maybe(types.frozen<Ran<LinkImport>>()),
      /** The same of the last matching; nothing where it was stopped. */
      matched: types.maybe(types.frozen<Ran<LinkMatch>>()),
      /** What somebody stopped. */
      stopped: types.maybe(types.frozen<Mode>()),
      /** Profiles of each data type that stands at an end of a kind. */
      ends: types.maybe(types.frozen<{ eventId: number; counts: ReplyOf<typeof countEnds> }>()),
      /** By kind, how many may stand at each end and have no link; `of` is the state of the kind that it was asked for. */
      unlinked: types.optional(types.frozen<Readonly<Record<number, Unlinked>>>(), {}),
      matchFields: types.maybe(types.frozen<{ eventId: number; fields: readonly MatchField[] }>()),
      /** What can still be undone of the open kind; null where nothing can. */
      lastRun: types.maybe(types.frozen<{ kindId: number; run: LinkRun | null }>()),
    }),
  )
  .volatile(() => ({
    listing: tracking(),
    /** By kind, and by NEW. */
    saving: trackings(),
    removing: tracking(),
    linking: tracking(),
    unlinking: tracking(),
    restoring: tracking(),
    listingOf: tracking(),
    importing: tracking(),
    /** The kind whose links are made or taken away together. */
    busyWith: undefined as number | undefined,
    /** Counts what was put back by a notice, for lists that show it. */
    broughtBack: observable.box(0),
    ordering: tracking(),
    undoing: tracking(),
    looking: tracking(),
    listingFields: tracking(),
    countingEnds: tracking(),
    countingUnlinked: tracking(),
    bringing: tracking(),
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
      if (self.eventId !== eventId) Object.assign(self, { kinds: undefined, unlinked: {} });
      self.eventId = eventId;
    },
    /** Of the event whose list is shown: an answer may come when somebody has gone on to another. */
    put(eventId: number, kind: Kind) {
      if (self.eventId !== eventId) return;
      const others = (self.kinds ?? []).filter((one) => one.id !== kind.id);
      self.kinds = [...others, kind].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name));
    },
    keep(eventId: number, kinds: readonly Kind[]) {
      if (self.eventId === eventId) self.kinds = kinds;
    },
    drop(id: number) {
      self.kinds = self.kinds?.filter((one) => one.id !== id);
    },
    /** Profiles come and go without a word of their kinds: whoever opens the list has them counted anew. */
    forgetUnlinked() {
      self.unlinked = {};
    },
    count(kindId: number, by: number) {
      const kind = self.kinds?.find((one) => one.id === kindId);
      if (kind) self.kinds = self.kinds?.map((one) => (one === kind ? { ...one, links: one.links + by } : one));
    },
    forgetImport() {
      self.imported = undefined;
      self.matched = undefined;
      self.stopped = undefined;
      self.importing.problem = undefined;
      self.undoing.problem = undefined;
    },
  }))
  .actions((self) => ({
    /** What is answered about a kind; one that somebody else has saved or removed is so in the list, too. */
    learned<Answer>(eventId: number, kindId: number, call: Promise<Answer>): Promise<Answer> {
      const take = (now: Kind) => self.put(eventId, now);
      return learnIfStale(call, take, (problem) => isKindGone(problem) && self.drop(kindId));
    },
    queryLinks(kindId: number, question: ListQuestion, signal: AbortSignal): Promise<GridAnswer<Link>> {
      const params = { eventId: self.eventId ?? 0, kindId };
      const links = env(self).api.call(queryLinks, { params, body: question, signal });
      return forgetIfGone(links, () => self.drop(kindId));
    },
    queryUnlinked(kindId: number, end: "from" | "to", question: ListQuestion, signal: AbortSignal) {
      const params = { eventId: self.eventId ?? 0, kindId };
      const profiles = env(self).api.call(queryUnlinked, { params, query: { end }, body: question, signal });
      return forgetIfGone(profiles, () => self.drop(kindId));
    },
    /** Profiles by words that may stand at an end. */
    async findProfiles(kindId: number, end: "from" | "to", words: string, signal: AbortSignal): Promise<Pick[]> {
      const params = { eventId: self.eventId ?? env(self).session.eventId, kindId };
      const found = env(self).api.call(findEnds, { params, query: { end }, body: { words }, signal });
      const rows = await forgetIfGone(found, () => self.drop(kindId));
      return rows.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => ({
    listKinds: tracked(self, "listing", function* (eventId: number) {
      self.open(eventId);
      self.kinds = yield* wait(env(self).api.call(listKinds, { params: { eventId } }));
    }),

    countEnds: tracked(self, "countingEnds", function* (eventId: number) {
      const counts = yield* wait(env(self).api.call(countEnds, { params: { eventId } }));
      self.ends = { eventId, counts };
    }),

    /** Asks for one kind after the other, of those that are not known as they are now. One that fails keeps no other back. */
    countUnlinked: tracked(self, "countingUnlinked", function* (eventId: number) {
      const failed: unknown[] = [];
      for (const kind of self.kinds ?? []) {
        const of = stateOf(kind);
        if (self.unlinked[kind.id]?.of === of) continue;
        const call = env(self).api.call(countUnlinked, { params: { eventId, kindId: kind.id } });
        try {
          const counts = yield* wait(self.learned(eventId, kind.id, call));
          self.unlinked = { ...self.unlinked, [kind.id]: { ...counts, of } };
        } catch (problem) {
          // One that has been removed meanwhile has no ends.
          if (!(problem instanceof ApiProblem && problem.code === "not_found")) failed.push(problem);
        }
      }
      if (failed.length > 0) throw failed[0];
    }),

    createKind: trackedOf(
      self,
      "saving",
      () => NEW,
      function* (eventId: number, body: KindDraft) {
        const kind = yield* wait(env(self).api.call(createKind, { params: { eventId }, body }));
        self.put(eventId, kind);
        return kind;
      },
    ),

    /** A save that came too late puts the kind as it is now into the list, or takes it out where it has gone, and fails. */
    saveKind: trackedOf(
      self,
      "saving",
      ([, kindId]) => kindId,
      function* (eventId: number, kindId: number, body: KindChange) {
        const call = env(self).api.call(saveKind, { params: { eventId, kindId }, body });
        const answer = yield* wait(self.learned(eventId, kindId, call));
        self.put(eventId, answer);
        return answer;
      },
    ),

    /** A removal that came too late does as a save does. */
    removeKind: tracked(self, "removing", function* (eventId: number, { id, rev }: Kind) {
      const call = env(self).api.call(removeKind, { params: { eventId, kindId: id }, query: { rev } });
      yield* wait(self.learned(eventId, id, call));
      self.drop(id);
      return true;
    }),

    createLink: tracked(
      self,
      "linking",
      function* (eventId: number, kindId: number, from: number, to: number) {
        const call = env(self).api.call(createLink, { params: { eventId, kindId }, body: { from, to } });
        const link = yield* wait(self.learned(eventId, kindId, call));
        self.count(kindId, 1);
        return link;
      },
      // Of two that are made one after the other, the first may fail as well.
      { every: true },
    ),

    /** Puts the links of a profile at an end of a kind in an order. */
    orderLinksOf: tracked(self, "ordering", function* (eventId: number, thingId: number, body: LinkOrder) {
      const params = { eventId, thingId };
      const links = yield* wait(env(self).api.call(orderLinksOf, { params, body: { ...body, ids: [...body.ids] } }));
      // Another profile may have been opened meanwhile.
      if (self.ofProfile?.thingId === thingId) self.ofProfile = { thingId, links };
      return true;
    }),

    /** Takes some links away; answers those that were there. */
    removeLinks: tracked(self, "unlinking", function* (eventId: number, kindId: number, body: ListSelection) {
      const call = env(self).api.call(removeLinks, { params: { eventId, kindId }, body });
      const { links } = yield* wait(self.learned(eventId, kindId, call));
      self.count(kindId, -links.length);
      return links;
    }),

    /** Makes links again that were taken away; answers what came of it. */
    putLinksBack: tracked(
      self,
      "restoring",
      function* (eventId: number, kindId: number, links: readonly TakenLink[]) {
        const call = env(self).api.call(putLinksBack, { params: { eventId, kindId }, body: { links: [...links] } });
        const answer = yield* wait(self.learned(eventId, kindId, call));
        self.count(kindId, answer.made);
        return answer;
      },
      { every: true },
    ),

    listLinksOf: tracked(self, "listingOf", function* (eventId: number, thingId: number) {
      if (self.ofProfile?.thingId !== thingId) self.ofProfile = undefined;
      const links = yield* wait(env(self).api.call(listLinksOf, { params: { eventId, thingId } }));
      self.ofProfile = { thingId, links };
    }),

    orderKinds: tracked(self, "ordering", function* (eventId: number, ids: number[]) {
      self.keep(eventId, yield* wait(env(self).api.call(orderKinds, { params: { eventId }, body: { ids } })));
      return true;
    }),
  }))
  .actions(linkJobs);

export interface RelationshipsStoreInstance extends Instance<typeof RelationshipsStore> {}
