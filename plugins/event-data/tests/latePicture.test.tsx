// A picture that arrives late: whoever is busy elsewhere by then stays there, and the list keeps what was saved since.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test } from "vitest";
import { trackings } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Pictured, Thing } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { PhotoField } from "../web/PhotoField.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

beforeAll(() => startLanguage("en-gb", async () => ({ "event-data": texts, common: { "toast.saved": "Saved" } })));
const ada = { id: 3, rev: 1, name: "Ada", photo: "one" } as unknown as Thing;

/** The field of Ada, whose picture is being removed, beside a field in which one types; and what the list is told. */
async function removing() {
  let answer: (pictured: Pictured) => void = () => undefined;
  const said: { text: string; undo?: () => void }[] = [];
  const back: unknown[] = [];
  const removePhoto = () => new Promise((done) => (answer = done));
  const putPhotoBack = async (_event: number, _thing: number, body: unknown) => {
    back.push(body);
    return { id: 3, photo: "one", before: null };
  };
  const store = { canSave: true, picturing: trackings(), removePhoto, putPhotoBack };
  const success = (text: string, { action }: { action?: { run: () => void } } = {}) =>
    said.push({ text, ...(action && { undo: action.run }) });
  const env = { api: { address: () => "" }, notices: { success }, go: () => undefined };
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
  const arrive = () => act(async () => answer({ id: 3, photo: null, before: "one" }));
  return { place, change, replaced, said, back, arrive };
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

test("who has taken it away by a slip brings it back by the notice that tells it", async () => {
  const { replaced, said, back, arrive } = await removing();

  await arrive();
  const [removed] = said;
  await act(async () => removed?.undo?.());

  expect(removed?.text).toBe("The picture of Ada was removed");
  expect(back).toEqual([{ photo: "one", instead: null }]);
  expect(replaced.at(-1)).toMatchObject({ id: 3, photo: "one" });
  expect(said.at(-1)).toEqual({ text: "Saved" });
});
