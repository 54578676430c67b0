// Colours of the system's choice, and layers that close: nothing is lost or unreadable.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

const settled = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".skeleton, .skeleton-line")).toHaveCount(0);
};

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
