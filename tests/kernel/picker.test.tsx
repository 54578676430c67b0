// The list of apps or events as it is drawn: only what is in view.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Picker } from "../../src/app/shell/Picker.tsx";

test("a list that was scrolled opens at its beginning the next time", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const options = Array.from({ length: 1000 }, (_, id) => ({ id, label: `Event ${id}` }));
  const picker = (
    <Picker label="Event" placeholder="" options={options} selected={undefined} onSelect={() => undefined} />
  );
  flushSync(() => root.render(picker));
  const input = place.querySelector("input") as HTMLInputElement;
  const first = () => place.querySelector("[role=option]")?.textContent;
  flushSync(() => input.click());
  expect(first()).toBe("Event 0");
  const list = place.querySelector("[role=listbox]") as HTMLElement;
  list.scrollTop = 10_000;
  list.dispatchEvent(new Event("scroll"));
  await vi.waitFor(() => expect(first()).not.toBe("Event 0"));

  flushSync(() => input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  flushSync(() => input.click());
  expect(first()).toBe("Event 0");
  root.unmount();
});
