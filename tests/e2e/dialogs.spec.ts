// A dialog of several steps: its title, and the ticks below it, stay where they are while it grows and shrinks.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const LIST = `/event-data/${EVENT_ID}/category/1`;
const PEOPLE = Buffer.from(
  `First name,Last name,Email\n${Array.from({ length: 12 }, (_, at) => `Ann,Still ${at},ann${at}@still.example`).join("\n")}\n`,
);
/** Of a window, as the layout shift of a page is told. */
const LEAST = 0.02;

const topOf = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? -1);

/** How far a title has gone from where it stood first, as a part of the window's height. */
async function watching(page: Page, dialog: Locator) {
  const title = dialog.getByRole("heading", { level: 2 });
  await expect(title).toBeVisible();
  // It may still be growing into its place.
  let first = -1;
  await expect
    .poll(async () => {
      const before = first;
      first = await topOf(title);
      return first - before;
    })
    .toBe(0);
  const { height = 1 } = page.viewportSize() ?? {};
  return async () => Math.abs((await topOf(title)) - first) / height;
}

test("the title of an act on many stays in its place through its steps", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`${LIST}?columns=name,status`);
  // Ticks stand in a part of the list of their own.
  const row = page.locator(".ag-center-cols-container .ag-row").filter({ hasText: "Imported" }).first();
  const at = await row.getAttribute("row-index");
  await page.locator(`.ag-row[row-index="${at}"] .ag-cell[col-id="list-ticks"] input`).check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Deactivate…", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate", exact: true });
  const moved = await watching(page, dialog);

  await expect(dialog.getByRole("cell", { name: "Blocked", exact: true }).first()).toBeVisible();
  expect(await moved()).toBeLessThan(LEAST);
  await dialog.getByRole("button", { name: "Deactivate 1 profile", exact: true }).click();
  await expect(dialog.getByText("1 profile deactivated", { exact: true })).toBeVisible();
  expect(await moved()).toBeLessThan(LEAST);
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await expect(dialog.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
});

test("the title of an import stays in its place through its steps", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`${LIST}?open=import`);
  const dialog = page.getByRole("dialog", { name: "Import" });
  const moved = await watching(page, dialog);

  await dialog.locator("input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: PEOPLE });
  await expect(dialog.getByRole("heading", { name: "Which column is what?" })).toBeFocused();
  expect(await moved()).toBeLessThan(LEAST);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});
