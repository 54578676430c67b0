// How a search stands for whoever waits for it, and what is counted after it.
import { expect, test } from "vitest";
import type { Env } from "#web";
import { DuplicatesStore } from "../web/store.ts";

const WHOLE = "2026-03-01T09:00:00.000Z";

/** A store before a server whose search ends as it is told to. */
function storeOf(ends: { state: string; error?: string }) {
  const counts = { open: 3, dismissed: 0, listed: true, searched_at: WHOLE as string | null, unfinished: false };
  const of = new Map([
    [1, { ...counts }],
    [2, { ...counts, open: 8 }],
  ]);
  let held = Promise.resolve();
  const call = async ({ name }: { name: string }, { params }: { params: { eventId: number } }) => {
    if (name === "getDuplicates") return { ...of.get(params.eventId) };
    if (name === "searchDuplicates") return { job: { id: 7, state: "queued" } };
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
  return { store, of, hold };
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
