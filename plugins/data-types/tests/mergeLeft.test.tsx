// A merge that goes on while its page is reloaded is found again by its tab.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import type { TypeDetail } from "../contract.ts";
import { DataTypesScreen } from "../web/DataTypesScreen.tsx";
import { DataTypesStore } from "../web/store.ts";

const type = (id: number, name: string) =>
  ({
    ...{ id, rev: 1, type: name, type_category_id: 1, position: id, archived_at: null, event_ids: [], events: 0 },
    ...{ labels: {}, icon: "person", colour: "blue", defaults: null },
  }) as TypeDetail;
const [SPEAKER, VISITOR] = [type(1, "Speaker"), type(2, "Visitor")];
const merged = { into: { id: 2, type: "Visitor" }, moved: 3, events: [], needs: [], effects: [] };

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
  // jsdom has none.
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});

/** A page of a tab; `job` is what is answered about the job of the merge. */
function page(tab: Map<string, unknown>, job: () => unknown) {
  const asked: string[] = [];
  const call = async ({ name }: AnyEndpoint) => {
    asked.push(name);
    if (name === "listTypeDetails") return [SPEAKER, VISITOR];
    if (name === "mergeType") return { job: { id: 8 } };
    if (name === "previewTypeMerge") return merged;
    const answer = name === "getJob" ? job() : [];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const notices = { success: vi.fn(), failed: vi.fn(), lastId: 0, list: [] };
  const session = {
    putTypes: () => undefined,
    eventId: 5,
    appId: 3,
    app: { id: 3, locales: { supported_locales: [] } },
  };
  const kept = {
    read: (key: string) => tab.get(key),
    write: (key: string, value: unknown) => tab.set(key, value),
    remove: (key: string) => tab.delete(key),
  };
  const env = { api: { call }, session, notices, tab: kept, t: (key: string) => key, report: () => undefined };
  const store = DataTypesStore.create({}, env as unknown as Env);
  const draw = (address: string) => {
    window.history.replaceState(null, "", address);
    const drawn = createRoot(document.body.appendChild(document.createElement("div")));
    flushSync(() =>
      drawn.render(
        <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
          <BrowserRouter>
            <DataTypesScreen />
          </BrowserRouter>
        </RootContext.Provider>,
      ),
    );
    return () => flushSync(() => drawn.unmount());
  };
  return { store, asked, notices, draw };
}

const running = { id: 8, state: "running", progress: 0.4 };
const dialog = (what = "") => document.querySelector<HTMLElement>(`[role=dialog] ${what}`);

test("it is shown with its progress and can be stopped, and its end is told with the type that is left", async () => {
  const tab = new Map<string, unknown>();
  const before = page(tab, () => new Promise(() => undefined));
  void before.store.mergeInto(SPEAKER as TypeDetail, 2);
  await vi.waitFor(() => expect(before.store.running).toBeDefined());

  let job: unknown = running;
  const after = page(tab, () => job);
  const leave = after.draw("/app-settings/data-types?open=1&merge=1");

  await vi.waitFor(() => expect(dialog("progress")).not.toBeNull());
  expect(dialog("select")).toMatchObject({ value: "2", disabled: true });
  expect([...(dialog()?.querySelectorAll("button") ?? [])].map((one) => one.textContent)).toContain("running.stop");
  expect(after.asked).not.toContain("mergeType");
  job = { id: 8, state: "done", progress: 1, result: merged };
  await vi.waitFor(() => expect(after.notices.success).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(new URLSearchParams(window.location.search).get("open")).toBe("2"));
  expect(new URLSearchParams(window.location.search).has("merge")).toBe(false);
  expect(tab.size).toBe(0);
  leave();
});

test("that somebody else has stopped is told once, and one that nobody knows of is forgotten", async () => {
  const problem = new ApiProblem({ code: "not_found", status: 404, message: "gone" });
  for (const answer of [{ id: 8, state: "cancelled", progress: 0.4 }, problem]) {
    const left = { id: 8, appId: 3, from: { id: 1, type: "Speaker" }, into: 2 };
    const tab = new Map<string, unknown>([["data-types.merge", left]]);
    const { notices, draw } = page(tab, () => answer);
    const leave = draw("/app-settings/data-types");

    await vi.waitFor(() => expect(notices.failed).toHaveBeenCalledOnce());
    expect(tab.size).toBe(0);
    leave();
  }
});

test("that goes on in another app is none of this one", () => {
  const left = { id: 8, appId: 4, from: { id: 1, type: "Speaker" }, into: 2 };

  expect(page(new Map<string, unknown>([["data-types.merge", left]]), () => running).store.mergeLeft()).toBeUndefined();
});

test("its end leaves whatever page one has gone on to as it is", async () => {
  const left = { id: 8, appId: 3, from: { id: 1, type: "Speaker" }, into: 2 };
  let job: unknown = running;
  const { notices, draw } = page(new Map<string, unknown>([["data-types.merge", left]]), () => job);
  const leave = draw("/app-settings/data-types");
  leave();
  window.history.replaceState(null, "", "/event-data/5?open=1");

  job = { id: 8, state: "done", progress: 1, result: merged };

  await vi.waitFor(() => expect(notices.success).toHaveBeenCalledOnce());
  expect(window.location.search).toBe("?open=1");
});

test("the dialog of another type tells neither how far it is nor why it failed, and begins none meanwhile", async () => {
  const left = { id: 8, appId: 3, from: { id: 1, type: "Speaker" }, into: 2 };
  let job: unknown = running;
  const { store, notices, draw } = page(new Map<string, unknown>([["data-types.merge", left]]), () => job);
  const leave = draw("/app-settings/data-types?open=2&merge=1");
  await vi.waitFor(() => expect(store.running).toBeDefined());
  await vi.waitFor(() => expect(dialog("select")).not.toBeNull());

  expect(dialog("progress")).toBeNull();
  expect(dialog("select")).toMatchObject({ disabled: false });
  expect(dialog("[role=status]")?.textContent).toBe("merge.other");
  job = { id: 8, state: "failed", progress: 0.4, error: "broken" };
  await vi.waitFor(() => expect(notices.failed).toHaveBeenCalledOnce());

  expect(dialog("[role=alert]")).toBeNull();
  expect(store.merging.problem).toBeUndefined();
  leave();
});
