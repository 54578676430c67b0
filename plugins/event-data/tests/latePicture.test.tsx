// A picture that arrives late: whoever is busy elsewhere by then stays there, and the list keeps what was saved since.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { trackings } from "#web";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Thing } from "../contract.ts";
import { PhotoField } from "../web/PhotoField.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ada = { id: 3, rev: 1, name: "Ada", photo: "one" } as unknown as Thing;

/** The field of Ada, whose picture is being removed, beside a field in which one types; and what the list is told. */
async function removing() {
  let answer: (photo: null) => void = () => undefined;
  const removePhoto = () => new Promise((done) => (answer = done));
  const store = { canSave: true, picturing: trackings(), removePhoto };
  const env = { api: { address: () => "" }, notices: { success: () => 0 }, go: () => undefined };
  const replaced: unknown[] = [];
  const grid = {
    current: { row: () => ({ ...ada, name: "Ada, saved" }), replace: (row: unknown) => replaced.push(row) },
  };
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <RootContext.Provider value={{ env, areaStore: () => store } as never}>
        <MemoryRouter>
          <PhotoField eventId={5} thing={ada} category={1} grid={grid as never} />
          <input name="typed" />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const [change, remove] = place.querySelectorAll("button");
  remove?.focus();
  await act(async () => remove?.click());
  return { place, change, replaced, arrive: () => act(async () => answer(null)) };
}

test("who types meanwhile keeps the focus, and the list keeps the name that was saved", async () => {
  const { place, replaced, arrive } = await removing();
  const typed = place.querySelector<HTMLInputElement>("[name=typed]");
  typed?.focus();

  await arrive();

  expect(document.activeElement).toBe(typed);
  expect(replaced).toEqual([{ ...ada, name: "Ada, saved", photo: null }]);
});

test("who waited for it finds the focus on the button that is left", async () => {
  const { change, arrive } = await removing();

  await arrive();

  expect(document.activeElement).toBe(change);
});
