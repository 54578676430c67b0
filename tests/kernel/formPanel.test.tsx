// A form that is sent says what is wrong, beside its field, and leads there.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FormPanel } from "../../src/kernel/form/FormPanel.tsx";
import { CheckField, FieldFrame, NumberField, TextField } from "../../src/kernel/form/fields.tsx";

let root: Root;
let sent: object[];

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  Element.prototype.scrollIntoView = () => undefined;
  root = createRoot(document.body.firstElementChild as Element);
  sent = [];
});
afterEach(() => root.unmount());

function draw(initial: Record<string, unknown>, check: () => Record<string, unknown>) {
  const form = (
    <FormPanel initial={initial} check={check} onSave={async (values) => sent.push(values)} always>
      <TextField name="name" label="Name" />
      <TextField name="from.label" label="Label" />
      <NumberField name="days" label="Days" />
      <CheckField name="agreed" label="Agreed" help="Once" />
      <FieldFrame name="fields.diet" label="Diet">
        {({ id }) => <fieldset id={id} />}
      </FieldFrame>
    </FormPanel>
  );
  const router = createMemoryRouter([{ path: "*", element: form }]);
  flushSync(() => root.render(<RouterProvider router={router} />));
}
const send = () => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
const told = () => [...document.querySelectorAll(".field-error")].map(({ textContent }) => textContent);

test("what has no value at all is told, and has the focus", async () => {
  draw({ name: "A", fields: {} }, () => ({ days: "How many days", fields: { diet: "Which" } }));

  send();

  await vi.waitFor(() => expect(told()).toEqual(["How many days", "Which"]));
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector("[name=days]")));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  expect(sent).toEqual([]);
});

test("a group that is wrong has no input of its own, so what is told of it has the focus", async () => {
  draw({ name: "A" }, () => ({ fields: { diet: "Which" } }));

  send();

  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Which"));
});

test("a box that is wrong says so, is tied to what is said and has the focus", async () => {
  draw({ name: "A" }, () => ({ agreed: "Tick it" }));

  send();

  await vi.waitFor(() => expect(told()).toEqual(["Tick it"]));
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector("[type=checkbox]")));
  const tied = document.activeElement?.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(tied.map((id) => document.getElementById(id)?.textContent)).toEqual(["Once", "Tick it"]);
});

test("an error that is named by a path stands beside its field", async () => {
  draw({ name: "A", from: { label: "" } }, () => ({ "from.label": "A label" }));

  send();

  await vi.waitFor(() => expect(told()).toEqual(["A label"]));
});
