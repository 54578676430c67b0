// What is typed beside a field while its own person, or somebody else, makes something else of it.
import { type ComponentProps, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Field, FieldOption } from "#schemas/fields.ts";
import { FieldPanel } from "../../src/kernel/fields/FieldPanel.tsx";
import { initialOf } from "../../src/kernel/fields/fieldDraft.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { tracking, trackings } from "../../src/kernel/store/tracked.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { web } from "../support/web.ts";

const option = (key: string, label: string): FieldOption => ({ key, labels: { "en-gb": label } });
const FIELD: Field = {
  ...(initialOf(undefined) as object),
  ...{ id: 1, key: "diet", event_id: 5, event_ids: [], kind: "choice", section: "Food", match_weight: 0 },
  labels: { "en-gb": "Diet" },
  options: [option("none", "None"), option("vegan", "Vegan")],
  ...{ position: 1, archived_at: null, rev: 1 },
} as object as Field;
const WITHOUT = [option("none", "None")];

let root: Root;
let store: (change: Partial<Field>, isOwnAct?: boolean) => void;
let saved: object[];

function Screen() {
  const [field, setField] = useState(FIELD);
  const [own, setOwn] = useState<number>();
  const [saving] = useState(trackings);
  const [replacing] = useState(trackings);
  store = (change, isOwnAct = false) =>
    act(() => {
      const next = { ...field, ...change, rev: field.rev + 1 };
      if (isOwnAct) setOwn(next.rev);
      setField(next);
    });
  const save = async (_: Field, change: object) => {
    saved.push(change);
    store(change as Partial<Field>);
    return { ...field, ...change };
  };
  const acts = { save, doubles: async () => undefined, mentions: async () => [], mentioning: trackings() };
  const around = { fields: [field], eventId: 5, types: [], events: [], locales: ["en-gb"], acts, running: {} };
  return (
    <FieldPanel
      {...(around as object as ComponentProps<typeof FieldPanel>)}
      {...{ field, saving, replacing, stopping: tracking(), isGone: false, from: undefined, use: undefined }}
      isMadeHere={({ rev }: Field) => rev === own}
    />
  );
}

beforeAll(async () => {
  await startLanguage("en-gb", async () => ({ common: { "conflict.drop": "Drop mine" } }));
});
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div></div>";
  saved = [];
  root = createRoot(document.body.firstElementChild as Element);
  const router = createMemoryRouter([{ path: "*", element: <Screen /> }]);
  await act(async () =>
    root.render(
      <RootContext.Provider value={web().root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const input = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const isAsked = () => document.querySelector('[name="section"]') === null;
const press = (text: string) =>
  act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === text)?.click());
async function send(): Promise<void> {
  const before = saved.length;
  await act(async () => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  await act(() => vi.waitFor(() => expect(saved.length).toBe(before + 1)));
}

async function type(name: string, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    set?.call(input(name), value);
    input(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("what was typed at one's own act does not come back once it has been saved", async () => {
  await type("options.0.labels.en-gb", "Anything");
  store({ options: WITHOUT }, true);
  expect(input("options.0.labels.en-gb").value).toBe("Anything");
  await send();
  await type("section", "Kitchen");
  await send();
  expect(saved.at(-1)).toMatchObject({ section: "Kitchen" });

  await type("help.en-gb", "Mine");
  store({ help: { "en-gb": "Theirs" } });
  expect(isAsked()).toBe(true);
  await press("Drop mine");

  expect(isAsked()).toBe(false);
  expect(input("section").value).toBe("Kitchen");
});

test("what somebody else saved is chosen where one undoes something of another field, and where it came along with one's own act", async () => {
  await type("section", "Kitchen");
  store({ section: "Theirs" });
  expect(isAsked()).toBe(true);
  await press("Drop mine");

  await type("section", "Kitchen");
  store({ section: "Theirs again", options: WITHOUT }, true);
  expect(isAsked()).toBe(true);
});

test("options that somebody else has named anew before one's own act are chosen, too", async () => {
  await type("options.0.labels.en-gb", "Anything");

  store({ options: [option("none", "Theirs")] }, true);

  expect(isAsked()).toBe(true);
});
