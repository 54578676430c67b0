// Fields that several events of the app share, and how those of single events become such.

import { types } from "mobx-state-tree";
import { getJobFile, type Job } from "#schemas/core.ts";
import {
  type Differing,
  listDiffering,
  type SettleDraft,
  type Settled,
  settleDiffering,
  startDifferingFile,
  undoSettling,
} from "#schemas/fieldDiffering.ts";
import {
  listPromotable,
  type Promotable,
  type Promotion,
  type PromotionDraft,
  promoteFields,
  undoPromotion,
} from "#schemas/fieldPromotion.ts";
import {
  currentLocale,
  env,
  fieldsStore,
  forgetIfGone,
  howFar,
  jobEnd,
  mustBeDone,
  tracked,
  tracking,
  wait,
} from "#web";

const Shared = fieldsStore("MultiEventFields", () => import("./calls.ts"));

type Started = Promise<{ job: { id: number } }>;

export const MultiEventFieldsStore = types
  .compose(
    "MultiEventFields",
    Shared,
    types.model({
      promotable: types.maybe(types.frozen<readonly Promotable[]>()),
      differing: types.maybe(types.frozen<Differing>()),
    }),
  )
  .volatile(() => ({
    offering: tracking(),
    promoting: tracking(),
    comparing: tracking(),
    settling: tracking(),
    bringing: tracking(),
  }))
  .actions((self) => ({
    offer(promotable: readonly Promotable[] | undefined) {
      self.promotable = promotable;
    },
    keepDiffering(differing: Differing | undefined) {
      self.differing = differing;
    },
  }))
  .actions((self) => ({
    listPromotable: tracked(self, "offering", function* () {
      self.offer(undefined);
      self.offer(yield* wait(env(self).api.call(listPromotable)));
    }),
  }))
  .actions((self) => {
    /** With `isKept` what was done before somebody stopped it stays and is told; `acts` where the last act is another one then. */
    function* ended<Result>(start: Started, { stops = false, isKept = false, acts = true } = {}) {
      const { api, t } = env(self);
      const { id } = (yield* wait(start)).job;
      try {
        const look = (job: Job) => {
          if (job.state === "queued" || job.state === "running") self.run(0, { ...howFar(job), id, stops });
        };
        const lost = (isLost: boolean) => self.run(0, { progress: 0, stops, ...self.running[0], id, isLost });
        const end = yield* jobEnd(api, id, { look, lost });
        const isStopped = end.state === "cancelled";
        const job =
          isStopped && isKept && end.result
            ? end
            : mustBeDone(end, t(isStopped ? "common:fields.stopped" : "common:toast.failed"));
        return { jobId: id, result: job.result as Result, isStopped };
      } finally {
        self.run(0, undefined);
        if (acts) void self.findLast(0);
      }
    }
    return {
      /** A dry run tells what it would do; afterwards the list has the new field. */
      promote: tracked(self, "promoting", function* (body: PromotionDraft) {
        const start = env(self).api.call(promoteFields, { body: { ...body, locale: currentLocale() } });
        // One of the fields has been removed: which are left is learnt, and the attempt can be made with them.
        const known = forgetIfGone(start, () => void self.listPromotable());
        const done = yield* ended<Promotion>(known, { stops: true, acts: body.mode === "apply" });
        if (body.mode === "apply") void self.list(0);
        return done;
      }),

      /** Whose answers to a field differ between events. */
      listDiffering: tracked(self, "comparing", function* (fieldId: number) {
        self.keepDiffering(undefined);
        self.keepDiffering(yield* wait(env(self).api.call(listDiffering, { params: { fieldId } })));
      }),

      /** All of them as a file. */
      differingFile: tracked(self, "bringing", function* (fieldId: number) {
        const { api } = env(self);
        const start = api.call(startDifferingFile, { params: { fieldId }, body: { locale: currentLocale() } });
        const { jobId } = yield* ended<{ rows: number }>(start, { stops: true, acts: false });
        return (yield* wait(api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),

      /** The same of an attempt that told no more than the first. */
      triedFile: tracked(self, "bringing", function* (jobId: number) {
        return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),

      settle: tracked(self, "settling", function* (fieldId: number, body: SettleDraft) {
        const start = env(self).api.call(settleDiffering, { params: { fieldId }, body });
        return yield* ended<Settled>(start, { stops: true, isKept: true });
      }),

      undoSettling: tracked(self, "settling", function* (fieldId: number, jobId: number) {
        const start = env(self).api.call(undoSettling, { params: { fieldId, jobId } });
        return yield* ended<Settled>(start, { stops: true, isKept: true });
      }),

      undoPromotion: tracked(self, "promoting", function* (jobId: number) {
        const done = yield* ended<Promotion>(env(self).api.call(undoPromotion, { params: { jobId } }), { stops: true });
        void self.list(0);
        return done;
      }),
    };
  });
