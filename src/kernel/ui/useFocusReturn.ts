// A layer that goes away at once takes the focus with it before it can give it back; this gives it back for it.
import { useEffect, useState } from "react";

/** Remembers what had the focus when the layer came, and returns it when the layer is gone and nothing else has taken it. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!isLost || !(before instanceof HTMLElement)) return;
        before.focus({ preventScroll: true });
        if (document.activeElement === before) return;
        // It has gone meanwhile, or rests: the panel in which it stood has the focus then, or else the page.
        const panel = document.querySelector<HTMLElement>(".side-panel");
        const place = panel ?? (before.isConnected ? document.querySelector<HTMLElement>("main h1") : null);
        place?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
