// What somebody else stores while a form is being edited: it comes below what was typed, and never unseen in its place.
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { FormPanel } from "../../src/kernel/form/FormPanel.tsx";
import { TextField } from "../../src/kernel/form/fields.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

interface Row {
  name: string;
  town: string;
}
type Meanwhile = "told" | ((base: Row, mine: Row) => void);

const STORED: Row = { name: "Ada", town: "London" };
let root: Root;
let store: (row: Row) => void;
let answer: (saved: unknown) => void;
let refuse: (code: string) => void;

beforeAll(async () => {
  await startLanguage("en-gb", async () => ({
    common: { "form.meanwhile": "Saved otherwise meanwhile", "form.meanwhileRest": "Something else was saved" },
  }));
});
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function Screen({ meanwhile }: { meanwhile: Meanwhile }) {
  const [row, setRow] = useState(STORED);
  const [problem, setProblem] = useState<ApiProblem>();
  refuse = (code) => act(() => setProblem(new ApiProblem({ code, status: 409, message: "Refused" })));
  store = (now) => act(() => setRow(now));
  return (
    <FormPanel<Row>
      initial={{ ...row }}
      meanwhile={meanwhile}
      problem={problem}
      onSave={() => new Promise((done) => (answer = done))}
    >
      <TextField name="name" label="Name" />
      <TextField name="town" label="Town" />
    </FormPanel>
  );
}

async function draw(meanwhile: Meanwhile) {
  const router = createMemoryRouter([{ path: "*", element: <Screen meanwhile={meanwhile} /> }]);
  await act(async () => root.render(<RouterProvider router={router} />));
}
const field = (name: keyof Row) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const press = (what: "submit" | "button") =>
  act(async () => document.querySelector<HTMLButtonElement>(`.form-bar button[type=${what}]`)?.click());
const isTold = () => document.querySelector(".form-bar .note-warn") !== null;

async function type(name: keyof Row, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    set?.call(field(name), value);
    field(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("what was stored in the place of what was typed is handed over, with what it began from; all else follows", async () => {
  const met = vi.fn();
  await draw(met);
  await type("name", "Augusta");

  store({ ...STORED, town: "Paris" });
  expect(met).not.toHaveBeenCalled();
  expect(field("town").value).toBe("Paris");

  store({ name: "Ada L.", town: "Rome" });
  expect(met).toHaveBeenCalledExactlyOnceWith({ name: "Ada", town: "Paris" }, { name: "Augusta", town: "Paris" });
  expect([field("name").value, field("town").value]).toEqual(["Augusta", "Rome"]);
});

test("the answer to a save is nobody else's, also where it reads otherwise and something was typed meanwhile", async () => {
  const met = vi.fn();
  await draw(met);
  await type("name", "Augusta ");
  await press("submit");
  await type("name", "Augusta K.");

  store({ ...STORED, name: "Augusta" });
  await act(async () => answer(true));

  expect(met).not.toHaveBeenCalled();
  expect(field("name").value).toBe("Augusta K.");
});

test("what came while a save was on its way that did not get through is handed over then", async () => {
  const met = vi.fn();
  await draw(met);
  await type("name", "Augusta");
  await press("submit");

  store({ ...STORED, name: "Ada L." });
  expect(met).not.toHaveBeenCalled();
  await act(async () => answer(undefined));

  expect(met).toHaveBeenCalledExactlyOnceWith(STORED, { name: "Augusta", town: "London" });
});

test("where there is nothing to choose from, the bar says so until it is saved or given up", async () => {
  await draw("told");
  await type("name", "Augusta");
  store({ ...STORED, name: "Ada L." });
  expect(isTold()).toBe(true);

  await press("button");
  await type("name", "Augusta");

  expect(isTold()).toBe(false);
});

test("a save that was refused for something else that others saved is told what to do, and any other refusal itself", async () => {
  await draw("told");
  await type("name", "Augusta");
  store({ ...STORED, town: "Paris" });
  expect(isTold()).toBe(false);
  await press("submit");
  store({ ...STORED, town: "Rome" });
  refuse("stale");
  await act(async () => answer(undefined));
  expect(document.querySelector(".form-bar")?.textContent).toContain("Something else was saved");
  expect([field("name").value, field("town").value]).toEqual(["Augusta", "Rome"]);

  refuse("unexpected");

  expect(isTold()).toBe(false);
  expect(document.querySelector(".form-problem")).not.toBeNull();
});
