// Whom a field is asked of, where some of those that are chosen are not here.
import { Formik, useFormikContext } from "formik";
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TypeBoxes } from "../../src/kernel/fields/TypeBoxes.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

const TYPES = [
  { id: 1, type: "Attendee" },
  { id: 2, type: "Speaker" },
];

let root: Root;
let value: number[];

function Seen() {
  value = useFormikContext<{ type_ids: number[] }>().values.type_ids;
  return null;
}

async function show(type_ids: number[]) {
  await act(async () =>
    root.render(
      <Formik initialValues={{ type_ids }} onSubmit={() => {}}>
        <div>
          <TypeBoxes id="types" describedBy={undefined} types={TYPES} />
          <Seen />
        </div>
      </Formik>,
    ),
  );
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  await startLanguage("en-gb", async () => ({
    common: {
      "fields.typesElsewhere_one": "{{number}} more",
      "fields.typesElsewhere_other": "{{number}} more",
      "fields.typesNobody": "Nobody here is asked",
      "fields.typesForAll": "Let all have it",
    },
  }));
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const press = (text: string) =>
  act(async () => {
    const all = [...document.querySelectorAll<HTMLElement>("label, button")];
    all.find((one) => one.textContent === text)?.click();
  });
const told = () => document.body.textContent;

test("types that are not here are counted, and go with the last one that is ticked here", async () => {
  await show([1, 2, 8, 9]);
  expect(told()).toContain("2 more");

  await press("Speaker");
  expect(value).toEqual([1, 8, 9]);
  await press("Attendee");

  expect(value).toEqual([]);
  expect(told()).not.toContain("more");
});

test("where only others have it, that nobody here is asked is said, and all may have it", async () => {
  await show([8]);
  expect(told()).toContain("Nobody here is asked");

  await press("Let all have it");

  expect(value).toEqual([]);
  expect(told()).not.toContain("Nobody");
});
