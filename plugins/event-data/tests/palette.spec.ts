// The command palette shows a few of the profiles with a name, and leads to all of them.
import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a name that many have leads from the palette to the list of all who have it; one that few have does not", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test", eventId: 1 });
  await page.goto("/event-data/1/category/1");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and go to" });
  const options = palette.getByRole("option");
  await palette.getByRole("combobox").fill("gupta");
  await expect(options).toHaveCount(7);
  await expect(options.last()).toHaveText("Show all with “gupta”");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/event-data\/1\?q=gupta$/);
  await expect(page.getByRole("searchbox", { name: /^Search/ })).toHaveValue("gupta");
  await expect(page.getByText(/^Filtered: \d\d$/)).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("aditya gupta");
  await expect(palette.getByRole("option", { name: "Aditya Gupta" }).first()).toBeVisible();
  await expect(palette.getByRole("option", { name: /^Show all/ })).toHaveCount(0);
});
