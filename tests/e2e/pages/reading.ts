// Whether everything on a page can be read: no text is cut without a sign, none lies on another, nothing lies beside the page.
import type { Locator, Page } from "@playwright/test";

/** One sentence for each fault; runs in the page. */
function faults(within?: string): string[] {
  const found = new Set<string>();
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();

  const placeOf = (element: Element) => {
    const places: string[] = [];
    for (let at: Element | null = element; at && places.length < 3; at = at.parentElement)
      places.unshift(`${at.localName}.${[...at.classList].slice(0, 2).join(".")}`);
    return places.join(" > ");
  };
  const NOT_DRAWN = "svg, option, textarea, .skip-link, .sr-only, .list-outline, [inert]";
  // In a narrow window what is opened beside a list lies over it.
  // What scrolls beneath the bar of a form is hidden by it.
  const LAYERS = `[role=dialog], [role=listbox], [role=status], header, .form-bar${innerWidth > 1000 ? "" : ", .side-panel"}`;
  const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";

  interface Text {
    holder: Element;
    said: string;
    rects: DOMRect[];
  }
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement as Element;
    const said = (node.nodeValue ?? "").trim().slice(0, 20);
    if (!said || holder.closest(NOT_DRAWN)) continue;
    if (within && !holder.closest(within)) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length > 0) texts.push({ holder, said, rects });
  }

  // An ellipsis is drawn by the block that holds the text, not by one around it.
  const blockOf = (element: Element) => {
    let at = element;
    while (getComputedStyle(at).display === "inline" && at.parentElement) at = at.parentElement;
    return at;
  };
  for (const { holder, said, rects } of texts) {
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    for (let at: Element | null = holder; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      // The grid's header scrolls with its rows.
      if (overflowX === "auto" || overflowX === "scroll" || holder.closest(".ag-header")) break;
      const isCutAside = hides(overflowX) && (right > box.right + 1 || left < box.left - 1);
      const isCutBelow = hides(overflowY) && bottom > box.bottom + 3;
      if (!isCutAside && !isCutBelow) continue;
      const hasSign = isCutAside && textOverflow === "ellipsis" && (at === blockOf(holder) || holder.closest("button"));
      if (box.width > 2 && !hasSign && webkitLineClamp === "none")
        found.add(`cut without a sign: "${said}" at ${placeOf(holder)}`);
      break;
    }
  }

  // What is seen of each text, in its own layer.
  const seen = texts.flatMap((text) => {
    let { left, top, right, bottom } = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let at: Element | null = text.holder; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (position === "fixed") break;
    }
    const layer = text.holder.closest(LAYERS);
    return text.rects.map((rect) => ({
      ...text,
      layer,
      left: Math.max(rect.left, left),
      right: Math.min(rect.right, right),
      top: Math.max(rect.top, top),
      bottom: Math.min(rect.bottom, bottom),
    }));
  });
  const drawn = seen.filter(({ left, right, top, bottom }) => right - left > 3 && bottom - top > 3);
  for (const [at, one] of drawn.entries()) {
    for (const other of drawn.slice(at + 1)) {
      if (one.holder === other.holder || one.layer !== other.layer) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 3 && height > 4)
        found.add(`"${one.said}" at ${placeOf(one.holder)} lies on "${other.said}" at ${placeOf(other.holder)}`);
    }
  }

  for (const { holder, said } of texts) {
    const { width, height } = blockOf(holder).getBoundingClientRect();
    const { fontSize, writingMode } = getComputedStyle(holder);
    const isColumn =
      writingMode === "horizontal-tb" &&
      said.length > 5 &&
      width < 2 * Number.parseFloat(fontSize) &&
      height > 3 * width;
    if (isColumn) found.add(`letter by letter: "${said}" at ${placeOf(holder)}`);
  }
  for (const amount of document.querySelectorAll<SVGTextElement>("svg.chart-drawing text")) {
    // Some are scrolled where there is no room for them.
    if (amount.closest(".chart-room-wide[tabindex]")) continue;
    // Letters that somebody spaces wider stand over the edge of the picture, as long as its frame has room for them.
    const frame = amount.closest(".panel, .side-panel, [role=dialog], main");
    const [box, room] = [amount.getBoundingClientRect(), frame?.getBoundingClientRect()];
    if (room && (box.left < room.left || box.right > room.right))
      found.add(`cut by its chart: "${amount.textContent}"`);
  }
  // What scrolls shows two lines at least.
  for (const box of document.querySelectorAll("main *, [role=dialog] *")) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY) || !box.checkVisibility({ visibilityProperty: true }))
      continue;
    const hidden = box.scrollHeight - box.clientHeight;
    if (hidden > 1 && box.clientHeight < 64) found.add(`squeezed to ${box.clientHeight} px: ${placeOf(box)}`);
  }
  // One name must not push all others out of sight.
  for (const column of document.querySelectorAll(".agenda-stage"))
    if (column.getBoundingClientRect().width > innerWidth) found.add(`wider than the window: ${placeOf(column)}`);
  const head = document.querySelector(".page-head");
  if (head && head.scrollHeight > head.clientHeight + 1) found.add("the head of the page lies on what follows it");

  // Beside a panel nothing of the page reaches beneath it.
  const beside = document.querySelector(".page-with-side .page-content");
  if (beside && innerWidth > 1000) {
    const edge = beside.getBoundingClientRect().right;
    for (const { holder, said, left, right } of drawn)
      if (beside.contains(holder) && left < right && right > edge + 1)
        found.add(`beneath the panel: "${said}" at ${placeOf(holder)}`);
  }

  for (const { className, scrollWidth, clientWidth } of document.querySelectorAll(".side-panel-body, .dialog-body"))
    if (scrollWidth > clientWidth + 1) found.add(`.${className} is ${scrollWidth - clientWidth} px too wide`);

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} px too wide`);
  return [...found];
}

/** What cannot be read on the page as it stands. */
export function unreadable(page: Page, within?: string): Promise<string[]> {
  return page.evaluate(faults, within);
}

/** Texts of drawings that lie on one another, on a bar or on a node. */
export function overdrawn(page: Page): Promise<string[]> {
  return page.locator("svg.chart-drawing").evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const texts = [...drawing.querySelectorAll("text")].filter(({ textContent }) => textContent);
      const marks = [...drawing.querySelectorAll(":is(.chart-bar, [class*=-bar], .chart-net-node)")];
      const meets = (one: Element, other: Element) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return width > 3 && height > 4;
      };
      return texts.flatMap((text, at) =>
        [...texts.slice(at + 1), ...marks]
          .filter((other) => meets(text, other))
          .map((other) => `"${text.textContent}" lies on ${other.textContent || other.getAttribute("class")}`),
      );
    }),
  );
}

/** Words that a line's end breaks although no hyphen or slash stands there. */
export function brokenWords(within: Locator): Promise<string[]> {
  return within.evaluateAll((all) => {
    const broken: string[] = [];
    const range = document.createRange();
    for (const element of all) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.nodeValue ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}
