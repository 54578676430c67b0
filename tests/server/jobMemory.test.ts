// A job whose thread takes more memory than it may have says so, and the next one runs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import { JobThread } from "../../server/core/jobs/thread.ts";
import { type Asker, app, root, type TestApp } from "../support/app.ts";

/** What the thread of jobs does, with jobs that take much, that break, and that do as they should. */
const SCRIPT = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ say, job }) => {
    if (say === "close") parentPort.close();
    if (say !== "run") return;
    const asked = JSON.parse(job.payload);
    if (asked === "break") throw new Error("table core_job is missing");
    const all = [];
    while (asked === "much") all.push(new Array(1000).fill({}));
    parentPort.postMessage({ say: "done", of: job.id, result: asked });
  });`;

let lanyard: TestApp;
let owner: Asker;
let runner: JobRunner;
beforeAll(async () => {
  lanyard = await app();
  owner = await lanyard.as("owner");
  const { deps } = lanyard;
  await deps.jobs.stop();
  const basis = { script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`), heap: 8 };
  runner = new JobRunner(new JobThread(deps.config, root, deps.database, basis));
  deps.jobs = runner;
  // Such a thread begins with a small heap.
  runner.start(deps, { eat: Object.assign(async () => undefined, { isThrifty: true }) });
});
afterAll(async () => {
  await runner.stop();
  await lanyard.close();
});

async function ended(payload: string) {
  const { deps, apps } = lanyard;
  const draft = {
    kind: "eat",
    payload,
    appId: apps.northwind,
    eventId: undefined,
    userId: owner.userId,
    at: new Date(),
  };
  const { id } = await deps.database.write.transaction().execute((db) => runner.enqueue(db, draft));
  return (await owner.finished(id)).data;
}

test("a job that needs too much memory tells why it ended, another one no more than that it broke, and jobs go on", async () => {
  const [much, broken, good] = [await ended("much"), await ended("break"), await ended("little")];

  expect(much).toMatchObject({ state: "failed", error: expect.stringMatching(/more memory than a job may have/) });
  expect(broken).toMatchObject({ state: "failed", error: "Something went wrong on our side" });
  expect(good).toMatchObject({ state: "done", result: "little" });
});
