// Dialogs with which work on a page of fields is begun stand in its address.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "#web";
import { fieldsStore } from "../../src/kernel/fields/fieldsStore.ts";
import { TakeFields } from "../../src/kernel/fields/TakeFields.tsx";
import { UsualFields } from "../../src/kernel/fields/UsualFields.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../src/kernel/ui/bringLayers.ts";

const Store = fieldsStore("Fields", async () => ({ calls: {} as never }), ["take", "addUsual"]);
let drawn: Root | undefined;
let place: HTMLElement | undefined;

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  flushSync(() => drawn?.unmount());
  window.history.replaceState(null, "", "/");
});

function draw(address: string) {
  window.history.replaceState(null, "", address);
  const env = { api: {}, notices: { lastId: 0, list: [] }, report: () => undefined, t: (key: string) => key };
  const store = Store.create({}, env as unknown as Env);
  store.open(5);
  store.keep(5, []);
  const session = { events: [{ id: 5, name: "Here" }], types: [] };
  place = document.body.appendChild(document.createElement("div"));
  drawn = createRoot(place);
  flushSync(() =>
    drawn?.render(
      <RootContext.Provider value={{ env, session, notices: env.notices, areaStore: () => store } as never}>
        <BrowserRouter>
          <UsualFields eventId={5} store={store} />
          <TakeFields eventId={5} store={store} />
        </BrowserRouter>
      </RootContext.Provider>,
    ),
  );
}

// What other files have left in the page is not looked at.
const dialog = () => document.querySelector("[role=dialog]");
const button = (text: string) =>
  [...(dialog() ?? place ?? document).querySelectorAll("button")].find((one) => one.textContent === text);

test.each([
  ["take", "fields.take.button"],
  ["usual", "fields.usual.title"],
])("%s opens its dialog, and is there as long as it is open", async (name, opens) => {
  draw(`/fields?mark=required&${name}=1`);
  await vi.waitFor(() => expect(dialog()).not.toBeNull());

  button("cancel")?.click();
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(window.location.search).toBe("?mark=required");
  button(opens)?.click();

  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  expect(new URLSearchParams(window.location.search).has(name)).toBe(true);
  window.history.back();
  await vi.waitFor(() => expect(dialog()).toBeNull());
});
