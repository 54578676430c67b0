// The import of a file, step by step: reading it, its mapping, the trial, the import. Each step is a job that is watched
// until it has ended. What a person has chosen stays through every failure, and while the dialog is closed.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, getJob, getJobFile, IMPORT_LIMIT, type ImportResult, type Job } from "#schemas/core.ts";
import { ApiProblem, currentLocale, env, tracked, tracking, wait } from "#web";
import {
  type ENCODINGS,
  getThingImportTemplate,
  type ImportFile,
  type ImportKey,
  readThingImport,
  startThingImport,
  type ThingImportDraft,
} from "../../contract.ts";
import { foundMapping, type Mapping, mappingFault } from "./mapping.ts";

const LOOK_MS = 300;

/** What a person has chosen besides the columns; type 0 leaves the type to the file. */
export interface Choices {
  type: number;
  key: ImportKey;
  blanks: "keep" | "clear";
  write: "both" | "create" | "update";
}

/** What a finished run said; its job keeps the file of the lines with problems. */
export interface Ran {
  job: number;
  result: ImportResult;
}

type Purpose = "read" | "try" | "apply";

/** A job that has been started, until its end has been seen. */
interface Watched {
  purpose: Purpose;
  id: number;
  progress: number;
  /** Lines of its file. */
  rows?: number;
}

/** Under this name the tab remembers an import that is going on, so that a reload finds it. */
const GOING = "import";

interface Going {
  eventId: number;
  id: number;
  rows: number;
}

/** How a file is to be read, where what is found is not true; of a workbook, which sheet. */
export interface HowRead {
  sheet?: string;
  encoding?: (typeof ENCODINGS)[number];
  separator?: string;
}

const FRESH: Choices = { type: 0, key: "auto", blanks: "keep", write: "both" };

interface Kept {
  fileJob: number | undefined;
  file: ImportFile | undefined;
  mapping: Mapping;
  choices: Choices;
  trial: Ran | undefined;
  done: Ran | undefined;
  watched: Watched | undefined;
  purpose: Purpose;
  wasStopped: boolean;
}

export const ImportStore = types
  .model("ThingImport", {
    eventId: 0,
    fileJob: types.maybe(types.number),
    file: types.maybe(types.frozen<ImportFile>()),
    mapping: types.optional(types.frozen<Mapping>(), {}),
    choices: types.optional(types.frozen<Choices>(), FRESH),
    trial: types.maybe(types.frozen<Ran>()),
    done: types.maybe(types.frozen<Ran>()),
    watched: types.maybe(types.frozen<Watched>()),
    purpose: types.optional(types.frozen<Purpose>(), "read"),
    /** The import itself was stopped by hand; the lines that were in by then stay. */
    wasStopped: false,
  })
  .volatile(() => ({
    running: tracking(),
    stopping: tracking(),
    bringing: tracking(),
    source: undefined as File | undefined,
    how: {} as HowRead,
  }))
  .views((self) => ({
    get step(): "choose" | "map" | "check" | "going" | "done" {
      if (self.done) return "done";
      if (!self.file) return self.watched?.purpose === "apply" ? "going" : "choose";
      return self.trial ? "check" : "map";
    },
    get fault() {
      return self.file && mappingFault(self.file.columns, self.mapping, self.choices.key);
    },
    /** What the file calls the column that fills a field. */
    headingOf(field: string): string | undefined {
      return self.file?.columns.find(({ at }) => self.mapping[at] === field)?.title.trim();
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
    hold(source: File, how: HowRead) {
      self.source = source;
      self.how = how;
    },
    /** Forgets the file and everything about it. */
    reset(eventId = self.eventId, type = self.choices.type) {
      const nothing = { fileJob: undefined, file: undefined, trial: undefined, done: undefined, watched: undefined };
      Object.assign(self, { ...nothing, eventId, mapping: {}, choices: { ...FRESH, type }, wasStopped: false });
      self.source = undefined;
      self.how = {};
      self.running.problem = undefined;
    },
  }))
  .actions((self) => ({
    /** Another choice makes what was tried before worth nothing. */
    choose(change: Partial<Choices>) {
      self.set({ choices: { ...self.choices, ...change }, trial: undefined });
    },
    map(at: number, field: string | null) {
      self.set({ mapping: { ...self.mapping, [at]: field }, trial: undefined });
    },
    back() {
      self.set({ trial: undefined, wasStopped: false });
      self.running.problem = undefined;
    },
    /** Keeps what a finished job found out. */
    take(job: Job, purpose: Purpose) {
      if (purpose === "read") {
        const file = job.result as ImportFile;
        self.set({ file, fileJob: job.id, mapping: foundMapping(file.columns), trial: undefined });
      } else {
        const ran = { job: job.id, result: job.result as ImportResult };
        self.set(purpose === "try" ? { trial: ran } : { done: ran });
      }
    },
  }))
  .actions((self) => {
    /** Watches the job that was started; true when it has done all of it. */
    function* watch(): Generator<Promise<unknown>, boolean, never> {
      const { api, t } = env(self);
      for (;;) {
        const { watched } = self;
        if (!watched) return false;
        yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
        const job = yield* wait(api.call(getJob, { params: { jobId: watched.id } }));
        if (job.state === "queued" || job.state === "running") {
          self.set({ watched: { ...watched, progress: job.progress } });
          continue;
        }
        if (watched.purpose === "apply") env(self).tab.remove(GOING);
        self.set({ watched: undefined, wasStopped: job.state === "cancelled" && watched.purpose === "apply" });
        if (job.state === "failed") {
          throw new ApiProblem({ code: "http", status: 0, message: job.error ?? t("event-data:import.failed") });
        }
        if (job.state === "cancelled") return false;
        self.take(job, watched.purpose);
        return true;
      }
    }

    function* read(source: File, how: HowRead = {}): Generator<Promise<unknown>, boolean, never> {
      const { api, t } = env(self);
      self.hold(source, how);
      self.set({ purpose: "read", watched: undefined });
      if (source.size > IMPORT_LIMIT) {
        const message = t("event-data:import.tooLarge", { limit: IMPORT_LIMIT / 1024 / 1024 });
        throw new ApiProblem({ code: "http", status: 0, message });
      }
      const query = { name: source.name.slice(-200) || "file", locale: currentLocale(), ...how };
      const rawType = "application/octet-stream";
      const params = { eventId: self.eventId };
      const { job } = yield* wait(api.call(readThingImport, { params, query, raw: source, rawType }));
      self.set({ watched: { purpose: "read", id: job.id, progress: 0 } });
      return yield* watch();
    }

    function* run(mode: ThingImportDraft["mode"]): Generator<Promise<unknown>, boolean, never> {
      const { file, fileJob, choices, mapping, eventId } = self;
      if (!file || !fileJob) return false;
      const purpose = mode === "apply" ? "apply" : "try";
      self.set({ purpose, wasStopped: false });
      const { type, ...rest } = choices;
      const body: ThingImportDraft = {
        ...rest,
        ...{ file: fileJob, mode, locale: currentLocale() },
        columns: file.columns.map(({ at }) => ({ at, field: mapping[at] ?? null })),
        ...(type ? { type } : {}),
        ...(file.sheet ? { sheet: file.sheet } : {}),
        // As it was shown, whatever the server would find now.
        ...(file.encoding ? { encoding: file.encoding } : {}),
        ...(file.separator ? { separator: file.separator } : {}),
      };
      const { job } = yield* wait(env(self).api.call(startThingImport, { params: { eventId }, body }));
      self.set({ watched: { purpose, id: job.id, progress: 0, rows: file.rows } });
      if (purpose === "apply") {
        const going: Going = { eventId, id: job.id, rows: file.rows };
        env(self).tab.write(GOING, going);
      }
      return yield* watch();
    }

    const tracks = {
      read: tracked(self, "running", read),
      run: tracked(self, "running", run),
      /** Looks again at a job that went on while the server could not be reached. */
      resume: tracked(self, "running", watch),
      cancel: tracked(self, "stopping", function* () {
        const { watched } = self;
        if (watched) yield* wait(env(self).api.call(cancelJob, { params: { jobId: watched.id } }));
      }),
      /** The lines with problems of a run, as a file to mend and send again. */
      linesOf: tracked(self, "bringing", function* (jobId: number) {
        return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),
      template: tracked(self, "bringing", function* (format: "csv" | "xlsx") {
        const { type } = self.choices;
        const query = { format, locale: currentLocale(), ...(type ? { type } : {}) };
        return (yield* wait(
          env(self).api.call(getThingImportTemplate, { params: { eventId: self.eventId }, query }),
        )) as Blob;
      }),
    };
    return {
      ...tracks,
      /** Finds the import again that was going on before a reload; true when it has done all of it. */
      async recall(eventId: number): Promise<boolean> {
        const { tab } = env(self);
        const going = tab.read(GOING) as Going | null | undefined;
        if (self.running.busy || going?.eventId !== eventId) return false;
        const { id, rows } = going;
        self.reset(eventId);
        self.set({ purpose: "apply", watched: { purpose: "apply", id, rows, progress: 0 } });
        const isDone = await tracks.resume();
        if (self.running.problem?.status === 404) {
          tab.remove(GOING);
          self.reset();
        }
        return isDone ?? false;
      },
      /** Once more what failed: the same job if it may still be going, else the same step. */
      again(): Promise<boolean | undefined> {
        if (self.watched) return tracks.resume();
        if (self.purpose === "read") {
          return self.source ? tracks.read(self.source, self.how) : Promise.resolve(false);
        }
        return tracks.run(self.purpose === "apply" ? "apply" : "dry-run");
      },
    };
  });

export interface ImportStoreInstance extends Instance<typeof ImportStore> {}
