// Numbers are read and written as in the language of the interface, whichever the browser has.
import { Formik, type FormikProps } from "formik";
import { createRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NumberField } from "../../src/kernel/form/fields.tsx";
import { asTyped, heldBy, stepped } from "../../src/kernel/form/numberText.ts";
import { UNREADABLE } from "../../src/kernel/form/unreadableErrors.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

test.each([
  ["de-DE", "1.234,5", 1234.5],
  ["de-DE", "1.234", 1234],
  ["de-DE", "1,5", 1.5],
  ["de-DE", "1,234", 1.234],
  ["de-DE", "1.5", 1.5],
  ["de-DE", "−3", -3],
  ["en-GB", "1,234.5", 1234.5],
  ["en-GB", "1,234", 1234],
  ["en-GB", "1.234", 1.234],
  ["en-GB", "0.5", 0.5],
  ["en-GB", "12 345", 12345],
  ["en-GB", " ", undefined],
  ["en-GB", "-", UNREADABLE],
  ["de-DE", "zehn", UNREADABLE],
])("in %s “%s” is %s", (language, text, value) => {
  expect(heldBy(text, language)).toBe(value);
});

test.each([0, 1, -1.5, 1.234, 1234.5, 1_000_000, 1e21, 0.1 + 0.2])(
  "%d is written so that it reads as itself",
  (value) => {
    for (const language of ["de-DE", "en-GB"]) expect(heldBy(asTyped(value, language), language)).toBe(value);
  },
);

test.each([
  [5, 1, {}, 6],
  [5, -1, {}, 4],
  [1.5, 1, { step: "any" }, 2.5],
  [0.2, 1, { step: 0.1 }, 0.3],
  [4, 1, { step: 3, min: 1 }, 7],
  [5, -1, { step: 3, min: 1 }, 4],
  [1, -1, { min: 1 }, 1],
  [10, 1, { max: 10 }, 10],
  [9, 1, { step: 3, max: 10 }, 9],
  [2, -1, { step: 1, min: 1.5, from: 0 }, 2],
  [2, 1, { step: 1, max: 2.5, from: 0 }, 2],
  [9.5, 1, { step: "any", max: 10 }, 10],
] as const)("from %d by %d with %j one comes to %d", (value, by, stepping, next) => {
  expect(stepped(value, by, stepping)).toBe(next);
});

describe.each([
  ["de", "1.234,5", "1234,5", "2,5"],
  ["en-gb", "1,234.5", "1234.5", "2.5"],
])("an input in the language %s", (locale, typed, shown, stored) => {
  let root: Root;
  const form = createRef<FormikProps<{ rooms: number | undefined }>>();
  beforeEach(async () => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    await startLanguage(locale, async () => ({}));
    document.body.innerHTML = "<div></div>";
    root = createRoot(document.body.firstElementChild as Element);
    await act(async () =>
      root.render(
        <Formik innerRef={form} initialValues={{ rooms: 2.5 }} onSubmit={() => undefined}>
          <NumberField name="rooms" label="Rooms" min={0} step="any" />
        </Formik>,
      ),
    );
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });
  const input = () => document.querySelector("input") as HTMLInputElement;
  const type = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input(), value);
      input().dispatchEvent(new Event("input", { bubbles: true }));
    });
  const held = () => form.current?.values.rooms;

  test("shows what is stored, leaves what is typed as it is, and shows how it was understood once it is left", async () => {
    expect(input().value).toBe(stored);

    await type(typed);
    expect([input().value, held()]).toEqual([typed, 1234.5]);
    await act(async () => input().dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    expect([input().value, held()]).toEqual([shown, 1234.5]);
  });

  test("keeps what it cannot read and what is empty apart, and is put back with the form", async () => {
    await type("-");
    expect([input().value, held()]).toEqual(["-", UNREADABLE]);
    await type("");
    expect(held()).toBeUndefined();
    await type("-");
    await act(async () => form.current?.resetForm());
    expect([input().value, held()]).toEqual([stored, 2.5]);
  });

  test("steps by the arrow keys", async () => {
    const press = (key: string) =>
      act(async () => input().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
    await press("ArrowUp");
    expect(held()).toBe(3.5);
    for (let times = 0; times < 5; times++) await press("ArrowDown");
    expect(held()).toBe(0);
    expect(input().getAttribute("aria-valuenow")).toBe("0");
  });
});
