// Several fields at once, and how complete each data type is.
import { expect, test } from "@playwright/test";
import { fieldsPage } from "./fieldsPage.ts";

test("several fields are archived at once: what cannot be is told with its reason, and all of it is undone", async ({
  page,
  context,
  request,
}) => {
  const { send, opened } = await fieldsPage({ page, context, request });
  await send("post", "/field", { labels: { "en-gb": "Bulk one" }, kind: "text", places: ["profile"] });
  const { panel } = await opened("Bulk two", { kind: "text", places: ["profile", "list"] });
  const complete = panel.getByRole("table", { name: "By data type" });
  await expect(complete.getByRole("row").filter({ hasText: "Speaker" })).toContainText(/0% · 0 of [0-9,]+/);
  await complete.getByRole("link", { name: "Speaker", exact: true }).click();
  await expect(page).toHaveURL(/type_id/);
  await page.goBack();
  // Beside an open panel the list has no room for ticks.
  await panel.getByRole("button", { name: "Close", exact: true }).click();

  for (const name of ["Bulk one", "Bulk two"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  const bar = page.getByRole("region", { name: "2 fields selected" });
  await bar.getByRole("button", { name: "Let lists be sorted by them" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 field will change.")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText("Bulk two · lists can be sorted by it already");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  for (const name of ["Bulk one", "Bulk two"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await bar.getByRole("button", { name: "Archive", exact: true }).click();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(dialog.getByText("2 fields were changed.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Bulk one", exact: true, includeHidden: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(dialog.getByText("2 fields are what they were.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("link", { name: "Bulk one", exact: true })).toBeVisible();
});

test("an act on several fields is undone from the page after a reload, too; a type is not taken from a field that has no other", async ({
  page,
  context,
  request,
}) => {
  const { send } = await fieldsPage({ page, context, request });
  for (const name of ["Kept one", "Kept two"])
    await send("post", "/field", { labels: { "en-gb": name }, kind: "text", places: ["profile"], type_ids: [1] });
  await page.reload();
  for (const name of ["Kept one", "Kept two"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  const bar = page.getByRole("region", { name: "2 fields selected" });
  const dialog = page.getByRole("dialog");
  await bar.getByRole("button", { name: "Take from a data type" }).click();
  await expect(dialog.getByText("0 fields will change.")).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText("belongs to this data type alone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await bar.getByRole("button", { name: "Archive", exact: true }).click();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.reload();

  const last = page.getByRole("status").filter({ hasText: "2 fields were changed: Archive." });
  await last.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("2 fields are what they were.")).toBeVisible();
  for (const name of ["Kept one", "Kept two"])
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(last).toHaveCount(0);
});
