// How a search stands for whoever waits for it, and what is counted after it.
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem, type Env } from "#web";
import { DuplicatesStore } from "../web/store.ts";

const LOOK_MS = 15_000;
const WHOLE = "2026-03-01T09:00:00.000Z";

afterEach(() => {
  vi.useRealTimers();
});

/** A store before a server whose search ends as it is told to. */
function storeOf(ends: { state: string; error?: string }) {
  const counts = { open: 3, dismissed: 0, listed: true, searched_at: WHOLE as string | null, unfinished: false };
  const of = new Map([
    [1, { ...counts }],
    [2, { ...counts, open: 8 }],
  ]);
  let held = Promise.resolve();
  const asked: string[] = [];
  const broken = new Set<string>();
  const slow = new Set<string>();
  const fields = ["as it was", "as it is"];
  const call = async ({ name }: { name: string }, { params }: { params: { eventId: number } }) => {
    asked.push(name);
    if (slow.has(name)) await new Promise(() => undefined);
    if (broken.has(name)) throw new ApiProblem({ code: "stale", status: 409, message: name });
    if (name === "getDuplicates") return { ...of.get(params.eventId) };
    if (name === "searchDuplicates") return { job: { id: 7, state: "queued", progress: 0, is_open: true } };
    if (name === "mergeThings") return { id: 3, kept: { name: "Ada" }, moved: [], left: [] };
    if (name === "getDuplicate") return { id: 5, attached: [], notes: { one: [], other: [] } };
    if (name === "listFields") return fields.splice(0, 1);
    await held;
    return { id: 7, kind: "duplicates.search", progress: 1, ...ends };
  };
  const env = { api: { call }, t: (key: string) => key, report: () => undefined } as unknown as Env;
  const store = DuplicatesStore.create({}, env);
  const hold = () => {
    let release: () => void = () => undefined;
    held = new Promise((done) => (release = done));
    return () => release();
  };
  return { store, of, hold, broken, slow, asked };
}

test("a search that was stopped is no search that is done, and what it found is counted", async () => {
  const { store, of } = storeOf({ state: "cancelled" });
  await store.getDuplicates(1, 0);
  Object.assign(of.get(1) as object, { open: 4, unfinished: true, searched_at: null });

  expect(await store.searchDuplicates(1)).toBeUndefined();
  expect(store.counts).toMatchObject({ open: 4, searched_at: null });
  expect([store.isUnfinished, store.searching.problem]).toEqual([true, undefined]);
});

test("one that nobody waits for here is told, and one that is waited for is not told twice", async () => {
  const { store, of, hold } = storeOf({ state: "done" });
  Object.assign(of.get(1) as object, { unfinished: true });
  await store.getDuplicates(1, 0);
  const before = store.isUnfinished;
  const release = hold();
  const searching = store.searchDuplicates(1);
  const meanwhile = [store.isUnfinished, store.isSearching];
  Object.assign(of.get(1) as object, { unfinished: false });
  release();

  expect(await searching).toBe(3);
  expect([before, ...meanwhile, store.isUnfinished]).toEqual([true, false, true, false]);
});

test("a search that ends once another event is shown is neither shown nor counted there", async () => {
  const { store, hold } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  const release = hold();
  const searching = store.searchDuplicates(1);
  await store.getDuplicates(2, 0);
  const meanwhile = store.isSearching;
  release();

  expect(await searching).toBe(3);
  expect(meanwhile).toBe(false);
  expect(store.counts).toMatchObject({ open: 8 });
});

test("a merge that was made is told as made, also where nobody can count the pairs after it", async () => {
  const { store, broken } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  broken.add("getDuplicates");

  expect(await store.mergeThings(1, {} as never)).toMatchObject({ id: 3 });
  await expect.poll(() => store.counting.busy).toBe(false);
  expect([store.merging.problem, store.counting.problem?.code, store.merges.length]).toEqual([undefined, "stale", 1]);
});

test("why one pair could not be merged is not told of the next, nor once that pair was looked at again", async () => {
  const { store, broken } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  await store.openTwo(1, { pairId: 5 });
  broken.add("mergeThings");
  await store.mergeThings(1, {} as never);
  const refused = store.merging.problem?.code;
  await store.openTwo(1, { pairId: 5 });

  expect([refused, store.merging.problem]).toEqual(["stale", undefined]);
});

test("a stop that failed is not told of the next search", async () => {
  const { store, hold, broken } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  const release = hold();
  broken.add("cancelJob");
  const first = store.searchDuplicates(1);
  await expect.poll(() => store.running).toBeDefined();
  await store.stop();
  const problems = [store.stopping.problem?.code];
  release();
  await first;
  const second = store.searchDuplicates(1);
  await expect.poll(() => store.running).toBeDefined();
  problems.push(store.stopping.problem?.code);
  await second;

  expect(problems).toEqual(["stale", undefined]);
});

test("by which fields a pair is read is asked with each pair", async () => {
  const { store } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  await store.openTwo(1, { pairId: 5 });
  const first = store.fields;
  await store.openTwo(1, { pairId: 6 });

  expect([first, store.fields]).toEqual([["as it was"], ["as it is"]]);
});

test.each([
  [true, true],
  [false, false],
])(
  "one that was found going on is followed to its end as one that was begun here (may stop: %s)",
  async (is_open, stops) => {
    vi.useFakeTimers();
    const { store, of, hold } = storeOf({ state: "done" });
    const going = { id: 7, state: "running" as const, progress: 0.4, is_open };
    Object.assign(of.get(1) as object, { unfinished: true, searching: going });
    await store.getDuplicates(1, 0);
    const before = store.isUnfinished;
    const release = hold();
    const followed = store.searchDuplicates(1, going);
    await expect.poll(() => store.running).toMatchObject({ id: 7, stops });
    const meanwhile = [store.isUnfinished, store.isSearching];
    Object.assign(of.get(1) as object, { unfinished: false, searching: null });
    release();
    await vi.advanceTimersByTimeAsync(LOOK_MS);

    expect(await followed).toBe(3);
    expect([before, ...meanwhile, store.isSearching, store.isUnfinished]).toEqual([false, false, true, false, false]);
    expect(store.running).toBeUndefined();
  },
);

test("somebody else's is looked at now and then, and no more once nobody looks at the queue", async () => {
  vi.useFakeTimers();
  const { store, of, asked } = storeOf({ state: "done" });
  const going = { id: 7, state: "running" as const, progress: 0.4, is_open: false };
  Object.assign(of.get(1) as object, { unfinished: true, searching: going });
  await store.getDuplicates(1, 0);
  const left = new AbortController();
  const followed = store.searchDuplicates(1, going, left.signal);
  await vi.advanceTimersByTimeAsync(3 * LOOK_MS + 1);
  const looks = asked.length;
  left.abort();

  expect(await followed).toBeUndefined();
  expect([store.isSearching, store.running, store.searching.problem]).toEqual([false, undefined, undefined]);
  await vi.advanceTimersByTimeAsync(3 * LOOK_MS);
  // The first ones were counted as the queue was opened.
  expect([looks, asked.length]).toEqual([4, 4]);
});

test("what is settled does not wait for the numbers after it", async () => {
  const { store, slow } = storeOf({ state: "done" });
  await store.getDuplicates(1, 0);
  slow.add("getDuplicates");

  expect(await store.mergeThings(1, {} as never)).toMatchObject({ id: 3 });
  expect(await Promise.all([store.dismissDuplicate(1, 5, true), store.dismissDuplicate(1, 6, true)])).toEqual([
    true,
    true,
  ]);
  expect(store.counting.busy).toBe(true);
});
