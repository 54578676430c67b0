// Many suspected pairs settled at once in a real browser, and taken back.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

/** A small event, whose profiles are searched in no time. */
const EVENT = 2;

test("pairs that are ticked are kept apart together, and taken back where that is told", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  for (const first_name of ["Aurelia", "Bartholomew", "Clementine"])
    for (const job_title of ["Founder", "Owner"])
      await desk.profile({ first_name, last_name: "Quillfeather", company_name: `${first_name} Ltd`, job_title });
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });
  await page.goto(`/event-data/${EVENT}/duplicates`);
  await page.getByRole("button", { name: "Search now" }).click();
  const grid = page.getByRole("grid", { name: "Duplicates" });
  await expect(grid.locator(".ag-row").first()).toBeVisible();
  const narrowed = page.waitForResponse((reply) => reply.request().postData()?.includes("quillfeather") ?? false);
  const seeker = page.getByRole("searchbox", { name: "Search" });
  await seeker.fill("quillfeather");
  await narrowed;
  await expect(grid.locator(".ag-center-cols-container .ag-row")).toHaveCount(3);
  const row = (name: string) => grid.getByRole("row").filter({ hasText: name });
  // The box stands in a part of the row of its own, which does not move sideways.
  const tick = async (name: string) => {
    const at = await row(name).getAttribute("row-index");
    await grid.locator(`.ag-row[row-index="${at}"] .ag-selection-checkbox input`).check();
  };
  await tick("Aurelia");
  await tick("Clementine");

  await page.getByRole("button", { name: "They are two each (2)" }).click();

  const told = page.getByRole("status").filter({ hasText: "2 pairs are kept apart" });
  await expect(told).toBeVisible();
  await expect(row("Bartholomew")).toHaveCount(1);
  await expect(row("Aurelia")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /They are two/ })).toHaveCount(0);

  // The network fails: nothing is lost, and the next attempt works.
  await page.route("**/duplicate/dismiss", (route) => route.abort());
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(told).toBeVisible();
  await page.unroute("**/duplicate/dismiss");
  await told.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row("Aurelia")).toHaveCount(1);
  await expect(told).toHaveCount(0);
  await expect(seeker).toBeFocused();

  await tick("Aurelia");
  await page.getByRole("button", { name: "Tick all 3" }).click();
  await page.getByRole("button", { name: "They are two each (3)" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "3 pairs are kept apart" })).toBeVisible();
  await expect(seeker).toBeFocused();
  await page.getByRole("combobox", { name: "Which pairs" }).selectOption("dismissed");
  await expect(row("Bartholomew")).toHaveCount(1);
  await tick("Bartholomew");
  await page.getByRole("button", { name: "Look at it again" }).click();
  await expect(row("Bartholomew")).toHaveCount(0);

  await desk.leave();
});
