import { expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { forgetIfGone, learnIfStale } from "../../src/kernel/store/stale.ts";

const problemOf = (code: string) =>
  new ApiProblem({ code, message: "No", status: 409, fields: {}, current: { rev: 4 } } as never);

test("a change that came too late hands over the thing as it is now, and fails all the same", async () => {
  const take = vi.fn();

  await expect(learnIfStale(Promise.reject(problemOf("stale")), take)).rejects.toMatchObject({ code: "stale" });
  expect(take).toHaveBeenCalledExactlyOnceWith({ rev: 4 });
});

test("any other refusal, and a success, hand over nothing", async () => {
  const take = vi.fn();

  await expect(learnIfStale(Promise.reject(problemOf("forbidden")), take)).rejects.toMatchObject({ code: "forbidden" });
  expect(await learnIfStale(Promise.resolve("done"), take)).toBe("done");
  expect(take).not.toHaveBeenCalled();
});

test.each([
  ["a change of", (call: Promise<string>, forget: () => void) => learnIfStale(call, () => undefined, forget)],
  ["a question about", forgetIfGone],
] as const)("%s what has gone says so, and fails all the same", async (_, ask) => {
  const forget = vi.fn();
  const gone = problemOf("not_found");

  await expect(ask(Promise.reject(gone), forget)).rejects.toBe(gone);
  expect(forget).toHaveBeenCalledExactlyOnceWith(gone);
  await expect(ask(Promise.reject(problemOf("stale")), forget)).rejects.toMatchObject({ code: "stale" });
  expect(await ask(Promise.resolve("done"), forget)).toBe("done");
  expect(forget).toHaveBeenCalledOnce();
});
