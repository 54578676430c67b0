// From the queue of pairs to the list of all profiles that are in one.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const PAIRS = "beside.duplicates.pairs";

test("the queue leads to a list of the profiles that are in suspected pairs, and back to all of them", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const desk = await Desk.at(request, EVENT_ID);
  const filter = [{ field: PAIRS, op: "gt", value: 0 }];
  const matched = async () => (await desk.ask("post", "/thing/query", { filter, limit: 0 })).data?.matched ?? 0;
  // A new event puts the column in order within a minute.
  await expect.poll(matched, { timeout: 90_000 }).toBeGreaterThan(1);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/duplicates`);

  await page.getByRole("link", { name: "All profiles of these pairs as a list" }).click();

  const grid = page.getByRole("grid");
  await expect(grid.getByRole("columnheader", { name: "Suspected pairs" })).toBeVisible();
  await expect(page.getByText(/Filtered: [1-9]/)).toBeVisible();
  await expect(grid.locator(`.ag-cell[col-id="${PAIRS}"]`).first()).toHaveText(/^[1-9]/);
  await page.getByRole("button", { name: /Remove.*Suspected pairs/ }).click();
  await expect(page.getByText(/Filtered: /)).toHaveCount(0);
});

test("the queue leads back to the list that it was opened from, which the navigation marks meanwhile", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  const here = page.getByRole("navigation", { name: "Side navigation" }).locator('[aria-current="page"]');

  await page.getByRole("main").getByRole("link", { name: "Duplicates" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Duplicates" })).toBeVisible();
  await expect(here).toHaveText("All participants");
  await page.getByRole("main").getByRole("link", { name: "All participants" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Participants" })).toBeVisible();
  await page.goto(`/event-data/${EVENT_ID}/duplicates`);
  await expect(page.getByRole("main").getByRole("link", { name: "All profiles", exact: true })).toBeVisible();
});

test("a list of companies leads to pairs of companies; those of others are one choice away, which the address keeps", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/2`);

  await page.getByRole("main").getByRole("link", { name: "Duplicates" }).click();

  const which = page.getByRole("combobox", { name: "Which profiles" });
  await expect(which).toHaveValue("2");
  await which.selectOption("Items");
  await expect(page.getByRole("heading", { name: "No pairs to look at" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "All profiles" }).click();
  await expect(which).toHaveValue("0");
  await expect(page.getByRole("grid").getByRole("row").nth(2)).toBeVisible();
  await which.selectOption("Companies");
  await which.focus();
  await which.selectOption("All profiles");
  await expect(which).toBeFocused();
  await expect(page).toHaveURL(/category=0/);
  await page.reload();
  await expect(which).toHaveValue("0");
});
