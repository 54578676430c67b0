// A profile whose removal is answered late: whoever has opened another one by then stays with it.
import { expect, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("who goes back while a profile is being removed and opens another one keeps that open", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2);
  const gone = await desk.profile({ first_name: "Late", last_name: "Leaver" });
  await desk.profile({ first_name: "Late", last_name: "Stayer" });
  await comeBack(context, request, { eventId: 2 });
  await page.goto("/event-data/2/category/1?q=late");
  await page.getByRole("link", { name: "Late Leaver" }).click();
  const panel = page.getByRole("complementary", { name: "Late Leaver" });
  await panel.getByRole("button", { name: "Remove from the event" }).click();
  const letGo = await held(page, `**/thing/${gone.id}?*`, { method: "DELETE" });
  await page.getByRole("dialog").getByRole("button", { name: "Remove from the event" }).click();
  await page.goBack();
  await page.getByRole("link", { name: "Late Stayer" }).click();
  const other = page.getByRole("complementary", { name: "Late Stayer" });
  await expect(other).toBeVisible();
  letGo();

  await expect(page.getByRole("status").filter({ hasText: "Late Leaver" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Late Leaver" })).toHaveCount(0);
  await expect(other).toBeVisible();
  await desk.leave();
});
