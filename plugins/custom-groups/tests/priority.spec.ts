// Which group decides for profiles in several, in a real browser: chosen, put in order by keys, shown in the list, the group, the
// profile and the explanation.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an editor lets the highest group decide and puts the groups in order; the profile and the explanation say so", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "expert");
  const guest = await desk.profile({ first_name: "Gwendolyn", last_name: "Guest" });
  const other = await desk.profile({ first_name: "Oskar", last_name: "Other" });
  const create = async (draft: object) => (await desk.ask("post", "/custom-group", draft)).data as { id: number };
  const all = await create({ name: "Ranked all", mode: "manual" });
  const wide = await create({ name: "Ranked a wide one", mode: "manual", see: [all.id] });
  const none = await create({ name: "Ranked strict", mode: "manual", see: [] });
  const put = (group: { id: number }, ...people: { id: number }[]) =>
    desk.ask("post", `/custom-group/${group.id}/member`, { words: people.map(({ id }) => String(id)) });
  await put(all, other);
  await put(wide, guest);
  await put(none, guest);
  await comeBack(context, request, { email: "expert@demo.test" });

  await page.goto(`/event-details/${EVENT_ID}/custom-groups`);
  await expect(page.getByText("the most permissive decides.")).toBeVisible();
  await page.getByRole("button", { name: "Priority" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles in several groups" });
  await dialog.getByRole("radio", { name: "The highest group in an order of your own" }).check();
  const up = dialog.getByRole("button", { name: "Move Ranked strict up" });
  const down = dialog.getByRole("button", { name: "Move Ranked strict down" });
  const rows = dialog.getByRole("list", { name: "Order of the groups, the highest first" }).getByRole("listitem");
  const first = rows.first();
  while (!(await first.getByText("Ranked strict").isVisible())) {
    await up.press("Enter");
    await expect(up).toBeFocused();
  }
  await down.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText(/^Ranked strict is now number 2 of \d+\.$/);
  await expect(down).toBeFocused();
  await rows.nth(1).dragTo(first);
  await expect(dialog.getByRole("status")).toHaveText(/^Ranked strict is now number 1 of \d+\.$/);
  await expect(first).toContainText("Ranked strict");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("the highest in the order decides.")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Ranked strict", exact: true })).toBeVisible();
  await expect(page.locator('[role="row"][row-index="0"]')).toContainText("Ranked strict");

  const panel = page.getByRole("complementary");
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=${none.id}`);
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(panel.getByText(/This group is number 1 of \d+\./)).toBeVisible();

  await page.goto(`/event-data/${EVENT_ID}/profile/${guest.id}`);
  await panel.getByRole("tab", { name: "Groups" }).click();
  await expect(panel.getByRole("listitem").first()).toContainText("Ranked strict");
  await expect(panel.getByText("They stand here in that order.")).toBeVisible();

  await comeBack(context, request, { email: "super@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/data-types-permissions?people=${guest.id}-${other.id}`);
  const sees = panel.getByRole("region", { name: "See", exact: true });
  await expect(
    sees.getByText("of which the highest in the order of the event decides: “Ranked strict” says no."),
  ).toBeVisible();

  await desk.leave();
  const { rev } = (await desk.ask("get", "/custom-group/priority")).data;
  await desk.ask("put", "/custom-group/priority", { rev, rule: "permissive" });
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Ranked ")) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});
