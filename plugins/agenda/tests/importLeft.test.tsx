// An import that is left while sessions are written: it stays its event's, and its end is told where nobody looks at it.
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { ImportDialog } from "../web/ImportDialog.tsx";
import { useImportLeft } from "../web/importLeft.ts";
import type { ImportStoreInstance } from "../web/importStore.ts";
import { AgendaStore, type AgendaStoreInstance } from "../web/store.ts";

const result = {
  created: 2,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  missing: 0,
  stages: 0,
  tracks: 0,
  speakers: 0,
  errors: [],
};
const ended = (state: string, more: object = {}) => ({ id: 9, kind: "import", state, progress: 1, ...more });

let root: Root;
let env: Env;
let store: AgendaStoreInstance;
let told: { tone: string; text: string; title?: string; action?: { run: () => void } }[];
let end: (job: unknown) => void;
let listed: number[];

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  [told, listed] = [[], []];
  const call = async ({ name }: AnyEndpoint, { params }: { params?: { eventId: number } } = {}) => {
    if (name === "listSessions") listed.push(params?.eventId ?? 0);
    if (name === "startImport") return { job: { id: 9, state: "queued" } };
    if (name !== "getJob") return [];
    const job = await new Promise((done) => (end = done));
    if (job instanceof Error) throw job;
    return job;
  };
  const tell = (tone: string) => (text: string, more?: object) => told.push({ tone, text, ...more });
  env = {
    api: { call },
    notices: { success: tell("success"), error: tell("error"), info: tell("info") },
    session: { event: { timezone: "Europe/London" }, isAllowed: () => true },
    now: () => new Date(),
    tab: keptInMemory(),
    t: (key: string) => key,
    report: () => undefined,
  } as unknown as Env;
  store = AgendaStore.create({}, env);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const importOf = (eventId: number) => store.importOf(eventId) as ImportStoreInstance;
async function draw(eventId: number | undefined, isOpen = true) {
  if (eventId) await act(async () => store.enter(eventId));
  const dialog = eventId && isOpen && (
    <ImportDialog
      key={eventId}
      eventId={eventId}
      importing={importOf(eventId)}
      onClose={() => undefined}
      onClashes={() => undefined}
    />
  );
  const router = createMemoryRouter([{ path: "*", element: dialog || <Closed eventId={eventId ?? 0} /> }]);
  await act(async () =>
    root.render(
      <RootContext.Provider
        value={{ env, notices: { lastId: 0, list: [] }, session: {}, areaStore: () => store } as never}
      >
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
}
/** The agenda without its dialog. */
function Closed({ eventId }: { eventId: number }) {
  useImportLeft(store, eventId, store.importOf(eventId));
  return <p />;
}
const shown = () => document.body.textContent ?? "";
const answer = async (job: unknown) => {
  await act(() => vi.waitFor(() => expect(end).toBeDefined()));
  await act(async () => end(job));
  await act(() => vi.waitFor(() => expect(importOf(5).working.busy).toBe(false)));
};

/** Opens the dialog of event 5 with a file that has been tried, and imports it. */
async function begin() {
  end = undefined as never;
  await draw(5);
  await act(async () => {
    importOf(5).begin(new File(["<schedule/>"], "schedule.xml"));
    importOf(5).set({
      step: "checked",
      format: "frab-xml",
      fileName: "schedule.xml",
      job: ended("done", { result }) as never,
    });
  });
  const button = [...document.querySelectorAll("button")].at(-1);
  await act(async () => button?.click());
}

test("an import that goes on in one event is neither shown nor listed in another", async () => {
  await begin();

  await draw(6);
  expect(document.querySelector(".agenda-progress")).toBeNull();
  expect(importOf(6)).toMatchObject({ step: "choose", isWorking: false });
  await answer(ended("done", { result }));

  expect(told.map(({ tone }) => tone)).toEqual(["success"]);
  expect(store.eventId).toBe(6);
  expect(listed).toEqual([]);
  expect(shown()).not.toContain("import.imported");
});

test.each(["failed", "cancelled"])("an import that %s after its dialog has gone is told", async (state) => {
  await begin();

  await draw(undefined);
  await answer(ended(state, { error: "The file is broken" }));

  expect(told).toHaveLength(1);
});

test("an import whose dialog has been opened anew is told there alone", async () => {
  await begin();

  await draw(undefined);
  await draw(5);
  await answer(ended("failed", { error: "The file is broken" }));

  expect(told).toEqual([]);
  expect(shown()).toContain("The file is broken");
});

test("an import that cannot be asked about any more is told with a way to try it again, and its dialog begins anew", async () => {
  await begin();

  await draw(undefined);
  await answer(new ApiProblem({ code: "unexpected", status: 500, message: "Broken" }));

  expect(told).toMatchObject([{ tone: "error" }]);
  expect(importOf(5).step).toBe("choose");
  end = undefined as never;
  await act(async () => told[0]?.action?.run());
  await answer(ended("done", { result }));
  expect(told.at(-1)?.tone).toBe("success");
  expect(listed).toEqual([5]);
});

/** The page anew: nothing is known but what its tab has kept. */
function reload() {
  act(() => root.unmount());
  root = createRoot(document.body.firstElementChild as Element);
  store = AgendaStore.create({}, env);
  end = undefined as never;
}

test("while it writes, one button stops it and another closes the dialog; neither becomes the other", async () => {
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button")];
  const named = (name: string) => buttons().find(({ textContent }) => textContent === name);
  await begin();
  await act(() => vi.waitFor(() => expect(end).toBeDefined()));
  const stop = named("import.cancel");
  expect(stop).toBeDefined();
  expect(named("close")).toBeDefined();

  await answer(ended("cancelled"));

  expect(stop?.isConnected).toBe(false);
  expect(named("close")).toBeDefined();
  expect(named("cancel")).toBeUndefined();
});

test("an import that goes on when the page is reloaded is found again, and its end told and seen", async () => {
  await begin();
  await act(() => vi.waitFor(() => expect(end).toBeDefined()));

  reload();
  await draw(5, false);
  expect(importOf(5)).toMatchObject({ step: "importing", fileName: "schedule.xml" });
  await answer(ended("done", { result }));

  expect(told).toMatchObject([{ tone: "success" }]);
  expect(listed).toEqual([5]);
  expect(importOf(5).left(5)).toBeUndefined();
});

test("a job that nobody knows any more after a reload is told, and forgotten", async () => {
  await begin();
  await act(() => vi.waitFor(() => expect(end).toBeDefined()));

  reload();
  await draw(5, false);
  await answer(new ApiProblem({ code: "not_found", status: 404, message: "There is nothing here" }));

  expect(told).toMatchObject([{ tone: "error" }]);
  expect(importOf(5)).toMatchObject({ step: "choose" });
  expect(importOf(5).left(5)).toBeUndefined();
});
