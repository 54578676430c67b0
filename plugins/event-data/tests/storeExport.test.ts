// An export that takes long goes on in the server when its page is reloaded: the tab finds it again, until its file is there.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, type Env } from "#web";
import { keptIn } from "../../../src/kernel/store/kept.ts";
import { EventDataStore } from "../web/store.ts";

const FILE = new Blob(["all rows"]);
const DRAFT = { format: "csv", columns: [], locale: "en-gb" } as never;
const ROWS = { count: 90_000, about: true };
let job: () => unknown;

function opened() {
  const call = async ({ name }: { name: string }) =>
    name === "startThingExport" ? { job: { id: 7 } } : name === "getJobFile" ? FILE : job();
  const tab = keptIn(() => sessionStorage);
  const env = { api: { call }, tab, t: (key: string) => key, report: () => undefined };
  return EventDataStore.create({}, env as unknown as Env);
}
const running = () => ({ state: "running", progress: 0.5 });
const gone = () => {
  throw new ApiProblem({ code: "not_found", status: 404, message: "gone" });
};

beforeEach(() => sessionStorage.clear());

test("after a reload it is shown again and its file arrives; then nothing is going on any more", async () => {
  job = running;
  void opened().startThingExport(5, DRAFT, ROWS);
  const after = opened();
  await vi.waitFor(() => expect(after.exportGoing(5)).toMatchObject({ jobId: 7, format: "csv" }));
  expect(after.exportGoing(6)).toBeUndefined();

  const arriving = after.awaitExport(after.exportGoing(5) as never);
  expect(after.exportGoing(5)).toBeUndefined();
  expect(after.shownExport).toMatchObject({ rows: 90_000, isAbout: true });
  job = () => ({ state: "done" });
  expect(await arriving).toBe(FILE);
  expect([opened().exportGoing(5), after.shownExport]).toEqual([undefined, undefined]);
});

test.for(["cancelled", "failed"])("one that was %s is not found again", async (state) => {
  job = () => ({ state });

  expect(await opened().startThingExport(5, DRAFT, ROWS)).toBeUndefined();
  expect(opened().exportGoing(5)).toBeUndefined();
});

test("one that nobody knows of any more can be forgotten", async () => {
  job = running;
  void opened().startThingExport(5, DRAFT, ROWS);
  const after = opened();
  await vi.waitFor(() => expect(after.exportGoing(5)).toBeDefined());
  job = gone;

  await after.awaitExport(after.exportGoing(5) as never);
  expect(after.exportRun.problem?.status).toBe(404);
  after.forgetExport();
  expect(opened().exportGoing(5)).toBeUndefined();
});
