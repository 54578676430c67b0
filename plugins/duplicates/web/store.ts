// Suspected pairs of the selected event, the one that is open, and the merges that can still be undone.
import { type Instance, types } from "mobx-state-tree";
import type { ReplyOf } from "#schemas/endpoint.ts";
import { listFields } from "#schemas/fieldList.ts";
import type { Field } from "#schemas/fields.ts";
import type { ListFilter, ListQuestion, ListSelection } from "#schemas/list.ts";
import {
  ApiProblem,
  env,
  type GridAnswer,
  jobShown,
  loadTexts,
  tracked,
  trackedOf,
  tracking,
  trackings,
  Waiting,
  wait,
} from "#web";
import {
  type Comparison,
  compareThings,
  dismissDuplicate,
  dismissDuplicates,
  type Going,
  getDuplicate,
  getDuplicates,
  listMerges,
  type Merge,
  type MergeDraft,
  type MergedPair,
  type MergePreview,
  mergeThings,
  type Pair,
  previewUnmerge,
  queryDuplicates,
  queryMerges,
  searchDuplicates,
  undoMerge,
} from "../contract.ts";

export type PairState = Pair["state"];
/** What the screen shows: suspected pairs, or those that have been merged. */
export type QueueState = PairState | "merged";

/** Which pairs the queue shows; category 1, 2, 3, or 0 for all. */
interface Shown {
  state: PairState;
  category: number;
}

/** The filter that takes the pairs of one category. */
export function ofCategory(category: number): ListFilter[] {
  return category === 0 ? [] : [{ field: "category", op: "eq", value: category }];
}

type Counts = ReplyOf<typeof getDuplicates>;

interface Settled {
  ids: readonly number[];
  dismissed: boolean;
}

const OVER = new Set(["duplicates.too_late", "duplicates.overtaken", "duplicates.erased", "duplicates.kept_gone"]);

/** Which two are beside each other: a pair of the queue, or two chosen profiles. */
export type Two = { pairId: number } | { one: number; other: number };

/** Whether what is open is about these two. */
export function isOpen(opened: Comparison | undefined, two: Two): opened is Comparison {
  if ("pairId" in two) return opened?.pair?.id === two.pairId;
  return opened?.one.id === two.one && opened.other.id === two.other;
}

/** Brings the words of the areas in which they tell of profiles. */
async function areaTexts(told: readonly { label: string }[]): Promise<void> {
  const areas = new Set(told.map(({ label }) => label.split(":")[0] as string));
  await Promise.all([...areas].map(loadTexts));
}

/** Counting is the heaviest question of the area. */
const LOOK_MS = 15_000;
/** Under this name the tab remembers which merges are told no more. */
const CLOSED = "duplicates.closed";

/** Ends when the time is over, or earlier where nobody waits any more. */
function lookTime(left?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (left?.aborted) return done();
    const end = () => {
      clearTimeout(timer);
      left?.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, LOOK_MS);
    left?.addEventListener("abort", end);
  });
}

/**
 * Waits for the end of a search; answers whether it has come to it. That of somebody else is followed by the numbers, which tell of
 * it, as long as somebody looks at the queue; after that nothing is answered.
 */
function* wholeSearch(
  self: Parameters<typeof jobShown>[0] & { count(eventId: number): Promise<Counts> },
  eventId: number,
  { id, is_open, ...job }: Going,
  left?: AbortSignal,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, boolean | undefined, any> {
  if (is_open) return (yield* jobShown(self, id, env(self).t("duplicates:search.failed"))).state === "done";
  const show = ({ state, progress }: Pick<Going, "state" | "progress">) =>
    self.run({ id, progress, waits: state === "queued", stops: false });
  show(job);
  try {
    for (;;) {
      yield* wait(lookTime(left));
      if (left?.aborted) return undefined;
      const { searching, unfinished } = yield* wait(self.count(eventId));
      if (searching?.id !== id) return !unfinished;
      show(searching);
    }
  } finally {
    if (self.running?.id === id) self.run(undefined);
  }
}

/** Without its words what was done is told by their keys. */
const unsaid = () => undefined;

export const DuplicatesStore = types
  .compose(
    Waiting,
    types.model("Duplicates", {
      eventId: types.maybe(types.integer),
      /** Of which category the pairs are that are counted: 1, 2, 3, or 0 for all. */
      category: 0,
      counts: types.maybe(types.frozen<Counts>()),
      /** Which event was searched last from here. */
      searched: types.maybe(types.integer),
      /** Two beside each other: a suspected pair, or two that somebody has chosen. */
      opened: types.maybe(types.frozen<Comparison>()),
      /** The event's own fields, by which answers are read. */
      fields: types.optional(types.frozen<readonly Field[]>(), []),
      /** What was said last of many pairs at once, to be taken back. */
      settled: types.maybe(types.frozen<Settled>()),
      /** This person's merges that can be undone, the newest first. */
      merges: types.optional(types.frozen<readonly Merge[]>(), []),
      /** Of which event it is known which those are, or that nobody can say. */
      recalled: types.maybe(types.integer),
      /** Nothing is told of this one and of earlier ones any more: somebody has closed it. */
      closed: 0,
      /** What could not come back with the last undo of a merge. */
      lost: types.optional(types.frozen<Merge["left"]>(), []),
      /** What undoing the open merge would bring back. */
      preview: types.maybe(types.frozen<MergePreview>()),
    }),
  )
  .volatile(() => ({
    counting: tracking(),
    searching: tracking(),
    opening: tracking(),
    /** By the pair: one is settled while another waits for its answer. */
    dismissing: trackings(),
    dismissingMany: tracking(),
    merging: tracking(),
    undoing: tracking(),
    recalling: tracking(),
    previewing: tracking(),
  }))
  .views((self) => ({
    /** Whether the event that is shown is being searched from here. */
    get isSearching(): boolean {
      return self.searching.busy && self.searched === self.eventId;
    },
    /** Whether a search of it has not come to its end that nobody waits for here. */
    get isUnfinished(): boolean {
      return self.counts?.unfinished === true && !this.isSearching && !self.counts.searching;
    },
    /** The latest merge that can be undone and is told above the queue. */
    get told(): Merge | undefined {
      const at = env(self).now().toISOString();
      return self.merges.find(({ id, until }) => until > at && id > self.closed);
    },
    /** Whether the person may merge. The server asks again. */
    get canMerge(): boolean {
      return env(self).session.isAllowed(mergeThings.access as { accessRole: number }) === true;
    },
  }))
  .actions((self) => ({
    queryDuplicates(
      { state, category }: Shown,
      question: ListQuestion,
      signal: AbortSignal,
    ): Promise<GridAnswer<Pair>> {
      const params = { eventId: self.eventId ?? 0 };
      const body = { ...question, filter: [...(question.filter ?? []), ...ofCategory(category)] };
      return env(self).api.call(queryDuplicates, { params, query: { state }, body, signal });
    },
    queryMerges(question: ListQuestion, signal: AbortSignal): Promise<GridAnswer<MergedPair>> {
      return env(self).api.call(queryMerges, { params: { eventId: self.eventId ?? 0 }, body: question, signal });
    },
    open(eventId: number) {
      if (self.eventId === eventId) return;
      Object.assign(self, {
        eventId,
        counts: undefined,
        opened: undefined,
        fields: [],
        merges: [],
        recalled: undefined,
        settled: undefined,
      });
      Object.assign(self, { preview: undefined, lost: [] });
    },
    narrow(category: number) {
      self.category = category;
    },
    count(eventId: number) {
      const query = self.category === 0 ? {} : { category: self.category };
      return env(self).api.call(getDuplicates, { params: { eventId }, query });
    },
    /** Another event may be shown by the time that they come. */
    putCounts(eventId: number, counts: Counts) {
      if (self.eventId === eventId) self.counts = counts;
    },
    search(eventId: number) {
      self.searched = eventId;
    },
    /** What was refused is told of the pair that was open, and as long as it is looked at as it was. */
    forgetRefusals() {
      self.merging.problem = undefined;
    },
    settle(settled: Settled | undefined) {
      self.settled = settled;
    },
    put(opened: Comparison | undefined) {
      self.opened = opened;
    },
    noteMerge(merge: Merge) {
      self.merges = [merge, ...self.merges];
    },
    forgetMerge(id: number) {
      self.merges = self.merges.filter((one) => one.id !== id);
    },
    putLost(lost: Merge["left"]) {
      self.lost = lost;
    },
    putPreview(preview: MergePreview | undefined) {
      self.preview = preview;
    },
    putMerges(merges: readonly Merge[]) {
      self.merges = merges;
    },
    /** Another event may be shown by the time that it is known. */
    recall(eventId: number) {
      if (self.eventId !== eventId) return;
      self.recalled = eventId;
      self.closed = Number(env(self).tab.read(CLOSED) ?? 0);
    },
    /** What is told of a merge is closed for good; what it did stays to be undone in the list. */
    close(id: number) {
      self.closed = id;
      env(self).tab.write(CLOSED, id);
    },
  }))
  .actions((self) => ({
    /** Counts again after something was done, which stays done where that fails. */
    recount: tracked(self, "counting", function* (eventId: number) {
      const { category } = self;
      const counts = yield* wait(self.count(eventId));
      if (self.category === category) self.putCounts(eventId, counts);
    }),
  }))
  .actions((self) => ({
    getDuplicates: tracked(self, "counting", function* (eventId: number, category: number) {
      self.open(eventId);
      self.narrow(category);
      const counts = yield* wait(self.count(eventId));
      if (self.category === category) self.putCounts(eventId, counts);
    }),

    /**
     * Waits for a search that goes on, or has one begin, and counts again; answers how many pairs of the whole event are open
     * when it has come to its end. `left` ends the waiting for one that somebody else has begun.
     */
    searchDuplicates: tracked(self, "searching", function* (eventId: number, going?: Going, left?: AbortSignal) {
      const { api } = env(self);
      self.search(eventId);
      const job = going ?? (yield* wait(api.call(searchDuplicates, { params: { eventId } }))).job;
      const isWhole = yield* wholeSearch(self, eventId, job, left);
      if (isWhole === undefined) return undefined;
      const all = yield* wait(api.call(getDuplicates, { params: { eventId }, query: {} }));
      self.putCounts(eventId, self.category === 0 ? all : yield* wait(self.count(eventId)));
      return isWhole ? all.open : undefined;
    }),

    /** Opens a suspected pair, or two whom somebody has chosen. */
    openTwo: tracked(self, "opening", function* (eventId: number, two: Two) {
      const { api } = env(self);
      self.forgetRefusals();
      if (!isOpen(self.opened, two)) self.put(undefined);
      const asked =
        "pairId" in two
          ? api
              .call(getDuplicate, { params: { eventId, pairId: two.pairId } })
              .then(({ id, reasons, state, ...both }): Comparison => ({ pair: { id, reasons, state }, ...both }))
          : api.call(compareThings, { params: { eventId }, query: two });
      const [opened, fields] = yield* wait(Promise.all([asked, api.call(listFields, { params: { eventId } })]));
      // What hangs on the two is said in the words of its areas.
      yield* wait(areaTexts([...opened.attached, ...opened.notes.one, ...opened.notes.other]));
      self.fields = fields;
      self.put(opened);
    }),

    dismissDuplicate: trackedOf(
      self,
      "dismissing",
      ([_, pairId]) => pairId,
      function* (eventId: number, pairId: number, dismissed: boolean) {
        const { api } = env(self);
        yield* wait(api.call(dismissDuplicate, { params: { eventId, pairId }, body: { dismissed } }));
        void self.recount(eventId);
        return true;
      },
    ),

    /** Answers how many pairs it was said of; what it was said of can be taken back. */
    dismissDuplicates: tracked(
      self,
      "dismissingMany",
      function* (eventId: number, selection: ListSelection, dismissed: boolean) {
        const { api } = env(self);
        const body = { selection, dismissed };
        const { ids } = yield* wait(api.call(dismissDuplicates, { params: { eventId }, body }));
        self.settle(ids.length > 0 ? { ids, dismissed } : undefined);
        yield* wait(self.recount(eventId));
        return ids.length;
      },
    ),

    mergeThings: tracked(self, "merging", function* (eventId: number, body: MergeDraft) {
      const { api } = env(self);
      const merge = yield* wait(api.call(mergeThings, { params: { eventId }, body }));
      yield* wait(areaTexts([...merge.moved, ...merge.left]).catch(unsaid));
      self.noteMerge(merge);
      void self.recount(eventId);
      return merge;
    }),

    previewUnmerge: tracked(self, "previewing", function* (eventId: number, mergeId: number) {
      const { api } = env(self);
      self.putPreview(undefined);
      const both = [
        api.call(previewUnmerge, { params: { eventId, mergeId } }),
        api.call(listFields, { params: { eventId } }),
      ] as const;
      const [preview, fields] = yield* wait(Promise.all(both));
      yield* wait(areaTexts([...preview.attached, ...preview.left]));
      self.fields = fields;
      self.putPreview(preview);
    }),

    undoMerge: tracked(self, "undoing", function* (eventId: number, mergeId: number) {
      const { api } = env(self);
      const { left } = yield* wait(
        api.call(undoMerge, { params: { eventId, mergeId } }).catch((error) => {
          // Somebody undid it elsewhere, or changed the profile: it is not offered any longer.
          if (error instanceof ApiProblem && OVER.has(error.code)) self.forgetMerge(mergeId);
          throw error;
        }),
      );
      yield* wait(areaTexts(left).catch(unsaid));
      self.putLost(left);
      self.forgetMerge(mergeId);
      yield* wait(self.recount(eventId));
      return left;
    }),

    /** Finds again what can be undone, which a reload forgets. */
    listMerges: tracked(self, "recalling", function* (eventId: number) {
      try {
        const merges = yield* wait(env(self).api.call(listMerges, { params: { eventId } }));
        yield* wait(areaTexts(merges.flatMap(({ moved, left }) => [...moved, ...left])));
        if (self.eventId === eventId) self.putMerges(merges);
      } finally {
        self.recall(eventId);
      }
    }),
  }));

export interface DuplicatesStoreInstance extends Instance<typeof DuplicatesStore> {}
