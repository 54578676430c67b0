// What a page has to keep where there is less room for it than usual: a low and narrow window, wider letters, no motion.
import type { Page } from "@playwright/test";

/** As somebody's own style sheet may set them, of WCAG 1.4.12. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Puts letters, words and lines further apart, or takes that back. */
export function space(page: Page, isSpaced: boolean): Promise<void> {
  return page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = css ? [sheet] : [];
    },
    isSpaced ? SPACED : "",
  );
}

/** What the page says, however often: not what lists draw of their rows, and not what pictures say, which have tables. */
export function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement as Element;
      if (holder.closest("svg, .ag-root, option, .list-outline")) continue;
      const text = (node.nodeValue ?? "").trim();
      if (text && holder.checkVisibility({ visibilityProperty: true })) texts.add(text);
    }
    return [...texts];
  });
}

/** What scrolls sideways although it is no table, plan, picture or code, and whether the title is in sight. */
export function cramped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MAY =
      "pre, .tabs-row, .slim-bar-pages, [class^='ag-'], [class*=' ag-'], :has(table, svg.chart-drawing), .agenda-plan";
    const all = [...document.querySelectorAll("main *, [role=dialog], [role=dialog] *")];
    const wide = all.filter(
      (element) =>
        ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches(MAY),
    );
    const found = wide.map((element) => `scrolls sideways: ${element.localName}.${element.className}`);
    window.scrollTo(0, 0);
    const { top = 0, bottom = 0 } = document.querySelector("h1")?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > window.innerHeight) found.push("the title is out of sight");
    return found;
  });
}

/** Whatever would take longer than that to arrive where it goes; what turns until something is there does not arrive. */
export function slowMotion(page: Page, mostMs: number): Promise<string[]> {
  return page.evaluate((most) => {
    const longest = (times: string) =>
      Math.max(...times.split(",").map((time) => Number.parseFloat(time) * (time.trim().endsWith("ms") ? 1 : 1000)));
    const found = new Set<string>();
    for (const element of document.querySelectorAll("body, body *")) {
      if (!element.checkVisibility()) continue;
      for (const pseudo of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        const goesOn = style.animationIterationCount === "infinite" || style.animationName === "none";
        const time = Math.max(longest(style.transitionDuration), goesOn ? 0 : longest(style.animationDuration));
        if (time > most) found.add(`${time} ms: ${element.localName}.${element.getAttribute("class")}${pseudo ?? ""}`);
      }
    }
    for (const { effect } of document.getAnimations()) {
      const { duration = 0, iterations } = effect?.getComputedTiming() ?? {};
      if (Number(duration) > most && iterations !== Number.POSITIVE_INFINITY) found.add(`${duration} ms: an animation`);
    }
    return [...found];
  }, mostMs);
}

/** What stands elsewhere than on all other pages, or takes lines that it need not. */
export function untidy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const endOf = (element: Element) => Math.round(element.getBoundingClientRect().right);
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const LEAST_SEARCH = 78;
    for (const actions of document.querySelectorAll(".page-head > .page-actions")) {
      const last = actions.lastElementChild;
      if (last && endOf(last) !== endOf(actions.parentElement as Element))
        found.push("the actions end before the page");
    }
    for (const box of document.querySelectorAll("main .search-box")) {
      const { width } = box.getBoundingClientRect();
      const least = box.parentElement?.querySelector(":scope > .filter-chips") ? 2 * LEAST_SEARCH : LEAST_SEARCH;
      if (isSeen(box) && width < least) found.push(`the search box is ${Math.round(width)} px wide`);
    }
    for (const asked of document.querySelectorAll(".field-asked")) {
      const last = asked.lastElementChild as Element;
      if (isSeen(last) && Math.abs(endOf(last) - endOf(asked)) > 1)
        found.push("the last line of the filters is not full");
    }
    for (const { scrollWidth, clientWidth } of document.querySelectorAll(".rules-matrix .rules-scroll"))
      if (scrollWidth > clientWidth + 1) found.push(`the matrix scrolls by ${scrollWidth - clientWidth} px`);
    return found;
  });
}
