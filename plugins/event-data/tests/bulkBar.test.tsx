// What stands over a list while something is ticked, or while something is being undone.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { json, web } from "../../../tests/support/web.ts";
import { BulkActions } from "../web/bulk/BulkActions.tsx";
import { EventDataStore } from "../web/store.ts";

const result = { changed: 3, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };
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
  const view = { search: "", sort: [], filter: [], group: [] };
  const grid = { current: { matched: () => 9 } as never };
  const menu = () => place.querySelector("[aria-haspopup]");
  const bar = () => place.querySelector("progress");

  const undone = bulk.undo(1, 7);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <BulkActions eventId={1} list={{}} grid={grid} selected={{ all: false, ids: [4], count: 1, view }} />
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
