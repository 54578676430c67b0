// A menu of lines of which one holds: a screen reader is told which, and the focus begins at the first.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OpenMenu } from "../../src/kernel/ui/OpenMenu.tsx";

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

test("what holds is said in the menu's own words, and lines that are no choice stay as they are", async () => {
  const act = () => undefined;
  const entries = [
    { text: "Everything", chosen: false, onSelect: act },
    { text: "Diets", chosen: true, label: "Shared", onSelect: act },
    { text: "Save", onSelect: act },
  ];
  flushSync(() =>
    root.render(<OpenMenu name="Views" entries={entries} placement="bottom-end" button={{ children: "Views" }} />),
  );

  const lines = () => [...document.querySelectorAll("[role=menu] a")];
  await expect.poll(() => lines().length).toBe(3);
  expect(lines().map((line) => [line.getAttribute("role"), line.getAttribute("aria-checked")])).toEqual([
    ["menuitemradio", "false"],
    ["menuitemradio", "true"],
    ["menuitem", null],
  ]);
  expect(lines().map((line) => line.querySelectorAll("svg").length)).toEqual([0, 1, 0]);
  expect(document.querySelector("[role=menu] [role=option]")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(lines()[0]);
});
