// An export that takes long goes on in the server when its page is reloaded: the tab finds it again, until its file is there.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, type Env } from "#web";
import { keptIn } from "../../../src/kernel/store/kept.ts";
import { EventDataStore } from "../web/store.ts";

const FILE = new Blob(["all rows"]);
const DRAFT = { format: "csv", columns: [], locale: "en-gb" } as never;
const ROWS = { count: 90_000, about: true };
let job: () => unknown;
let number: number;

function opened() {
  const call = async ({ name }: { name: string }) =>
    name === "startThingExport" ? { job: { id: number } } : name === "getJobFile" ? FILE : job();
  const tab = keptIn(() => sessionStorage);
  const env = { api: { call }, tab, t: (key: string) => key, report: () => undefined };
  return EventDataStore.create({}, env as unknown as Env);
}
const running = () => ({ state: "running", progress: 0.5 });
const gone = () => {
  throw new ApiProblem({ code: "not_found", status: 404, message: "gone" });
};

beforeEach(() => {
  sessionStorage.clear();
  number = 7;
});

test("after a reload it is shown again and its file arrives; then nothing is going on any more", async () => {
  job = running;
  void opened().startThingExport(5, DRAFT, ROWS);
  const after = opened();
  await vi.waitFor(() => expect(after.exportGoing(5)).toMatchObject({ id: 7, format: "csv" }));
  expect(after.exportGoing(6)).toBeUndefined();

  const arriving = after.awaitExport(after.exportGoing(5) as never);
  expect(after.exportGoing(5)).toBeUndefined();
  expect(after.shownExport).toMatchObject({ rows: 90_000, isAbout: true });
  job = () => ({ state: "done" });
  expect(await arriving).toBe(FILE);
  expect([opened().exportGoing(5), after.shownExport]).toEqual([undefined, undefined]);
});

test("one that goes on in another event is found by that one's list, also while another is waited for here", async () => {
  job = running;
  const store = opened();
  void store.startThingExport(5, DRAFT, ROWS);
  await vi.waitFor(() => expect(store.shownExport).toBeDefined());
  number = 8;
  void store.startThingExport(6, DRAFT, { count: 70_000 });
  await vi.waitFor(() => expect(store.shownExport).toMatchObject({ id: 8 }));

  // The one before is waited for no longer, and takes nothing with it.
  await new Promise((done) => setTimeout(done, 400));
  expect(store.shownExport).toMatchObject({ id: 8, rows: 70_000 });
  expect([store.exportGoing(5)?.id, store.exportGoing(6)]).toEqual([7, undefined]);
  expect([opened().exportGoing(5)?.id, opened().exportGoing(6)?.id]).toEqual([7, 8]);

  const arriving = store.awaitExport(store.exportGoing(5) as never);
  job = () => ({ state: "done" });
  expect(await arriving).toBe(FILE);
  expect([opened().exportGoing(5), opened().exportGoing(6)?.id]).toEqual([undefined, 8]);
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
  after.forgetExport(5);
  expect(opened().exportGoing(5)).toBeUndefined();
});
