// Whether whatever takes the focus shows that it has it, and is in sight then: beneath no bar, beside no edge.
import type { Page } from "@playwright/test";

/** One sentence for each fault; runs in the page. */
function faults(within: string): string[] {
  const TAKES = "a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex='0']";
  const found = new Set<string>();
  const nameOf = (element: Element) => {
    const said = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent ?? "";
    return `${element.localName}.${[...element.classList].slice(0, 2).join(".")} "${said.trim().slice(0, 30)}"`;
  };
  const line = (width: string, kind: string, colour: string) => (kind === "none" ? "" : `${width} ${kind} ${colour}`);
  /** What may be drawn about the focus: on it, on what stands beside it, on what it stands in. */
  const look = (element: Element) => {
    const around = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    const drawn = around.flatMap((one) =>
      (one ? [null, "::before", "::after"] : []).map((pseudo) => {
        const style = getComputedStyle(one as Element, pseudo);
        return [
          line(style.outlineWidth, style.outlineStyle, style.outlineColor),
          line(style.borderTopWidth, style.borderTopStyle, style.borderTopColor),
          style.boxShadow,
          style.backgroundColor,
          style.textDecorationLine,
        ];
      }),
    );
    return JSON.stringify(drawn);
  };
  /** What lies over it wherever one looks, if anything does. */
  const coverOf = (element: Element) => {
    // Ticks and files are drawn by what stands beside them, or by their label.
    const shown = element.getBoundingClientRect().width > 2 ? element : (element.closest("label") ?? element);
    const boxes = [...shown.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
    let cover: Element | null = null;
    for (const box of boxes) {
      for (const [across, down] of [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.15, 0.85].map((y) => [x, y] as const))) {
        const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
        if (!top) continue;
        if (shown.contains(top) || top.contains(shown) || top.closest("label")?.contains(shown)) return undefined;
        cover = top;
      }
    }
    return boxes.length === 0 ? undefined : cover ? nameOf(cover) : "the edge of the window";
  };

  const start = document.activeElement;
  const isSeen = (element: Element) =>
    // What stands about a grid hands the focus on to its first or last row.
    !element.closest("[inert], .list-outline, .ag-tab-guard") &&
    !element.matches(":disabled") &&
    element.checkVisibility({ visibilityProperty: true });
  const layer = [...document.querySelectorAll(within)].at(-1) ?? document;
  const takers = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(TAKES)].filter((element) => element.tabIndex >= 0 && isSeen(element));
  const hosts = [...layer.querySelectorAll<HTMLElement>("*")].filter((element) => element.shadowRoot);
  // What stands in a tree of its own shows itself by what holds that tree.
  const inner = new Map(
    hosts.flatMap((host) => takers(host.shadowRoot as ShadowRoot).map((taker) => [host, taker] as const)),
  );
  const all = [...takers(layer), ...inner.keys()];
  if (start instanceof HTMLElement) start.blur();
  const plain = new Map(all.map((element) => [element, look(element)]));
  for (const [way, elements] of [
    ["forwards", all],
    ["backwards", all.toReversed()],
  ] as const) {
    for (const element of elements) {
      (inner.get(element) ?? element).focus();
      if (document.activeElement !== element) continue;
      if (way === "forwards" && look(element) === plain.get(element)) found.add(`shows no focus: ${nameOf(element)}`);
      let cover = coverOf(element);
      if (cover) {
        for (const animation of document.getAnimations())
          if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
        cover = coverOf(element);
      }
      if (cover) found.add(`hidden although it has the focus: ${nameOf(element)} beneath ${cover}`);
    }
  }
  if (start instanceof HTMLElement) start.focus({ preventScroll: true });
  window.scrollTo(0, 0);
  return [...found];
}

/** What takes the focus in the uppermost layer, the page's frame left out unless told, and does not show it or is not in sight with it. */
export async function unseenFocus(page: Page, within = "main, [role=dialog]"): Promise<string[]> {
  // From a key on, the browser draws the focus wherever it goes.
  await page.keyboard.press("Shift");
  return page.evaluate(faults, within);
}
