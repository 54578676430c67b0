// An act on many profiles: tried first, then done, each a job that is watched until it has ended; and its undoing.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, getJobFile, type Job } from "#schemas/core.ts";
import { env, jobEnd, mustBeDone, tracked, tracking, wait } from "#web";
import { type BulkAct, UNDO_MINUTES } from "../../contract/acts.ts";
import type { ThingImportResult } from "../../contract/import.ts";
import { getLastThingBulk, type LastBulk } from "../../contract/lastBulk.ts";
import {
  type BulkResult,
  listThingSets,
  type Selection,
  startThingBulk,
  undoThingBulk,
} from "../../contract/things.ts";
import { lossTexts } from "../losses.ts";

const MINUTE_MS = 60_000;

/** A set into which profiles are put by hand. */
export interface Group {
  id: number;
  name: string;
}

/** What an act did, or would do. */
export interface Outcome {
  jobId: number;
  act: BulkAct;
  result: BulkResult;
  /** It was called off on the way. */
  isCut: boolean;
}

/** An act that can be undone until a time. */
export interface Undoable extends Pick<Outcome, "jobId" | "result" | "isCut"> {
  act: Pick<LastBulk, "do" | "act">;
  eventId: number;
  until: number;
  /** Its undoing was stopped: the rest can be undone. */
  isPartlyBack?: boolean;
}

/** What an undoing has put back. */
export interface Undone {
  result: BulkResult;
  isCut: boolean;
}

export const BulkStore = types
  .model("ThingBulk", {
    /** The job that is under way. It outlives a connection that breaks: it is watched on, not started again. */
    job: types.maybe(types.frozen<Pick<Job, "id" | "progress">>()),
    preview: types.maybe(types.frozen<Outcome>()),
    done: types.maybe(types.frozen<Outcome>()),
    /** The last act that can be undone, and of which event. */
    last: types.maybe(types.frozen<Undoable>()),
    groups: types.maybe(types.frozen<readonly Group[]>()),
  })
  .volatile(() => ({
    /** The server cannot be asked how far the job is. */
    isLost: false,
    /** What the job under way was started for. */
    order: "",
    /** How often what was found out has been forgotten: what comes later of an earlier round is for nobody. */
    round: 0,
    running: tracking(),
    stopping: tracking(),
    undoing: tracking(),
    listing: tracking(),
    finding: tracking(),
  }))
  .views((self) => ({
    /** Whole minutes for which the last act of an event can be undone; 0 when it cannot. */
    minutesLeft(eventId: number): number {
      const { last } = self;
      if (last?.eventId !== eventId || last.result.changed === 0) return 0;
      return Math.max(0, Math.min(UNDO_MINUTES, Math.ceil((last.until - env(self).now().getTime()) / MINUTE_MS)));
    },
  }))
  .actions((self) => ({
    set(change: Partial<Pick<BulkStoreInstance, "job" | "preview" | "done" | "last" | "groups">>) {
      Object.assign(self, change);
    },
    lose(isLost: boolean) {
      self.isLost = isLost;
    },
    begin(order: string, id: number) {
      self.order = order;
      self.job = { id, progress: 0 };
    },
    /** How far a job is; not where another one is under way by now. */
    follow(order: string, job: Pick<Job, "id" | "progress">) {
      if (self.order === order || !self.job) Object.assign(self, { order, job });
    },
    end(order: string) {
      if (self.order !== order) return;
      self.order = "";
      self.job = undefined;
    },
    /** Back to the choice: it may be another one now. */
    reconsider() {
      self.preview = undefined;
      self.running.problem = undefined;
    },
    reset() {
      Object.assign(self, { preview: undefined, done: undefined, round: self.round + 1 });
      self.running.problem = undefined;
      self.stopping.problem = undefined;
      self.undoing.problem = undefined;
    },
    forget() {
      self.last = undefined;
    },
    /** The rest of the last act can be undone, and for as long as that of one that has just been done. */
    prolong() {
      if (!self.last) return;
      self.last = { ...self.last, isPartlyBack: true, until: env(self).now().getTime() + UNDO_MINUTES * MINUTE_MS };
    },
  }))
  .actions((self) => {
    function* watched(order: string, start: () => Promise<{ job: { id: number } }>, refused?: () => void) {
      const { api, t } = env(self);
      if (!self.job || self.order !== order) self.begin(order, (yield* wait(start())).job.id);
      const { id = 0 } = self.job ?? {};
      const job = yield* jobEnd(api, id, {
        look: ({ progress }) => self.follow(order, { id, progress }),
        lost: self.lose,
      });
      self.end(order);
      if (job.state === "failed") refused?.();
      return job.state === "cancelled" ? job : mustBeDone(job, t("event-data:bulk.failed"));
    }

    return {
      run: tracked(
        self,
        "running",
        function* (eventId: number, selection: Selection, act: BulkAct, mode: "dry-run" | "apply") {
          // Whoever has been told what an act would do means those and no others.
          const seen = mode === "apply" && self.preview ? { seen: seenIn(self.preview.result) } : {};
          const body = { selection, act, mode, ...seen, locale: env(self).locale() };
          const order = JSON.stringify([eventId, body]);
          const { round } = self;
          const isHere = () => self.round === round;
          // What was told before no longer holds where the act is refused: it is looked at again.
          const refused = () => isHere() && self.set({ preview: undefined });
          const start = () => env(self).api.call(startThingBulk, { params: { eventId }, body });
          const job = yield* watched(order, start, refused);
          const isCut = job.state === "cancelled";
          yield* wait(lossTexts((job.result as BulkResult | undefined)?.losses));
          const outcome = { jobId: job.id, act, isCut, result: (job.result as BulkResult | undefined) ?? NOTHING };
          if (mode === "dry-run") {
            if (isCut) return undefined;
            if (isHere()) self.set({ preview: outcome });
          } else {
            const until = outcome.result.until ? Date.parse(outcome.result.until) : 0;
            if (isHere()) self.set({ done: outcome });
            if (until) self.set({ last: { ...outcome, eventId, until } });
          }
          return outcome;
        },
      ),

      undo: tracked(self, "undoing", function* (eventId: number, jobId: number) {
        const { api, locale } = env(self);
        const params = { eventId, jobId };
        const query = { locale: locale() };
        const job = yield* watched(`undo ${jobId}`, () => api.call(undoThingBulk, { params, query }));
        const isCut = job.state === "cancelled";
        const result = (job.result as BulkResult | undefined) ?? NOTHING;
        yield* wait(lossTexts(result.losses));
        if (isCut) self.prolong();
        // What could not be put back at all can be tried again.
        else if (result.changed > 0 || result.skipped === 0) self.forget();
        const undone: Undone = { result, isCut };
        return undone;
      }),

      /** Finds again the act that can be undone, which a reload forgets. One that is under way is waited for; then the answer is true. */
      findLast: tracked(self, "finding", function* (eventId: number) {
        const { api } = env(self);
        const before = self.last;
        const found = yield* wait(api.call(getLastThingBulk, { params: { eventId } }));
        const job = found ? yield* jobEnd(api, found.job.id) : undefined;
        // What was done or undone meanwhile is newer.
        if (self.last !== before) return false;
        if (!found || !job) {
          // What is being undone cannot be undone any more: it stays until that has ended.
          if (before?.eventId === eventId && !self.undoing.busy) self.forget();
          return false;
        }
        const hasGoneOn = found.job.state === "queued" || found.job.state === "running";
        const result =
          found.do === "import" ? ofImport(job.result) : ((job.result as BulkResult | undefined) ?? NOTHING);
        const { isPartlyBack } = found;
        const late = new Date(env(self).now().getTime() + UNDO_MINUTES * MINUTE_MS).toISOString();
        const until = Date.parse(isPartlyBack ? found.until : (result.until ?? (hasGoneOn ? late : found.until)));
        const act = { do: found.do, ...(found.act === undefined ? {} : { act: found.act }) };
        self.set({ last: { jobId: job.id, act, isCut: job.state !== "done", result, eventId, until, isPartlyBack } });
        return hasGoneOn;
      }),

      listGroups: tracked(self, "listing", function* (eventId: number) {
        const sets = yield* wait(env(self).api.call(listThingSets, { params: { eventId } }));
        self.set({ groups: sets.filter(({ byHand }) => byHand).map(({ id, name }) => ({ id, name })) });
      }),

      /** The profiles that were left out, as a file. */
      leftOut(jobId: number): Promise<Blob> {
        return env(self).api.call(getJobFile, { params: { jobId } }) as Promise<Blob>;
      },

      cancel: tracked(self, "stopping", function* () {
        const { job } = self;
        if (job) yield* wait(env(self).api.call(cancelJob, { params: { jobId: job.id } }));
      }),
    };
  });

/** How many a preview has told of. */
const seenIn = ({ changed, unchanged, skipped, groups = 0 }: BulkResult) => changed + unchanged + skipped + groups;

/** An import counts otherwise than acts on many do. */
function ofImport(result: unknown): BulkResult {
  const { created = 0, updated = 0, unchanged = 0, skipped = 0 } = (result ?? {}) as Partial<ThingImportResult>;
  return { ...NOTHING, changed: created + updated, unchanged, skipped };
}

const NOTHING: BulkResult = { changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };

export interface BulkStoreInstance extends Instance<typeof BulkStore> {}
