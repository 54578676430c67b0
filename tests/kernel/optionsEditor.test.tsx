// Options that are added to a choice while its form is open.
import { Formik, type FormikProps } from "formik";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FieldOption } from "#schemas/fields.ts";
import { OptionsEditor } from "../../src/kernel/fields/OptionsEditor.tsx";

let root: Root;
const form = createRef<FormikProps<{ options: FieldOption[] }>>();
const keys = () => form.current?.values.options.map(({ key }) => key) ?? [];

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

test("an option never has the key of another one, not even of one that has been removed", async () => {
  const editor = { locales: ["en-gb"], saved: [], counts: undefined, told: () => null, onRetire: () => undefined };
  flushSync(() =>
    root.render(
      <Formik innerRef={form} initialValues={{ options: [] as FieldOption[] }} onSubmit={() => undefined}>
        <OptionsEditor {...editor} />
      </Formik>,
    ),
  );
  const add = () => document.querySelector<HTMLButtonElement>(".field-adds button")?.click();

  flushSync(add);
  await expect.poll(keys).toHaveLength(1);
  const removed = keys();
  flushSync(() => void form.current?.setFieldValue("options", [], false));
  flushSync(add);
  await expect.poll(keys).toHaveLength(1);

  expect(keys()[0]).toMatch(/^[a-z0-9_-]{1,64}$/);
  expect(keys()).not.toEqual(removed);
});

test("the focus goes on to the option beside one that is removed", async () => {
  const editor = { locales: ["en-gb"], saved: [], counts: undefined, told: () => null, onRetire: () => undefined };
  const options: FieldOption[] = ["red", "green"].map((key) => ({ key, labels: { "en-gb": key } }));
  flushSync(() =>
    root.render(
      <Formik innerRef={form} initialValues={{ options }} onSubmit={() => undefined}>
        <OptionsEditor {...editor} />
      </Formik>,
    ),
  );
  const remover = () => [...document.querySelectorAll<HTMLElement>("li:last-child .field-moves button")].pop();
  remover()?.focus();
  flushSync(() => remover()?.click());
  await expect.poll(keys).toEqual(["red"]);

  await expect.poll(() => document.activeElement).toBe(remover());
});
