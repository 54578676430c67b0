// From the home of an event to its rows, and lists by when participants were last there, in a real browser.
import { expect, test } from "@playwright/test";
import { findings, RULES } from "../../../tests/e2e/pages/axe.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an event's owner follows who has opened the link to their rows, and sorts them by when they were last seen", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}`);
  const figure = page.getByRole("figure", { name: "How far participants have come" });
  await figure.getByRole("button", { name: "Table" }).click();
  const opened = figure.getByRole("row").filter({ hasText: "Opened the link" });
  const count = (await opened.getByRole("cell").last().textContent()) ?? "";
  expect(Number(count.replace(",", ""))).toBeGreaterThan(1000);
  await opened.getByRole("link").click();

  await expect(page).toHaveURL(/beside\.app-access\.step/);
  await expect(page.getByText(`Filtered: ${count}`, { exact: true })).toBeVisible();
  await expect(page.getByText("Log-in is Link opened, Logged in", { exact: true })).toBeVisible();
  const columns = ["name", "beside.app-access.step", "beside.app-access.seen"];
  const filter = [["beside.app-access.seen", "lt", "2100-01-01"]];
  const query = `columns=${columns}&sort=-beside.app-access.seen&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  await page.goto(`/event-data/${EVENT_ID}/category/1?${query}`);
  const seen = page.locator('.ag-cell[col-id="beside.app-access.seen"]');
  await expect(seen.first()).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} GMT$/);
  await expect(page.getByText("Last seen before 1 Jan 2100", { exact: true })).toBeVisible();
  await expect(page.locator('.ag-cell[col-id="beside.app-access.step"]').first()).toHaveText("Logged in");
  expect(await findings(page, RULES)).toEqual([]);
  // Who looks on sees how somebody stands, and lets nobody in.
  await page.locator('.ag-cell[col-id="name"] a').first().click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText(/^Logged in .* · last seen/)).toBeVisible();
  await expect(panel.getByRole("button", { name: "Log-in" })).toHaveCount(0);
});
