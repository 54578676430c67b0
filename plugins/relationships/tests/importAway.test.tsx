// Links that are made together, whose dialog was left: however that ends, it is told.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { NoticesStore } from "../../../src/kernel/store/NoticesStore.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Kind } from "../contract.ts";
import { ImportPairs } from "../web/ImportPairs.tsx";
import { LastLinks } from "../web/LastLinks.tsx";
import { MatchDialog } from "../web/MatchDialog.tsx";
import { RelationshipsStore } from "../web/store.ts";
import { useLinksLeft } from "../web/useLinksLeft.ts";

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});

const END = { label: "", category: 1, types: [] };
const KIND = { id: 3, rev: 1, name: "Knows", from: END, to: END, links: 0 } as unknown as Kind;
const RESULT = {
  ...{ created: 2, existing: 0, errors: [{ line: 2, reason: "nobody", word: "x", found: 0 }], more: 0, until: null },
  ...{ left: { several: 0, taken: 0, circle: 0, common: 0 }, examples: [] },
  ...{ alone: { from: 0, to: 0 }, empty: { from: 0, to: 0 } },
};
const BROKEN = { state: "failed", error: "The disk is full." };
const DONE = { state: "done" };
const STOPPED = { state: "cancelled" };

const DIALOGS = {
  import: () => <ImportPairs eventId={5} kind={KIND} onClose={() => undefined} onImported={() => undefined} />,
  match: () => <MatchDialog eventId={5} kind={KIND} onClose={() => undefined} onLinked={() => undefined} />,
};

test.each([
  ["pairs", "break", "import", BROKEN, { tone: "error", text: "The disk is full." }],
  ["pairs", "are done", "import", DONE, { tone: "success", text: "import.done import.leftOut" }],
  ["pairs", "are stopped", "import", STOPPED, { tone: "info", text: "match.stopped" }],
  ["links by fields", "are stopped", "match", STOPPED, { tone: "info", text: "match.stopped" }],
  ["links by fields", "break", "match", BROKEN, { tone: "error", text: "The disk is full." }],
  ["links by fields", "are done", "match", DONE, { tone: "success", text: "import.done" }],
] as const)("%s that %s after their dialog was left", async (_, __, which, ending, told) => {
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  let mode: string | undefined;
  const call = async ({ name }: AnyEndpoint, input: { query?: { mode: string }; body?: { mode: string } }) => {
    if (name === "importLinks" || name === "matchLinks") {
      mode = (input.query ?? input.body)?.mode;
      return { job: { id: 8 } };
    }
    if (name !== "getJob") return [];
    if (mode === "apply") await isEnded;
    return { id: 8, progress: 1, result: RESULT, ...(mode === "apply" ? ending : DONE) };
  };
  const t = (key: string) => key;
  const notices = NoticesStore.create({}, { t });
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [] };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(), report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  const page = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    page.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>{DIALOGS[which]()}</MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const press = async (text: string) => {
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>("button:enabled:not([aria-disabled=true])")];
    (await vi.waitUntil(() => buttons().find(({ textContent }) => textContent?.includes(text)))).click();
  };
  if (which === "match") await press("match.check");
  else {
    const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>("input[type=file]"));
    Object.defineProperty(input, "files", { value: [new File(["7,8"], "pairs.csv")] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  await press(`${which}.apply`);
  await vi.waitFor(() => expect(mode).toBe("apply"));

  flushSync(() => page.unmount());
  end();

  await vi.waitFor(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]).toMatchObject({ ...told, title: expect.stringContaining("Knows") });
});

function Left({ onDone }: { onDone: () => void }) {
  useLinksLeft(5, KIND, undefined, onDone);
  return <LastLinks eventId={5} kind={KIND} onUndone={() => undefined} />;
}

test.each([
  ["import", "import.done"],
  ["match", "import.done"],
  ["undo", "relationships:undone"],
] as const)("what was going on before a reload is found again, shown, and told once: %s", async (does, text) => {
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  const call = async ({ name }: AnyEndpoint) => {
    if (name !== "getJob") return name === "getLastLinkRun" ? null : [];
    await isEnded;
    return { id: 8, progress: 1, state: "done", result: { ...RESULT, errors: [], removed: 2 } };
  };
  const t = (key: string) => key;
  const notices = NoticesStore.create({}, { t });
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [] };
  const tab = keptInMemory({ "relationships.5": JSON.stringify({ id: 8, kindId: 3, does }) });
  const env = { session, api: { call }, notices, settings: {}, t, tab, report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  const done = vi.fn();
  document.body.innerHTML = "<div></div>";
  const page = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    page.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <Left onDone={done} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );

  await vi.waitFor(() => expect(store.running?.id).toBe(8));
  if (does !== "undo") expect(document.querySelector(".running button")).not.toBeNull();
  end();

  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(notices.list).toMatchObject([
    { tone: "success", text: expect.stringContaining(text.split(":").at(-1) ?? "") },
  ]);
  expect(tab.read("relationships.5")).toBeUndefined();
  flushSync(() => page.unmount());
});
