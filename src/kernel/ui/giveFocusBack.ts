// Where the focus goes when a panel beside a list closes.
// Rows of a grid, and of tables that say the same of theirs.
const OPEN_ROW = ".page-content :is(.list-row-open[row-id], [data-row][data-open])";
const FRAMES = 10;

/**
 * To what had it before; where that was nothing, or is gone, to the row whose details were open, else to the page's heading. Another
 * panel that took this one's place has taken the focus, too.
 */
export function giveFocusBack(before: HTMLElement | null, row = openRow()): void {
  if (isLost() && before !== document.body) before?.focus();
  // The list draws its rows anew once nothing is open, which takes some frames and, with the row, the focus away.
  const look = (frames: number) => {
    const cell = row && document.querySelector<HTMLElement>(opener(CSS.escape(row)));
    if (isLost() || (cell && isAtHeading())) {
      if (cell) cell.focus({ preventScroll: true });
      else if (!row || frames === 0) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(row ? FRAMES : 0));
}

/** The row whose details are open, as long as the list says so. */
export function openRow(): string | undefined {
  const opened = document.querySelector(OPEN_ROW);
  return opened?.getAttribute("row-id") ?? opened?.getAttribute("data-row") ?? undefined;
}

function opener(row: string): string {
  return `.page-content :is([row-id="${row}"] .list-opens, [data-row="${row}"] .field-link)`;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A panel with a path of its own: leaving it is a navigation, after which the frame gives a lost focus to the heading. */
function isAtHeading(): boolean {
  return document.activeElement?.matches("main h1") ?? false;
}
