import { expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { learnIfStale } from "../../src/kernel/store/stale.ts";

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
