// A job that the database failed for a moment, or whose code is gone while its server runs, is begun again and not lost.
import { afterEach, beforeEach, expect, test } from "vitest";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import { errorOf, failureOf, JobThread } from "../../server/core/jobs/thread.ts";
import { type Asker, app, root, type TestApp } from "../support/app.ts";

const SCRIPT = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ say, job }) => {
    if (say === "close") parentPort.close();
    if (say === "run") parentPort.postMessage({ say: "done", of: job.id, result: "done" });
  });`;

let lanyard: TestApp;
let owner: Asker;
let runner: JobRunner;
let clock: number;
beforeEach(async () => {
  clock = Date.now();
  lanyard = await app({ now: () => new Date(clock) });
  owner = await lanyard.as("owner");
  await lanyard.deps.jobs.stop();
  runner = new JobRunner();
  runs = 0;
});
afterEach(async () => {
  await runner.stop();
  await lanyard.close();
});

let runs: number;
const fault = (code: string) => Object.assign(new Error("terminating connection"), { code });

async function enqueue(): Promise<number> {
  const { deps, apps } = lanyard;
  deps.jobs = runner;
  const draft = { kind: "count", payload: null, appId: apps.northwind, eventId: undefined, userId: owner.userId };
  const at = deps.now();
  return (await deps.database.write.transaction().execute((db) => runner.enqueue(db, { ...draft, at }))).id;
}

/** Lets the time pass until the job has ended. */
async function ended(id: number) {
  for (;;) {
    const { data } = await owner.get(`/1/api/job/${id}`);
    if (data.state === "done" || data.state === "failed") return data;
    clock += 1000;
    runner.wake();
    await new Promise((go) => setTimeout(go, 10));
  }
}

/** How the job ends whose first runs end like this. */
async function run(...errors: Error[]) {
  const id = await enqueue();
  runner.start(lanyard.deps, {
    count: async () => {
      const error = errors[runs];
      runs += 1;
      if (error) throw error;
      return "at last";
    },
  });
  return ended(id);
}

test("a job that meets a database that restarts, or other writers, is begun again a little later", async () => {
  const begun = clock;

  const job = await run(fault("57P01"), new Error("Connection terminated unexpectedly"), fault("40P01"));

  expect([job.state, job.result, runs]).toEqual(["done", "at last", 4]);
  expect(clock - begun).toBeGreaterThanOrEqual(30_000);
});

test("one that meets such a fault again and again fails, and tells which it was", async () => {
  const job = await run(...Array.from({ length: 9 }, () => fault("57P01")));

  expect(job).toMatchObject({
    state: "failed",
    code: "unavailable",
    error: "The database is being restarted; try again in a moment",
    reasons: { "": { text: "problem:said.restart" } },
  });
  expect(runs).toBe(5);
});

test("one that meets a fault that stays fails at once, and tells which it was", async () => {
  const job = await run(fault("SQLITE_FULL"));

  expect(job).toMatchObject({ state: "failed", error: "The disk of the server is full; nothing was saved" });
  expect(runs).toBe(1);
});

test("what a job's thread met is known in the thread that asked for it", () => {
  const met = fault("57P01");

  const told = errorOf(failureOf(met));

  expect(told).toMatchObject({ message: met.message, code: "57P01", stack: met.stack });
});

test("a job whose thread's code is gone waits for the server that has it", async () => {
  const { deps } = lanyard;
  const withScript = (script: URL) =>
    new JobRunner(new JobThread(deps.config, root, deps.database, { script, heap: 8 }));
  runner = withScript(new URL("./gone.mjs", import.meta.url));
  const id = await enqueue();
  const count = async () => undefined;
  runner.start(deps, { count });
  const row = () => deps.database.quick.selectFrom("core_job").selectAll().where("id", "=", id).executeTakeFirst();
  for (let last = ""; last !== "running null"; await new Promise((go) => setTimeout(go, 10))) {
    const { state, worker } = (await row()) ?? {};
    last = `${state} ${worker}`;
    expect(state).not.toBe("failed");
  }
  await runner.stop();

  runner = withScript(new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`));
  deps.jobs = runner;
  runner.start(deps, { count });

  expect(await ended(id)).toMatchObject({ state: "done", result: "done" });
});
