// Waiting for a job while the server comes and goes.
import { types } from "mobx-state-tree";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Job } from "#schemas/core.ts";
import { ApiProblem, jobEnd, mustBeDone, problemText, tracked, tracking } from "#web";

const AWAY = new ApiProblem({ code: "network", status: 0, message: "gone" });
const GOING = { id: 7, state: "running", progress: 0.5 };
const DONE = { id: 7, state: "done", progress: 1 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for a job of which a server tells one thing after the other; the last one for ever. */
async function waited(answers: unknown[], watching?: Parameters<typeof jobEnd>[2]) {
  const call = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const Store = types
    .model({})
    .volatile(() => ({ waiting: tracking() }))
    .actions((self) => ({
      wait: tracked(self, "waiting", function* () {
        return yield* jobEnd({ call: call as never }, 7, watching);
      }),
    }));
  const store = Store.create({});
  const ended = store.wait();
  await vi.runAllTimersAsync();
  return { end: (await ended) ?? store.waiting.problem, asked: call.mock.calls.length };
}

test("a server that is away for a moment is asked again, and both are told", async () => {
  const told: (boolean | number)[] = [];
  const look = ({ progress }: { progress: number }) => told.push(progress);
  const { end } = await waited([GOING, AWAY, AWAY, GOING, DONE], { look, lost: (isLost) => told.push(isLost) });

  expect(end).toEqual(DONE);
  expect(told).toEqual([0.5, true, true, false, 0.5, 1]);
});

test("one that stays away is given up, sooner where nobody is told of it", async () => {
  const silent = await waited([AWAY]);
  const told: boolean[] = [];
  const shown = await waited([AWAY], { lost: (isLost) => told.push(isLost) });

  expect([silent.end, shown.end]).toEqual([AWAY, AWAY]);
  expect(silent.asked).toBeLessThan(shown.asked);
  expect(told.at(-1)).toBe(false);
});

test("a job that is not there is not waited for", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, message: "There is no such job" });

  expect(await waited([gone])).toEqual({ end: gone, asked: 1 });
});

test.for([
  ["a code", { error: "data-types.in_use", code: "data-types.in_use" }, "data-types:problem.in_use"],
  ["reasons", { error: "Gone", code: "not_found", reasons: { "": { text: "x:gone", values: {} } } }, "x:gone"],
  ["words alone", { error: "The file is empty", code: "invalid" }, "The file is empty"],
  ["nothing", {}, "It failed"],
] as const)("a job that failed with %s is told in the language of whoever waits", ([, why, told]) => {
  const t = (key: string, { defaultValue }: { defaultValue?: string } = {}) =>
    key.startsWith("problem:") ? (defaultValue as string) : key;
  const broken = { ...GOING, state: "failed", ...why } as Job;

  let problem: unknown;
  try {
    mustBeDone(broken, "It failed");
  } catch (error) {
    problem = error;
  }

  expect(problemText(problem as ApiProblem, t)).toBe(told);
});
