// Recovery codes are told once: nobody leaves them behind unasked before they are stored.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecoveryCodes } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { web } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { OwnCodes } from "../web/OwnCodes.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const CODES = ["aaaa-bbbb", "cccc-dddd"];
let drawn: Root;

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ account: texts }));
  await bringLayers();
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => drawn.unmount());
  document.body.replaceChildren();
});

/** Whether the browser asks before the tab is closed. */
const isHeld = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const dialog = () => document.querySelector("[role=dialog]");
const tick = () => act(() => document.querySelector<HTMLInputElement>("input[type=checkbox]")?.click());

test("whoever goes on to another page is asked first, and stays with the codes or leaves them", async () => {
  const router = createMemoryRouter([
    { path: "/", element: <OwnCodes codes={CODES} onStored={() => undefined} /> },
    { path: "/other", element: <p>Other</p> },
  ]);
  const { root } = web({ table: {} });
  await act(async () =>
    drawn.render(
      <RootContext.Provider value={root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  await act(async () => router.navigate("/other"));
  await vi.waitFor(() => expect(dialog()?.textContent ?? "").toContain(texts["codes.leaveHelp"]));
  expect(router.state.location.pathname).toBe("/");

  act(() => dialog()?.querySelectorAll<HTMLButtonElement>(".dialog-foot button")[0]?.click());
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(document.body.textContent).toContain("aaaa-bbbb");

  tick();
  await act(async () => router.navigate("/other"));
  expect(router.state.location.pathname).toBe("/other");
});

test("on the log-in page the browser asks, until they are said to be stored", () => {
  act(() => drawn.render(<RecoveryCodes codes={CODES} onStored={() => undefined} />));
  expect(isHeld()).toBe(true);

  tick();

  expect(isHeld()).toBe(false);
});

test("codes that were copied are safe", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  act(() => drawn.render(<RecoveryCodes codes={CODES} onStored={() => undefined} />));

  act(() => document.querySelector("button")?.click());

  await vi.waitFor(() => expect(isHeld()).toBe(false));
  expect(writeText).toHaveBeenCalledWith("aaaa-bbbb\ncccc-dddd");
  vi.unstubAllGlobals();
});
