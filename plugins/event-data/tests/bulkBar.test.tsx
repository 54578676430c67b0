// What stands over a list while something is ticked, or while something is being undone.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { json, keptInMemory, web } from "../../../tests/support/web.ts";
import { BulkActions } from "../web/bulk/BulkActions.tsx";
import { EventDataStore } from "../web/store.ts";

const result = { changed: 3, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };
// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));
let place: HTMLElement;
let drawn: ReturnType<typeof createRoot>;
beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"));
  drawn = createRoot(place);
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  place.remove();
});

test("while an act is undone nothing else is begun on what is ticked: its Stop would be that of both", async () => {
  let state = "running";
  const api = "/1/api/container/1/thing/bulk";
  const { root } = web({
    table: {
      [`GET ${api}/last`]: () => json({ data: null }),
      [`POST ${api}/7/undo`]: { job: { id: 8, state: "queued" } },
      "GET /1/api/job/8": () => ({ id: 8, state, progress: 0.5, result }),
    },
  });
  const { bulk } = root.areaStore(EventDataStore);
  const until = new Date("2026-06-15T12:05:00Z").getTime();
  bulk.set({ last: { jobId: 7, act: { do: "edit" }, isCut: false, result, eventId: 1, until } });
  const grid = { current: { refresh: () => undefined } as never };
  const menu = () => place.querySelector("[aria-haspopup]");
  const bar = () => place.querySelector("progress");

  const undone = bulk.undo(1, 7);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <BulkActions
          go={() => undefined}
          eventId={1}
          list={{}}
          grid={grid}
          selected={{ all: false, ids: [4], count: 1, view }}
          counts={counts}
        />
      </RootContext.Provider>,
    ),
  );

  await expect.poll(bar).not.toBeNull();
  expect(menu()).toBeNull();
  state = "done";
  await undone;
  await expect.poll(menu).not.toBeNull();
  expect(bar()).toBeNull();
});

const counts = { matched: 9, about: false };
const view = { search: "", sort: [], filter: [], group: [] };
const texts = () => place.textContent ?? "";
const button = (name: string) => [...place.querySelectorAll("button")].find((one) => one.textContent?.includes(name));

/** The bar of an event, and how often its list was read anew. */
function draw(root: ReturnType<typeof web>["root"], isTicked = true) {
  const list = { refreshed: 0 };
  const handle = {
    refresh: () => {
      list.refreshed += 1;
    },
  };
  const selected = isTicked ? { all: false, ids: [4], count: 1, view } : undefined;
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <BulkActions
          go={() => undefined}
          eventId={1}
          list={{}}
          grid={{ current: handle as never }}
          selected={selected as never}
          counts={counts}
        />
      </RootContext.Provider>,
    ),
  );
  return list;
}

test("an act that goes on since before a reload is told in the list, and can be stopped there, until it has ended", async () => {
  let [state, stops] = ["queued", 0];
  const until = "2026-06-15T12:10:00Z";
  const errors = [{ id: 5, name: "Bo", message: "the address is taken" }];
  const { root } = web({
    tab: keptInMemory({ "bulk.1": JSON.stringify({ eventId: 1, id: 8, act: { do: "deactivate" } }) }),
    table: {
      "GET /1/api/container/1/thing/bulk/last": () => ({
        job: { id: 8, state },
        do: "deactivate",
        isPartlyBack: false,
        until,
      }),
      "GET /1/api/job/8": () => ({ id: 8, state, progress: 0.5, result: { ...result, errors, skipped: 1, until } }),
      "POST /1/api/job/8/cancel": () => {
        stops += 1;
        return { id: 8, state };
      },
    },
  });

  const list = draw(root);

  await expect.poll(texts).toContain("running.waits");
  expect(place.querySelector("[aria-haspopup]")).toBeNull();
  state = "running";
  await expect.poll(texts).toContain("bulk.inList");
  button("bulk.stop")?.click();
  await expect.poll(() => stops).toBe(1);
  state = "done";
  await expect.poll(() => place.querySelector("progress")).toBeNull();
  expect(list.refreshed).toBeGreaterThan(0);
  expect(root.areaStore(EventDataStore).bulk.last).toMatchObject({ jobId: 8, act: { do: "deactivate" } });
  draw(root, false);
  await expect.poll(() => button("bulk.undo")).toBeDefined();
  expect(button("bulk.left")).toBeDefined();
});

test("an undoing that breaks has the list read anew, and what is left can still be undone", async () => {
  const api = "/1/api/container/1/thing/bulk";
  const { root } = web({
    table: {
      [`GET ${api}/last`]: new Error("away"),
      [`POST ${api}/7/undo`]: { job: { id: 8, state: "queued" } },
      "GET /1/api/job/8": { id: 8, state: "failed", progress: 0.5, error: "It broke", result },
    },
  });
  const { bulk } = root.areaStore(EventDataStore);
  const until = new Date("2026-06-15T12:01:00Z").getTime();
  bulk.set({ last: { jobId: 7, act: { do: "edit" }, isCut: false, result, eventId: 1, until } });
  const list = draw(root, false);

  button("bulk.undo")?.click();

  await expect.poll(() => list.refreshed).toBe(1);
  await expect.poll(texts).toContain("undoStopped");
  expect(bulk.minutesLeft(1)).toBe(10);
});
