// Where the focus goes when a notice is answered, and how long one that leaves by itself can be.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { Toasts } from "../../src/kernel/ui/Toasts.tsx";
import { web } from "../support/web.ts";

let drawn: Root;
let notices: ReturnType<typeof web>["root"]["notices"];

beforeEach(() => {
  document.body.innerHTML = '<main><h1 tabindex="-1">Title</h1></main><button>Save</button><div></div>';
  const { root } = web({ table: {} });
  notices = root.notices;
  drawn = createRoot(document.body.lastElementChild as Element);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <Toasts />
      </RootContext.Provider>,
    ),
  );
});
afterEach(() => flushSync(() => drawn.unmount()));

const save = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Save") as HTMLElement;
const buttons = () => [...document.querySelectorAll<HTMLElement>(".toast button")];
const told = (text: string, run?: () => void) =>
  flushSync(() => void notices.error(text, run && { action: { label: "Act", run } }));
const press = (button: HTMLElement | undefined) => {
  button?.focus();
  flushSync(() => button?.click());
};
const shown = () => [...document.querySelectorAll(".toast-text")].map((one) => one.textContent);

test("one after the other is dismissed, and then the focus is where it came from", async () => {
  told("First");
  told("Second");
  save().focus();
  press(buttons()[0]);
  await expect.poll(shown).toEqual(["Second"]);
  expect(document.activeElement).toBe(buttons()[0]);
  press(buttons()[0]);
  await expect.poll(shown).toEqual([]);
  expect(document.activeElement).toBe(save());
});

test("where that has gone, it is at the heading", async () => {
  told("First");
  save().focus();
  buttons()[0]?.focus();
  save().remove();
  press(buttons()[0]);

  await expect.poll(() => document.activeElement?.textContent).toBe("Title");
});

test("what the action gives the focus to keeps it", async () => {
  told("First", () => document.querySelector("h1")?.focus());
  told("Second");
  save().focus();
  press(buttons()[0]);

  await expect.poll(shown).toEqual(["Second"]);
  expect(document.activeElement?.textContent).toBe("Title");
});

test("the same told twice stands there once; but each that has a way back of its own stays", () => {
  const brought: string[] = [];
  const removed = (id: string) =>
    flushSync(() => {
      notices.success("Removed", { action: { label: "Undo", run: () => void brought.push(id) } });
    });
  told("Failed");
  told("Failed");
  removed("first");
  removed("second");
  expect(shown()).toEqual(["Failed", "Removed", "Removed"]);

  for (const button of buttons().filter(({ textContent }) => textContent === "Undo")) press(button);
  expect(brought).toEqual(["first", "second"]);
});

test("what offers a way back is there for longer than what only tells, and as long as somebody is at it", async () => {
  vi.useFakeTimers();
  const pass = (seconds: number) => flushSync(() => vi.advanceTimersByTime(seconds * 1000));
  flushSync(() => {
    notices.success("Told");
    notices.success("Offered", { action: { label: "Undo", run: () => undefined } });
  });
  expect(shown()).toEqual(["Told", "Offered"]);

  pass(7);
  expect(shown()).toEqual(["Offered"]);
  flushSync(() => buttons()[0]?.focus());
  pass(60);
  expect(shown()).toEqual(["Offered"]);
  flushSync(() => buttons()[0]?.blur());
  pass(21);
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});
