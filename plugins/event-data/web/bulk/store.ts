// An act on many profiles: tried first, then done, each a job that is watched until it has ended; and its undoing.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, getJobFile, type Job } from "#schemas/core.ts";
import { ApiProblem, begunIn, env, type HowFar, howFar, jobEnd, mustBeDone, tracked, tracking, wait } from "#web";
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

/** What is known of an act that has ended, also of one that was begun elsewhere. */
export interface Ended extends Omit<Outcome, "act"> {
  act: Pick<LastBulk, "do" | "act">;
}

/** An act that can be undone until a time. */
export interface Undoable extends Ended {
  eventId: number;
  until: number;
  /** Its undoing was stopped: the rest can be undone. */
  isPartlyBack?: boolean;
  /** Whose it is, where it is a colleague's. */
  by?: string | undefined;
}

/** What an undoing has put back; its job keeps the file of those whom it left alone. */
export interface Undone {
  jobId: number;
  result: BulkResult;
  isCut: boolean;
}

/** An act, or the undoing of one, that is under way. The tab remembers it until its end has been seen, so that a reload finds it. */
export interface Going {
  eventId: number;
  id: number;
  act: Undoable["act"];
  /** Of an undoing, the job whose act it is. */
  undoes?: number;
  /** Another tab began it: it is waited for by whoever looks what can be undone. */
  isFound?: true;
}

/** No event's. */
const NONE = 0;

const goingKey = (eventId: number) => `bulk.${eventId}`;

export const BulkStore = types
  .model("ThingBulk", {
    /** The job that is under way. It outlives a connection that breaks: it is watched on, not started again. */
    job: types.maybe(types.frozen<HowFar>()),
    going: types.maybe(types.frozen<Going>()),
    preview: types.maybe(types.frozen<Outcome>()),
    done: types.maybe(types.frozen<Outcome>()),
    /** The last act that can be undone, and of which event. */
    last: types.maybe(types.frozen<Undoable>()),
    /** The last act that has ended here, whether it can be undone or not. */
    ended: types.maybe(types.frozen<Ended & { eventId: number }>()),
    groups: types.maybe(types.frozen<readonly Group[]>()),
  })
  .volatile(() => ({
    /** The server cannot be asked how far the job is. */
    isLost: false,
    /** What the job under way was started for. */
    order: "",
    /** The list that tells what comes of an act: the one that was opened last. */
    teller: undefined as object | undefined,
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
    set(change: Partial<Pick<BulkStoreInstance, "job" | "preview" | "done" | "last" | "ended" | "groups">>) {
      Object.assign(self, change);
    },
    lose(isLost: boolean) {
      self.isLost = isLost;
    },
    tellTo(list: object) {
      self.teller = list;
    },
    begin(order: string, id: number) {
      self.order = order;
      self.job = { id, progress: 0 };
    },
    /** How far a job is; not where another one is under way by now. */
    follow(order: string, job: HowFar) {
      if (self.order === order || !self.job) Object.assign(self, { order, job });
    },
    end(order: string) {
      if (self.order !== order) return;
      self.order = "";
      self.job = undefined;
    },
    goOn(going: Going) {
      self.going = going;
      begunIn<Going>(env(self).tab, goingKey(going.eventId)).keep(going);
    },
    /** Watched no longer, unless another does by now; with its end seen, or where nobody knows it, it is forgotten too. */
    goneOn(going: Going, isOver: boolean) {
      const { tab } = env(self);
      const { eventId, id } = going;
      if (self.going === going) self.going = undefined;
      if (isOver) begunIn<Going>(tab, goingKey(eventId)).forget(id);
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
      if (self.ended?.jobId === self.last?.jobId) self.ended = undefined;
      self.last = undefined;
    },
    /** The rest of the last act can be undone, and for as long as that of one that has just been done. */
    prolong(jobId: number) {
      if (self.last?.jobId !== jobId) return;
      self.last = { ...self.last, isPartlyBack: true, until: env(self).now().getTime() + UNDO_MINUTES * MINUTE_MS };
    },
  }))
  .actions((self) => {
    function* watched(order: string, start: () => Promise<{ job: { id: number } }>, about?: Omit<Going, "id">) {
      if (!self.job || self.order !== order) self.begin(order, (yield* wait(start())).job.id);
      const { id = 0 } = self.job ?? {};
      const going = about && { ...about, id };
      if (going) self.goOn(going);
      let isOver = false;
      try {
        const look = (job: Job) => self.follow(order, howFar(job));
        const job = yield* jobEnd(env(self).api, id, { look, lost: self.lose });
        isOver = true;
        self.end(order);
        return job;
      } catch (problem) {
        isOver = problem instanceof ApiProblem && problem.status === 404;
        throw problem;
      } finally {
        // Also where something newer has put an end to the watching.
        if (going) self.goneOn(going, isOver);
      }
    }

    /** What an act has done, also where it broke on the way: that stays, and can be undone. */
    function* acted<Act extends Undoable["act"]>(eventId: number, job: Job, act: Act) {
      const result = (job.result as BulkResult | undefined) ?? NOTHING;
      yield* wait(lossTexts(result.losses));
      const outcome = { jobId: job.id, act, isCut: job.state !== "done", result };
      const hasDone = job.state !== "failed" || result.changed > 0;
      if (hasDone) self.set({ ended: { ...outcome, eventId } });
      if (hasDone && result.until) self.set({ last: { ...outcome, eventId, until: Date.parse(result.until) } });
      return { outcome, hasDone };
    }
    /** Hands on a job that has done all or was stopped by somebody; throws of one that broke. */
    function orBroken(job: Job): Job {
      return job.state === "cancelled" ? job : mustBeDone(job, env(self).t("event-data:bulk.failed"));
    }

    function* run(eventId: number, selection: Selection, act: BulkAct, mode: "dry-run" | "apply") {
      // Whoever has been told what an act would do means those and no others.
      const seen = mode === "apply" && self.preview ? { seen: seenIn(self.preview.result) } : {};
      const body = { selection, act, mode, ...seen, locale: env(self).locale() };
      const order = JSON.stringify([eventId, body]);
      const { round } = self;
      const isHere = () => self.round === round;
      const start = () => env(self).api.call(startThingBulk, { params: { eventId }, body });
      const about = mode === "apply" ? { eventId, act: named(act) } : undefined;
      const job = yield* watched(order, start, about);
      if (mode === "dry-run") {
        const result = (orBroken(job).result as BulkResult | undefined) ?? NOTHING;
        if (job.state === "cancelled") return undefined;
        yield* wait(lossTexts(result.losses));
        const preview = { jobId: job.id, act, isCut: false, result };
        if (isHere()) self.set({ preview });
        return preview;
      }
      const { outcome, hasDone } = yield* acted(eventId, job, act);
      // Where the act is refused, what was told before no longer holds: it is looked at again.
      if (isHere()) self.set(hasDone ? { done: outcome } : { preview: undefined });
      orBroken(job);
      return outcome;
    }

    /** The end of an act that this tab did not begin. An import tells of itself where it was begun. */
    function* ownEnd(eventId: number, { job: { id, state }, ...of }: LastBulk) {
      const isGoing = state === "queued" || state === "running";
      const { going } = self;
      // An earlier look that watches it ends with this one.
      const isOthers = going && !(going.isFound && going.id === id);
      if (!isGoing || isOthers || of.do === "import") return yield* jobEnd(env(self).api, id);
      if (self.job?.id !== id) self.begin(`found ${id}`, id);
      return yield* watched(self.order, never, { eventId, act: named(of), isFound: true });
    }

    function* goOnActing({ id, ...about }: Going) {
      self.begin(`again ${id}`, id);
      const job = yield* watched(`again ${id}`, never, about);
      const { outcome } = yield* acted(about.eventId, job, about.act);
      orBroken(job);
      return outcome;
    }

    function* undone(jobId: number, job: Job) {
      const result = (job.result as BulkResult | undefined) ?? NOTHING;
      yield* wait(lossTexts(result.losses));
      // However it ended early, what is left can be undone.
      if (job.state !== "done") self.prolong(jobId);
      // What could not be put back at all can be tried again.
      else if (result.changed > 0 || result.skipped === 0) self.forget();
      const isCut = orBroken(job).state === "cancelled";
      return { jobId: job.id, result, isCut } satisfies Undone as Undone;
    }

    function* undo(eventId: number, jobId: number) {
      const { api, locale } = env(self);
      const act = self.last?.act ?? { do: "edit" as const };
      const start = () => api.call(undoThingBulk, { params: { eventId, jobId }, query: { locale: locale() } });
      const job = yield* watched(`undo ${jobId}`, start, { eventId, act, undoes: jobId });
      return yield* undone(jobId, job);
    }

    function* goOnUndoing({ id, ...about }: Going) {
      self.begin(`undo ${about.undoes}`, id);
      const job = yield* watched(`undo ${about.undoes}`, never, about);
      return yield* undone(about.undoes ?? 0, job);
    }

    // Whatever is begun later is what is waited for.
    // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
    type Steps<Answer> = () => Generator<Promise<unknown>, Answer, any>;
    const act = tracked(self, "running", function* (steps: Steps<Ended | undefined>) {
      return yield* steps();
    });
    const putBack = tracked(self, "undoing", function* (steps: Steps<Undone | undefined>) {
      return yield* steps();
    });
    /** What was begun last in an event, for whoever comes to its list while it goes on. */
    const begun: { act?: [number, ReturnType<typeof act>]; undoing?: [number, ReturnType<typeof putBack>] } = {};
    function acting(eventId: number, steps: Parameters<typeof act>[0]) {
      const ending = act(steps);
      begun.act = [eventId, ending];
      return ending;
    }
    function undoing(eventId: number, steps: Parameters<typeof putBack>[0]) {
      const ending = putBack(steps);
      begun.undoing = [eventId, ending];
      return ending;
    }
    function* nothing() {
      yield* wait(Promise.resolve());
      return undefined;
    }

    return {
      run(...order: Parameters<typeof run>) {
        const [eventId, , , mode] = order;
        return acting(mode === "apply" ? eventId : NONE, () => run(...order));
      },
      undo: (...order: Parameters<typeof undo>) => undoing(order[0], () => undo(...order)),

      /**
       * Takes up what goes on in an event since before a reload, or since its list was left: its act, or its undoing. What goes on in
       * another event is watched no longer; the tab still knows it.
       */
      recall(eventId: number): { act?: ReturnType<typeof act>; undoing?: ReturnType<typeof putBack> } | undefined {
        const { going, running, undoing: back } = self;
        if (running.busy && begun.act?.[0] === eventId) return { act: begun.act[1] };
        if (back.busy && begun.undoing?.[0] === eventId) return { undoing: begun.undoing[1] };
        if (going?.eventId === eventId) return undefined;
        if (going) {
          Object.assign(self, { going: undefined, job: undefined, order: "" });
          void (going.undoes === undefined ? acting(NONE, nothing) : undoing(NONE, nothing));
        }
        const kept = begunIn<Going>(env(self).tab, goingKey(eventId)).found();
        if (!kept) return undefined;
        const { isFound: _, ...known } = kept;
        if (known.undoes === undefined) return { act: acting(eventId, () => goOnActing(known)) };
        return { undoing: undoing(eventId, () => goOnUndoing(known)) };
      },

      /** Finds again the act that can be undone, which a reload forgets. One that is under way is waited for; then the answer is true. */
      findLast: tracked(self, "finding", function* (eventId: number) {
        const { api } = env(self);
        const before = self.last;
        const found = yield* wait(api.call(getLastThingBulk, { params: { eventId } }));
        const job = found ? yield* ownEnd(eventId, found) : undefined;
        // What was done or undone meanwhile is newer.
        const hasGoneOn = found?.job.state === "queued" || found?.job.state === "running";
        if (self.last !== before) return hasGoneOn;
        if (!found || !job) {
          // What is being undone cannot be undone any more: it stays until that has ended.
          if (before?.eventId === eventId && !self.undoing.busy) self.forget();
          return false;
        }
        const result =
          found.do === "import" ? ofImport(job.result) : ((job.result as BulkResult | undefined) ?? NOTHING);
        const { isPartlyBack, by } = found;
        const late = new Date(env(self).now().getTime() + UNDO_MINUTES * MINUTE_MS).toISOString();
        const until = Date.parse(isPartlyBack ? found.until : (result.until ?? (hasGoneOn ? late : found.until)));
        const act = named(found);
        self.set({
          last: { jobId: job.id, act, isCut: job.state !== "done", result, eventId, until, isPartlyBack, by },
        });
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

/** Of an act what is told of it later. */
function named({ do: what, ...of }: BulkAct | Pick<LastBulk, "do" | "act">): Undoable["act"] {
  return { do: what, ...("act" in of && of.act !== undefined && { act: of.act }) };
}

/** How many a preview has told of. */
const seenIn = ({ changed, unchanged, skipped, groups = 0 }: BulkResult) => changed + unchanged + skipped + groups;

/** An import counts otherwise than acts on many do. */
function ofImport(result: unknown): BulkResult {
  const { created = 0, updated = 0, unchanged = 0, skipped = 0 } = (result ?? {}) as Partial<ThingImportResult>;
  return { ...NOTHING, changed: created + updated, unchanged, skipped };
}

const NOTHING: BulkResult = { changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };

/** What goes on already is not begun. */
const never = (): Promise<never> => Promise.reject(new Error("This is under way already"));

export interface BulkStoreInstance extends Instance<typeof BulkStore> {}
