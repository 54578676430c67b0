// An import that was begun in one list and is gone on with in another.
import { expect, test } from "@playwright/test";
import { Frame } from "../../../tests/e2e/pages/Frame.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an import that was begun in one list goes on in another with the type that was chosen", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?open=import`);
  const dialog = page.getByRole("dialog", { name: "Import" });
  const buffer = Buffer.from("Name,Email\nOlga Other,olga@other-list.example\n");
  await dialog.locator("input[type=file]").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
  const type = dialog.getByLabel("Type", { exact: true });
  const chosen = await type.locator("option:checked").textContent();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const frame = new Frame(page);
  await frame.openGroup("Companies");
  await frame.entry("All companies").click();

  await page.getByRole("button", { name: "Import", exact: true }).click();

  await expect(type.locator("option:checked")).toHaveText(chosen ?? "");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "See what it would do" }).click();
  await expect(dialog.getByRole("button", { name: "Import 1 profile" })).toBeEnabled();
});
