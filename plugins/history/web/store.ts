// The line of history that is open, its export, and what is taken back.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { getJobFile } from "#schemas/core.ts";
import { listFields } from "#schemas/fieldList.ts";
import type { Field } from "#schemas/fields.ts";
import type { Ahead } from "#schemas/losses.ts";
import {
  type Begun,
  begunIn,
  type Env,
  env,
  formatNumber,
  type HowFar,
  howFar,
  jobEnd,
  jobShown,
  mustBeDone,
  tracked,
  tracking,
  untilSeen,
  Waiting,
  type WaitingInstance,
  wait,
} from "#web";
import {
  eraseHistory,
  type HistoryDay,
  type HistoryErased,
  type HistoryErasure,
  type HistoryLine,
  type HistoryQuestion,
  listHistoryDays,
  listReversalLosses,
  queryHistory,
  revertChange,
  startHistoryErasure,
  startHistoryExport,
} from "../contract.ts";

/** What was taken back, in words. */
function reverted(
  t: (key: string, options?: Record<string, unknown>) => string,
  line: HistoryLine,
  count: number,
): string {
  if (line.reversal === "remove") return t("history:reverted.remove", { name: line.object_label });
  if (line.reversal === "bring_back") return t("history:reverted.bring_back", { name: line.object_label });
  return t("history:reverted", { count, number: formatNumber(count) });
}

/** What an erasure of many did, or would do. */
export interface ErasedMany {
  jobId: number;
  result: HistoryErased;
  /** It was called off on the way. */
  isCut: boolean;
}

/** Under this name the tab remembers an erasure that is going on, so that a reload finds it. */
const ERASING = "history.erasing";

/** Of what the days of a chart are: an event or the whole app, on which clocks. */
export interface CountedOf {
  eventId: number;
  everywhere: boolean;
  zone: string;
}

interface Going {
  eventId: number;
  id: number;
}

const NOTHING: HistoryErased = { erased: 0, lines: 0, unchanged: 0, skipped: 0, errors: [] };

/** Waits for an erasure or its trial, shows how far it is, and answers what came of it. */
function* erasureEnd(
  self: Instance<typeof Waiting>,
  jobId: number,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, ErasedMany, any> {
  const { api, t, tab } = env(self);
  const show = (far: HowFar) => self.run({ ...far, id: jobId, stops: true });
  show({ id: jobId, progress: 0 });
  try {
    const job = yield* jobEnd(api, jobId, { look: (job) => show(howFar(job)), lost: self.lose });
    begunIn<Going>(tab, ERASING).forget(jobId);
    const isCut = job.state === "cancelled";
    const { result } = isCut ? job : mustBeDone(job, t("history:erasing.failed"));
    return { jobId, result: (result as HistoryErased | undefined) ?? NOTHING, isCut };
  } finally {
    self.run(undefined);
  }
}

const exportIn = ({ tab }: Env, eventId: number) => begunIn(tab, `history.export.${eventId}`);

/** The file of an export once it is there; undefined when somebody has stopped it. */
function* exported(
  self: WaitingInstance,
  eventId: number,
  id: number,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, Blob | undefined, any> {
  const { api, t } = env(self);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  function* file(): Generator<Promise<unknown>, Blob | undefined, any> {
    const { state } = yield* jobShown(self, id, t("history:export.failed"));
    if (state === "cancelled") return undefined;
    return (yield* wait(api.call(getJobFile, { params: { jobId: id } }))) as Blob;
  }
  return yield* untilSeen(exportIn(env(self), eventId), { id }, file());
}

export const HistoryStore = types
  .compose(
    Waiting,
    types.model("History", {
      opened: types.maybe(types.frozen<HistoryLine>()),
      /** Which line was to be opened and is not there. */
      missing: types.maybe(types.number),
      /** Of whom only the changes are shown, and what the history calls them. */
      actor: types.maybe(types.frozen<{ id: number; name: string }>()),
      /** The event's own fields, for their names; none where they may not be read. */
      fields: types.optional(types.frozen<readonly Field[]>(), []),
      counted: types.maybe(types.frozen<CountedOf & { days: readonly HistoryDay[] }>()),
    }),
  )
  .volatile(() => ({
    opening: tracking(),
    counting: tracking(),
    naming: tracking(),
    finding: tracking(),
    reverting: tracking(),
    weighing: tracking(),
    erasing: tracking(),
    erasingMany: tracking(),
    exporting: tracking(),
  }))
  .views((self) => ({
    /** The days of this event or app and no other, on these clocks. */
    daysOf({ eventId, everywhere, zone }: CountedOf): readonly HistoryDay[] | undefined {
      const { counted } = self;
      const isSame = counted?.eventId === eventId && counted.everywhere === everywhere && counted.zone === zone;
      return isSame ? counted.days : undefined;
    },
  }))
  .actions((self) => ({
    show(line: HistoryLine | undefined): void {
      self.opened = line;
      self.reverting.problem = undefined;
      self.erasing.problem = undefined;
    },
  }))
  .actions((self) => ({
    query(eventId: number, question: HistoryQuestion, signal?: AbortSignal) {
      return env(self).api.call(queryHistory, { params: { eventId }, body: question, signal });
    },

    countDays: tracked(self, "counting", function* (of: CountedOf) {
      const { eventId, ...query } = of;
      const days = yield* wait(env(self).api.call(listHistoryDays, { params: { eventId }, query }));
      self.counted = { ...of, days };
    }),

    listFields: tracked(self, "naming", function* (eventId: number) {
      self.fields = [];
      if (env(self).session.isAllowed(listFields.access as Access) !== true) return;
      self.fields = yield* wait(env(self).api.call(listFields, { params: { eventId }, query: {} }));
    }),

    /** The line that the address names. */
    open: tracked(self, "opening", function* (eventId: number, id: number) {
      if (self.opened?.id === id) return;
      const body = { filter: [{ field: "id", op: "eq" as const, value: id }], everywhere: true, limit: 1 };
      const { rows } = yield* wait(env(self).api.call(queryHistory, { params: { eventId }, body }));
      self.show(rows[0]);
      self.missing = rows[0] ? undefined : id;
    }),

    /** What a person is called in the latest line that is theirs. */
    nameActor: tracked(self, "finding", function* (eventId: number, id: number) {
      const filter = [
        { field: "actor_id", op: "eq" as const, value: id },
        { field: "actor_kind", op: "eq" as const, value: "person" },
      ];
      const body = { filter, everywhere: true, limit: 1 };
      const { rows } = yield* wait(env(self).api.call(queryHistory, { params: { eventId }, body }));
      self.actor = rows[0] && { id, name: rows[0].actor };
    }),

    /** What would be lost if a change were taken back, or only some of its fields. */
    weigh: tracked(self, "weighing", function* (eventId: number, line: HistoryLine, fields?: string[]) {
      const { api, locale } = env(self);
      const body = { ...(fields && { fields }), locale: locale() };
      return yield* wait(api.call(listReversalLosses, { params: { eventId, lineId: line.id }, body }));
    }),

    /** Takes a change back, or only some of its fields; `ahead` is what becomes of what would be lost. */
    revert: tracked(
      self,
      "reverting",
      function* (
        eventId: number,
        line: HistoryLine,
        { fields, ahead }: { fields?: string[] | undefined; ahead?: Ahead | undefined } = {},
      ) {
        const { api, notices, t } = env(self);
        const body = { ...(fields && { fields }), ...ahead };
        const done = yield* wait(api.call(revertChange, { params: { eventId, lineId: line.id }, body }));
        notices.success(reverted(t, line, done.fields.length), { title: t("common:toast.successful") });
        return done;
      },
    ),

    /** Erases the name and the values of something that is gone, wherever the history tells of it. */
    erase: tracked(self, "erasing", function* (eventId: number, line: HistoryLine) {
      const { api, notices, t } = env(self);
      const done = yield* wait(api.call(eraseHistory, { params: { eventId, lineId: line.id } }));
      notices.success(t("history:erased", { count: done.lines, number: formatNumber(done.lines) }), {
        title: t("common:toast.successful"),
      });
      const filter = [{ field: "id", op: "eq" as const, value: line.id }];
      const body = { filter, everywhere: true, limit: 1 };
      const { rows } = yield* wait(api.call(queryHistory, { params: { eventId }, body }));
      if (self.opened?.id === line.id) self.show(rows[0]);
      return done;
    }),

    /** Erases what is told of all that is gone of what the lines are about; a dry run tells what that is. */
    eraseMany: tracked(self, "erasingMany", function* (eventId: number, order: HistoryErasure) {
      const { api, locale, tab } = env(self);
      const body = { ...order, locale: locale() };
      const { job } = yield* wait(api.call(startHistoryErasure, { params: { eventId }, body }));
      if (order.mode === "apply") begunIn<Going>(tab, ERASING).keep({ eventId, id: job.id });
      return yield* erasureEnd(self, job.id);
    }),

    /** Goes on waiting for an erasure that was going on before a reload. */
    awaitErasure: tracked(self, "erasingMany", function* (id: number) {
      return yield* erasureEnd(self, id);
    }),

    /** The erasure in this event whose end this tab has not seen yet. */
    erasureGoing(eventId: number): number | undefined {
      const going = begunIn<Going>(env(self).tab, ERASING).found();
      return going?.eventId === eventId ? going.id : undefined;
    },

    /** Its end has been seen, or nobody knows of it any more. */
    forgetErasure(): void {
      begunIn<Going>(env(self).tab, ERASING).forget();
    },

    /** What was left out by an erasure, as a file. */
    leftOut(jobId: number): Promise<Blob> {
      return env(self).api.call(getJobFile, { params: { jobId } }) as Promise<Blob>;
    },

    /** The lines of a question as a CSV file; undefined when somebody has stopped it. */
    exportLines: tracked(self, "exporting", function* (eventId: number, question: HistoryQuestion) {
      const { api, locale } = env(self);
      const body = { ...question, locale: locale() };
      const { job } = yield* wait(api.call(startHistoryExport, { params: { eventId }, body }));
      return yield* exported(self, eventId, job.id);
    }),

    /** The export in this event that was begun before a reload, unless it is waited for. */
    exportLeft(eventId: number): Begun | undefined {
      return self.exporting.busy ? undefined : exportIn(env(self), eventId).found();
    },
    awaitExport: tracked(self, "exporting", function* (eventId: number, { id }: Begun) {
      return yield* exported(self, eventId, id);
    }),
  }));

export interface HistoryStoreInstance extends Instance<typeof HistoryStore> {}
