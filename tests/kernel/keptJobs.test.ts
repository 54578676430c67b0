// Jobs that read a file into one of several things: a store that waits for one is not free while nobody can say how it ended.
import { types } from "mobx-state-tree";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { env } from "../../src/kernel/store/env.ts";
import { keptJobs } from "../../src/kernel/store/keptJobs.ts";
import { tracked, tracking, wait } from "../../src/kernel/store/tracked.ts";
import { Waiting } from "../../src/kernel/store/waiting.ts";
import { keptInMemory } from "../support/web.ts";

interface Going {
  id: number;
  boxId: number;
}

const Boxes = types
  .compose(Waiting, types.model("Boxes", { learnt: 0 }))
  .volatile(() => ({
    ...{ importing: tracking(), undoing: tracking(), bringing: tracking() },
    busyWith: undefined as number | undefined,
  }))
  .actions((self) => ({
    forgetImport() {
      self.importing.problem = undefined;
    },
    count() {
      self.learnt += 1;
    },
  }))
  .actions((self) => {
    function* learn() {
      yield* wait(Promise.resolve());
      self.count();
    }
    const jobs = keptJobs<Going>(self, { area: "boxes", ofOne: ({ boxId }) => boxId, failed: () => "failed", learn });
    return {
      ...jobs.acts,
      read: tracked(self, "importing", function* (eventId: number, going: Going) {
        return yield* jobs.ended(eventId, going);
      }),
    };
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store whose server answers each look at the job so. */
function boxes(look: (times: number) => object) {
  let times = 0;
  const call = async () => {
    times += 1;
    return { id: 8, progress: 0.5, ...look(times) };
  };
  return Boxes.create({}, { api: { call }, tab: keptInMemory(), t: (key: string) => key, report: () => undefined });
}
const away = () => {
  throw new ApiProblem({ code: "network", status: 0, message: "away" });
};

test("it goes on waiting however long the server stays away, and begins nothing in the place of what goes on", async () => {
  const store = boxes((times) => (times < 300 ? away() : { state: "done" }));
  const read = store.read(5, { id: 8, boxId: 3 });

  await vi.advanceTimersByTimeAsync(200_000);
  expect([store.importing.busy, store.importing.problem, store.left(5)]).toEqual([true, undefined, undefined]);
  expect(env(store).tab.read("boxes.5")).toEqual({ id: 8, boxId: 3 });
  expect([store.goesOn(5, 3), store.goesOn(5, 4)]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(200_000);

  expect(await read).toMatchObject({ state: "done" });
  expect([store.importing.busy, store.learnt, store.left(5)]).toEqual([false, 1, undefined]);
});

test("what failed is forgotten, and learnt is what it had done until then", async () => {
  const store = boxes(() => ({ state: "failed", error: "The disk is full." }));
  const read = store.read(5, { id: 8, boxId: 3 });
  await vi.advanceTimersByTimeAsync(2000);

  expect(await read).toBeUndefined();
  expect(store.importing.problem?.message).toBe("The disk is full.");
  expect([store.busyWith, store.learnt, store.left(5)]).toEqual([3, 1, undefined]);
});
