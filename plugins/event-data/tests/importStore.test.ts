// The import screen's store: what stays when a job is lost from sight, and what a stop leaves.
import { beforeEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import { linesToSend } from "../web/import/mended.ts";
import { ImportStore, type ImportStoreInstance } from "../web/import/store.ts";

const FILE = {
  ...{ name: "list.csv", format: "csv", system: null, records: null, encoding: "utf-8", separator: "," },
  ...{ sheets: [], sheet: null, rows: 2, notes: [], more_notes: 0 },
  columns: [{ at: 0, title: "Name", examples: ["Ada"], field: "name", by: "name" }],
};
const RESULT = { created: 2, updated: 0, unchanged: 0, skipped: 0, errors: [] };

let asked: string[];
let jobs: unknown[];
let store: ImportStoreInstance;

beforeEach(async () => {
  asked = [];
  jobs = [];
  const call = async ({ name }: AnyEndpoint) => {
    asked.push(name);
    if (name !== "getJob") return { job: { id: asked.length, state: "queued" } };
    const answer = jobs.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const env = {
    api: { call },
    tab: keptInMemory(),
    t: (key: string) => key,
    report: () => undefined,
  } as unknown as Env;
  store = ImportStore.create({}, env);
  store.reset(1, 5);
  jobs = [{ id: 1, state: "done", progress: 1, result: FILE }];
  await store.read(new File(["Name\nAda\n"], "list.csv"));
  asked = [];
});

test("an import that was lost from sight is found again, not started twice", async () => {
  const lost = new ApiProblem({ code: "network", status: 0, message: "gone" });
  vi.useFakeTimers();
  jobs = [{ id: 2, state: "running", progress: 0.5 }, ...Array(1000).fill(lost)];
  const running = store.run("apply");
  await vi.advanceTimersByTimeAsync(5000);
  expect([store.step, store.isLost, store.running.busy]).toEqual(["going", true, true]);
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  expect([store.running.problem?.code, store.isLost]).toEqual(["network", false]);
  expect([store.step, store.mapping]).toEqual(["going", { 0: "name" }]);

  jobs = [{ id: 2, state: "done", progress: 1, result: RESULT }];
  await store.again();
  expect(store.step).toBe("done");
  expect(asked.filter((name) => name === "startThingImport")).toHaveLength(1);
});

test("a stopped import keeps its mapping and says that it was stopped; another choice makes a trial worth nothing", async () => {
  jobs = [{ id: 2, state: "done", progress: 1, result: RESULT }];
  await store.run("dry-run");
  expect([store.step, store.changes]).toEqual(["check", 2]);

  jobs = [{ id: 3, state: "cancelled", progress: 0.5 }];
  await store.run("apply");
  expect([store.step, store.trial, store.part]).toEqual(["stopped", undefined, undefined]);

  store.map(0, "company_name");
  expect([store.step, store.fault]).toEqual(["map", "nobody"]);
});

test("an import that fails on its way says so as long as it is true, and what was tried before is true no longer", async () => {
  const trial = { id: 2, state: "done", progress: 1, result: RESULT };
  jobs = [trial, { id: 3, state: "failed", progress: 0, error: "Nothing came in" }];
  await store.run("dry-run");
  await store.run("apply");
  expect([store.step, store.running.problem?.message]).toEqual(["check", "Nothing came in"]);

  jobs = [{ id: 4, state: "failed", progress: 0.5, error: "One came in", result: { ...RESULT, created: 1 } }];
  await store.run("apply");
  expect([store.step, store.running.problem?.message]).toEqual(["broken", "One came in"]);
  expect(store.part).toMatchObject({ job: 4, result: { created: 1 } });

  jobs = [trial];
  await store.run("dry-run");
  expect([store.step, store.running.problem]).toEqual(["check", undefined]);
});

test("an import that was stopped keeps what came in and the lines it left out, until another is begun", async () => {
  const lines = [{ line: 2, cells: [""] }];
  const result = { ...RESULT, created: 1, skipped: 1, lines };
  jobs = [{ id: 3, state: "cancelled", progress: 0.5, result }];
  await store.run("apply");
  expect([store.step, store.part, store.leftOut]).toEqual(["stopped", { job: 3, result }, lines]);

  jobs = [{ id: 4, state: "done", progress: 1, result: RESULT }];
  await store.run("dry-run");
  expect([store.step, store.part]).toEqual(["check", undefined]);
});

test("a file that was refused says why, and one that is too large is not sent", async () => {
  store.reset();
  jobs = [{ id: 9, state: "failed", progress: 0, error: "The file is damaged" }];
  await store.read(new File(["x"], "x.xlsx"));
  expect([store.step, store.running.problem?.message]).toEqual(["choose", "The file is damaged"]);

  asked = [];
  const large = (name: string, megabytes: number) =>
    Object.defineProperty(new File(["x"], name), "size", { value: megabytes * 1024 * 1024 });
  await store.read(large("x.csv", 129));
  expect([asked, store.running.problem?.message]).toEqual([[], "event-data:import.tooLarge"]);
  await store.read(large("x.xlsx", 64));
  expect([asked, store.running.problem?.message]).toEqual([[], "event-data:import.refused.tooLarge"]);
  jobs = [{ id: 10, state: "done", progress: 1, result: FILE }];
  await store.read(large("x.csv", 127));
  expect(store.step).toBe("map");
});

test("a file that is being sent says how far it is, and Stop gives up sending it without a word", async () => {
  const heard: (number | undefined)[] = [];
  const call = async ({ name }: AnyEndpoint, input: { signal?: AbortSignal; sent?: (share: number) => void }) => {
    asked.push(name);
    input.sent?.(0.25);
    heard.push(store.sending?.share);
    return new Promise((_, fail) => {
      const aborted = () => fail(new ApiProblem({ code: "aborted", status: 0, message: "given up" }));
      input.signal?.addEventListener("abort", aborted);
    });
  };
  const env = { api: { call }, tab: keptInMemory(), t: (key: string) => key, report: () => undefined };
  store = ImportStore.create({}, env as unknown as Env);
  store.reset(1, 5);

  const reading = store.read(new File(["Name"], "list.csv"));
  await vi.waitFor(() => expect(heard).toEqual([0.25]));
  await store.cancel();
  await reading;

  expect([store.running.busy, store.running.problem, store.sending]).toEqual([false, undefined, undefined]);
  expect([store.step, asked]).toEqual(["choose", ["readThingImport"]]);
});

test("a file that is read anew as the person says it is keeps both, and is tried and imported as it was shown", async () => {
  const sent: { query?: object; body?: object; raw?: File; params?: object }[] = [];
  const call = async ({ name }: AnyEndpoint, input: { query?: object; body?: object; raw?: File; params?: object }) => {
    if (name !== "getJob") {
      sent.push(input);
      return { job: { id: sent.length, state: "queued" } };
    }
    return {
      id: 1,
      state: "done",
      progress: 1,
      result: "mode" in (sent.at(-1)?.body ?? {}) ? RESULT : { ...FILE, encoding: "koi8-r" },
    };
  };
  const env = { api: { call }, t: (key: string) => key, report: () => undefined } as unknown as Env;
  store = ImportStore.create({}, env);
  store.reset(1, 5);
  const source = new File(["Name"], "list.csv");

  await store.read(source);
  await store.reread({ encoding: "koi8-r" });
  await store.run("dry-run");

  expect(sent.filter((one) => "raw" in one)).toEqual([expect.objectContaining({ raw: source })]);
  expect(sent[1]).toMatchObject({ params: { jobId: 1 }, body: { encoding: "koi8-r" } });
  expect(sent[2]?.body).toMatchObject({ encoding: "koi8-r", separator: "," });
  expect(store.how).toEqual({ encoding: "koi8-r" });
});

test("a reading that fails leaves what was read before, which is what would be imported", async () => {
  jobs = [{ id: 4, state: "failed", progress: 0, error: "The file holds no rows" }];

  await store.reread({ encoding: "utf-16le" });

  expect([store.step, store.running.problem?.message, store.how]).toEqual(["map", "The file holds no rows", {}]);
  expect(store.file?.encoding).toBe("utf-8");
});

test("a file that is being sent is given up with its event, or for another file, and ends nobody else's sending", async () => {
  const signals: AbortSignal[] = [];
  const call = (_: AnyEndpoint, { signal }: { signal: AbortSignal }) =>
    new Promise((_done, reject) => {
      signals.push(signal);
      signal.addEventListener("abort", () => reject(new ApiProblem({ code: "aborted", status: 0, message: "" })));
    });
  const env = { api: { call }, tab: keptInMemory(), t: (key: string) => key, report: () => undefined };
  store = ImportStore.create({}, env);
  store.reset(1, 5);
  const first = store.read(new File(["Name\nAda\n"], "first.csv"));
  const second = store.read(new File(["Name\nAda\n"], "second.csv"));
  await first;
  expect([signals.map(({ aborted }) => aborted), store.sending?.share]).toEqual([[true, false], 0]);

  await store.leave();
  await second;
  expect([signals[1]?.aborted, store.sending]).toEqual([true, undefined]);
});

test("the import of another event is not waited for here, and its end does not come here", async () => {
  let resolve = (_: unknown): void => {};
  jobs = [
    new Promise((go) => {
      resolve = go;
    }),
  ];
  const running = store.run("apply");
  await vi.waitFor(() => expect(store.step).toBe("going"));

  await store.leave();
  store.reset(2, 5);
  resolve({ id: 2, state: "done", progress: 1, result: RESULT });
  await running;

  expect([store.eventId, store.step, store.done, store.running.busy]).toEqual([2, "choose", undefined, false]);
});

test("lines that are mended go along with every run, and once the file is in, with nothing but what it left out", async () => {
  const sent: Record<string, unknown>[] = [];
  const lines = [
    { line: 2, cells: [""] },
    { line: 3, cells: ["", "x"] },
  ];
  const left = { ...RESULT, skipped: 2, errors: [], lines };
  let last = "";
  const call = async ({ name }: AnyEndpoint, input: { body?: Record<string, unknown> }) => {
    if (name === "getJob")
      return { id: 1, state: "done", progress: 1, result: last === "startThingImport" ? left : FILE };
    last = name;
    if (name === "startThingImport") sent.push(input.body ?? {});
    return { job: { id: 1, state: "queued" } };
  };
  const env = { api: { call }, tab: keptInMemory(), t: (key: string) => key, report: () => undefined };
  store = ImportStore.create({}, env as unknown as Env);
  store.reset(1, 5);
  await store.read(new File(["Name"], "list.csv"));
  await store.run("dry-run");
  expect([store.fresh, sent[0]?.mended]).toEqual([0, undefined]);

  store.mend(3, 0, "Bo");
  expect(store.fresh).toBe(1);
  await store.retry();
  expect(sent[1]).toMatchObject({ mode: "dry-run", mended: [{ line: 3, cells: ["Bo", "x"] }] });
  expect([store.fresh, sent[1]?.only]).toEqual([0, undefined]);

  await store.run("apply");
  store.mend(2, 1, "y");
  await store.retry();
  await store.run("apply");
  const rest = { only: [2, 3], after: 1, mended: [{ line: 2, cells: ["", "y"] }, { line: 3 }] };
  expect(sent.slice(3)).toMatchObject([
    { mode: "dry-run", ...rest },
    { mode: "apply", ...rest },
  ]);
  expect([store.step, store.rows]).toEqual(["done", 2]);

  await store.reread({ encoding: "koi8-r" });
  expect([store.mended, store.rest]).toEqual([{}, undefined]);
});

test("lines that came in as they were mended are told with those that are left: no other may mean the same profile", () => {
  const left = [{ line: 3, cells: ["Bo"] }];
  const mended = { 2: ["Ann"], 3: ["Bob"] };
  const lines = [
    { line: 2, cells: ["Ann"] },
    { line: 3, cells: ["Bob"] },
  ];
  expect(linesToSend(mended, left, 7)).toEqual({ mended: lines, only: [3], after: 7 });
  expect(linesToSend(mended, undefined, 7)).toEqual({ mended: lines });
});

test("lines that the import of the file left out and did not tell are known until another file is read", async () => {
  const told = (...numbers: number[]) => numbers.map((line) => ({ line, cells: [""] }));
  const done = (id: number, skipped: number, ...numbers: number[]) => {
    const result = { ...RESULT, skipped, lines: told(...numbers) };
    return { id, state: "done", progress: 1, result };
  };
  const mended = async () => {
    store.mend(2, 0, `Bo ${asked.length}`);
    await store.retry();
    await store.run("apply");
  };

  jobs = [done(2, 300, 2, 3), done(3, 2, 2, 3), done(4, 1, 2)];
  await store.run("apply");
  expect([store.untold, store.first]).toEqual([0, undefined]);
  await mended();
  expect([store.untold, store.first?.job, store.done?.job]).toEqual([298, 2, 4]);

  jobs = [done(5, 1, 2), done(6, 0)];
  await mended();
  expect([store.untold, store.first?.job, store.done?.job]).toEqual([298, 2, 6]);

  jobs = [{ id: 7, state: "done", progress: 1, result: FILE }];
  await store.reread({ encoding: "utf-8" });
  expect([store.untold, store.first]).toEqual([0, undefined]);
});
