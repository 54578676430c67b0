// Whoever leaves a list while something goes on with many, and comes back to it or to another event's.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { json, keptInMemory, web } from "../../../tests/support/web.ts";
import { BulkActions } from "../web/bulk/BulkActions.tsx";
import { EventDataStore } from "../web/store.ts";

const UNTIL = "2026-06-15T12:10:00Z";
const result = { changed: 3, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };
const view = { search: "", sort: [], filter: [], group: [] };
const EDIT = { do: "edit", field: "country", value: "FR" } as const;
const bulkOf = (eventId: number) => `/1/api/container/${eventId}/thing/bulk`;

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));
let place: HTMLElement;
let pages: ReturnType<typeof createRoot>[] = [];
beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  for (const page of pages) flushSync(() => page.unmount());
  pages = [];
  place.remove();
});
const texts = () => place.textContent ?? "";
const bar = () => place.querySelector("progress");
const menu = () => place.querySelector("[aria-haspopup]");

const counts = { matched: 9, about: false };

/** The list of an event as it is opened: how often it was read anew, how to leave it and how to go on to another event in it. */
function open(root: ReturnType<typeof web>["root"], isTicked = true) {
  const page = createRoot(place.appendChild(document.createElement("div")));
  pages.push(page);
  const list = {
    refreshed: 0,
    leave: () => flushSync(() => page.unmount()),
    goTo: (event: number) => draw(event),
  };
  const grid = { current: { refresh: () => ++list.refreshed, clearSelection: () => undefined } };
  const selected = isTicked ? { all: false, ids: [4], count: 1, view } : undefined;
  const draw = (event: number) =>
    flushSync(() =>
      page.render(
        <RootContext.Provider value={root}>
          <BulkActions
            go={() => undefined}
            eventId={event}
            list={{}}
            grid={grid as never}
            selected={selected as never}
            counts={counts}
          />
        </RootContext.Provider>,
      ),
    );
  draw(1);
  return list;
}

test("an act that was begun in another tab is told to the end, also to whoever comes back to the list meanwhile", async () => {
  let state = "running";
  const { root } = web({
    table: {
      [`GET ${bulkOf(1)}/last`]: () => ({ job: { id: 8, state }, do: "edit", isPartlyBack: false, until: UNTIL }),
      "GET /1/api/job/8": () => ({ id: 8, state, progress: 0.5, result: { ...result, until: UNTIL } }),
    },
  });
  const first = open(root);
  await expect.poll(bar).not.toBeNull();
  first.leave();

  const second = open(root);
  await expect.poll(bar).not.toBeNull();
  expect(menu()).toBeNull();
  state = "done";

  await expect.poll(menu).not.toBeNull();
  await expect.poll(() => second.refreshed).toBeGreaterThan(0);
  const { bulk } = root.areaStore(EventDataStore);
  expect([bulk.going, bulk.job]).toEqual([undefined, undefined]);
});

test("whoever comes back before an act of this tab has ended sees its rows anew, and is told once", async () => {
  let state = "running";
  const { root } = web({
    table: {
      [`GET ${bulkOf(1)}/last`]: () => json({ data: null }),
      [`POST ${bulkOf(1)}`]: { job: { id: 8, state: "queued" } },
      "GET /1/api/job/8": () => ({ id: 8, state, progress: 0.5, result }),
    },
  });
  const first = open(root);
  const { bulk } = root.areaStore(EventDataStore);
  void bulk.run(1, { ids: [4] }, EDIT, "apply");
  await expect.poll(bar).not.toBeNull();
  first.leave();

  const second = open(root);
  await expect.poll(bar).not.toBeNull();
  expect(second.refreshed).toBe(0);
  state = "done";

  await expect.poll(() => second.refreshed).toBeGreaterThan(0);
  expect(root.notices.list).toHaveLength(1);
});

test("whom an undoing has left out is told in the list that is there when it ends, and nowhere else", async () => {
  let state = "running";
  const errors = [{ id: 5, name: "Bo", message: "the address is taken" }];
  const { root } = web({
    table: {
      [`GET ${bulkOf(1)}/last`]: () => json({ data: null }),
      [`POST ${bulkOf(1)}/7/undo`]: { job: { id: 8, state: "queued" } },
      "GET /1/api/job/8": () => ({ id: 8, state, progress: 0.5, result: { ...result, errors, skipped: 1 } }),
    },
  });
  const { bulk } = root.areaStore(EventDataStore);
  bulk.set({ last: { jobId: 7, act: { do: "edit" }, isCut: false, result, eventId: 1, until: Date.parse(UNTIL) } });
  const first = open(root, false);
  [...place.querySelectorAll("button")].find((one) => one.textContent?.includes("bulk.undo"))?.click();
  await expect.poll(bar).not.toBeNull();
  first.leave();

  const second = open(root);
  await expect.poll(bar).not.toBeNull();
  state = "done";

  await expect.poll(() => second.refreshed).toBeGreaterThan(0);
  await expect.poll(() => document.body.textContent).toContain("bulk.stayed");
  expect(root.notices.list).toHaveLength(1);
});

test("what ends in an event that was left is not looked for in the next one", async () => {
  let asked: number[] = [];
  const last = (eventId: number) => () => {
    asked.push(eventId);
    return json({ data: null });
  };
  const { root } = web({
    tab: keptInMemory({ "bulk.1": JSON.stringify({ eventId: 1, id: 8, act: { do: "edit" } }) }),
    table: {
      [`GET ${bulkOf(1)}/last`]: last(1),
      [`GET ${bulkOf(2)}/last`]: last(2),
      "GET /1/api/job/8": () => ({ id: 8, state: "running", progress: 0.5, result }),
    },
  });
  const list = open(root);
  await expect.poll(bar).not.toBeNull();
  asked = [];

  list.goTo(2);
  await expect.poll(() => asked).toEqual([2]);
  // Its watching ends with the next look at its job.
  await new Promise((done) => setTimeout(done, 1500));
  expect(asked).toEqual([2]);
  expect(texts()).not.toContain("bulk.inList");
});
