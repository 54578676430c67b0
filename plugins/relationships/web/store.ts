// Kinds of relationships of the selected event, the links of one profile, and the import that is under way.
import { type Instance, types } from "mobx-state-tree";
import { getJobFile } from "#schemas/core.ts";
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { ListQuestion } from "#schemas/list.ts";
import {
  currentLocale,
  env,
  type GridAnswer,
  jobShown,
  learnIfStale,
  type Pick,
  tracked,
  tracking,
  Waiting,
  wait,
} from "#web";
import {
  countEnds,
  createKind,
  createLink,
  findEnds,
  getLastLinkRun,
  importLinks,
  type Kind,
  type KindChange,
  type KindDraft,
  type Link,
  type LinkImport,
  type LinkMatch,
  type LinkOf,
  type LinkRun,
  type LinkUndo,
  listKinds,
  listLinksOf,
  listMatchFields,
  type MatchDraft,
  matchLinks,
  orderKinds,
  orderLinksOf,
  queryLinks,
  queryUnlinked,
  removeKind,
  removeLink,
  removeLinks,
  saveKind,
  undoLinks,
} from "../contract.ts";

/** An own field by which profiles can be linked. */
export type MatchField = ReplyOf<typeof listMatchFields>[number];
type Mode = MatchDraft["mode"];

/** Links of a profile at an end of a kind, in an order. */
export interface LinkOrder {
  kind_id: number;
  end: "from" | "to";
  ids: readonly number[];
}

/** What a file or a matching said, or has done. */
export interface Ran<T> {
  job: number;
  result: T;
  isApplied: boolean;
}

/** What an undoing has taken away, and whether somebody stopped it before its end. */
export interface Undone extends LinkUndo {
  isStopped: boolean;
}

export const RelationshipsStore = types
  .compose(
    Waiting,
    types.model("Relationships", {
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
      matchFields: types.maybe(types.frozen<{ eventId: number; fields: readonly MatchField[] }>()),
      /** What can still be undone of the open kind; null where nothing can. */
      lastRun: types.maybe(types.frozen<{ kindId: number; run: LinkRun | null }>()),
    }),
  )
  .volatile(() => ({
    listing: tracking(),
    saving: tracking(),
    removing: tracking(),
    linking: tracking(),
    unlinking: tracking(),
    listingOf: tracking(),
    importing: tracking(),
    ordering: tracking(),
    undoing: tracking(),
    looking: tracking(),
    countingEnds: tracking(),
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
      if (self.eventId !== eventId) self.kinds = undefined;
      self.eventId = eventId;
    },
    put(kind: Kind) {
      const others = (self.kinds ?? []).filter((one) => one.id !== kind.id);
      self.kinds = [...others, kind].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name));
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
      self.matched = undefined;
      self.stopped = undefined;
      self.importing.problem = undefined;
      self.undoing.problem = undefined;
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

    countEnds: tracked(self, "countingEnds", function* (eventId: number) {
      const counts = yield* wait(env(self).api.call(countEnds, { params: { eventId } }));
      self.ends = { eventId, counts };
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

    /** Puts the links of a profile at an end of a kind in an order. */
    orderLinksOf: tracked(self, "ordering", function* (eventId: number, thingId: number, body: LinkOrder) {
      const params = { eventId, thingId };
      const links = yield* wait(env(self).api.call(orderLinksOf, { params, body: { ...body, ids: [...body.ids] } }));
      self.ofProfile = { thingId, links };
      return true;
    }),

    removeLink: tracked(self, "unlinking", function* (eventId: number, kindId: number, linkId: number) {
      yield* wait(env(self).api.call(removeLink, { params: { eventId, kindId, linkId } }));
      self.count(kindId, -1);
      return true;
    }),

    /** Takes some links away; answers how many were there. */
    removeLinks: tracked(self, "unlinking", function* (eventId: number, kindId: number, ids: number[]) {
      const params = { eventId, kindId };
      const { removed } = yield* wait(env(self).api.call(removeLinks, { params, body: { ids } }));
      self.count(kindId, -removed);
      return removed;
    }),

    listLinksOf: tracked(self, "listingOf", function* (eventId: number, thingId: number) {
      if (self.ofProfile?.thingId !== thingId) self.ofProfile = undefined;
      const links = yield* wait(env(self).api.call(listLinksOf, { params: { eventId, thingId } }));
      self.ofProfile = { thingId, links };
    }),

    orderKinds: tracked(self, "ordering", function* (eventId: number, ids: number[]) {
      self.kinds = yield* wait(env(self).api.call(orderKinds, { params: { eventId }, body: { ids } }));
      return true;
    }),
  }))
  .actions((self) => {
    /** The end of a job, which somebody may stop. */
    function* ended(id: number, failed: string) {
      const { state, result } = yield* jobShown(self, id, env(self).t(failed));
      return { result, isStopped: state === "cancelled" };
    }
    /** What a kind has after links were made or taken away together, however far that went. */
    function* counted(eventId: number, kindId: number) {
      const { api } = env(self);
      self.kinds = yield* wait(api.call(listKinds, { params: { eventId } }));
      const run = yield* wait(api.call(getLastLinkRun, { params: { eventId, kindId } }));
      self.lastRun = { kindId, run };
    }

    return {
      listMatchFields: tracked(self, "looking", function* (eventId: number) {
        const fields = yield* wait(env(self).api.call(listMatchFields, { params: { eventId } }));
        self.matchFields = { eventId, fields };
      }),

      getLastRun: tracked(self, "looking", function* (eventId: number, kindId: number) {
        const run = yield* wait(env(self).api.call(getLastLinkRun, { params: { eventId, kindId } }));
        self.lastRun = { kindId, run };
      }),

      /** Sends a file of pairs and waits for its job; answers true when it is done. */
      importLinks: tracked(self, "importing", function* (eventId: number, kindId: number, file: File, mode: Mode) {
        self.forgetImport();
        const query = { mode, locale: currentLocale() };
        const input = { params: { eventId, kindId }, query, raw: file, rawType: "text/csv" };
        const { job } = yield* wait(env(self).api.call(importLinks, input));
        const done = yield* ended(job.id, "relationships:import.failed");
        if (done.isStopped) self.stopped = mode;
        else self.imported = { job: job.id, result: done.result as LinkImport, isApplied: mode === "apply" };
        if (mode === "apply") yield* counted(eventId, kindId);
        return !done.isStopped;
      }),

      /** Compares two fields and waits for the job; answers true when it is done. */
      matchLinks: tracked(
        self,
        "importing",
        function* (eventId: number, kindId: number, { mode, from, to }: Omit<MatchDraft, "locale">) {
          self.forgetImport();
          const body = { mode, from, to, locale: currentLocale() };
          const { job } = yield* wait(env(self).api.call(matchLinks, { params: { eventId, kindId }, body }));
          const done = yield* ended(job.id, "relationships:match.failed");
          if (done.isStopped) self.stopped = mode;
          else self.matched = { job: job.id, result: done.result as LinkMatch, isApplied: mode === "apply" };
          if (mode === "apply") yield* counted(eventId, kindId);
          return !done.isStopped;
        },
      ),

      /** Takes away what a file or a matching has made, or what is left of it. */
      undoLinks: tracked(self, "undoing", function* (eventId: number, kindId: number, jobId: number) {
        const { job } = yield* wait(env(self).api.call(undoLinks, { params: { eventId, kindId, jobId } }));
        const { result, isStopped } = yield* ended(job.id, "common:undoFailed");
        yield* counted(eventId, kindId);
        const undone: Undone = { removed: (result as LinkUndo | undefined)?.removed ?? 0, isStopped };
        return undone;
      }),

      /** The lines or profiles that were left out, as a file. */
      leftOut: tracked(self, "bringing", function* (jobId: number) {
        return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),
    };
  });

export interface RelationshipsStoreInstance extends Instance<typeof RelationshipsStore> {}
