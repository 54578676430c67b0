// Nothing jumps while a page loads: not what was there first, and not what comes when its data do. In a real browser.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

/** What the product allows; a browser calls a tenth good. */
const MOST = 0.02;

/** Opened by a link first, with no event chosen, and loaded anew. */
const ADDRESSES = [
  `/event-data/${EVENT_ID}/type/1`,
  `/event-data/${EVENT_ID}/category/1`,
  `/event-data/${EVENT_ID}/profile/1`,
  `/event-details/${EVENT_ID}`,
  `/event-details/${EVENT_ID}/data-types-permissions`,
];

for (const address of ADDRESSES) {
  test(`nothing jumps while ${address} loads, by a link and again`, async ({ page, context, request }) => {
    await context.addInitScript(() => {
      const moved: { value: number; what: string[] }[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        })[]) {
          const what = entry.sources.map(
            ({ node }) => (node instanceof Element ? node.className : node?.nodeName) ?? "",
          );
          if (!entry.hadRecentInput) moved.push({ value: entry.value, what });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await comeBack(context, request, { email: "super@demo.test" });

    for (const way of ["by a link", "again"]) {
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[aria-current=page]")).toBeVisible();
      const moved = await page.evaluate(
        () => (window as unknown as { moved: { value: number; what: string[] }[] }).moved,
      );
      const sum = moved.reduce((total, { value }) => total + value, 0);
      expect(sum, `${way}: ${JSON.stringify(moved)}`).toBeLessThan(MOST);
    }
  });
}
