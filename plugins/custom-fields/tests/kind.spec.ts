// A field becomes one of another kind, and goes for good.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { fieldsPage } from "./fieldsPage.ts";

test("who changes the kind sees which answers would be lost, does it, takes it back, and deletes the field in the end", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2);
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Years in business", { kind: "text" }, async ({ key }) => {
    await desk.profile({ first_name: "Nora", last_name: "Number", fields: { [key]: "12" } });
    await desk.profile({ first_name: "Wanda", last_name: "Words", fields: { [key]: "a dozen" } });
  });

  await panel.getByRole("button", { name: "Change the kind", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change the kind of “Years in business”" });
  await dialog.getByLabel("New kind", { exact: true }).selectOption({ label: "Number" });
  await dialog.getByRole("button", { name: "Show what becomes of the answers", exact: true }).click();
  const lost = dialog.getByRole("table", { name: "1 answer does not fit and would be removed:" });
  await expect(lost.getByRole("row").nth(1)).toHaveText("Wanda Wordsa dozen");
  await dialog.getByRole("button", { name: "Change and remove 1 answer", exact: true }).click();
  await expect(dialog.getByText("2 profiles were changed.")).toBeVisible();
  await expect(panel.getByLabel("Kind", { exact: true })).toHaveValue("number");
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(dialog.getByText("2 profiles have their answers again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(panel.getByLabel("Kind", { exact: true })).toHaveValue("text");

  await panel.getByRole("button", { name: "Archive this field", exact: true }).click();
  await panel.getByRole("button", { name: "Delete this field", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "Delete “Years in business”" });
  const remove = asked.getByRole("button", { name: "Delete this field", exact: true });
  await expect(asked.getByText("The answers of 2 profiles are removed with it.")).toBeVisible();
  await expect(remove).toBeDisabled();
  await asked.getByRole("textbox").fill("Years in business");
  await remove.click();
  await expect(panel).toHaveCount(0);
  await page.getByRole("button", { name: "Show archived", exact: false }).click();
  await expect(page.getByRole("link", { name: "Years in business", exact: true })).toHaveCount(0);
  await desk.leave();
});
