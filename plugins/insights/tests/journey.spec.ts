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
  await expect(page).toHaveURL(/table=event-data\.countries/);
  await countries.getByRole("link", { name: "Germany" }).click();

  await expect(page.getByRole("grid", { name: "Participants" }).getByRole("gridcell").first()).toBeVisible();

  await page.goBack();
  await expect(countries.getByRole("link", { name: "Germany" })).toBeVisible();
  await page.reload();
  await expect(countries.getByRole("table")).toBeVisible();
  await countries.getByRole("button", { name: "Table" }).click();
  await expect(countries.getByRole("img")).toBeVisible();
  await page.goBack();
  await expect(countries.getByRole("table")).toBeVisible();
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

test("a day of the picture leads by keys to exactly those who arrived on it", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/insights?event=${EVENT_ID}`);
  const day = page.getByRole("figure", { name: "New participants by day" }).getByRole("link");
  await day.focus();
  const latest = await day.getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(day).not.toHaveAttribute("aria-label", latest ?? "");
  const [, count] = /: ([\d,]+)$/.exec((await day.getAttribute("aria-label")) ?? "") ?? [];

  await page.keyboard.press("Enter");

  await expect(page.getByText(`Filtered: ${count}`, { exact: true })).toBeVisible();
});

test("the growth of an event is laid over that of another, which the address names", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/insights?event=${EVENT_ID}`);
  const growth = page.getByRole("figure", { name: "Growth beside another event" });
  const other = page.getByRole("combobox", { name: "Compared with" });
  await other.selectOption({ index: 1 });
  await expect(growth).toBeVisible();
  await expect(page).toHaveURL(/against=\d+/);
  await page.reload();
  await expect(growth).toBeVisible();

  await page.getByRole("button", { name: /Compared with/ }).click();
  await expect(growth).toBeHidden();
});
