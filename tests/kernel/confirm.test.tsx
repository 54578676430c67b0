// The name that is typed before what cannot be undone.
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../src/kernel/ui/bringLayers.ts";
import { Confirm } from "../../src/kernel/ui/Confirm.tsx";
import { isSameName } from "../../src/kernel/ui/sameName.ts";

test.each([
  ["two spaces, of which one is seen", "Summit  2026", "Summit 2026"],
  ["a space that keeps words together", "Summit\u00a02026", "Summit 2026"],
  ["letters that are put together otherwise", "Cafe\u0301", "Café"],
  ["marks around a name from right to left", "مؤتمر", "\u2068مؤتمر\u2069"],
  ["spaces that came along when it was copied", "Summit", " Summit\n"],
])("is the name as it is seen: %s", (_, name, typed) => {
  expect(isSameName(typed, name)).toBe(true);
});

test.each([
  ["another case", "Summit", "summit"],
  ["another accent", "Café", "Cafe"],
  ["spaces where there are none", "Summit", "Sum mit"],
  ["nothing", "Summit", ""],
])("is not %s", (_, name, typed) => {
  expect(isSameName(typed, name)).toBe(false);
});

let root: Root | undefined;
beforeEach(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});
afterEach(() => {
  flushSync(() => root?.unmount());
  document.body.replaceChildren();
});

const notices = { lastId: 0, list: [] };
const inPage = (inside: ReactNode) => (
  <RootContext.Provider value={{ notices, env: { notices } } as never}>{inside}</RootContext.Provider>
);

test("what has two spaces in its name can be deleted by typing the one that is seen", async () => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const nothing = () => undefined;
  flushSync(() =>
    root?.render(
      inPage(<Confirm title="Delete" action="Delete it" typed="Summit  2026" onConfirm={nothing} onClose={nothing} />),
    ),
  );
  const button = () => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Delete it");
  const type = (text: string) => {
    const field = document.querySelector("input");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    flushSync(() => field?.dispatchEvent(new Event("input", { bubbles: true })));
  };

  await expect.poll(() => document.querySelector("input")).not.toBeNull();
  type("Summit");
  expect(button()?.disabled).toBe(true);
  type("Summit 2026");
  expect(button()?.disabled).toBe(false);
});
