// Fields that profiles usually have come in one step.
import { expect, test } from "@playwright/test";
import { fieldsPage } from "./fieldsPage.ts";

test("usual fields are ticked by category and added at once; what is there is marked by its key", async ({
  page,
  context,
  request,
}) => {
  await fieldsPage({ page, context, request });
  await page.getByRole("button", { name: "Add usual fields" }).click();
  const dialog = page.getByRole("dialog", { name: "Add usual fields" });
  const people = dialog.getByRole("group", { name: "Participants" });
  const items = dialog.getByRole("group", { name: "Items" });
  // The event has some of its own already, so that nothing is chosen for anybody.
  await expect(people.getByRole("checkbox", { name: /^Phone/ })).toBeDisabled();
  await expect(people.getByText("phone · there already")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add 0 fields" })).toBeDisabled();

  await people.getByRole("checkbox", { name: /^Website/ }).check();
  await items.getByRole("checkbox", { name: "Select all of Items" }).check();
  await dialog.getByRole("button", { name: "Add 4 fields" }).click();

  await expect(page.getByText("3 fields were added. 1 field was given to more data types.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Exhibitor ID", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add usual fields" }).click();
  await expect(people.getByText("website · there already")).toBeVisible();
  await expect(people.getByText("exhibitor_id · there for other data types")).toBeVisible();
  await expect(items.getByRole("checkbox", { name: "Select all of Items" })).toBeDisabled();
});
