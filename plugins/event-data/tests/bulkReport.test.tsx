// What the preview of an act on many tells.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import type { BulkAct } from "../contract.ts";
import { Report } from "../web/bulk/Report.tsx";
import { EventDataStore } from "../web/store.ts";

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

test.each([false, true])("who is in the group already is told (done: %s)", (isDone) => {
  const place = document.createElement("div");
  const act: BulkAct = { do: "group", group: 7, is: "in" };
  const result = { changed: 8, unchanged: 4, skipped: 0, errors: [], sample: [], until: null };
  flushSync(() =>
    createRoot(place).render(
      <RootContext.Provider value={web({}).root}>
        <Report outcome={{ jobId: 1, act, result, isCut: false }} isDone={isDone} />
      </RootContext.Provider>,
    ),
  );

  const told = [...place.querySelectorAll("dl > div")].map((one) => one.textContent);
  expect(told).toContain("bulk.unchanged4");
});

test("the group that profiles would be put into is named before they are", async () => {
  const place = document.createElement("div");
  const groups = [{ field: "set.g7", id: 7, name: "Press", byHand: true }];
  const { root } = web({ table: { "GET /1/api/container/1/thing/set": groups } });
  await root.areaStore(EventDataStore).bulk.listGroups(1);
  const act: BulkAct = { do: "group", group: 7, is: "in" };
  const result = { changed: 8, unchanged: 4, skipped: 0, errors: [], sample: [], until: null };

  flushSync(() =>
    createRoot(place).render(
      <RootContext.Provider value={root}>
        <Report outcome={{ jobId: 1, act, result, isCut: false }} isDone={false} />
      </RootContext.Provider>,
    ),
  );

  expect(place.textContent).toContain("bulk.ofGroup");
});
