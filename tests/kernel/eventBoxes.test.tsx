// Events to tick in a form: a few, ten thousand, and those that somebody may not open.
import { Form, Formik } from "formik";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventBoxes } from "../../src/kernel/form/EventBoxes.tsx";

const saved = vi.fn();
let root: Root;

function draw(events: readonly { id: number; name: string }[], ids: number[], all?: string) {
  flushSync(() =>
    root.render(
      <Formik initialValues={{ ids }} onSubmit={(values) => saved(values.ids)}>
        <Form>
          <EventBoxes name="ids" label="Events" events={events} all={all} />
          <button type="submit">Save</button>
        </Form>
      </Formik>,
    ),
  );
}

const boxes = () => [...document.querySelectorAll<HTMLLabelElement>(".event-boxes label")];
const names = () => boxes().map((label) => label.textContent);
const search = () => document.querySelector<HTMLInputElement>("input[type=search]");
const press = (key: string) =>
  flushSync(() => search()?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

function type(text: string) {
  const box = search() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
  flushSync(() => box.dispatchEvent(new Event("input", { bubbles: true })));
}

async function save() {
  saved.mockClear();
  flushSync(() => document.querySelector("button")?.click());
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  return saved.mock.calls[0]?.[0];
}

const many = Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1, name: `Ágora ${at + 1} Łódź` }));

beforeEach(() => {
  saved.mockClear();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

test("a few events stand there as they are, without a search", () => {
  draw(
    [
      { id: 3, name: "Summit" },
      { id: 1, name: "Fair" },
    ],
    [1],
  );

  expect(names()).toEqual(["Fair", "Summit"]);
  expect(search()).toBeNull();
});

test("of ten thousand a hundred are drawn, those that are ticked first, and any is found by parts of its name", async () => {
  draw(many, [9_321, 20_000]);
  expect(boxes()).toHaveLength(100);
  expect(names()[0]).toBe("Ágora 9321 Łódź");

  type("lodz 7777");
  expect(names()).toEqual(["Ágora 7777 Łódź"]);
  flushSync(() => boxes()[0]?.querySelector("input")?.click());

  // What the person may not open stays.
  expect(await save()).toEqual([7_777, 9_321, 20_000]);
});

test("keys of the search neither save nor close; Escape empties it first", () => {
  const closed = vi.fn();
  document.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && closed());
  draw(many, []);
  type("nowhere");
  expect(names()).toEqual([]);

  press("Enter");
  press("Escape");
  expect(saved).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
  expect(boxes()).toHaveLength(100);

  press("Escape");
  expect(closed).toHaveBeenCalledOnce();
});

test("all events stand for those to come as well, and hide the single ones", async () => {
  draw(many, [5], "All events");
  const all = document.querySelector<HTMLInputElement>("fieldset > label input");
  flushSync(() => all?.click());

  expect(boxes()).toEqual([]);
  expect(await save()).toEqual([-1]);
});
