// Events to choose from: few as they are, many by words.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "#schemas/session.ts";
import { EventChoice, MOST_LISTED } from "../../src/kernel/ui/EventChoice.tsx";

let root: Root;
const onChoose = vi.fn();

beforeEach(() => {
  onChoose.mockClear();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

function draw(count: number, chosen?: number) {
  const events = Array.from({ length: count }, (_, at) => ({ id: at + 1, dropdownName: `Summit ${at + 1}` }) as Event);
  flushSync(() =>
    root.render(<EventChoice label="Event" events={events} chosen={chosen} none="All" onChoose={onChoose} />),
  );
}

test("few are a plain choice, with that of none", () => {
  draw(MOST_LISTED, 2);

  const select = document.querySelector("select");
  expect(select?.value).toBe("2");
  expect(select?.options).toHaveLength(MOST_LISTED + 1);
});

test("of ten thousand none is drawn until some are found by words, and the one that is chosen can be taken off", async () => {
  draw(10_000, 7);
  expect(document.querySelector("option, [role=option]")).toBeNull();
  expect(document.querySelector(".filter-chip")?.textContent).toContain("Summit 7");

  const input = document.querySelector<HTMLInputElement>("[role=combobox]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "summit 4321");
  flushSync(() => void input?.dispatchEvent(new window.Event("input", { bubbles: true })));
  await expect.poll(() => document.querySelectorAll("[role=option]").length).toBe(1);
  document.querySelector<HTMLElement>("[role=option]")?.click();
  expect(onChoose).toHaveBeenLastCalledWith(4321);

  document.querySelector<HTMLElement>(".filter-chip button")?.click();
  expect(onChoose).toHaveBeenLastCalledWith(undefined);
});
