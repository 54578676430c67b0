// A field like another one, and one that becomes required although not everybody has answered it.
import { expect, test } from "@playwright/test";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("a field is duplicated with its options and without its answers; who lacks one is told before it is required", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened(`Copied diet ${test.info().retry}`, {
    kind: "choice",
    options: OPTIONS,
    section: "Food",
  });
  await panel.getByRole("button", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/open=new&from=\d+/);
  const fresh = page.getByRole("complementary", { name: "New field" });
  await expect(fresh.getByLabel("Name (British English)")).toHaveValue(`Copied diet ${test.info().retry} (2)`);
  await expect(fresh.getByLabel("Section", { exact: true })).toHaveValue("Food");
  await fresh.getByRole("button", { name: "Create field" }).click();

  const copy = page.getByRole("complementary", { name: `Copied diet ${test.info().retry} (2)` });
  await expect(
    copy.getByRole("region", { name: "As a profile shows it" }).getByRole("option", { name: "Vegan" }),
  ).toBeAttached();
  await expect(page).not.toHaveURL(/from=/);
  await expect(copy.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await copy.getByLabel("Required", { exact: true }).check();
  const told = copy.getByRole("status").filter({ hasText: "lack an answer" });
  await expect(told).toContainText(/[0-9,]+ profiles lack an answer\. They stay as they are until somebody answers\./);
  await expect(told.getByRole("link")).toHaveAttribute("href", /filter=.*empty/);
});
