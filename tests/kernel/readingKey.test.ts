// Arrow keys follow what comes next, from whichever side the page is read.
import { afterEach, expect, test } from "vitest";
import { readingKey } from "../../src/kernel/ui/readingKey.ts";

afterEach(() => document.body.replaceChildren());

function pressed(direction: string, key: string): string {
  const place = document.body.appendChild(document.createElement("div"));
  place.style.direction = direction;
  return readingKey({ key, currentTarget: place });
}

test("→ leads on where one reads from left to right, ← where one reads from right to left; other keys mean what they say", () => {
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "Home"].map((key) => pressed("ltr", key))).toEqual([
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "Home",
  ]);
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "Home"].map((key) => pressed("rtl", key))).toEqual([
    "ArrowRight",
    "ArrowLeft",
    "ArrowUp",
    "Home",
  ]);
});
