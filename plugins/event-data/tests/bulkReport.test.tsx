// What the preview of an act on many tells.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import type { BulkAct } from "../contract.ts";
import { Report } from "../web/bulk/Report.tsx";

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
