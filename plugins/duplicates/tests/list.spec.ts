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
