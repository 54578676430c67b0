// Two that no search has found, ticked in a list, merged, and made two again.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const EVENT = 2;

test("two that are ticked in a list are compared and merged though nobody suspects them, and that is undone", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  const one = await desk.profile({ first_name: "Wilhelmine", last_name: "Wagenknecht", company_name: "Alpha" });
  const other = await desk.profile({ first_name: "Mina", last_name: "Wagenknecht-Voss", company_name: "Beta" });
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });
  await page.goto(`/event-data/${EVENT}/category/1?q=wagenknecht`);
  const ticks = page.locator('.ag-cell[col-id="list-ticks"] input');
  const entry = page.getByRole("menuitem", { name: /^Compare and merge two…/ });
  const menu = page.getByRole("button", { name: "Actions", exact: true });

  await expect(ticks).toHaveCount(2);
  await ticks.first().check();
  await menu.click();
  await expect(entry).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await ticks.last().check();
  await menu.click();
  await entry.click();

  const panel = page.getByRole("complementary");
  await expect(panel.getByText("You have chosen these two; no search suspects them.")).toBeVisible();
  await panel.getByRole("radio", { name: "Company: Beta" }).check();
  await panel.getByRole("button", { name: "Merge", exact: true }).click();

  const undo = page.getByRole("status").filter({ hasText: "was merged into" });
  await expect(undo).toBeVisible();
  await expect(page).not.toHaveURL(/one=/);
  const things = async () => (await desk.ask("post", "/thing/query", { search: "wagenknecht" })).data.rows;
  expect(await things()).toMatchObject([{ company_name: "Beta" }]);
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(undo).toHaveCount(0);
  expect((await things()).map(({ id }: { id: number }) => id).sort()).toEqual([one.id, other.id].sort());
  await page.getByRole("main").getByRole("link", { name: "All participants" }).click();
  await expect(ticks.first()).toBeVisible();
  await desk.leave();
});
