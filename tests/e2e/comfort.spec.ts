// Twice the size, colours of the system's choice, and layers that close: nothing is cut off, lost or unreadable.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID, screens, settling } from "./pages/screens.ts";

const settled = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".skeleton, .skeleton-line")).toHaveCount(0);
};

/** 1280 by 800 at 200 per cent is a window of half of each. */
test("at 200 per cent every screen keeps its title and needs no scrolling sideways", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 640, height: 400 });
  await comeBack(context, request);
  const cut: string[] = [];
  for (const address of screens()) {
    await page.goto(address);
    await settled(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 1) cut.push(`${address}: ${over} px`);
  }
  expect(cut).toEqual([]);
});

test("charts can be read where the system chooses the colours", async ({ page, context, request }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}`);
  await settled(page);
  const chart = page.getByRole("figure", { name: "Participants by country" });

  const bar = await chart
    .locator(".chart-bar")
    .first()
    .evaluate((element) => getComputedStyle(element).fill);
  const surface = await chart.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(bar).not.toBe(surface);
  expect(
    await chart
      .locator("text")
      .first()
      .evaluate((element) => getComputedStyle(element).fill),
  ).toBe(bar);
});

test("the focus goes back to where it was when a layer closes", async ({ page, context, request }) => {
  await comeBack(context, request);
  // Until all numbers are there, a chart may be drawn anew under the focus.
  const isStill = settling(page);
  await page.goto(`/event-details/${EVENT_ID}`);
  await isStill();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const chart = page.getByRole("figure", { name: "Participants by country" });

  await chart.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Numbers as CSV" })).toBeHidden();
  await expect.poll(focused).toBe("Export");

  for (const [keys, dialog] of [
    ["Control+k", "combobox"],
    ["?", "dialog"],
  ] as const) {
    await chart.getByRole("button", { name: "Table" }).focus();
    await page.keyboard.press(keys);
    const layer =
      dialog === "dialog" ? page.getByRole("dialog") : page.getByRole("combobox", { name: "Search and go to" });
    await expect(layer).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(layer).toBeHidden();
    await expect.poll(focused).toBe("Table");
  }
});
