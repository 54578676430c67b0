// Recovery codes are told once: nobody leaves them behind unasked before they are stored.
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecoveryCodes } from "#web";
import { LogoutDialog } from "../../../src/app/shell/LogoutDialog.tsx";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { web } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { FactorPanel } from "../web/FactorPanel.tsx";
import { OwnCodes } from "../web/OwnCodes.tsx";
import { AccountStore } from "../web/store.ts";

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

/** The dialog of logging out, as a button opens and closes it. */
function AskedOut() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button id="log-out" type="button" onClick={() => setOpen(!isOpen)} />
      {isOpen && <LogoutDialog close={() => setOpen(false)} />}
    </>
  );
}

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

test("whoever has left them does not find them again", async () => {
  const factor = { state: "on", since: "2026-01-01T00:00:00Z", required: false, recovery_left: 10, has_password: true };
  const env = { api: { call: async () => factor }, report: () => undefined };
  const store = AccountStore.create({}, env);
  store.factor.tell(CODES);
  const draw = (isThere: boolean) =>
    act(async () =>
      drawn.render(
        <RootContext.Provider value={{ env, areaStore: () => store } as never}>
          {isThere && <FactorPanel />}
        </RootContext.Provider>,
      ),
    );
  await draw(true);
  expect(document.body.textContent).toContain("aaaa-bbbb");

  await draw(false);
  await draw(true);

  expect(document.body.textContent).not.toContain("aaaa-bbbb");
  expect(document.body.textContent).toContain(texts["factor.renew"]);
});

test("whoever logs out with them on the screen is told that they will be lost", async () => {
  const { root } = web({ table: {} });
  const page = (
    <>
      <OwnCodes codes={CODES} onStored={() => undefined} />
      <AskedOut />
    </>
  );
  const router = createMemoryRouter([{ path: "/", element: page }]);
  await act(async () =>
    drawn.render(
      <RootContext.Provider value={root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  const ask = () => act(async () => document.querySelector<HTMLButtonElement>("#log-out")?.click());
  await ask();
  await vi.waitFor(() => expect(dialog()?.textContent ?? "").toContain(texts["codes.leaveHelp"]));

  await ask();
  await vi.waitFor(() => expect(dialog()).toBeNull());
  tick();
  await ask();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  expect(dialog()?.textContent).not.toContain(texts["codes.leaveHelp"]);
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
