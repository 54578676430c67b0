// How far a step of the import is.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import { Running } from "../web/import/Running.tsx";
import { EventDataStore } from "../web/store.ts";

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

test.each(["read", "reread"] as const)("the reading of a file draws its share (%s)", async (purpose) => {
  const path = "/1/api/container/1/thing/import/file";
  const { root } = web({
    table: {
      [`POST ${path}`]: { job: { id: 7, state: "queued" } },
      "GET /1/api/job/7": { id: 7, state: "running", progress: 0.4 },
    },
  });
  const { importing } = root.areaStore(EventDataStore);
  importing.reset(1, 5);
  void importing.read(new File(["Name\nAda\n"], "list.csv"));
  const place = document.createElement("div");
  flushSync(() =>
    createRoot(place).render(
      <RootContext.Provider value={root}>
        <Running />
      </RootContext.Provider>,
    ),
  );
  await expect.poll(() => importing.watched?.progress).toBe(0.4);
  flushSync(() => importing.set({ purpose }));

  expect(place.querySelector("progress")?.value).toBe(0.4);
});
