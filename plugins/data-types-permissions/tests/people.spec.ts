// Two profiles, searched as one types, and the rule that decides what the one may do with the other.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an administrator asks why two people cannot meet: one of them is blocked", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Wanda", last_name: "Whyward" });
  const other = await desk.profile({ first_name: "Bruno", last_name: "Barred", status: "blocked" });
  await comeBack(context, request, { email: "expert@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/data-types-permissions`);

  await page.getByRole("button", { name: "Explain two profiles" }).click();
  const panel = page.getByRole("complementary", { name: "What may these two do?" });
  const choose = async (field: string, words: string, name: string) => {
    await panel.getByRole("combobox", { name: field, exact: true }).fill(words);
    await panel.getByRole("option", { name }).click();
    await expect(panel.getByRole("link", { name, exact: true })).toBeVisible();
  };
  await choose("Who", "whyward", one.name);
  await choose("With whom", "barred", other.name);

  const meet = panel.getByRole("region", { name: "Ask for a meeting" });
  await expect(meet.getByRole("listitem").filter({ hasText: "Bruno Barred is blocked." })).toContainText("decides");
  await expect(page).toHaveURL(new RegExp(`people=${one.id}-${other.id}`));
  await panel.getByRole("button", { name: "The other way round" }).click();
  await expect(page).toHaveURL(new RegExp(`people=${other.id}-${one.id}`));
  await expect(meet.getByRole("listitem").first()).toContainText("Bruno Barred is blocked.");
  await desk.leave();
});
