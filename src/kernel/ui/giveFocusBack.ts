// Where the focus goes when a panel beside a list closes.
const OPEN_ROW = ".page-content .list-row-open[row-id]";
const FRAMES = 10;

/** To what had it before; where that was nothing, or is gone, to the row whose details were open, else to the page's heading. */
export function giveFocusBack(before: HTMLElement | null): void {
  const row = document.querySelector(OPEN_ROW)?.getAttribute("row-id") ?? undefined;
  if (before !== document.body) before?.focus();
  // The list draws its rows anew once nothing is open, which takes some frames and, with the row, the focus away.
  const look = (frames: number) => {
    const cell = row && document.querySelector<HTMLElement>(`.page-content [row-id="${CSS.escape(row)}"] .list-opens`);
    if (isLost() || (cell && isAtHeading())) {
      if (cell) cell.focus({ preventScroll: true });
      else if (!row || frames === 0) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(row ? FRAMES : 0));
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A panel with a path of its own: leaving it is a navigation, after which the frame gives a lost focus to the heading. */
function isAtHeading(): boolean {
  return document.activeElement?.matches("main h1") ?? false;
}
