// The import dialog: a file, its dry run, and then the import itself, each a job that is watched until it has ended.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, IMPORT_LIMIT, type Job, startImport } from "#schemas/core.ts";
import { begunIn, env, jobEnd, tracked, tracking, untilSeen, wait } from "#web";
import type { ScheduleResult } from "../contract.ts";
import { formatOf, HEAD_BYTES, type ScheduleFormat } from "./fileFormat.ts";

export type ImportStep = "choose" | "checking" | "checked" | "importing" | "imported" | "refused" | "cancelled";

/** Why a file was not even sent. */
export type LocalFault = "too-large" | "unknown-format";

/** What writes the sessions of an event; a reload forgets the file, and not that. */
interface Going {
  id: number;
  fileName: string;
}

/** A file that was given up is none that failed. */
const unlessGivenUp = (signal: AbortSignal) => (problem: unknown) => {
  if (signal.aborted) return undefined;
  throw problem;
};

export const ImportStore = types
  .model("Import", {
    step: types.optional(types.frozen<ImportStep>(), "choose"),
    fileName: "",
    format: types.maybe(types.frozen<ScheduleFormat>()),
    fault: types.maybe(types.frozen<LocalFault>()),
    job: types.maybe(types.frozen<Job>()),
    /** How much of the file has been sent, while it is. */
    sent: types.maybe(types.number),
  })
  .volatile(() => ({
    working: tracking(),
    stopping: tracking(),
    /** The server cannot be asked at the moment. */
    isLost: false,
    /** Its dialog is drawn and tells what comes of it. */
    isShown: false,
    file: undefined as File | undefined,
    /** Ends the connection over which the file is being sent. */
    giveUp: undefined as (() => void) | undefined,
    /** Counts beginnings, so that what an earlier file still answers is dropped. */
    turn: 0,
  }))
  .views((self) => ({
    get result(): ScheduleResult | undefined {
      return self.job?.result as ScheduleResult | undefined;
    },
    /** Other work goes first. */
    get waits(): boolean {
      return self.job?.state === "queued";
    },
    get progress(): number {
      return self.sent ?? self.job?.progress ?? 0;
    },
    /** Sessions that the import would write. */
    get changes(): number {
      return (this.result?.created ?? 0) + (this.result?.updated ?? 0);
    },
    /** A file on its way is given up. The server makes a job of what it has whole, which is stopped once it is known. */
    get canStop(): boolean {
      return self.sent === undefined ? self.job !== undefined : self.sent < 1;
    },
    get isWorking(): boolean {
      return self.working.busy && (self.step === "checking" || self.step === "importing");
    },
    get isWriting(): boolean {
      return self.working.busy && self.step === "importing";
    },
  }))
  .actions((self) => ({
    set(change: Partial<Pick<ImportStoreInstance, "step" | "fileName" | "format" | "fault" | "job" | "sent">>): void {
      Object.assign(self, change);
    },
    show(isShown: boolean): void {
      self.isShown = isShown;
    },
    giveUpBy(giveUp: () => void): void {
      self.giveUp = giveUp;
    },
    lose(isLost: boolean): void {
      self.isLost = isLost;
    },
    begin(file = self.file): void {
      self.turn += 1;
      self.stopping.problem = undefined;
      self.file = file;
    },
    end(job: Job | undefined, step: "checked" | "imported"): void {
      if (job) self.step = job.state === "done" ? step : job.state === "cancelled" ? "cancelled" : "refused";
    },
  }))
  .actions((self) => {
    const goingIn = (eventId: number) => begunIn<Going>(env(self).tab, `agenda.import.${eventId}`);
    /** Watches a job to its end; answers nothing when something else has begun since. */
    function* watch(id: number) {
      const { api, now } = env(self);
      const { turn } = self;
      // Whether it waits is known once it has been looked at.
      self.set({ job: { id, state: "running", kind: "import", progress: 0, created_at: now().toISOString() } });
      const look = (job: Job) => turn === self.turn && self.set({ job });
      const job = yield* jobEnd(api, id, { look, lost: self.lose });
      return turn === self.turn ? job : undefined;
    }
    /** Sends the file and watches its job. */
    function* run(eventId: number, mode: "dry-run" | "apply") {
      const { api } = env(self);
      const { file, format, turn } = self;
      if (!file || !format) return undefined;
      const query = { kind: "schedule", format, mode } as const;
      const giving = new AbortController();
      const { signal } = giving;
      const sent = (share: number) => turn === self.turn && !signal.aborted && self.set({ sent: share });
      const over = () => turn === self.turn && self.set({ sent: undefined });
      self.giveUpBy(() => giving.abort());
      sent(0);
      const input = { params: { eventId }, query, raw: file, rawType: "application/octet-stream", signal, sent };
      const started = yield* wait(api.call(startImport, input).catch(unlessGivenUp(signal)).finally(over));
      if (!started) {
        // The server keeps nothing of it.
        if (turn === self.turn) self.set({ step: "cancelled" });
        return undefined;
      }
      if (turn !== self.turn) return undefined;
      const { id } = started.job;
      if (mode === "dry-run") return yield* watch(id);
      return yield* untilSeen(goingIn(eventId), { id, fileName: file.name }, watch(id));
    }

    return {
      /** Takes a file and tries it at once; nothing is changed by that. */
      checkFile: tracked(self, "working", function* (eventId: number, file: File) {
        self.begin(file);
        self.set({ fileName: file.name, job: undefined, fault: undefined, format: undefined, step: "choose" });
        if (file.size > IMPORT_LIMIT) return self.set({ fault: "too-large" });
        const format = formatOf(yield* wait(file.slice(0, HEAD_BYTES).text()));
        if (!format) return self.set({ fault: "unknown-format" });
        self.set({ format, step: "checking" });
        self.end(yield* run(eventId, "dry-run"), "checked");
      }),

      /** Writes what the dry run told; answers whether it was done. */
      applyFile: tracked(
        self,
        "working",
        function* (
          eventId: number,
          file: File | undefined = self.file,
          format: ScheduleFormat | undefined = self.format,
        ) {
          self.begin(file);
          self.set({ step: "importing", job: undefined, fileName: file?.name ?? "", format });
          const job = yield* run(eventId, "apply");
          self.end(job, "imported");
          return job?.state === "done";
        },
      ),

      /** The import into an event whose end this tab has not seen, and which is not watched. */
      left(eventId: number): Going | undefined {
        return self.working.busy ? undefined : goingIn(eventId).found();
      },
      /** Goes on watching an import that was going on before a reload; answers whether it was done. */
      resume: tracked(self, "working", function* (eventId: number, going: Going) {
        self.begin();
        self.set({ step: "importing", job: undefined, fault: undefined, format: undefined, fileName: going.fileName });
        const job = yield* untilSeen(goingIn(eventId), going, watch(going.id));
        self.end(job, "imported");
        return job?.state === "done";
      }),

      /** Asks for the end of the job under way; whether it was in time is told by the job itself, which is watched on. */
      cancel: tracked(self, "stopping", function* () {
        const { job } = self;
        if (!self.canStop) return;
        if (self.sent !== undefined) self.giveUp?.();
        else if (job) yield* wait(env(self).api.call(cancelJob, { params: { jobId: job.id } }));
      }),

      reset(): void {
        if (self.sent !== undefined) self.giveUp?.();
        self.turn += 1;
        self.file = undefined;
        self.set({
          step: "choose",
          fileName: "",
          format: undefined,
          fault: undefined,
          job: undefined,
          sent: undefined,
        });
        for (const one of [self.working, self.stopping]) Object.assign(one, { problem: undefined });
      },
    };
  });

export interface ImportStoreInstance extends Instance<typeof ImportStore> {}
