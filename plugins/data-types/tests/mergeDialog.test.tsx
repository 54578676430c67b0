// A merge that goes on where its dialog has been left.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import type { TypeDetail } from "../contract.ts";
import { MergeDialog } from "../web/MergeDialog.tsx";
import { DataTypesStore } from "../web/store.ts";

const type = (id: number, name: string) =>
  ({
    id,
    rev: 1,
    type: name,
    type_category_id: 1,
    position: id,
    archived_at: null,
    event_ids: [],
  }) as never as TypeDetail;
const [SPEAKER, VISITOR] = [type(1, "Speaker"), type(2, "Visitor")];

// Texts stand there as their keys, but for the one that counts.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({
    "data-types": { "needs.moreEvents_other": "and {{number}} more events" },
  }));
  await bringLayers();
});

test("a type that was merged while its dialog was left is in the list no longer", async () => {
  let looks = 0;
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  const events = Array.from({ length: 1508 }, (_, at) => ({
    event: { id: at, name: `Event ${at}` },
    profiles: 1,
    new: false,
  }));
  const merged = { into: VISITOR, moved: 10, events, needs: [], effects: [] };
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listTypeDetails") return [VISITOR];
    if (name === "previewTypeMerge") return merged;
    if (name === "mergeType") return { job: { id: 8 } };
    if (name !== "getJob") return [];
    looks += 1;
    if (looks < 3) return { id: 8, state: "queued", progress: 0 };
    await isEnded;
    return { id: 8, state: "done", progress: 1, result: merged };
  };
  const notices = { success: vi.fn(), lastId: 0, list: [] };
  const session = { putTypes: () => undefined, eventId: 5 };
  const tab = { read: () => undefined, write: () => undefined, remove: () => undefined };
  const env = { api: { call }, session, notices, tab, t: (key: string) => key, report: () => undefined };
  const store = DataTypesStore.create({}, env);
  store.keep([SPEAKER, VISITOR]);
  const onMerged = vi.fn();
  const drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <MergeDialog type={SPEAKER} onClose={() => undefined} onMerged={onMerged} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const dialog = (what: string) => document.querySelector<HTMLElement>(`[role=dialog] ${what}`);
  const put = (of: typeof HTMLInputElement | typeof HTMLSelectElement, value: string) => {
    const field = dialog(of === HTMLInputElement ? "input" : "select");
    Object.getOwnPropertyDescriptor(of.prototype, "value")?.set?.call(field, value);
    field?.dispatchEvent(new Event(of === HTMLInputElement ? "input" : "change", { bubbles: true }));
  };
  await vi.waitFor(() => expect(dialog("select")).not.toBeNull());
  put(HTMLSelectElement, "2");
  await vi.waitFor(() => expect(dialog("input")).not.toBeNull());
  put(HTMLInputElement, "Speaker");
  await vi.waitFor(() => expect(dialog(".button-danger:enabled")).not.toBeNull());
  // Eight events are named, and that there are more is said.
  expect([...document.querySelectorAll(".types-impact-of")].at(-1)?.textContent).toBe("and 1,500 more events");
  dialog(".button-danger")?.click();
  // As long as other work goes first, nothing is being merged.
  await vi.waitFor(() => expect(document.body.textContent).toContain("running.waits"));

  flushSync(() => drawn.unmount());
  end();

  await vi.waitFor(() => expect(store.all).toEqual([VISITOR]));
  expect(notices.success).toHaveBeenCalledOnce();
  expect(onMerged).not.toHaveBeenCalled();
});
