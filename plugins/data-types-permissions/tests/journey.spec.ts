import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a row of the matrix is refused by keyboard, explained, saved and put back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/data-types-permissions?verb=message");
  const grid = page.getByRole("grid", { name: "Who may write to whom" });
  const cell = grid.getByRole("gridcell", { name: /^Attendee → Speaker: / });
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: Yes, by default");

  await cell.click();
  await page.keyboard.press("Control+ArrowLeft");
  await expect(page.getByText("Attendee may write to everyone")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: No, decided for this event");
  await expect(page.getByText("5 changes")).toBeVisible();

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Attendee → Attendee" });
  const written = panel.getByRole("region", { name: "Write a message" });
  await expect(written.getByText("This event says no for Attendee → Attendee.")).toBeVisible();

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await cell.focus();
  await page.keyboard.press("Control+ArrowLeft");
  await page.getByRole("button", { name: "By default", exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: Yes, by default");
});
