// Links that are made together by a file or a matching, and taken away again: jobs of the server, which a reload finds again.
import { currentLocale, env, type JobsStore, jobShown, keptJobs, type Tracking, tracked, wait } from "#web";
import {
  getLastLinkRun,
  importLinks,
  type Kind,
  type LinkImport,
  type LinkMatch,
  type LinkRun,
  type LinkUndo,
  listKinds,
  listMatchFields,
  type MatchDraft,
  matchLinks,
  undoLinks,
} from "../contract.ts";
import type { Ran, Undone } from "./ran.ts";
import type { MatchField } from "./store.ts";

type Mode = MatchDraft["mode"];

/** What makes links or takes them away again. */
export interface Going {
  id: number;
  kindId: number;
  does: "import" | "match" | "undo";
}

interface Store extends JobsStore {
  imported: Ran<LinkImport> | undefined;
  matched: Ran<LinkMatch> | undefined;
  stopped: Mode | undefined;
  matchFields: { eventId: number; fields: readonly MatchField[] } | undefined;
  lastRun: { kindId: number; run: LinkRun | null } | undefined;
  looking: Tracking;
  listingFields: Tracking;
  keep(eventId: number, kinds: readonly Kind[]): void;
  learned<Answer>(eventId: number, kindId: number, call: Promise<Answer>): Promise<Answer>;
}

const FAILED = {
  import: "relationships:import.failed",
  match: "relationships:match.failed",
  undo: "common:undoFailed",
} as const;

export function linkJobs(self: Store) {
  /** What a kind has after links were made or taken away together, however far that went. Where that is not told, the act was done still. */
  function* learn(eventId: number, kindId: number) {
    const { api } = env(self);
    const kinds = yield* wait(api.call(listKinds, { params: { eventId } }).catch(() => undefined));
    if (kinds) self.keep(eventId, kinds);
    const run = yield* wait(api.call(getLastLinkRun, { params: { eventId, kindId } }).catch(() => undefined));
    if (run !== undefined) self.lastRun = { kindId, run };
  }
  const { ended, sent, acts } = keptJobs<Going>(self, {
    area: "relationships",
    ofOne: ({ kindId }) => kindId,
    failed: ({ does }) => FAILED[does],
    learn,
  });
  /** Waits for a file or a matching; true where nobody has stopped it. */
  function* made(eventId: number, going: Going, mode: Mode) {
    const { id, kindId, does } = going;
    const { state, result } = yield* mode === "apply"
      ? ended(eventId, going)
      : jobShown(self, id, env(self).t(FAILED[does]));
    const ran = { kindId, job: id, isApplied: mode === "apply" };
    if (state === "cancelled") self.stopped = mode;
    else if (does === "match") self.matched = { ...ran, result: result as LinkMatch };
    else self.imported = { ...ran, result: result as LinkImport };
    return state !== "cancelled";
  }
  function* undone(eventId: number, going: Going) {
    const { state, result } = yield* ended(eventId, going);
    const what: Undone = { removed: (result as LinkUndo | undefined)?.removed ?? 0, isStopped: state === "cancelled" };
    return what;
  }

  return {
    ...acts,

    listMatchFields: tracked(self, "listingFields", function* (eventId: number) {
      const fields = yield* wait(env(self).api.call(listMatchFields, { params: { eventId } }));
      self.matchFields = { eventId, fields };
    }),

    getLastRun: tracked(self, "looking", function* (eventId: number, kindId: number) {
      const run = yield* wait(env(self).api.call(getLastLinkRun, { params: { eventId, kindId } }));
      self.lastRun = { kindId, run };
    }),

    /** Sends a file of pairs and waits for its job; answers true when it is done. */
    importLinks: tracked(self, "importing", function* (eventId: number, kindId: number, file: File, mode: Mode) {
      const query = { mode, locale: currentLocale() };
      const input = { params: { eventId, kindId }, query, raw: file, rawType: "text/csv" };
      const id = yield* sent(kindId, (way) =>
        self.learned(eventId, kindId, env(self).api.call(importLinks, { ...input, ...way })),
      );
      // Nothing has come of it, whatever it was to do.
      if (id === undefined) self.stopped = "dry-run";
      return id !== undefined && (yield* made(eventId, { id, kindId, does: "import" }, mode));
    }),

    /** Compares two fields and waits for the job; answers true when it is done. */
    matchLinks: tracked(
      self,
      "importing",
      function* (eventId: number, kindId: number, { mode, from, to }: Omit<MatchDraft, "locale">) {
        self.forgetImport();
        self.busyWith = kindId;
        const body = { mode, from, to, locale: currentLocale() };
        const call = env(self).api.call(matchLinks, { params: { eventId, kindId }, body });
        const { job } = yield* wait(self.learned(eventId, kindId, call));
        return yield* made(eventId, { id: job.id, kindId, does: "match" }, mode);
      },
    ),

    /** Takes away what a file or a matching has made, or what is left of it. */
    undoLinks: tracked(self, "undoing", function* (eventId: number, kindId: number, jobId: number) {
      self.busyWith = kindId;
      const call = env(self).api.call(undoLinks, { params: { eventId, kindId, jobId } });
      const { job } = yield* wait(self.learned(eventId, kindId, call));
      return yield* undone(eventId, { id: job.id, kindId, does: "undo" });
    }),

    awaitMade: tracked(self, "importing", function* (eventId: number, going: Going) {
      self.forgetImport();
      return yield* made(eventId, going, "apply");
    }),
    awaitUndo: tracked(self, "undoing", function* (eventId: number, going: Going) {
      return yield* undone(eventId, going);
    }),
  };
}
