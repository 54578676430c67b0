// Tooltips of a list stay until one leaves them, can be pointed at and read, and go by Esc without the pointer being moved.

/** AG Grid hides one some time after it was shown, which is too soon for whoever reads slowly. */
export const TOOLTIPS = { tooltipShowDelay: 600, tooltipHideDelay: 600_000, tooltipInteraction: true } as const;

/** Lets Esc hide them: AG Grid hears only that the pointer has left what they are about. */
export function hideByEscape(frame: HTMLElement): () => void {
  const hear = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !document.querySelector(".ag-tooltip")) return;
    for (const left of [...document.querySelectorAll(".ag-tooltip"), ...frame.querySelectorAll(ABOUT)])
      left.dispatchEvent(new MouseEvent("mouseleave"));
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

const ABOUT = ".ag-cell, .ag-header-cell";
