// Threads of jobs: one that was idle ends while the next is at work already, and one that takes little memory ends with its job.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import type { JobRow } from "../../server/core/jobs/jobs.ts";
import { JobThread } from "../../server/core/jobs/thread.ts";
import type { Database } from "../../server/db/open.ts";

/** Ends as one that has to let go of its connections does: not at once. What it tells first is of another job. */
const SCRIPT = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ say, job }) => {
    if (say === "close") setTimeout(() => process.exit(0), 100);
    if (say !== "run") return;
    const told = (of, result) => parentPort.postMessage({ say: "done", of, result });
    told(job.id - 1, "of another one");
    setTimeout(() => told(job.id, JSON.parse(job.payload)), job.id * 300);
  });`;

const running = (id: number) => ({ id, progress: 0, abort: new AbortController(), report: () => {} });
const job = (id: number, payload: string) => ({ id, payload: JSON.stringify(payload) }) as JobRow;

test("a job that begins while an idle thread ends is not broken by its end, nor ended by what is told of another", async () => {
  const basis = { script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`), heap: 64 };
  const thread = new JobThread(readConfig({ LOG_LEVEL: "silent" }), "", {} as Database, basis);
  expect(await thread.run(job(1, "first"), running(1))).toBe("first");

  const gone = thread.close();
  const second = thread.run(job(2, "second"), running(2));
  await gone;

  expect(await second).toBe("second");
  await thread.close();
});

/** Answers which thread it is. */
const WHICH = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ say, job }) => {
    if (say === "close") process.exit(0);
    if (say === "run") parentPort.postMessage({ say: "done", of: job.id, result: threadId });
  });`;

test("the thread of jobs that hold few rows ends with the last of them; one that waits goes on in it", async () => {
  const basis = { script: new URL(`data:text/javascript,${encodeURIComponent(WHICH)}`), heap: 64 };
  const thread = new JobThread(readConfig({ LOG_LEVEL: "silent" }), "", {} as Database, basis);
  let last = 0;
  const which = (isThrifty: boolean) => {
    last += 1;
    return thread.run(job(last, ""), running(last), isThrifty);
  };
  const [first, next] = [await which(true), await which(true)];
  await pause(500);
  const later = await which(true);
  const [other, kept] = [await which(false), await pause(500).then(() => which(false))];
  await thread.close();

  expect(next).toBe(first);
  expect(later).not.toBe(first);
  expect(kept).toBe(other);
});
