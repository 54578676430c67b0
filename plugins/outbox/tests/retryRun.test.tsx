// Many letters are tried again: once that has begun the question is gone, how far it is can be seen and stopped, and what breaks
// is told.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { observer } from "mobx-react-lite";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "#web";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { RetryMany } from "../web/RetryMany.tsx";
import { RetryRun } from "../web/RetryRun.tsx";
import { States } from "../web/States.tsx";
import { OutboxStore, type OutboxStoreInstance } from "../web/store.ts";

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
let tab: ReturnType<typeof keptInMemory>;
let drawn: ReturnType<typeof createRoot>;
/** How the job stands, and what was asked of it. */
let job: { state: string; progress: number; result?: object; error?: string };
let asked: string[] = [];
let store: OutboxStoreInstance;
const broken = new Set<string>();
const told = vi.fn();
const retried = vi.fn();
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({
    common: read("../../../locales/common/en-gb.json"),
    outbox: read("../locales/en-gb.json"),
  }));
});
beforeEach(async () => {
  job = { state: "running", progress: 0.4 };
  asked = [];
  broken.clear();
  told.mockClear();
  retried.mockClear();
  drawn = createRoot(document.body.appendChild(document.createElement("main")));
  const call = async ({ name }: { name: string }) => {
    asked.push(name);
    if (broken.has(name)) throw new ApiProblem({ code: "http", status: 500, message: "Away" });
    if (name === "countLetters")
      return { sends: true, letters: { failed: 900, queued: 0, kept: 0, expired: 0, sent: 0 } };
    if (name === "queryLetters") return { rows: [], total: 900, matched: 900 };
    if (name === "retryLetters") return { job: { id: 7, state: "queued" } };
    if (name === "cancelJob") job = { state: "cancelled", progress: 0.4, result: { retried: 500 } };
    return { id: 7, kind: "outbox.retry", ...job };
  };
  const notices = { success: told, list: [], lastId: 0 };
  tab = keptInMemory();
  const env = { api: { call }, session: { app: { id: 1 } }, notices, t, tab, report: () => undefined };
  store = OutboxStore.create({}, env as never);
  store.ask(900);
  const Shown = observer(() => (
    <>
      <States again={() => void store.countLetters()} />
      <RetryRun />
      {store.failed !== undefined && <RetryMany question={{}} onRetried={retried} />}
    </>
  ));
  const root = { env, notices, areaStore: () => store };
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root as never}>
        <MemoryRouter>
          <Shown />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  await press("Try 900 letters again");
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  document.body.replaceChildren();
});

/** Dialogs come a moment later. */
async function press(text: string) {
  const button = () => [...document.querySelectorAll("button")].find((one) => one.textContent === text);
  await expect.poll(button).toBeDefined();
  flushSync(() => button()?.click());
}

test("once it has begun the question is gone, and what goes on can be stopped, which tells how many are in line", async () => {
  await expect.poll(() => document.querySelector(".running")?.textContent).toContain("Putting letters in line");
  await expect.poll(() => document.querySelector("progress")).not.toBeNull();
  await expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
  await press("Stop");

  await expect
    .poll(() => told.mock.calls.flat())
    .toEqual(["Stopped: 500 letters are in line again, the others stay as they were."]);
  expect(asked).toContain("cancelJob");
  expect(document.querySelector("[role=alert]")).toBeNull();
  await expect.poll(() => retried.mock.calls).toHaveLength(1);
});

test("why it broke is told where it was shown, until somebody has read it", async () => {
  job = { state: "failed", progress: 0.4, error: "The disk is full" };

  await expect.poll(() => document.querySelector("[role=alert]")?.textContent).toBe("The disk is full");
  await expect.poll(() => retried.mock.calls).toHaveLength(1);
  expect(told).not.toHaveBeenCalled();
  await press("Close");
  await expect.poll(() => document.querySelector("[role=alert]")).toBeNull();
});

test("that letters could not be counted, of each state or of those that failed, is told", async () => {
  const alerts = () => [...document.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent);
  job = { state: "done", progress: 1, result: { retried: 900 } };
  await expect.poll(() => told.mock.calls.flat()).toEqual(["900 letters are in line again."]);
  broken.add("countLetters").add("queryLetters");
  await store.countLetters();
  await store.countFailed({});

  await expect.poll(alerts).toEqual(["The numbers of letters may be out of date. Away", "Away"]);
  broken.clear();
  await press("Try again");
  await press("Close");
  await expect.poll(alerts).toEqual([]);
});

test("letters that are tried again are found again after a reload, and its end is told", async () => {
  await vi.waitFor(() => expect(store.running?.id).toBe(7));
  const after = OutboxStore.create({}, {
    api: { call: async () => ({ id: 7, kind: "outbox.retry", state: "done", progress: 1, result: { retried: 900 } }) },
    ...{ session: { app: { id: 1 } }, notices: { success: told }, t, tab, report: () => undefined },
  } as never);

  const left = after.left();
  expect(left).toEqual({ id: 7 });
  expect(await after.awaitRetry(left as { id: number })).toBe(900);

  expect(told).toHaveBeenCalledOnce();
  expect(after.left()).toBeUndefined();
});
