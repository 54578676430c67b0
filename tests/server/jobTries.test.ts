// How often a job is begun is counted for all processes at once, and beyond the ends of those that it takes with it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import type { JobContext } from "../../server/kernel/plugins.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";

let lanyard: TestApp;
let owner: Asker;
let clock: number;
let runners: JobRunner[];
let runs: number;
let deaths: number;
/** What belongs to the end of a job that is not done. */
let released: number;
let isReleaseBroken: boolean;
beforeEach(async () => {
  clock = Date.now();
  lanyard = await app({ now: () => new Date(clock) });
  owner = await lanyard.as("owner");
  await lanyard.deps.jobs.stop();
  [runners, runs, deaths, released, isReleaseBroken] = [[], 0, 0, 0, false];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await lanyard.close();
});

type Work = (context: JobContext) => Promise<unknown>;

/** A process that takes jobs. */
function begin(work: Work): JobRunner {
  const runner = new JobRunner();
  const count = async (context: JobContext) => {
    runs += 1;
    return work(context);
  };
  const release = async () => {
    released += 1;
    if (isReleaseBroken) throw new TypeError("What belongs to the end breaks too");
  };
  lanyard.deps.jobs = runner;
  runners.push(runner);
  runner.start(lanyard.deps, { count: Object.assign(count, { release }) });
  return runner;
}

async function enqueue(): Promise<number> {
  const { deps, apps } = lanyard;
  const draft = { kind: "count", payload: null, appId: apps.northwind, eventId: undefined, userId: owner.userId };
  const at = deps.now();
  return (await deps.database.write.transaction().execute((db) => deps.jobs.enqueue(db, { ...draft, at }))).id;
}

const jobOf = async (id: number) => (await owner.get(`/1/api/job/${id}`)).data;
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((go) => setTimeout(go, 10));
};
/** Work in whose midst its process ends: nobody hears of it any more. */
const dies: Work = ({ signal }) => {
  deaths += 1;
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
};

/** Begins one process after another, each of which dies in the midst of the job, until it has ended or so many have. */
async function killed(id: number, times: number, work: Work = dies): Promise<void> {
  for (let at = 0; at < times; at++) {
    const before = deaths;
    begin(work);
    // Until it has died: a place that is kept later would be kept by the later clock, and the job taken for alive.
    await until(async () => deaths > before || ["done", "failed"].includes((await jobOf(id)).state));
    if (deaths === before) return;
    // Where there are several processes the job is taken over once its lease has ended.
    clock += 60_000;
  }
}

test("one in whose midst its process dies each time is begun five times and fails, which is told in words", async () => {
  const id = await enqueue();

  await killed(id, 9);

  expect([runs, released]).toEqual([5, 1]);
  expect(await jobOf(id)).toMatchObject({
    state: "failed",
    code: "unexpected",
    error: expect.stringContaining("five times in the middle of this work"),
    reasons: { "": { text: "problem:said.killed" } },
  });
});

test("one that gets further each time is begun as often as that takes", async () => {
  const id = await enqueue();
  await killed(id, 7, async (context) => {
    await context.inTransaction(async () => undefined, { keep: () => ({ at: runs, result: null }) });
    return runs < 7 ? dies(context) : "at last";
  });

  await until(async () => (await jobOf(id)).state === "done");
  expect([runs, (await jobOf(id)).result]).toEqual([7, "at last"]);
});

test("one that keeps the same place each time gets no further", async () => {
  const id = await enqueue();
  await killed(id, 9, async (context) => {
    await context.inTransaction(async () => undefined, { keep: () => ({ at: "begun", result: null }) });
    return dies(context);
  });

  expect([runs, (await jobOf(id)).state]).toEqual([5, "failed"]);
});

test("one that is given back by servers that stop is begun by the next, however many there were", async () => {
  const id = await enqueue();
  for (let at = 0; at < 7; at++) {
    const runner = begin(dies);
    await until(() => runs === at + 1);
    await runner.stop();
  }

  begin(async () => "at last");
  await until(async () => (await jobOf(id)).state === "done");
  expect(runs).toBe(8);
});

test("one whose end breaks as well ends without it, and is not begun for ever", async () => {
  const id = await enqueue();
  isReleaseBroken = true;
  const runner = begin(async () => Promise.reject(new TypeError("It breaks")));

  await until(async () => {
    clock += 31_000;
    runner.wake();
    return (await jobOf(id)).state === "failed";
  });
  expect([runs, released]).toEqual([5, 10]);
});

test("passing faults are counted for all processes together", async () => {
  const id = await enqueue();
  const broken = async () => Promise.reject(Object.assign(new Error("terminating connection"), { code: "57P01" }));
  for (const one of [begin(broken), begin(broken), begin(broken)]) one.wake();

  // Another process goes on with it each time.
  await until(async () => {
    clock += 1000;
    runners.push(runners.shift() as JobRunner);
    runners[0]?.wake();
    return (await jobOf(id)).state === "failed";
  });

  expect(runs).toBe(5);
  expect(await jobOf(id)).toMatchObject({ code: "unavailable", reasons: { "": { text: "problem:said.restart" } } });
});
