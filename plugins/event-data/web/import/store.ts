// The import of a file, step by step: reading it, its mapping, the trial, the import. Each step is a job that is watched
// until it has ended. What a person has chosen stays through every failure, and while the dialog is closed.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, getJobFile, type Job } from "#schemas/core.ts";
import { ApiProblem, currentLocale, env, howFar, jobEnd, mustBeDone, tracked, tracking, wait } from "#web";
import {
  type ENCODINGS,
  getThingImportTemplate,
  type ImportFile,
  type ImportKey,
  readThingImport,
  rereadThingImport,
  startThingImport,
  type ThingImportDraft,
  type ThingImportResult,
} from "../../contract/import.ts";
import { begunImport, forgetImport, refusedIn, sentImport } from "./begun.ts";
import { isLeftByType, type Mapping, mappingFault, mappingOf } from "./mapping.ts";
import { type Line, linesToSend, type Mended, mendedCell, newlyMended } from "./mended.ts";
import { type Purpose, partOf, type Ran, type Watched, wroteSome } from "./ran.ts";
import { type Sending, tooLarge } from "./sending.ts";

/** What a person has chosen besides the columns; type 0 leaves the type to the file. */
export interface Choices {
  type: number;
  key: ImportKey;
  blanks: "keep" | "clear";
  write: ThingImportDraft["write"] & string;
  cancelled: ThingImportDraft["cancelled"] & string;
}

/** How a file is to be read, where what is found is not true; of a workbook, which sheet. */
export interface HowRead {
  sheet?: string;
  encoding?: (typeof ENCODINGS)[number];
  separator?: string;
}

/** Nothing is known of what the lines would do as they are chosen now. */
const UNTRIED = { trial: undefined, part: undefined, wasStopped: false };

const FRESH: Choices = { type: 0, key: "auto", blanks: "keep", write: "both", cancelled: "leave" };

interface Kept {
  fileJob: number | undefined;
  file: ImportFile | undefined;
  chosen: Mapping;
  choices: Choices;
  trial: Ran | undefined;
  done: Ran | undefined;
  part: Ran | undefined;
  watched: Watched | undefined;
  purpose: Purpose;
  wasStopped: boolean;
  mended: Mended;
  tried: Mended;
  rest: readonly Line[] | undefined;
  first: Ran | undefined;
}

export const ImportStore = types
  .model("ThingImport", {
    eventId: 0,
    fileJob: types.maybe(types.number),
    file: types.maybe(types.frozen<ImportFile>()),
    /** What a person has put columns to; the others are as they were found. */
    chosen: types.optional(types.frozen<Mapping>(), {}),
    choices: types.optional(types.frozen<Choices>(), FRESH),
    trial: types.maybe(types.frozen<Ran>()),
    done: types.maybe(types.frozen<Ran>()),
    /** What came in of an import that was stopped, or broke. */
    part: types.maybe(types.frozen<Ran>()),
    watched: types.maybe(types.frozen<Watched>()),
    purpose: types.optional(types.frozen<Purpose>(), "read"),
    /** The import itself was stopped by hand; the lines that were in by then stay. */
    wasStopped: false,
    /** Lines of the file as the person has mended them, and those of them that the last run knew. */
    mended: types.optional(types.frozen<Mended>(), {}),
    tried: types.optional(types.frozen<Mended>(), {}),
    /** What the import of the file left out: only these lines are still to come in. */
    rest: types.maybe(types.frozen<readonly Line[]>()),
    /** The run that left them out: it tells of no more lines than can be mended here, and its job keeps the file of all. */
    first: types.maybe(types.frozen<Ran>()),
  })
  .volatile(() => ({
    running: tracking(),
    stopping: tracking(),
    bringing: tracking(),
    /** The server cannot be asked how far the job is. */
    isLost: false,
    /** The job whose end was seen last. */
    lastEnded: 0,
    /** Its dialog is open. */
    isShown: false,
    source: undefined as File | undefined,
    /** A file on its way to the server. */
    sending: undefined as Sending | undefined,
    /** How the file that is shown was read, and how it was to be read the last time that this was asked for. */
    how: {} as HowRead,
    wanted: {} as HowRead,
  }))
  .views((self) => ({
    get mapping(): Mapping {
      const { type, key, write } = self.choices;
      return mappingOf(self.file?.columns ?? [], self.chosen, type, key === "id" || write === "known");
    },
  }))
  .views((self) => ({
    get step(): "choose" | "map" | "check" | "going" | "stopped" | "broken" | "done" {
      if (self.done) return "done";
      if (self.watched?.purpose === "apply") return "going";
      if (self.part && !self.trial) return self.wasStopped ? "stopped" : "broken";
      if (!self.file) return "choose";
      if (self.trial) return "check";
      return self.wasStopped ? "stopped" : "map";
    },
    get fault() {
      return self.file && mappingFault(self.file.columns, self.mapping, self.choices.key);
    },
    /** What the file calls the column that fills a field. */
    headingOf(field: string): string | undefined {
      return self.file?.columns.find(({ at }) => self.mapping[at] === field)?.title.trim();
    },
    /** Lines that were left out the last time and can be mended where they are told. */
    get leftOut(): readonly Line[] {
      return (self.file && (self.done ?? self.trial ?? self.part)?.result.lines) ?? [];
    },
    /** Lines of the file that a run is about. */
    get rows(): number {
      return self.rest?.length ?? self.file?.rows ?? 0;
    },
    /** Lines that the import of the file left out and that are not among the rest. */
    get untold(): number {
      const { skipped = 0, lines = [] } = self.first?.result ?? {};
      return Math.max(0, skipped - lines.length);
    },
    /** How many of the lines that were left out have been mended since. */
    get fresh(): number {
      return newlyMended(this.leftOut, self.mended, self.tried);
    },
    /** Profiles that the import would write. */
    get changes(): number {
      return (self.trial?.result.created ?? 0) + (self.trial?.result.updated ?? 0);
    },
  }))
  .actions((self) => ({
    set(change: Partial<Kept>) {
      Object.assign(self, change);
    },
    show(isShown: boolean) {
      self.isShown = isShown;
    },
    lose(isLost: boolean) {
      self.isLost = isLost;
    },
    /** Its end has been seen, whatever came of it. */
    end(job: number) {
      self.watched = undefined;
      self.lastEnded = job;
    },
    /** Something is heard of a file that is being sent, unless that has been given up. */
    send(sending: Sending | undefined, signal?: AbortSignal) {
      if (!signal?.aborted) self.sending = sending;
    },
    /** Nobody waits any more for a file that is being sent: what has not arrived whole leaves nothing at the server. */
    giveUpSending() {
      self.sending?.stop();
      self.sending = undefined;
    },
    want(wanted: HowRead, source = self.source) {
      self.source = source;
      self.wanted = wanted;
    },
    /** Forgets the file and everything about it. */
    reset(eventId = self.eventId, type = self.choices.type) {
      const nothing = { fileJob: undefined, file: undefined, trial: undefined, done: undefined, watched: undefined };
      const none = { part: undefined, mended: {}, tried: {}, rest: undefined, first: undefined };
      Object.assign(self, {
        ...nothing,
        ...none,
        eventId,
        chosen: {},
        choices: { ...FRESH, type },
        wasStopped: false,
      });
      self.source = undefined;
      self.how = {};
      self.wanted = {};
      self.running.problem = undefined;
    },
  }))
  .actions((self) => ({
    /** Another choice makes what was tried before worth nothing. */
    choose(change: Partial<Choices>) {
      self.set({ choices: { ...self.choices, ...change }, ...UNTRIED });
    },
    map(at: number, field: string | null) {
      self.set({ chosen: { ...self.chosen, [at]: field }, ...UNTRIED });
    },
    /** Puts something else into a cell of a line that was left out. */
    mend(line: number, at: number, text: string) {
      const told = self.leftOut.find((one) => one.line === line)?.cells ?? [];
      self.set({ mended: { ...self.mended, [line]: mendedCell(self.mended[line] ?? told, at, text) } });
    },
    back() {
      self.set(UNTRIED);
      self.running.problem = undefined;
    },
    /** Keeps what a finished job found out. */
    take(job: Job, purpose: Purpose) {
      if (purpose === "read" || purpose === "reread") {
        const file = job.result as ImportFile;
        self.how = self.wanted;
        const none = { ...UNTRIED, mended: {}, tried: {}, rest: undefined, first: undefined };
        self.set({ file, fileJob: job.id, chosen: {}, ...none });
      } else {
        const ran = { job: job.id, result: job.result as ThingImportResult };
        self.set({ ...(purpose === "try" ? { trial: ran } : { done: ran }), tried: self.mended });
      }
    },
  }))
  .actions((self) => {
    /** Watches the job that was started; true when it has done all of it. */
    function* watch(): Generator<Promise<unknown>, boolean, never> {
      const { api, t } = env(self);
      if (self.watched?.id === 0) self.set({ watched: { ...self.watched, id: yield* sentImport(env(self)) } });
      const { watched } = self;
      if (!watched) return false;
      const look = (job: Job) => self.set({ watched: { ...watched, ...howFar(job), id: watched.id } });
      const job = yield* jobEnd(api, watched.id, { look, lost: self.lose });
      if (watched.purpose === "apply") begunImport(env(self).tab).forget(watched.id);
      self.end(watched.id);
      const isStopped = job.state === "cancelled";
      // What was tried is true no longer once a part of it has been done: that part is told, with its lines that were left out.
      if (watched.purpose === "apply" && (isStopped || wroteSome(job)))
        self.set({ part: partOf(job), tried: self.mended, trial: undefined, wasStopped: isStopped });
      if (isStopped) return false;
      self.take(mustBeDone(job, t("event-data:import.failed")), watched.purpose);
      return true;
    }

    const typeOfLines = () => (self.choices.type ? { type: self.choices.type } : {});

    function* read(source: File): Generator<Promise<unknown>, boolean, never> {
      const { api, t } = env(self);
      self.giveUpSending();
      self.want({}, source);
      self.set({ purpose: "read", watched: undefined });
      const message = tooLarge(source, t);
      if (message) throw new ApiProblem({ code: "http", status: 0, message });
      const query = { name: source.name.slice(-200) || "file", locale: currentLocale(), ...typeOfLines() };
      const rawType = "application/octet-stream";
      const params = { eventId: self.eventId };
      const sending = new AbortController();
      const stop = () => sending.abort();
      self.send({ share: 0, stop });
      const sent = (share: number) => self.send({ share, stop }, sending.signal);
      // By then it may be another file's.
      const over = () => self.sending?.stop === stop && self.send(undefined);
      const input = { params, query, raw: source, rawType, signal: sending.signal, sent };
      const { job } = yield* wait(api.call(readThingImport, input).finally(over));
      self.set({ watched: { purpose: "read", id: job.id, progress: 0 } });
      return yield* watch();
    }

    /** Reads anew what has been sent; where that fails, what was read before still stands. */
    function* reread(how: HowRead): Generator<Promise<unknown>, boolean, never> {
      const { eventId, fileJob } = self;
      if (!fileJob) return false;
      self.want(how);
      self.set({ purpose: "reread", watched: undefined });
      const body = { ...how, locale: currentLocale(), ...typeOfLines() };
      const { job } = yield* wait(env(self).api.call(rereadThingImport, { params: { eventId, jobId: fileJob }, body }));
      self.set({ watched: { purpose: "reread", id: job.id, progress: 0 } });
      return yield* watch();
    }

    function* run(mode: ThingImportDraft["mode"]): Generator<Promise<unknown>, boolean, never> {
      const { file, fileJob, choices, mapping, chosen, eventId, mended, rest, first, rows } = self;
      if (!file || !fileJob) return false;
      const sent = { file: fileJob, after: Math.max(fileJob, self.lastEnded) };
      const purpose = mode === "apply" ? "apply" : "try";
      self.set({ purpose, part: undefined, wasStopped: false });
      const { type, ...others } = choices;
      const body: ThingImportDraft = {
        ...others,
        ...{ file: fileJob, mode, locale: currentLocale() },
        // What is left out for its type only is not remembered as left out.
        columns: file.columns
          .filter((column) => !isLeftByType(column, mapping, chosen, choices.type))
          .map(({ at }) => ({ at, field: mapping[at] ?? null })),
        ...(type ? { type } : {}),
        ...linesToSend(mended, rest, first?.job),
        ...(file.sheet ? { sheet: file.sheet } : {}),
        // As it was shown, whatever the server would find now.
        ...(file.encoding ? { encoding: file.encoding } : {}),
        ...(file.separator ? { separator: file.separator } : {}),
      };
      const place = begunImport(env(self).tab);
      // Who leaves the page before the answer has come finds the import again by its file.
      if (purpose === "apply") place.keep({ eventId, id: 0, rows, sent });
      const start = env(self).api.call(startThingImport, { params: { eventId }, body });
      const { job } = yield* wait(purpose === "apply" ? start.catch(refusedIn(place, sent)) : start);
      self.set({ watched: { purpose, id: job.id, progress: 0, rows } });
      if (purpose === "apply") place.keep({ eventId, id: job.id, rows });
      return yield* watch();
    }

    /** Tries what has been mended: of a file that has been imported nothing but what it left out. */
    function* retry(): Generator<Promise<unknown>, boolean, never> {
      const { done, leftOut: rest, first = done } = self;
      if (done) self.set({ rest, first, trial: done, done: undefined });
      return yield* run("dry-run");
    }

    /** Tries to add people of other events, as a file that holds nothing but their ids there. */
    function* bringKnown(ids: readonly number[]): Generator<Promise<unknown>, boolean, never> {
      self.choose({ write: "known", key: "id" });
      const name = env(self).t("event-data:elsewhere.file");
      return (yield* read(new File([["ID", ...ids].join("\n")], name))) && (yield* run("dry-run"));
    }

    function* leave(): Generator<Promise<unknown>, boolean, never> {
      self.giveUpSending();
      self.reset(0);
      yield* wait(Promise.resolve());
      return false;
    }

    // One for all: what is begun later makes what goes on nobody's business.
    const going = tracked(
      self,
      "running",
      function* (
        steps: () => Generator<Promise<unknown>, boolean, never>,
      ): Generator<Promise<unknown>, boolean, never> {
        return yield* steps();
      },
    );
    const tracks = {
      read: (source: File) => going(() => read(source)),
      reread: (how: HowRead) => going(() => reread(how)),
      run: (mode: ThingImportDraft["mode"]) => going(() => run(mode)),
      retry: () => going(retry),
      bringKnown: (ids: readonly number[]) => going(() => bringKnown(ids)),
      /** Looks again at a job that went on while the server could not be reached. */
      resume: () => going(watch),
      /** Watches no longer what goes on; the tab still knows it. */
      leave: () => going(leave),
      cancel: tracked(self, "stopping", function* () {
        const { watched, sending } = self;
        sending?.stop();
        if (watched?.id) yield* wait(env(self).api.call(cancelJob, { params: { jobId: watched.id } }));
      }),
      /** The lines with problems of a run, as a file to mend and send again. */
      linesOf: tracked(self, "bringing", function* (jobId: number) {
        return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),
      template: tracked(self, "bringing", function* (format: "csv" | "xlsx") {
        const { type, write } = self.choices;
        const holds = write === "known" ? { holds: write } : {};
        const query = { format, locale: currentLocale(), ...(type ? { type } : {}), ...holds };
        return (yield* wait(
          env(self).api.call(getThingImportTemplate, { params: { eventId: self.eventId }, query }),
        )) as Blob;
      }),
    };
    return {
      ...tracks,
      /** Finds the import again that was going on before a reload; true when it has done all of it. */
      async recall(eventId: number): Promise<boolean> {
        const place = begunImport(env(self).tab);
        const going = place.found();
        if (self.running.busy || going?.eventId !== eventId) return false;
        const { id, rows } = going;
        self.reset(eventId);
        self.set({ purpose: "apply", watched: { purpose: "apply", id, rows, progress: 0 } });
        const isDone = await tracks.resume();
        const { problem } = self.running;
        if (problem?.status === 404) {
          forgetImport(place, going);
          self.reset();
          // That it was never begun is told, since nothing of it is there.
          if (id === 0) self.running.problem = problem;
        }
        return isDone ?? false;
      },
      /** Once more what failed: the same job if it may still be going, else the same step. */
      again(): Promise<boolean | undefined> {
        if (self.watched) return tracks.resume();
        if (self.purpose === "read") {
          return self.source ? tracks.read(self.source) : Promise.resolve(false);
        }
        if (self.purpose === "reread") return tracks.reread(self.wanted);
        return tracks.run(self.purpose === "apply" ? "apply" : "dry-run");
      },
    };
  });

export interface ImportStoreInstance extends Instance<typeof ImportStore> {}
