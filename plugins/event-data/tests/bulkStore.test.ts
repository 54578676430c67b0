import { onSnapshot } from "mobx-state-tree";
import { describe, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import { BulkStore } from "../web/bulk/store.ts";

/** A bulk act whose job is under way, or not yet begun, on a server that cannot be asked to stop it. */
function underWay(job?: { id: number; progress: number }) {
  const away = new ApiProblem({ code: "network", status: 0, message: "The server could not be reached" });
  const call = vi.fn(async (_: AnyEndpoint, __: object) => Promise.reject(away));
  const report = vi.fn();
  const store = BulkStore.create({}, { api: { call }, t: (key: string) => key, report });
  if (job) store.set({ job });
  return { store, call, report };
}

test("a stop that does not reach the server is told, and can be tried again", async () => {
  const { store, call } = underWay({ id: 7, progress: 0.2 });

  await store.cancel();
  expect(store.stopping).toMatchObject({ busy: false, problem: { code: "network" } });
  await store.cancel();
  expect(call).toHaveBeenCalledTimes(2);
  expect(call.mock.lastCall?.[1]).toEqual({ params: { jobId: 7 } });

  store.reset();
  expect(store.stopping.problem).toBeUndefined();
});

test("before the job is known there is nothing to stop", async () => {
  const { store, call } = underWay();

  await store.cancel();

  expect(call).not.toHaveBeenCalled();
});

test.each([
  { of: "that put profiles back is over", undone: { changed: 2, skipped: 1 }, isLeft: false },
  { of: "that found all as it was is over", undone: { changed: 0, skipped: 0 }, isLeft: false },
  { of: "that could put nothing back can be tried again", undone: { changed: 0, skipped: 3 }, isLeft: true },
])("an undoing $of", async ({ undone, isLeft }) => {
  const result = { unchanged: 0, errors: [], sample: [], until: null, ...undone };
  const call = vi.fn(async ({ name }: AnyEndpoint) =>
    name === "getJob" ? { id: 8, state: "done", result } : { job: { id: 8 } },
  );
  const env = {
    api: { call },
    t: (key: string) => key,
    report: vi.fn(),
    now: () => new Date(0),
    locale: () => "en-gb",
    tab: keptInMemory(),
  };
  const store = BulkStore.create({}, env);
  store.set({ last: { jobId: 7, act: { do: "edit" }, isCut: false, result, eventId: 1, until: 60_000 } });

  await store.undo(1, 7);

  expect(store.last !== undefined).toBe(isLeft);
});

test("an act that is refused is looked at again before it can be done; a broken connection changes nothing about that", async () => {
  const result = { changed: 2, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };
  const ends: object[] = [
    { state: "done", result },
    { state: "failed", error: "The selection now holds 1 profile" },
  ];
  let isCut = false;
  const call = vi.fn(async ({ name }: AnyEndpoint) => {
    if (isCut) throw new ApiProblem({ code: "http", status: 500, message: "" });
    return name === "getJob" ? { id: 7, ...ends.shift() } : { job: { id: 7 } };
  });
  const env = { api: { call }, t: (key: string) => key, report: vi.fn(), locale: () => "en-gb", tab: keptInMemory() };
  const store = BulkStore.create({}, env);
  const selection = { ids: [1, 2] };
  await store.run(1, selection, { do: "remove" }, "dry-run");

  isCut = true;
  await store.run(1, selection, { do: "remove", confirm: 2 }, "apply");
  expect(store.preview?.result.changed).toBe(2);
  isCut = false;
  await store.run(1, selection, { do: "remove", confirm: 2 }, "apply");

  expect(store.preview).toBeUndefined();
  expect(store.running.problem?.message).toBe("The selection now holds 1 profile");
});

test("an act is held to what its preview told of, whatever became of each", async () => {
  const result = { changed: 2, unchanged: 3, skipped: 4, groups: 1, errors: [], sample: [], until: null };
  const call = vi.fn(async ({ name }: AnyEndpoint, _?: { body?: object }) =>
    name === "getJob" ? { id: 7, state: "done", result } : { job: { id: 7 } },
  );
  const env = { api: { call }, t: (key: string) => key, report: vi.fn(), locale: () => "en-gb", tab: keptInMemory() };
  const store = BulkStore.create({}, env);
  const selection = { question: { search: "a" } };

  await store.run(1, selection, { do: "merge", by: "mail" }, "dry-run");
  await store.run(1, selection, { do: "merge", by: "mail" }, "apply");

  const bodies = call.mock.calls.flatMap(([{ name }, input]) => (name === "startThingBulk" ? input?.body : []));
  expect(bodies[0]).not.toHaveProperty("seen");
  expect(bodies[1]).toMatchObject({ mode: "apply", seen: 10 });
});

test("an act that breaks on the way is told with what it had done, which can be undone", async () => {
  const until = "2026-05-01T10:10:00.000Z";
  const result = { changed: 500, unchanged: 0, skipped: 0, errors: [], sample: [], until };
  const ends: object[] = [
    { state: "done", result: { ...result, until: null } },
    { state: "failed", error: "The disk is full", result },
  ];
  const call = vi.fn(async ({ name }: AnyEndpoint) =>
    name === "getJob" ? { id: 7, ...ends.shift() } : { job: { id: 7 } },
  );
  const tab = keptInMemory();
  const store = BulkStore.create({}, { api: { call }, t: (key: string) => key, locale: () => "en-gb", tab });
  await store.run(1, { ids: [1] }, { do: "deactivate" }, "dry-run");

  await store.run(1, { ids: [1] }, { do: "deactivate" }, "apply");

  expect(store.done).toMatchObject({ isCut: true, result: { changed: 500 } });
  expect(store.last).toMatchObject({ jobId: 7, eventId: 1, until: Date.parse(until) });
  expect(store.running.problem?.message).toBe("The disk is full");
  expect(tab.read("bulk.1")).toBeUndefined();
});

/** A store on a server whose jobs run until they are let go; jobs get the numbers from 7 on. */
function watching() {
  const result = { changed: 2, unchanged: 0, skipped: 0, errors: [], sample: [], until: "2026-05-01T10:10:00.000Z" };
  let jobs = 6;
  const ended = new Set<number>();
  const call = vi.fn(async ({ name }: AnyEndpoint, asked?: { params?: { jobId?: number } }) => {
    if (name === "getLastThingBulk") return null;
    if (name !== "getJob") return { job: { id: ++jobs } };
    const id = asked?.params?.jobId as number;
    return { id, state: ended.has(id) ? "done" : "running", progress: 0.5, result };
  });
  const env = {
    api: { call },
    t: (key: string) => key,
    report: vi.fn(),
    locale: () => "en-gb",
    tab: keptInMemory(),
    now: () => new Date(0),
  };
  return { store: BulkStore.create({}, env), call, tab: env.tab, end: (id: number) => ended.add(id) };
}

describe("what comes once its dialog was left", () => {
  test("is no preview for the next dialog, whose selection is another one", async () => {
    const { store, end } = watching();
    const tried = store.run(1, { ids: [1, 2] }, { do: "edit", field: "country", value: "FR" }, "dry-run");

    store.reset();
    end(7);
    await tried;

    expect(store.preview).toBeUndefined();
  });

  test("is not told as what the next dialog has done, and can be undone", async () => {
    const { store, end } = watching();
    const done = store.run(1, { ids: [1, 2] }, { do: "edit", field: "country", value: "FR" }, "apply");

    store.reset();
    end(7);
    await done;

    expect(store.done).toBeUndefined();
    expect(store.last).toMatchObject({ jobId: 7, eventId: 1 });
  });
});

test("an act that begins beside an undoing is the one that is stopped, and after it the undoing is again", async () => {
  const { store, call, end } = watching();
  const shown: (number | undefined)[] = [];
  onSnapshot(store, ({ job }) => shown.push(job?.id));
  const undone = store.undo(1, 3);
  await expect.poll(() => store.job).toEqual({ id: 7, progress: 0.5 });
  const tried = store.run(1, { ids: [1] }, { do: "remove" }, "dry-run");
  await expect.poll(() => store.job?.id).toBe(8);
  const looks = call.mock.calls.length;
  await expect.poll(() => call.mock.calls.length).toBeGreaterThan(looks + 3);

  expect(shown.slice(shown.indexOf(8))).not.toContain(7);
  end(8);
  await tried;
  await expect.poll(() => store.job?.id).toBe(7);
  end(7);
  await undone;
  expect(store.job).toBeUndefined();
});

test("an act that is being undone is not forgotten by whoever looks what can be", async () => {
  const { store, end } = watching();
  const act = { jobId: 3, act: { do: "edit" as const }, isCut: false, eventId: 1, until: 60_000 };
  store.set({
    last: { ...act, result: { changed: 2, unchanged: 0, skipped: 0, errors: [], sample: [], until: null } },
  });
  const undone = store.undo(1, 3);

  await store.findLast(1);
  expect(store.last).toMatchObject({ jobId: 3 });

  end(7);
  await undone;
  expect(store.last).toBeUndefined();
});

test("an act is kept in the tab by its event until its end was seen, and another event neither shows nor stops it", async () => {
  const { store, tab, end } = watching();
  void store.run(1, { ids: [1] }, { do: "edit", field: "country", value: "FR" }, "apply");
  await expect.poll(() => store.going).toMatchObject({ eventId: 1, id: 7 });
  expect(tab.read("bulk.1")).toEqual({ eventId: 1, id: 7, act: { do: "edit" } });

  expect(store.recall(2)).toBeUndefined();
  expect([store.going, store.job]).toEqual([undefined, undefined]);
  await expect.poll(() => store.running.busy).toBe(false);

  const back = store.recall(1);
  await expect.poll(() => store.job).toEqual({ id: 7, progress: 0.5 });
  end(7);
  expect(await back?.act).toMatchObject({ jobId: 7, isCut: false });
  expect(store.last).toMatchObject({ jobId: 7, eventId: 1 });
  expect([store.going, tab.read("bulk.1")]).toEqual([undefined, undefined]);
});

test("an undoing is taken up again too, and its job is the one of whom it leaves alone", async () => {
  const { store, tab, end } = watching();
  tab.write("bulk.1", { eventId: 1, id: 8, act: { do: "edit" }, undoes: 7 });

  const back = store.recall(1);
  end(8);

  expect(await back?.undoing).toMatchObject({ jobId: 8, isCut: false, result: { changed: 2 } });
  expect(tab.read("bulk.1")).toBeUndefined();
});

describe("after a reload", () => {
  const NOW = "2026-05-01T10:00:00.000Z";
  const until = "2026-05-01T10:08:00.000Z";
  const result = { changed: 3, unchanged: 0, skipped: 0, errors: [], sample: [], until };

  /** A store on a server that knows an act, or none, and tells its job by and by. */
  function reloaded(found: object | null, ...states: string[]) {
    const call = vi.fn(async ({ name }: AnyEndpoint) =>
      name === "getJob" ? { id: 7, state: states.shift(), result } : structuredClone(found),
    );
    const env = {
      api: { call },
      t: (key: string) => key,
      report: vi.fn(),
      now: () => new Date(NOW),
      tab: keptInMemory(),
    };
    return BulkStore.create({}, env);
  }
  const act = (state: string) => ({ job: { id: 7, state }, do: "edit", until: NOW });

  test("the undo of an act is offered again for the minutes that are left, in its own event", async () => {
    const store = reloaded(act("done"), "done");

    expect(await store.findLast(1)).toBe(false);

    expect(store.last).toMatchObject({ jobId: 7, act: { do: "edit" }, isCut: false, result: { changed: 3 } });
    expect([store.minutesLeft(1), store.minutesLeft(2)]).toEqual([8, 0]);
  });

  test("an act that is still under way is waited for, and one that was cut short is said to be", async () => {
    const store = reloaded(act("running"), "running", "cancelled");

    expect(await store.findLast(1)).toBe(true);

    expect(store.last).toMatchObject({ isCut: true });
    expect(store.minutesLeft(1)).toBe(8);
  });

  test("the rest of an undoing that was stopped is offered for as long as the server says", async () => {
    const later = new Date(Date.parse(until) - 60_000).toISOString();
    const store = reloaded({ ...act("done"), isPartlyBack: true, until: later }, "done");

    await store.findLast(1);

    expect(store.last).toMatchObject({ jobId: 7, isPartlyBack: true });
    expect(store.minutesLeft(1)).toBe(7);
  });

  test("an offer that was taken elsewhere goes, and one of another event stays", async () => {
    const store = reloaded(null);
    store.set({ last: { jobId: 7, act: { do: "edit" }, isCut: false, result, eventId: 1, until: Date.parse(until) } });

    await store.findLast(2);
    expect(store.minutesLeft(1)).toBe(8);
    await store.findLast(1);
    expect(store.last).toBeUndefined();
  });
});
