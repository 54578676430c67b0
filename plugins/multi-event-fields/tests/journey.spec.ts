import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a field that events ask by themselves becomes a multi-event field, and each has its own back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto("/app-settings/multi-event-fields");
  await page.getByRole("button", { name: "Take over from events", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Take fields over from events" });
  const phone = dialog.getByRole("option", { name: /^Mobile phone/ }).first();
  await expect(phone).toBeAttached();
  await dialog.getByLabel("Field", { exact: true }).selectOption(await phone.getAttribute("value"));

  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await expect(dialog.getByText(/multi-event field\.$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Make it one field", exact: true }).click();
  await expect(dialog.getByText(/^It is one field now/)).toBeVisible();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(dialog.getByText("Each event has its own field back.")).toBeVisible();
});
