// The import of a file: its dry run, then the import itself, each a job that is watched until it has ended.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, getJob, type ImportResult, type Job, startImport } from "#schemas/core.ts";
import { ApiProblem, env, tracked, tracking, wait } from "#web";

const LOOK_MS = 300;

export const ImportStore = types
  .model("ThingImport", {
    job: types.maybe(types.frozen<Job>()),
    /** What the last finished run said, and whether it wrote. */
    result: types.maybe(types.frozen<ImportResult>()),
    isApplied: false,
  })
  .volatile(() => ({ running: tracking() }))
  .views((self) => ({
    /** Profiles that the import would write. */
    get changes(): number {
      return (self.result?.created ?? 0) + (self.result?.updated ?? 0);
    },
  }))
  .actions((self) => ({
    set(change: Partial<Pick<ImportStoreInstance, "job" | "result" | "isApplied">>) {
      Object.assign(self, change);
    },
    reset() {
      Object.assign(self, { job: undefined, result: undefined, isApplied: false });
      self.running.problem = undefined;
    },
  }))
  .actions((self) => ({
    /** Sends the file; answers true when the job has done all of it. */
    run: tracked(self, "running", function* (eventId: number, type: number, file: File, mode: "dry-run" | "apply") {
      const { api, t } = env(self);
      self.set({ result: undefined, isApplied: false });
      const query = { kind: "thing", format: formatOf(file.name), type, mode } as const;
      const { job } = yield* wait(
        api.call(startImport, { params: { eventId }, query, raw: file, rawType: "application/octet-stream" }),
      );
      let now: Job;
      do {
        yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
        now = yield* wait(api.call(getJob, { params: { jobId: job.id } }));
        self.set({ job: now });
      } while (now.state === "queued" || now.state === "running");
      self.set({ job: undefined });
      if (now.state === "failed") {
        throw new ApiProblem({ code: "http", status: 0, message: now.error ?? t("event-data:import.failed") });
      }
      if (now.state === "cancelled") return false;
      self.set({ result: now.result as ImportResult, isApplied: mode === "apply" });
      return true;
    }),
    async cancel() {
      const { job } = self;
      if (job) await env(self).api.call(cancelJob, { params: { jobId: job.id } });
    },
  }));

/** What a file is by the end of its name; the server looks at the bytes. */
function formatOf(name: string): "csv" | "xlsx" | "open-event" {
  if (/\.xlsx$/i.test(name)) return "xlsx";
  return /\.json$/i.test(name) ? "open-event" : "csv";
}

export interface ImportStoreInstance extends Instance<typeof ImportStore> {}
