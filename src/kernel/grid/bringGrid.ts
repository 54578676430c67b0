// Brings what lists need (code, texts, styles, icons), all at the same time, once.
import { loadTexts } from "../i18n/setup.ts";
import { loadStyles } from "../ui/loadStyles.ts";
import iconFont from "./agGridQuartz.woff2";
import styles from "./grid.css?url";

type Grid = typeof import("./ListGrid.tsx")["ListGrid"];

let coming: Promise<Grid> | undefined;

export function bringGrid(): Promise<Grid> {
  coming ??= Promise.all([import("./ListGrid.tsx"), loadTexts("grid"), bringStyles()]).then(
    ([{ ListGrid }]) => ListGrid,
  );
  coming.catch(() => {
    coming = undefined;
  });
  return coming;
}

/**
 * Begins to bring the parts of lists ahead of the screen that draws one; a failure is said when they are needed. A page that
 * begins with a list fetches their files ahead and runs them once its first rows can be read.
 */
export function prepareGrid(): void {
  if (performance.getEntriesByName("first-contentful-paint").length === 0) return;
  bringGrid().catch(() => undefined);
}

/**
 * Lets the browser compile what was fetched ahead while the page is painted, and brings the styles: both are no work for the
 * page's own thread, but the grid waits for them.
 */
export function warmGrid(): void {
  for (const fetched of document.head.querySelectorAll<HTMLLinkElement>("link[rel=prefetch][as=script]")) {
    const module = document.createElement("link");
    module.rel = "modulepreload";
    module.href = fetched.href;
    fetched.replaceWith(module);
  }
  void bringStyles();
}

let styled: Promise<void> | undefined;

function bringStyles(): Promise<void> {
  styled ??= addStyles();
  return styled;
}

async function addStyles(): Promise<void> {
  // The theme would bring its icons as a data address, which the content policy refuses.
  const font = new FontFace("agGridQuartz", `url(${new URL(iconFont, import.meta.url).href})`);
  document.fonts.add(font);
  await loadStyles(styles);
}
