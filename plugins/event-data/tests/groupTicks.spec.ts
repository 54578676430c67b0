// A group of a list is ticked as a whole: acts and files take its rows, whether they have been looked at or not.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("the box of a group ticks its rows, by mouse and by key, and what is done takes them all", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const from = (country: string, first_name: string) =>
    desk.profile({ first_name, last_name: "Groupticked", country, status: "active" });
  const people = [await from("DE", "Dora"), await from("DE", "Dirk"), await from("FR", "Flo")];
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=Groupticked&columns=name,country&group=country`);
  const box = page.getByRole("checkbox", { name: "Tick all rows of Germany" });
  const french = page.getByRole("checkbox", { name: "Tick all rows of France" });

  await box.click();
  await expect(page.getByText("Selected: 2", { exact: true })).toBeVisible();
  await expect(box).toBeChecked();
  await expect(french).not.toBeChecked();

  const german = page.getByRole("row").filter({ has: page.locator(".list-group", { hasText: "Germany" }) });
  await german.locator(".ag-group-contracted").first().click();
  const ticks = page.locator(
    ".ag-pinned-left-cols-container .ag-row:not(.list-row-group) .ag-selection-checkbox input",
  );
  await expect(ticks).toHaveCount(2);
  for (const at of [0, 1]) await expect(ticks.nth(at)).toBeChecked();
  await ticks.first().uncheck({ force: true });
  await expect(page.getByText("Selected: 1", { exact: true })).toBeVisible();
  expect(await box.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await box.click();
  await expect(box).toBeChecked();

  // The cell of the other group is gone to by keys.
  await page.locator('.list-row-group [col-id="list-ticks"]').last().focus();
  await page.keyboard.press(" ");
  await expect(french).toBeChecked();
  await page.keyboard.press(" ");
  await expect(french).not.toBeChecked();
  await expect(page.getByText("Selected: 2", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Deactivate…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Deactivate 2 profiles" }).click();
  await expect(dialog.getByText("2 profiles deactivated")).toBeVisible();
  const statuses = people.map(async ({ id }) => (await desk.ask("get", `/thing/${id}`)).data.status);
  expect(await Promise.all(statuses)).toEqual(["blocked", "blocked", "active"]);
  await desk.leave();
});
