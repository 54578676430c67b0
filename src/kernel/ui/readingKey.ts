// Arrow keys point where things stand: what comes next stands at the left where the language runs from right to left.
import type { KeyboardEvent } from "react";

const OTHER: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** The key that was pressed, with → for what comes next and ← for what came before, in whatever direction the page is read. */
export function readingKey({ key, currentTarget }: Pick<KeyboardEvent<Element>, "key" | "currentTarget">): string {
  const other = OTHER[key];
  return other && getComputedStyle(currentTarget).direction === "rtl" ? other : key;
}
