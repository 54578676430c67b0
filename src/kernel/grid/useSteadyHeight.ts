// A list's toolbar does not grow when rows are ticked: the row under the pointer would move away.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * The height that the toolbar had before anything was selected, where what is selected does not find room beside the rest; else
 * nothing, and all of it stands side by side.
 */
export function useSteadyHeight(bar: RefObject<HTMLElement>, selected: number): number | undefined {
  const [kept, keep] = useState<number>();
  const before = useRef(0);
  // Texts and widths change it, too: it is measured whenever it is drawn, before anybody sees it.
  useLayoutEffect(() => {
    const height = bar.current?.offsetHeight ?? 0;
    if (selected === 0) {
      before.current = height;
      keep(undefined);
    } else if (kept === undefined && height > before.current) keep(before.current);
  });
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    let width = element.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (selected === 0) before.current = element.offsetHeight;
      // In another width it is tried anew.
      else if (element.offsetWidth !== width) keep(undefined);
      else if (element.offsetHeight > before.current) keep(before.current);
      width = element.offsetWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, selected]);
  return selected === 0 ? undefined : kept;
}
