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
