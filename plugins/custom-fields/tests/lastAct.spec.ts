// What was done to a field and its answers can be undone for ten minutes, also when its dialog was closed and the page reloaded.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { unreadable } from "../../../tests/e2e/pages/reading.ts";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("who has closed the dialog undoes a change of kind from the page, after a reload, too", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2);
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Years undone", { kind: "text" }, async ({ key }) => {
    await desk.profile({ first_name: "Una", last_name: "Doer", fields: { [key]: "12" } });
  });
  await panel.getByRole("button", { name: "Change the kind", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change the kind of “Years undone”" });
  await dialog.getByLabel("New kind", { exact: true }).selectOption({ label: "Number" });
  await dialog.getByRole("button", { name: "Show what becomes of the answers", exact: true }).click();
  await dialog.getByRole("button", { name: "Change the kind", exact: true }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  const last = page.getByRole("status").filter({ hasText: "The kind of “Years undone” was changed." });
  await expect(last).toContainText("This can be undone until");
  await page.reload();
  await last.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(page.getByText("“Years undone” is as it was, and 1 profile has its answer again.")).toBeVisible();
  await expect(panel.getByLabel("Kind", { exact: true })).toHaveValue("text");
  await expect(last).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await desk.leave();
});

test("an option that was taken out comes back from the page", async ({ page, context, request }) => {
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Diets undone", { kind: "choice", options: OPTIONS });
  await panel.getByRole("button", { name: "Remove or merge Vegan", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Remove or merge “Vegan”" });
  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove option", exact: true }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  const names = panel.getByLabel(/^Option \d+ \(.*English/);
  await expect(names).toHaveCount(1);

  const last = page.getByRole("status").filter({ hasText: "An option was taken out of “Diets undone”." });
  await last.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(names).toHaveCount(2);
  await expect(last).toHaveCount(0);
});

test("who undoes it while other options are being typed has both, and nobody else is said to have changed anything", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Diets typed", { kind: "choice", options: OPTIONS });
  await panel.getByRole("button", { name: "Remove or merge Vegan", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Remove or merge “Vegan”" });
  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove option", exact: true }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  const names = panel.getByLabel(/^Option \d+ \(.*English/);
  await names.first().fill("Leaves");

  const last = page.getByRole("status").filter({ hasText: "An option was taken out of “Diets typed”." });
  await last.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(names).toHaveCount(2);
  await expect(names.first()).toHaveValue("Vegan");
  await expect(names.last()).toHaveValue("Leaves");
  await expect(panel.getByText("Somebody else")).toHaveCount(0);
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await page.reload();
  await expect(names.last()).toHaveValue("Leaves");
});

test("a name of 120 letters without a space makes the line higher, not the page wider", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  const name = "W".repeat(120);
  const { panel } = await opened(name, { kind: "choice", options: OPTIONS });
  await panel.getByRole("button", { name: "Remove or merge Vegan", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove option", exact: true }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await expect(page.getByRole("status").filter({ hasText: `out of “${name}”` })).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
});
