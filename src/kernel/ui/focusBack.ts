// To whom the focus goes when a menu closes.
import type { RefObject } from "react";

/**
 * For `onClosing` of a popover with a menu: the focus goes to its button, unless it has gone elsewhere meanwhile. At once, not when
 * the menu has faded, as Blueprint would: keys pressed until then would go to nobody, and a focus moved since would be taken away.
 */
export function focusBackTo(button: RefObject<HTMLElement | null>): (closing: HTMLElement) => void {
  return (closing) => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || closing.contains(focused)) button.current?.focus();
  };
}
