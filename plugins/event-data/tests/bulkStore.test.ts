import { expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem } from "#web";
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
