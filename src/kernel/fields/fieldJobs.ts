// What is done to the answers of fields by jobs: an option taken out, the kind changed, a field deleted; and the undoing.
import type { IAnyStateTreeNode } from "mobx-state-tree";
import { cancelJob, type Job } from "#schemas/core.ts";
import type { LastFieldAct } from "#schemas/fieldActs.ts";
import type { FieldUse, OptionOrder, OptionResult } from "#schemas/fieldEndpoints.ts";
import type { KindOrder, KindResult } from "#schemas/fieldKind.ts";
import type { Promotion } from "#schemas/fieldPromotion.ts";
import type { FieldRemoval } from "#schemas/fieldRemoval.ts";
import { type Field, fieldName } from "#schemas/fields.ts";
import { ApiProblem } from "../api/problem.ts";
import { currentLocale } from "../i18n/setup.ts";
import { begunIn } from "../store/begun.ts";
import { env } from "../store/env.ts";
import { type HowFar, howFar, jobEnd, mustBeDone } from "../store/jobs.ts";
import { type Tracking, type Trackings, tracked, trackedOf, wait } from "../store/tracked.ts";
import type { FieldCalls, Started } from "./fieldCalls.ts";

/** A job on answers that takes longer than a moment. */
export interface RunningJob extends HowFar {
  /** It can be stopped: what it has done is put back then. */
  stops: boolean;
  /** The server cannot be asked at the moment. */
  isLost?: boolean;
}

/** By field, and by 0 of several at once. */
export type RunningJobs = Readonly<Record<number, RunningJob | undefined>>;

interface Ending {
  /** The text where the job tells none of its own. */
  failed?: string;
  /** The text where it was stopped. */
  halted?: string;
  stops?: boolean;
  /** What is waited for once it has been stopped. */
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  stopped?: () => Generator<Promise<unknown>, void, any>;
  /** The event whose last act is another one afterwards. */
  acts?: number | undefined;
  began?: (jobId: number) => void;
  /** Its end has been seen, or nobody knows of it any more. */
  over?: () => void;
}

/** Under this the tab keeps the removal of a field until its end has been seen, so that a reload finds it again. */
const REMOVING = "fields.removal";
export interface RemovalLeft {
  /** Its job. */
  id: number;
  appId: number | undefined;
  eventId: number;
  fieldId: number;
  name: string;
}

/** What is heard of a job, as it is shown of its field. */
export function shownOf(self: Pick<Fields, "running" | "run">, fieldId: number, id: number, stops: boolean) {
  return {
    look: (job: Job) => {
      if (job.state === "queued" || job.state === "running") self.run(fieldId, { ...howFar(job), id, stops });
    },
    lost: (isLost: boolean) => self.run(fieldId, { progress: 0, stops, ...self.running[fieldId], id, isLost }),
  };
}

/** An option as a field has it now, to be compared. */
const optionIn = ({ options }: Field, key: string) => JSON.stringify(options.find((one) => one.key === key));

/** What is asked about one field stands by it. */
export const OF_FIELD = ([, { id }]: [eventId: number, field: Pick<Field, "id">, ...unknown[]]) => id;

const LOOK_MS = 500;
const LOOKS = 20;

/** What an undoing has put back, what it left alone, and which fields ask nobody any more. */
type Undone = Pick<OptionResult, "changed" | "skipped"> & Pick<Promotion, "asksNobody">;

/** A field on which a job goes on that this page has not begun, and where it is a removal, how the field is called. */
export interface Followed {
  fieldId: number;
  name?: string;
}

/** The store whose fields they are. */
interface Fields extends IAnyStateTreeNode {
  fields: readonly Field[] | undefined;
  eventId: number | undefined;
  running: RunningJobs;
  replacing: Trackings;
  undoing: Tracking;
  stopping: Tracking;
  keep: (eventId: number, fields: readonly Field[]) => void;
  keepMade: (eventId: number, id: number, fields: readonly Field[]) => void;
  keepUse: (eventId: number, use: readonly FieldUse[] | undefined) => void;
  run: (id: number, job: RunningJob | undefined) => void;
  follow: (followed: Followed | undefined) => void;
  learned: <Answer>(eventId: number, id: number, call: Promise<Answer>) => Promise<Answer>;
  list: (eventId: number) => Promise<unknown>;
  countAnswers: (eventId: number) => Promise<unknown>;
  findLast: (eventId: number) => Promise<unknown>;
}

export function fieldJobs(self: Fields, calls: Required<FieldCalls>) {
  function* ended<Result = OptionResult>(
    { id: fieldId }: Pick<Field, "id">,
    start: Started,
    {
      failed = "common:fields.option.failed",
      halted = "common:fields.stopped",
      stops = false,
      stopped,
      acts,
      began,
      over,
    }: Ending = {},
  ) {
    const { api, t } = env(self);
    const { id } = (yield* wait(start)).job;
    began?.(id);
    try {
      const end = yield* jobEnd(api, id, shownOf(self, fieldId, id, stops));
      over?.();
      if (end.state === "cancelled" && stopped) yield* stopped();
      const job = mustBeDone(end, t(end.state === "cancelled" ? halted : failed));
      return { jobId: id, result: job.result as Result };
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 404) over?.();
      throw problem;
    } finally {
      self.run(fieldId, undefined);
      if (acts !== undefined) void self.findLast(acts);
    }
  }
  /** What was stopped comes back by a job of its own; `isBack` tells when its definition is there again. */
  function* putBack(eventId: number, { id }: Field, isBack: (field: Field) => boolean) {
    for (let left = LOOKS; left > 0; left -= 1) {
      const fields = yield* wait(calls.list(env(self).api, eventId));
      self.keepMade(eventId, id, fields);
      const now = fields.find((one) => one.id === id);
      if (now && isBack(now)) return;
      yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
    }
  }
  function* renewed(eventId: number, { id }: Pick<Field, "id">) {
    try {
      self.keepMade(eventId, id, yield* wait(calls.list(env(self).api, eventId)));
      self.keepUse(eventId, (yield* wait(calls.count(env(self).api, eventId))).keys);
    } catch {
      // What was done is done: that its list cannot be had is the list's to say.
      if (self.eventId !== eventId) return;
      void self.list(eventId);
      void self.countAnswers(eventId);
    }
  }
  /** Stopped, the field is of the new kind again. */
  function* kindBack(eventId: number, field: Field, jobId: number) {
    const start = calls.undoKind(env(self).api, eventId, field.id, jobId);
    const done = yield* ended<KindResult>(field, start, {
      failed: "common:fields.change.failed",
      halted: "common:fields.undoStopped",
      stops: true,
      stopped: () => putBack(eventId, field, ({ kind }) => kind === field.kind),
      acts: eventId,
    });
    yield* renewed(eventId, field);
    return done;
  }
  /** Stopped, the option is taken out again. */
  function* optionBack(eventId: number, field: Field, jobId: number) {
    const isOut = ({ options }: Field) => options.length === field.options.length;
    const done = yield* ended(field, calls.undoOption(env(self).api, eventId, field.id, jobId), {
      halted: "common:fields.undoStopped",
      stops: true,
      stopped: () => putBack(eventId, field, isOut),
      acts: eventId,
    });
    yield* renewed(eventId, field);
    return done;
  }
  /** A field of several events becomes those of each again, or each event has its own answers back. */
  function* sharedBack(eventId: number, field: Field, did: "promotion" | "settling", jobId: number) {
    const { api } = env(self);
    const isWhole = did === "promotion";
    const start = isWhole ? calls.undoPromotion(api, jobId) : calls.undoSettling(api, field.id, jobId);
    const done = yield* ended<Undone>(field, start, {
      failed: "common:undoFailed",
      halted: isWhole ? "common:fields.stopped" : "common:undoStopped",
      stops: true,
      acts: eventId,
    });
    yield* renewed(eventId, field);
    return done;
  }
  function* removed(eventId: number, field: Pick<Field, "id">, start: Started, began?: (jobId: number) => void) {
    const done = yield* ended<FieldRemoval>(field, start, {
      failed: "common:fields.removal.failed",
      stops: true,
      ...(began && { began }),
      over: () => begunIn<RemovalLeft>(env(self).tab, REMOVING).forget(),
    });
    yield* renewed(eventId, field);
    return done;
  }
  return {
    /** Takes an option out, its answers away or over to another; a dry run tells what that would change. */
    replaceOption: trackedOf(
      self,
      "replacing",
      OF_FIELD,
      function* (eventId: number, field: Field, option: string, into: string | undefined, mode: OptionOrder["mode"]) {
        const { id, rev } = field;
        const before = optionIn(field, option);
        const isBack = (now: Field) => optionIn(now, option) === before;
        const body = { rev, mode, ...(into === undefined ? {} : { into }) };
        const start = calls.replaceOption(env(self).api, eventId, id, option, body);
        const done = yield* ended(field, self.learned(eventId, id, start), {
          stops: true,
          ...(mode === "apply" && { stopped: () => putBack(eventId, field, isBack), acts: eventId }),
        });
        if (mode === "apply") yield* renewed(eventId, field);
        return done;
      },
    ),

    /** Makes it a field of another kind; a dry run tells what becomes of its answers. */
    changeKind: trackedOf(
      self,
      "replacing",
      OF_FIELD,
      function* (eventId: number, field: Field, order: Omit<KindOrder, "rev">) {
        const start = calls.changeKind(env(self).api, eventId, field.id, { ...order, rev: field.rev });
        const isApplied = order.mode === "apply";
        const done = yield* ended<KindResult>(field, self.learned(eventId, field.id, start), {
          failed: "common:fields.change.failed",
          stops: true,
          ...(isApplied && {
            stopped: () => putBack(eventId, field, ({ kind }) => kind === field.kind),
            acts: eventId,
          }),
        });
        if (isApplied) yield* renewed(eventId, field);
        return done;
      },
    ),

    undoKind: trackedOf(self, "replacing", OF_FIELD, kindBack),
    undoOption: trackedOf(self, "replacing", OF_FIELD, optionBack),

    /** Undoes the last act, whichever it was. */
    undoLast: tracked(self, "undoing", function* (eventId: number, { did, field_id, job }: LastFieldAct) {
      const field = self.fields?.find(({ id }) => id === field_id);
      if (!field) return undefined;
      const back: { result: Undone } =
        did === "option"
          ? yield* optionBack(eventId, field, job.id)
          : did === "kind"
            ? yield* kindBack(eventId, field, job.id)
            : yield* sharedBack(eventId, field, did, job.id);
      return back.result;
    }),

    /** Removes an archived field with its answers, for good. */
    remove: trackedOf(self, "replacing", OF_FIELD, function* (eventId: number, field: Field) {
      const { id, rev } = field;
      const start = self.learned(eventId, id, calls.remove(env(self).api, eventId, id, rev));
      const { session, tab } = env(self);
      const began = (jobId: number) => {
        const name = fieldName(field, currentLocale());
        const left: RemovalLeft = { id: jobId, appId: session.app?.id, eventId, fieldId: id, name };
        begunIn<RemovalLeft>(tab, REMOVING).keep(left);
      };
      return yield* removed(eventId, field, start, began);
    }),

    /** The removal of a field of this event whose end the tab has not seen, unless it is waited for already. */
    removalLeft(eventId: number): RemovalLeft | undefined {
      const { session, tab } = env(self);
      const left = begunIn<RemovalLeft>(tab, REMOVING).found();
      if (!left || left.eventId !== eventId || left.appId !== session.app?.id) return undefined;
      return self.replacing.of(left.fieldId).busy ? undefined : left;
    },

    /** Goes on waiting for a removal that was going on before a reload. */
    awaitRemoval: trackedOf(
      self,
      "replacing",
      ([, { fieldId }]) => fieldId,
      function* (eventId: number, left: RemovalLeft) {
        self.follow({ fieldId: left.fieldId, name: left.name });
        try {
          return yield* removed(eventId, { id: left.fieldId }, Promise.resolve({ job: { id: left.id } }));
        } finally {
          self.follow(undefined);
        }
      },
    ),

    stop: tracked(self, "stopping", function* (id: number) {
      const running = self.running[id];
      if (running) yield* wait(env(self).api.call(cancelJob, { params: { jobId: running.id } }));
    }),
  };
}
