// What one can do with a kind of relationships is found by the command palette, before one has said with which.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("links are imported from the command palette: the kind that is opened next opens with the dialog", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto("/event-home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("import links");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/event-details/${EVENT_ID}/relationships\\?begin=import$`));
  await expect(page.getByText("Open the kind of relationship whose links you want to import.")).toBeVisible();

  await page.locator(".ag-row .list-opens").first().click();
  await expect(page.getByRole("dialog", { name: "Import pairs" })).toBeVisible();
  await expect(page).toHaveURL(/\?id=\d+&l\.import=1$/);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Open the kind of relationship whose links you want to import.")).toBeVisible();
});
