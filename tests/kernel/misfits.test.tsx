// Tighter limits in the form of a field: before they are saved it is told how many answers would not fit, and where these are.
import { Formik } from "formik";
import { runInAction } from "mobx";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Field, FieldLimits } from "#schemas/fields.ts";
import { ApiProblem } from "#web";
import type { FieldActs } from "../../src/kernel/fields/FieldsPage.tsx";
import { initialOf } from "../../src/kernel/fields/fieldDraft.ts";
import { LimitFields } from "../../src/kernel/fields/LimitFields.tsx";
import { MisfitsNote } from "../../src/kernel/fields/MisfitsNote.tsx";
import { isTighter } from "../../src/kernel/fields/tighter.ts";
import { TextField } from "../../src/kernel/form/fields.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { trackings } from "../../src/kernel/store/tracked.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { web } from "../support/web.ts";

test.each<[Field["kind"], FieldLimits, FieldLimits, boolean]>([
  ["text", {}, { max_length: 255 }, false],
  ["text", {}, { max_length: 254 }, true],
  ["text", { max_length: 300 }, {}, true],
  ["text", { max_length: 20 }, { max_length: 30 }, false],
  ["long_text", {}, { max_length: 100 }, true],
  ["number", {}, { max: 5 }, true],
  ["number", { max: 5 }, { max: 6 }, false],
  ["number", { min: 1 }, {}, false],
  ["number", { min: 1 }, { min: 2 }, true],
  ["number", {}, { whole: true }, true],
  ["number", { whole: true }, { whole: false }, false],
  ["number", { step: 5 }, { step: 10 }, true],
  ["number", { step: 5, min: 1 }, { step: 5 }, true],
  ["number", { step: 5 }, {}, false],
  ["choices", { max: 3 }, { max: 2 }, true],
  ["choices", {}, { min: 1 }, true],
  ["choice", {}, { max: 1 }, false],
  ["date", { latest: "2026-05-04" }, { latest: "2026-05-03" }, true],
  ["datetime", { earliest: "2026-05-04" }, { earliest: "2026-05-03" }, false],
  ["file", {}, { types: ["pdf"] }, true],
  ["file", { types: ["pdf"] }, {}, false],
  ["file", {}, { megabytes: 4 }, true],
  ["file", {}, { megabytes: 6 }, false],
])("%s: of %j the limits %j are tighter: %s", (kind, limits, now, is) => {
  expect(isTighter({ kind, limits }, now)).toBe(is);
});

const FIELD = { id: 7, key: "rooms", kind: "number", limits: { max: 10 }, type_ids: [3], rev: 2 } as object as Field;
const TEXTS = {
  "fields.misfits_other": "{{number}} do not fit.",
  "fields.misfits.too_large_other": "{{number}} above {{limit}}",
  "fields.misfits.not_whole_one": "{{number}} no whole number",
  "fields.misfits.none": "All fit.",
  "fields.misfits.counting": "Counting",
  retry: "Try again",
};

let root: Root;
let asked: FieldLimits[];
let fitting: FieldActs["fitting"];
let answer: () => unknown;
const scrolled = vi.fn();

beforeAll(async () => {
  await startLanguage("en-gb", async () => ({ common: TEXTS }));
});
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  // jsdom has no sight to scroll anything into.
  Element.prototype.scrollIntoView = scrolled.mockReset();
  asked = [];
  fitting = trackings();
  answer = () => ({
    answers: 1234,
    reasons: [
      { code: "too_large", answers: 1234 },
      { code: "not_whole", answers: 1 },
    ],
  });
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const misfits = async (_: Field, limits: FieldLimits) => {
  asked.push(limits);
  return answer() as never;
};
const acts = () => ({ misfits, fitting }) as never;
const show = (children: ReactNode) =>
  act(async () =>
    root.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter>{children}</MemoryRouter>
      </RootContext.Provider>,
    ),
  );
const draw = (limits: FieldLimits, areRead = true, field = FIELD) =>
  show(<MisfitsNote {...{ field, limits, areRead, eventId: 5 }} acts={acts()} />);
/** The limits of the field in its form, below them another input. */
const drawForm = () =>
  show(
    <Formik
      initialValues={{ ...initialOf(undefined), kind: FIELD.kind, limits: FIELD.limits }}
      onSubmit={() => undefined}
    >
      {({ values }) => (
        <>
          <LimitFields field={FIELD} values={values} areRead eventId={5} acts={acts()} />
          <TextField name="section" label="Section" />
        </>
      )}
    </Formik>,
  );
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const type = (name: string, text: string) =>
  act(async () => {
    input(name).focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input(name), text);
    input(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
/** What the note stands below. */
const above = () => document.querySelector(".note-warn")?.previousElementSibling;
/** What is drawn meanwhile stands there once each turn is over. */
const says = (text: string) =>
  vi.waitFor(async () => {
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(document.body.textContent).toContain(text);
  });

test("how many would not fit is told by what, with the way to those that a list finds", async () => {
  await draw({ max: 5, whole: true });

  await says("1,234 do not fit.");

  const links = [...document.querySelectorAll("a")];
  expect(links.map(({ textContent }) => textContent)).toEqual(["1,234 above 5"]);
  const filter = new URL(links[0]?.href as string).searchParams.get("filter");
  expect(JSON.parse(filter as string)).toEqual([
    ["fields.rooms", "gt", 5],
    ["type_id", "in", [3]],
  ]);
  expect(document.body.textContent).toContain("1 no whole number");
});

test.each([
  [0.0005, "1,234 above 0.0005"],
  [1234.5678, "1,234 above 1,234.5678"],
])("a limit of %d is told with all of its figures", async (max, told) => {
  await draw({ max }, true, { ...FIELD, limits: {} } as Field);

  await says(told);
});

test("of what is being typed the last is asked, and nothing of limits that allow as much as before or cannot be read", async () => {
  await draw({ max: 1 });
  await draw({ max: 12 });
  await draw({ max: 1 }, false);
  expect(document.body.textContent).toBe("");
  answer = () => ({ answers: 0, reasons: [] });

  await draw({ max: 9 });
  await says("All fit.");

  expect(asked).toEqual([{ max: 9 }]);
});

test("where they could not be counted it says so, and counts with the next attempt", async () => {
  const answers = [undefined, { answers: 0, reasons: [] }];
  answer = () => {
    const next = answers.shift();
    const problem = next ? undefined : new ApiProblem({ code: "unavailable", status: 503, message: "not now" });
    runInAction(() => Object.assign(fitting.of(7), { problem }));
    return next;
  };
  await draw({ max: 5 });
  await says("Try again");
  expect(document.body.textContent).not.toContain("Counting");

  await act(async () => document.querySelector<HTMLElement>("button")?.click());

  await says("All fit.");
});

test("the note stands below the limit that was changed last, and is scrolled into sight there", async () => {
  await drawForm();
  await type("limits.max", "5");
  await says("do not fit.");
  expect(above()?.contains(input("limits.max"))).toBe(true);
  expect(scrolled).toHaveBeenLastCalledWith({ block: "nearest" });

  await type("limits.min", "2");
  await says("do not fit.");
  expect(above()?.contains(input("limits.min"))).toBe(true);

  await type("limits.min", "");
  await says("do not fit.");
  expect(above()?.contains(input("limits.max"))).toBe(true);
});

test("who has gone on to another input is not taken back to the note", async () => {
  await drawForm();
  await type("limits.max", "5");
  act(() => input("section").focus());

  await says("do not fit.");

  expect(scrolled).not.toHaveBeenCalled();
});
