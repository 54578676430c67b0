// Links that were being made before a reload, wherever one is when they end: told by their dialog, or else by a notice.
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
const OTHER = { ...KIND, id: 4, name: "Advises" };
const RESULT = {
  ...{ created: 2, existing: 0, errors: [], more: 0, until: null, removed: 2 },
  ...{ left: { several: 0, taken: 0, circle: 0, common: 0 }, examples: [] },
  ...{ alone: { from: 0, to: 0 }, empty: { from: 0, to: 0 } },
};

interface Seen {
  kind: Kind;
  open: "import" | "match" | undefined;
}

function Part({ kind, open, onDone }: Seen & { onDone: () => void }) {
  useLinksLeft(5, kind, open, onDone);
  if (open === "import")
    return <ImportPairs eventId={5} kind={kind} onClose={() => undefined} onImported={() => undefined} />;
  return open ? <MatchDialog eventId={5} kind={kind} onClose={() => undefined} onLinked={() => undefined} /> : null;
}

/** An import or an undoing of the kind 3, or a matching, that had been begun before the page was loaded. */
async function reloaded(does: "import" | "match" | "undo", seen: Seen, ending: object) {
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  let looks = 0;
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listKinds") return [KIND, OTHER];
    if (name !== "getJob") return name === "getLastLinkRun" ? null : [];
    looks += 1;
    if (looks === 1) return { id: 8, progress: 0.5, state: "running" };
    await isEnded;
    return { id: 8, progress: 1, result: RESULT, ...ending };
  };
  const t = (key: string) => key;
  const notices = NoticesStore.create({}, { t });
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [] };
  const tab = keptInMemory({ "relationships.5": JSON.stringify({ id: 8, kindId: 3, does }) });
  const env = { session, api: { call }, notices, settings: {}, t, tab, report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  await store.listKinds(5);
  const done = vi.fn();
  document.body.innerHTML = "<div></div>";
  const page = createRoot(document.body.firstElementChild as Element);
  const draw = () =>
    page.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <Part {...seen} onDone={done} />
        </MemoryRouter>
      </RootContext.Provider>,
    );
  flushSync(draw);
  return { store, notices, tab, page, done, end: () => end() };
}

const DONE = { state: "done" };
const BROKEN = { state: "failed", error: "The disk is full." };
const STOPPED = { state: "cancelled" };

test.each([
  ["its own dialog", "import", { kind: KIND, open: "import" }, DONE, []],
  ["its own dialog", "import", { kind: KIND, open: "import" }, BROKEN, []],
  ["an undoing's failure any dialog", "undo", { kind: KIND, open: "match" }, BROKEN, []],
  ["the other dialog", "import", { kind: KIND, open: "match" }, DONE, [{ tone: "success" }]],
  ["the other dialog", "import", { kind: KIND, open: "match" }, BROKEN, [{ tone: "error" }]],
  ["the other dialog", "import", { kind: KIND, open: "match" }, STOPPED, [{ text: "match.stopped" }]],
  ["the dialog of another kind", "import", { kind: OTHER, open: "import" }, DONE, [{ tone: "success" }]],
  ["the dialog of another kind", "undo", { kind: OTHER, open: "match" }, BROKEN, [{ tone: "error" }]],
] as const)("where %s is open: %s %j %j", async (_, does, seen, ending, told) => {
  const { store, notices, page, done, end } = await reloaded(does, seen, ending);
  await vi.waitFor(() => expect(store.running?.id).toBe(8));

  end();

  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(notices.list).toMatchObject(told);
  if (told.length > 0 && does === "import")
    expect(notices.list[0]).toMatchObject({ title: expect.stringContaining("Knows") });
  flushSync(() => page.unmount());
});

test.each([DONE, BROKEN, STOPPED])("where its dialog was open and the page has been left: %j", async (ending) => {
  const { store, notices, page, done, end } = await reloaded("import", { kind: KIND, open: "import" }, ending);
  await vi.waitFor(() => expect(store.running?.id).toBe(8));

  flushSync(() => page.unmount());
  end();

  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(notices.list).toHaveLength(1);
});

test.each(["import", "match"] as const)("that links are being made is said in either dialog: %s", async (open) => {
  const { store, page, done, end } = await reloaded("match", { kind: KIND, open }, DONE);

  await vi.waitFor(() => expect(store.running?.id).toBe(8));
  await vi.waitFor(() => expect(document.querySelector(".running")?.textContent).toContain("match.running"));

  end();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  flushSync(() => page.unmount());
});

test("in another kind nothing is begun as long as it goes on, and it is found until it has ended", async () => {
  const { store, tab, page, done, end } = await reloaded("import", { kind: OTHER, open: "match" }, DONE);

  await vi.waitFor(() => expect(store.running?.id).toBe(8));
  await vi.waitFor(() => expect(document.body.textContent).toContain("import.another"));
  const check = [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("match.check"));
  expect(check?.matches(":disabled, [aria-disabled=true]")).toBe(true);
  expect(tab.read("relationships.5")).toMatchObject({ id: 8, kindId: 3 });

  end();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(tab.read("relationships.5")).toBeUndefined();
  flushSync(() => page.unmount());
});
