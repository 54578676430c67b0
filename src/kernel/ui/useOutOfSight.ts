// Which tabs of a row that is scrolled are not wholly in sight; the open one always is.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Pixels that rounding may take from an edge. */
const SLACK = 1;
/** Pixels over which a row fades at an edge that hides something; see `.tabs-row` in page.css. */
const FADE = 20;

interface Seen {
  hidden: readonly string[];
  /** Edges behind which the row goes on: none, `left`, `right` or both. */
  cut: string;
}
const ALL: Seen = { hidden: [], cut: "" };

/**
 * @param open what is brought into sight whenever another is opened, or the row gets another width
 * @param ids of all, in order, as `data-tab` names them in the row
 */
export function useOutOfSight(open: string, ids: readonly string[]) {
  const row = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(ALL);
  const look = useCallback(() => {
    const now = row.current ? seenOf(row.current) : ALL;
    setSeen((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }, []);
  const show = useRef(() => {});
  show.current = () => {
    if (row.current) bringIntoSight(row.current, open);
    look();
  };
  const isCrowded = seen.hidden.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or less room for the row, may have put the open one out of sight
  useLayoutEffect(() => show.current(), [open, isCrowded, ids.join()]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are watched anew
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(() => show.current());
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [look, ids.join()]);
  return { row, ...seen };
}

/** Nothing is hidden as long as all would fit without the button that names what is. */
function seenOf(row: HTMLElement): Seen {
  const room = row.parentElement?.clientWidth ?? 0;
  const tabs = [...row.children].map((tab) => ({ id: (tab as HTMLElement).dataset.tab ?? "", ...edges(tab) }));
  const left = Math.min(...tabs.map((tab) => tab.left));
  const right = Math.max(...tabs.map((tab) => tab.right));
  if (right - left <= room + SLACK) return ALL;
  const within = edges(row);
  const hidden = tabs.filter((tab) => tab.left < within.left - SLACK || tab.right > within.right + SLACK);
  const cut = [left < within.left - SLACK && "left", right > within.right + SLACK && "right"].filter(Boolean);
  return { hidden: hidden.map(({ id }) => id), cut: cut.join(" ") };
}

function edges(element: Element): { left: number; right: number } {
  const { left, right } = element.getBoundingClientRect();
  return { left, right };
}

/** Scrolls nothing but the row, in whatever direction it is read; the tab stands clear of where the row fades. */
function bringIntoSight(row: HTMLElement, open: string): void {
  const tab = ([...row.children] as HTMLElement[]).find((one) => one.dataset.tab === open);
  if (!tab) return;
  const [at, within] = [edges(tab), edges(row)];
  if (at.left - FADE < within.left) row.scrollLeft += at.left - FADE - within.left;
  else if (at.right + FADE > within.right) row.scrollLeft += at.right + FADE - within.right;
}
