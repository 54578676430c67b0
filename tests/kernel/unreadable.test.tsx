// What a browser cannot read of an input is no empty field: it is refused in words, and what was stored stays.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Field } from "#schemas/fields.ts";
import common from "../../locales/common/en-gb.json" with { type: "json" };
import { answerErrors } from "../../src/kernel/form/answers.ts";
import { FormPanel } from "../../src/kernel/form/FormPanel.tsx";
import { DateField, DateTimeField, NumberField, TextField } from "../../src/kernel/form/fields.tsx";
import { UNREADABLE } from "../../src/kernel/form/unreadableErrors.ts";
import { startLanguage, t } from "../../src/kernel/i18n/setup.ts";

const STORED = { day: "2026-01-31", from: "2026-01-31T09:00:00.000Z", days: 7 };
const KINDS = ["day", "from", "days"] as const;
/** What a browser answers of half of it; of a number it is read here. */
const HALF = { day: "", from: "", days: "-" };
let root: Root;
let sent: object[];

beforeAll(() => startLanguage("en-gb", async () => ({ common })));
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  Element.prototype.scrollIntoView = () => undefined;
  root = createRoot(document.body.firstElementChild as Element);
  sent = [];
});
afterEach(() => root.unmount());

function draw(initial: object) {
  const form = (
    <FormPanel initial={initial} onSave={async (values) => sent.push(values)}>
      <DateField name="day" label="Day" />
      <DateTimeField name="from" label="From" timeZone="UTC" />
      <NumberField name="days" label="Days" />
    </FormPanel>
  );
  flushSync(() => root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: form }])} />));
}
const input = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const press = async (text: string) =>
  (await vi.waitUntil(() => [...document.querySelectorAll("button")].find((one) => one.textContent === text))).click();
const told = () => [...document.querySelectorAll(".field-error")].map(({ textContent }) => textContent);

/** This browser reads nothing so: what another one says of it is put into its mouth. */
function type(name: string, value: string, badInput = false) {
  const at = input(name);
  Object.defineProperty(at, "validity", { value: { badInput, rangeOverflow: false }, configurable: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(at, value);
  flushSync(() => {
    at.dispatchEvent(new Event("input", { bubbles: true }));
    at.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
  });
}

test.for(KINDS)("half of a %s where something is stored is refused, and completed it is saved", async (name) => {
  draw(STORED);
  type(name, HALF[name], true);
  await press(t("common:save"));

  await vi.waitFor(() => expect(told()).toEqual([t("common:field.unreadable")]));
  expect(sent).toEqual([]);

  const whole = { day: "2026-02-01", from: "2026-02-01T10:00", days: "8" }[name];
  type(name, whole);
  await press(t("common:save"));
  const value = { day: "2026-02-01", from: "2026-02-01T10:00:00.000Z", days: 8 }[name];
  await vi.waitFor(() => expect(sent).toEqual([{ ...STORED, [name]: value }]));
});

test.for(KINDS)("half of a %s in an empty field is noticed by its keys, and taken back with the rest", async (name) => {
  draw({});
  type(name, HALF[name], true);
  await press(t("common:save"));
  await vi.waitFor(() => expect(told()).toEqual([t("common:field.unreadable")]));

  // To the browser the input is empty all the time; only what it shows is taken away.
  const emptied = vi.spyOn(input(name), "value", "set");
  await press(t("common:discard"));
  await vi.waitFor(() => expect(emptied).toHaveBeenCalledWith(""));
  expect(told()).toEqual([]);
});

test.for([
  ["nothing is stored", {}],
  ["something is stored", { day: "2026-01-31", days: 7 }],
] as const)(
  "half of a value is gone with its field where %s: the rest is saved, and that stays as it was",
  async ([, of]) => {
    const children = ({ values }: { values: { kind?: string } }) => (
      <>
        <TextField name="kind" label="Kind" />
        {values.kind === "Guest" && (
          <>
            <DateField name="day" label="Day" />
            <NumberField name="days" label="Days" />
          </>
        )}
      </>
    );
    const initial: { kind: string; day?: string; days?: number } = { kind: "Guest", ...of };
    const form = (
      <FormPanel initial={initial} onSave={async (values) => sent.push(values)}>
        {children}
      </FormPanel>
    );
    flushSync(() => root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: form }])} />));
    for (const name of ["day", "days"] as const) type(name, HALF[name], true);
    type("kind", "Speaker");
    await vi.waitFor(() => expect(input("day")).toBeNull());
    // Nobody presses before that has been drawn.
    await new Promise((done) => setTimeout(done, 20));
    await press(t("common:save"));

    await vi.waitFor(() => expect(sent).toEqual([{ kind: "Speaker", ...of }]));
  },
);

test("a field that was emptied is saved empty", async () => {
  draw(STORED);
  type("days", "");
  await press(t("common:save"));

  await vi.waitFor(() => expect(sent).toEqual([{ ...STORED, days: undefined }]));
});

test("as an answer it is refused in the same words, also of a field that says nothing against it", () => {
  const field = { key: "note", kind: "text", labels: {}, limits: {}, options: [], type_ids: [], archived_at: null };
  const judging = { typeId: 1, before: { note: "x", loose: 1 }, timeZone: "UTC" };

  expect(answerErrors([field as never as Field], { note: UNREADABLE, loose: UNREADABLE }, judging)).toEqual({
    fields: { note: t("common:field.unreadable"), loose: t("common:field.unreadable") },
  });
  expect(answerErrors([field as never as Field], { note: "y", loose: 2 }, judging)).toEqual({});
});
