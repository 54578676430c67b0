// A layer that goes away at once takes the focus with it before it can give it back; this gives it back for it.
import { useEffect, useState } from "react";

/** Remembers what had the focus when the layer came, and returns it when the layer is gone and nothing else has taken it. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!isLost || !(before instanceof HTMLElement) || !before.isConnected) return;
        before.focus({ preventScroll: true });
        // It may have been disabled meanwhile: the panel that it stands in, or the page, has the focus then.
        if (document.activeElement !== before)
          (before.closest<HTMLElement>("aside") ?? document.querySelector<HTMLElement>("main h1"))?.focus({
            preventScroll: true,
          });
      });
    },
    [before],
  );
}
