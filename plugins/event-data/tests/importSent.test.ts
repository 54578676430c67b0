// An import whose answer the page never heard is found again after a reload, by the file that it imports.
import { beforeEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import { ImportStore } from "../web/import/store.ts";

const FILE = {
  ...{ name: "list.csv", format: "csv", system: null, records: null, encoding: "utf-8", separator: "," },
  ...{ sheets: [], sheet: null, rows: 2, notes: [], more_notes: 0 },
  columns: [{ at: 0, title: "Name", examples: ["Ada"], field: "name", by: "name" }],
};
const RESULT = { created: 2, updated: 0, unchanged: 0, skipped: 0, errors: [] };

let tab: ReturnType<typeof keptInMemory>;
let asked: [string, unknown][];
/** What the server answers to the sending of an import, and to those who look for it, one after another. */
let sending: () => Promise<unknown>;
let found: ({ id: number; state: string } | null)[];

beforeEach(() => {
  tab = keptInMemory();
  asked = [];
  found = [];
  sending = () => new Promise(() => {});
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** The page as it is after a load. */
function aPage() {
  const call = async ({ name }: AnyEndpoint, input: { params?: object; query?: object; body?: { mode?: string } }) => {
    asked.push([name, { ...input.params, ...input.query }]);
    if (name === "findThingImport") return { job: found.shift() ?? null };
    if (name === "startThingImport" && input.body?.mode === "apply") return sending();
    if (name === "getJob") {
      const { jobId } = input.params as { jobId: number };
      if (jobId === 15) return { id: jobId, state: "failed", progress: 0.1, error: "The disk is full." };
      return { id: jobId, state: "done", progress: 1, result: jobId === 11 ? FILE : RESULT };
    }
    return { job: { id: name === "readThingImport" ? 11 : 12, state: "queued" } };
  };
  const env = { api: { call }, tab, t: (key: string) => key, report: () => undefined };
  const store = ImportStore.create({}, env as unknown as Env);
  store.reset(1, 5);
  return store;
}

async function sent() {
  const before = aPage();
  const steps = before.read(new File(["Name\nAda\n"], "list.csv")).then(() => before.run("dry-run"));
  await vi.runAllTimersAsync();
  await steps;
  const running = before.run("apply");
  await vi.runAllTimersAsync();
  asked = [];
  return { before, running };
}

test("what was sent is looked for after the trial that was known, until the server has it, and then waited for", async () => {
  await sent();
  const after = aPage();
  found = [null, { id: 13, state: "running" }];

  const recalling = after.recall(1);
  expect([after.step, after.rows === 0, after.running.busy]).toEqual(["going", true, true]);
  await vi.runAllTimersAsync();

  expect(await recalling).toBe(true);
  expect(asked.slice(0, 3)).toEqual([
    ["findThingImport", { eventId: 1, jobId: 11, after: 12 }],
    ["findThingImport", { eventId: 1, jobId: 11, after: 12 }],
    ["getJob", { jobId: 13 }],
  ]);
  expect([after.step, after.done?.job]).toEqual(["done", 13]);
  // Its end has been seen.
  expect(await aPage().recall(1)).toBe(false);
});

test("what the server never had is told as not begun, once", async () => {
  await sent();
  const after = aPage();

  const recalling = after.recall(1);
  await vi.runAllTimersAsync();

  expect(await recalling).toBe(false);
  expect([after.step, after.running.problem?.message]).toEqual(["choose", "event-data:import.notBegun"]);
  asked = [];
  expect(await aPage().recall(1)).toBe(false);
  expect(asked).toEqual([]);
});

test("what the server has refused was not begun and is looked for by nobody; what may have reached it is", async () => {
  sending = () => Promise.reject(new ApiProblem({ code: "invalid", status: 400, message: "no" }));
  await (await sent()).running;
  expect(await aPage().recall(1)).toBe(false);
  expect(asked).toEqual([]);

  sending = () => Promise.reject(new ApiProblem({ code: "network", status: 0, message: "gone" }));
  await (await sent()).running;
  found = [{ id: 14, state: "done" }];
  const recalling = aPage().recall(1);
  await vi.runAllTimersAsync();
  expect(await recalling).toBe(true);
});

test("after one that failed before it wrote anything, the next one is looked for, and not that one again", async () => {
  sending = async () => ({ job: { id: 15, state: "queued" } });
  const { before } = await sent();
  expect(before.running.problem?.message).toBe("The disk is full.");
  sending = () => new Promise(() => {});
  void before.run("apply");
  await vi.runAllTimersAsync();
  asked = [];
  found = [{ id: 16, state: "running" }];

  const recalling = aPage().recall(1);
  await vi.runAllTimersAsync();

  expect(await recalling).toBe(true);
  expect(asked[0]).toEqual(["findThingImport", { eventId: 1, jobId: 11, after: 15 }]);
});

test("what was refused forgets no other that the tab has sent since", async () => {
  let refuse = (_: unknown): void => {};
  sending = () =>
    new Promise((_, reject) => {
      refuse = reject;
    });
  await sent();
  const other = { eventId: 1, id: 0, rows: 2, sent: { file: 21, after: 22 } };
  tab.write("import", other);

  refuse(new ApiProblem({ code: "invalid", status: 400, message: "no" }));
  await vi.runAllTimersAsync();

  expect(tab.read("import")).toEqual(other);
});

test("what is not found at the server forgets no other that the tab has sent meanwhile", async () => {
  await sent();
  const recalling = aPage().recall(1);
  const other = { eventId: 1, id: 0, rows: 2, sent: { file: 21, after: 22 } };
  tab.write("import", other);
  await vi.runAllTimersAsync();

  expect(await recalling).toBe(false);
  expect(tab.read("import")).toEqual(other);
});
