// What is told while the pointer rests somewhere, and names that share the room of the header.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

test.describe("far away", () => {
  // Times are told on one's own clocks besides those of the event.
  test.use({ timezoneId: "America/New_York" });

  test("a tooltip of a list can be pointed at, and goes by Esc without the pointer being moved", async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request);
    await page.goto(`/event-data/${EVENT_ID}/category/1?columns=name,updated_at`);
    await page.locator('.ag-row:not([row-index="0"]) .ag-cell[col-id="updated_at"]').first().hover();
    const tooltip = page.locator(".ag-tooltip");
    await expect(tooltip).toBeVisible();

    await tooltip.hover();
    // Longer than AG Grid waits before it hides one that was left.
    await page.waitForTimeout(400);
    await expect(tooltip).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);
  });
});

test("however long the name of an event is, the name of its app can be read beside it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/agenda`);
  const app = page.locator(".top-bar .selected-app");
  await expect(app).toBeVisible();
  await page.locator(".top-bar .selected-event").evaluate((name) => {
    name.textContent = "Northwind Summit of everybody ".repeat(4);
  });
  const seen = await app.evaluate(({ clientWidth, scrollWidth }) => clientWidth / scrollWidth);
  expect(seen).toBeGreaterThan(0.9);
});
