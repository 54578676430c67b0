// The home of an event in a real browser: numbers lead to their rows, a picture has its table and leaves as files.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an event's owner sees where it stands and follows a number to its rows", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/event-home?open=${EVENT_ID}`);
  const details = page.getByRole("complementary", { name: "Northwind Summit", exact: true });
  await details.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText(/^Begins in \d+ days$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next steps" })).toBeVisible();

  const types = page.getByRole("figure", { name: "Profiles by data type and status" });
  await expect(types.getByRole("img", { name: /^Profiles by data type and status\. Chart of/ })).toBeVisible();
  await types.getByRole("button", { name: "Table" }).click();
  await expect(types.getByRole("columnheader", { name: "Invited" })).toBeVisible();
  await expect(types.getByRole("link", { name: "Attendee" })).toBeVisible();
  await types.getByRole("button", { name: "Table" }).click();

  for (const [item, type] of [
    ["Picture as PNG", "png"],
    ["Picture as SVG", "svg"],
    ["Numbers as CSV", "csv"],
  ] as const) {
    await types.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    expect((await download).suggestedFilename()).toBe(`profiles-by-data-type-and-status.${type}`);
  }

  const invited = page.getByRole("list", { name: "Numbers of the event" }).getByRole("link", { name: /^Invited/ });
  await invited.click();
  await expect(page).toHaveURL(new RegExp(`/event-data/${EVENT_ID}/category/1\\?filter=`));
  await expect(page.getByRole("grid", { name: "Participants" }).getByRole("gridcell").first()).toBeVisible();
});

const toNumber = (text = "") => Number(text.replaceAll(",", ""));

test("a bar of the histogram of completeness leads to exactly the profiles that it counts", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}`);
  const shares = page.getByRole("figure", { name: "How complete participants' profiles are" });
  await expect(shares.getByRole("img", { name: /Chart of 11 values/ })).toBeVisible();
  await shares.getByRole("button", { name: "Table" }).click();
  const rows = shares.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(11);
  const counts = await rows.evaluateAll((all) => all.map((row) => row.lastElementChild?.textContent ?? ""));
  const largest = counts.reduce((most, count, at) => (toNumber(count) > toNumber(counts[most]) ? at : most), 0);

  await rows.nth(largest).getByRole("link").click();

  await expect(page).toHaveURL(/beside\.event-data\.complete/);
  await expect(page.getByText(`Filtered: ${counts[largest]}`, { exact: true })).toBeVisible();
  await expect(page.getByText(/Complete \(%\)/).first()).toBeVisible();
});
