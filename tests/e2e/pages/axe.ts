// What a program can judge of WCAG 2.2 AA, and the theme that a page wears meanwhile.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What is in order is not described: for that alone the checker took as long as for all it finds. */
const TOLD: RunOptions = { resultTypes: ["violations"] };
export const RULES: RunOptions = {
  ...TOLD,
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
};
export const COLOURS: RunOptions = { ...TOLD, runOnly: { type: "rule", values: ["color-contrast"] } };

/** One sentence for each fault. The checker is put into the page, which the content policy refuses: use it with `bypassCSP`. */
export async function findings(page: Page, options: RunOptions = RULES, within?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([given, part]) =>
      (window as unknown as { axe: { run(on: Document | string, given: unknown): Promise<AxeResults> } }).axe.run(
        part ?? document,
        given,
      ),
    [options, within] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

export async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.dataset.theme = wanted;
    document.documentElement.classList.toggle("bp6-dark", wanted === "dark");
    // What turns until something is there has no end.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }, theme);
}
