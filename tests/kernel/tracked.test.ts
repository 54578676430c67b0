import { type Instance, types } from "mobx-state-tree";
import { describe, expect, test } from "vitest";
import { ApiProblem, tracked, trackedOf, tracking, trackings, wait } from "#web";

const gate = <T>() => {
  let open!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
};

const NotesStore = types
  .model({ rows: types.frozen<string[]>([]) })
  .volatile(() => ({ loading: tracking(), saving: tracking(), renaming: trackings() }))
  .actions((self) => ({
    list: tracked(self, "loading", function* (source: Promise<string[]>) {
      self.rows = yield* wait(source);
      return self.rows.length;
    }),
    save: tracked(
      self,
      "saving",
      function* (source: Promise<string>) {
        const row = yield* wait(source);
        self.rows = [...self.rows, row];
      },
      { every: true },
    ),
    rename: trackedOf(
      self,
      "renaming",
      ([row]) => row,
      function* (row: string, source: Promise<string>) {
        const name = yield* wait(source);
        self.rows = [...self.rows, `${row} ${name}`];
        return name;
      },
    ),
  }));

function aStore() {
  const reported: unknown[] = [];
  const store: Instance<typeof NotesStore> = NotesStore.create(
    {},
    { report: (error: unknown) => reported.push(error) },
  );
  return { store, reported };
}

describe("an asking", () => {
  test("is busy while it runs, and answers what the steps answer", async () => {
    const { store } = aStore();
    const answer = gate<string[]>();
    const asking = store.list(answer.promise);
    expect(store.loading.busy).toBe(true);
    answer.open(["a", "b"]);
    expect(await asking).toBe(2);
    expect([store.loading.busy, store.loading.done, store.rows]).toEqual([false, true, ["a", "b"]]);
  });

  test("keeps the problem and never throws", async () => {
    const { store, reported } = aStore();
    const problem = new ApiProblem({ code: "forbidden", status: 403, message: "You may not do this" });
    expect(await store.list(Promise.reject(problem))).toBeUndefined();
    expect(store.loading.problem).toBe(problem);
    expect(reported).toEqual([]);
  });

  test("reports what nobody expected, once", async () => {
    const { store, reported } = aStore();
    await store.list(Promise.reject(new TypeError("a slip")));
    expect(store.loading.problem?.code).toBe("unexpected");
    expect(reported).toHaveLength(1);
  });

  test("forgets the last problem when it is asked again", async () => {
    const { store } = aStore();
    await store.list(Promise.reject(new TypeError("a slip")));
    const again = store.list(Promise.resolve([]));
    expect(store.loading.problem).toBeUndefined();
    await again;
  });

  test("a stale answer is dropped when a newer one was asked", async () => {
    const { store } = aStore();
    const [old, recent] = [gate<string[]>(), gate<string[]>()];
    const first = store.list(old.promise);
    const second = store.list(recent.promise);
    recent.open(["new"]);
    await second;
    old.open(["old"]);
    expect(await first).toBeUndefined();
    expect([store.rows, store.loading.busy]).toEqual([["new"], false]);
  });

  test("a stale failure says nothing either", async () => {
    const { store } = aStore();
    const old = gate<string[]>();
    const first = store.list(old.promise);
    await store.list(Promise.resolve(["new"]));
    old.fail(new ApiProblem({ code: "network", status: 0, message: "gone" }));
    await first;
    expect(store.loading.problem).toBeUndefined();
  });

  test("saves of different rows all count", async () => {
    const { store } = aStore();
    const [one, two] = [gate<string>(), gate<string>()];
    const both = [store.save(one.promise), store.save(two.promise)];
    two.open("two");
    await both[1];
    expect(store.saving.busy).toBe(true);
    one.open("one");
    await both[0];
    expect([store.rows, store.saving.busy]).toEqual([["two", "one"], false]);
  });

  test("the end of the session is not shown as a problem", async () => {
    const { store } = aStore();
    await store.list(Promise.reject(new ApiProblem({ code: "session_ended", status: 401, message: "" })));
    expect([store.loading.problem, store.loading.busy]).toEqual([undefined, false]);
  });
});

describe("an asking about one of several rows", () => {
  const failure = new ApiProblem({ code: "network", status: 0, message: "gone" });

  test("overtakes none about another, and is busy by itself", async () => {
    const { store } = aStore();
    const [one, two] = [gate<string>(), gate<string>()];
    const both = [store.rename("one", one.promise), store.rename("two", two.promise)];
    two.open("second");
    expect(await both[1]).toBe("second");
    expect([store.renaming.of("one").busy, store.renaming.of("two").busy]).toEqual([true, false]);
    one.open("first");
    expect(await both[0]).toBe("first");
    expect(store.rows).toEqual(["two second", "one first"]);
  });

  test("keeps its problem to itself", async () => {
    const { store } = aStore();
    await store.rename("one", Promise.reject(failure));
    await store.rename("two", Promise.resolve("second"));
    expect(store.renaming.of("one").problem).toBe(failure);
    expect(store.renaming.of("two").problem).toBeUndefined();
  });

  test("overtakes an older one about the same row", async () => {
    const { store } = aStore();
    const old = gate<string>();
    const first = store.rename("one", old.promise);
    await store.rename("one", Promise.resolve("new"));
    old.open("old");
    expect(await first).toBeUndefined();
    expect(store.rows).toEqual(["one new"]);
  });
});
