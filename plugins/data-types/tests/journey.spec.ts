import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a data type is made, renamed under the navigation's eyes and removed again", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "partner@demo.test" });
  await page.goto("/app-settings/data-types?open=new");
  const [name, renamed] = [`Press officer ${test.info().retry}`, `Press ${test.info().retry}`];
  const side = page.getByRole("navigation", { name: "Side navigation" });
  const panel = page.getByRole("complementary");
  await side.getByRole("button", { name: "Data types", exact: true }).click();
  await side.getByRole("button", { name: "Participants", exact: true }).click();

  await panel.getByLabel("Name", { exact: true }).fill(name);
  await expect(panel.getByLabel(/^(One|Several) \(British English\)$/)).toHaveCount(2);
  await panel.getByLabel("Give it to every event that is not archived").check();
  await panel.getByRole("button", { name: "Add data type" }).click();
  await expect(side.getByRole("link", { name })).toBeVisible();

  await expect(panel.getByRole("heading", { name })).toBeVisible();
  await panel.getByLabel("Name", { exact: true }).fill(renamed);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(side.getByRole("link", { name: renamed, exact: true })).toBeVisible();

  await panel.getByRole("button", { name: "Archive", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Archive “${renamed}”?` });
  await expect(dialog.getByText(/events keep it, with 0 profiles:/)).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Northwind Summit", exact: true })).toHaveAttribute(
    "href",
    "/event-details/1/data-types-permissions",
  );
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Archive", exact: true })).toBeVisible();

  await expect(panel.getByText("Nothing needs this data type.")).toBeVisible();
  await panel.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(side.getByRole("link", { name: renamed, exact: true })).toHaveCount(0);

  await page.getByRole("main").getByRole("link", { name: "Attendee", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Remove" })).toBeDisabled();
  const list = panel.getByRole("link", { name: /profiles/ }).first();
  await expect(list).toHaveAttribute("href", /\/event-data\/\d+\/type\/1$/);
});
