// Panels whose code does not come: the list stays, and what was asked for says so and can be tried again.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import { later } from "../web/later.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

interface Props {
  name: string;
  onClose: () => void;
}
const parts = { Panel: ({ name }: Props) => <output>{name}</output> };
const failing = new TypeError("Failed to fetch dynamically imported module: panels.js");
const { root: stores } = web({ table: {} });
// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));
let place: HTMLElement;
let drawn: Root;
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  place = document.body.appendChild(document.createElement("div"));
  drawn = createRoot(place);
});
afterEach(() => {
  act(() => drawn.unmount());
  place.remove();
  stores.notices.clear();
});
const draw = (part: JSX.Element) =>
  act(async () =>
    drawn.render(
      <RootContext.Provider value={stores}>
        <p>List</p>
        {part}
      </RootContext.Provider>,
    ),
  );

test("a panel says in its place that it could not be loaded, and another attempt draws it", async () => {
  let isThere = false;
  const bring = async () => {
    if (!isThere) throw failing;
    return parts;
  };
  const Panel = later({ bring, ready: () => undefined }, ({ Panel }) => Panel, {
    frame: (_: Props, inside) => <aside>{inside}</aside>,
  });

  await draw(<Panel name="Ada" onClose={() => undefined} />);
  const alert = () => place.querySelector("aside [role=alert]");
  expect(alert()?.textContent).toContain("chunk.help");
  expect(place.textContent).toContain("List");
  isThere = true;
  await act(async () => alert()?.querySelector("button")?.click());

  expect(place.querySelector("output")?.textContent).toBe("Ada");
  expect(place.querySelector("aside")).toBeNull();
});

test("a dialog that could not be loaded is told in a notice and is taken back", async () => {
  const close = vi.fn();
  const bring = () => Promise.reject(failing);
  const Panel = later({ bring, ready: (): typeof parts | undefined => undefined }, ({ Panel }) => Panel, {
    refuse: ({ onClose }) => onClose(),
  });

  await draw(<Panel name="Ada" onClose={close} />);

  expect(close).toHaveBeenCalledTimes(1);
  expect(stores.notices.list.map(({ tone, text }) => [tone, text])).toEqual([["error", "chunk.help"]]);
  expect(place.textContent).toBe("List");
});
