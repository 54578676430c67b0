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

test("an attempt that failed is told in its dialog, and no longer once the dialog is opened again", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto("/app-settings/multi-event-fields");
  const open = page.getByRole("button", { name: "Take over from events", exact: true });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Take fields over from events" });
  await dialog.getByLabel("Field", { exact: true }).selectOption({ index: 1 });
  await page.route("**/field/promote", (route) => route.abort());
  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();

  await open.click();
  await expect(dialog.getByLabel("Field", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("its dialogs stand in the address: a link opens them, back closes them, and what nobody knows does no harm", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto("/app-settings/multi-event-fields");
  await page.getByRole("button", { name: "Take over from events", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Take fields over from events" });
  const field = dialog.getByLabel("Field", { exact: true });
  await field.selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?promote=\d+$/);
  await page.reload();
  await expect(field).toHaveValue("0");
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/multi-event-fields$/);

  await page.goto("/app-settings/multi-event-fields?promote=x");
  await expect(field).toHaveValue("");
  await page.goto("/app-settings/multi-event-fields?differing=x");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
