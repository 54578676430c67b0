// An overview of which no area tells anything says so; one whose areas failed says that.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import { Told } from "../web/OverviewScreen.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

let root: ReturnType<typeof createRoot>;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

test.each([
  [[], true],
  [["agenda"], false],
])("where areas %j failed and no other tells anything, that the page is empty is said: %s", (silent, isSaid) => {
  const overview = { at: "2026-05-01T09:00:00Z", counts: [], steps: [], figures: [], changes: [], silent };
  root = createRoot(document.body.appendChild(document.createElement("div")));

  act(() =>
    root.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter>
          <Told overview={overview} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );

  expect(document.body.textContent?.includes("empty.title")).toBe(isSaid);
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(isSaid ? 0 : 1);
});
