// What a tab has begun and not seen the end of.
import { expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { begunIn, untilSeen } from "../../src/kernel/store/begun.ts";
import { keptInMemory } from "../support/web.ts";

const problem = (code: string, status: number) => new ApiProblem({ code, status, message: code });

/** Waits for a job that ends so; answers what is still kept of it while it goes on and afterwards. */
function kept(end: () => string, meanwhile: () => void = () => undefined) {
  const place = begunIn(tab, "notes.1");
  const seen: unknown[] = [];
  function* ending(): Generator<Promise<unknown>, string, never> {
    seen.push(place.found()?.id);
    meanwhile();
    yield* [];
    return end();
  }
  try {
    untilSeen(place, { id: 7 }, ending()).next();
  } catch {}
  return [...seen, place.found()?.id];
}
let tab = keptInMemory();

test.each<[string, () => string, number | undefined]>([
  ["done", () => "done", undefined],
  [
    "failed",
    () => {
      throw problem("http", 0);
    },
    undefined,
  ],
  [
    "unknown",
    () => {
      throw problem("not_found", 404);
    },
    undefined,
  ],
  [
    "out of reach",
    () => {
      throw problem("network", 0);
    },
    7,
  ],
])("a job is kept until its end is seen; of one that is %s a reload then finds what is left", (_, end, left) => {
  tab = keptInMemory();

  expect(kept(end)).toEqual([7, left]);
});

test("what has been begun since is not forgotten with the one before", () => {
  tab = keptInMemory();

  expect(
    kept(
      () => "done",
      () => begunIn(tab, "notes.1").keep({ id: 8 }),
    ),
  ).toEqual([7, 8]);
});

test("an end that nobody could be asked for is waited for anew, and the job stays kept meanwhile", async () => {
  vi.useFakeTimers();
  tab = keptInMemory();
  const place = begunIn(tab, "notes.1");
  let asked = 0;
  function* ending(): Generator<Promise<unknown>, string, never> {
    asked += 1;
    yield* [];
    if (asked < 3) throw problem("network", 0);
    return "done";
  }
  const waiting = untilSeen(place, { id: 7 }, ending);
  const seen: unknown[] = [];

  let step = waiting.next();
  while (!step.done) {
    seen.push(place.found()?.id);
    vi.advanceTimersByTime(1000);
    await step.value;
    step = waiting.next();
  }

  expect([step.value, asked, place.found()]).toEqual(["done", 3, undefined]);
  expect(seen).toEqual([7, 7]);
  vi.useRealTimers();
});
