// For the button inside Blueprint's popover: a button that is pressed by key is clicked too, and the popover would hear both
// and close at once.
import type { KeyboardEvent } from "react";

/** `onKeyDown` of a button that opens a popover. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}
