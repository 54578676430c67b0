// The questions that a profile's form asks.
import { Formik, type FormikProps } from "formik";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { AnswerFields } from "../../src/kernel/form/AnswerFields.tsx";

let root: Root;
const form = createRef<FormikProps<{ fields: object }>>();

function aField(key: string, values: Partial<Field>): Field {
  const rules = { required: false, unique: false, limits: {}, options: [], places: [], type_ids: [], event_ids: [] };
  const roles = { owner_edits: false, see_role: 299, edit_role: 299, match_weight: 0 };
  const row = { id: 1, event_id: 1, position: 1, archived_at: null, rev: 1 };
  return { ...rules, ...roles, ...row, key, kind: "text", labels: {}, help: {}, section: "", ...values };
}

function draw(fields: readonly Field[], answers: Record<string, unknown> = {}) {
  const props = { fields, answers, typeId: 1, accessRole: 95, timeZone: "UTC" };
  flushSync(() =>
    root.render(
      <Formik innerRef={form} initialValues={{ fields: answers }} onSubmit={() => undefined}>
        <AnswerFields {...props} />
      </Formik>,
    ),
  );
}
const names = () => [...document.querySelectorAll("input")].map(({ name }) => name);

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

test("a question that must be answered is in the form until it is, wherever else it is asked", () => {
  const fields = [
    aField("must", { required: true, places: ["onboarding"] }),
    aField("may", { places: ["onboarding"] }),
    aField("shown", { places: ["profile"] }),
  ];

  draw(fields);
  expect(names()).toEqual(["fields.must", "fields.shown"]);

  flushSync(() => void form.current?.setFieldValue("fields.must", "being typed", false));
  expect(names()).toEqual(["fields.must", "fields.shown"]);

  draw(fields, { must: "stored" });
  expect(names()).toEqual(["fields.shown"]);
});

test("a number tells what it may be, and where none of them is below zero, a small keyboard has all of its signs", () => {
  const places: Field["places"] = ["profile"];
  draw([
    aField("rooms", { kind: "number", places, limits: { min: 0, max: 10 } }),
    aField("degrees", { kind: "number", places, limits: { min: -5, whole: true } }),
    aField("any", { kind: "number", places }),
  ]);

  const told = [...document.querySelectorAll("input")].map((input) =>
    ["inputmode", "aria-valuemin", "aria-valuemax"].map((name) => input.getAttribute(name)),
  );
  expect(told).toEqual([
    ["decimal", "0", "10"],
    [null, "-5", null],
    [null, null, null],
  ]);
});
