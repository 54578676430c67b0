// The insights in a real browser: an event and a span are chosen, and the address keeps them.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an event and a span of days are chosen, read as a table, and stand in the address", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto("/insights");
  await expect(page.getByRole("figure", { name: "Growth of the latest events" })).toBeVisible();

  await page.getByRole("combobox", { name: "Figures of" }).selectOption(String(EVENT_ID));
  await page.getByRole("button", { name: "365 days" }).click();
  await expect(page).toHaveURL(new RegExp(`event=${EVENT_ID}`));
  await page.reload();
  await expect(page.getByRole("button", { name: "365 days" })).toHaveAttribute("aria-pressed", "true");
  const countries = page.getByRole("figure", { name: "Participants by country" });
  await countries.getByRole("button", { name: "Table" }).click();
  await countries.getByRole("link", { name: "Germany" }).click();

  await expect(page.getByRole("grid", { name: "Participants" }).getByRole("gridcell").first()).toBeVisible();
});

test("a span without a session says so and leads to the days that have some", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/insights?event=${EVENT_ID}&from=2024-01-01&to=2024-01-31`);
  const sessions = page.getByRole("figure", { name: "Sessions by day" });
  await expect(sessions).toContainText("None in the days shown. The first is on");

  await sessions.getByRole("button", { name: "Show these days" }).click();

  await expect(sessions.getByRole("button", { name: "Table" })).toBeVisible();
  await expect(page).not.toHaveURL(/2024/);
});
