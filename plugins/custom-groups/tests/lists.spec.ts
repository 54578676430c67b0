// Members from a list, what uses a group, and groups beside each other, in a real browser.
import { expect, type Locator, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("a pasted list is seen before it fills a group, which then is compared, opened as a list, and told to be used", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "expert");
  const first = await desk.profile({ first_name: "Lia", last_name: "Listed", email: "lia@pasted.example" });
  const second = await desk.profile({ first_name: "Leo", last_name: "Listed", email: "leo@pasted.example" });
  const create = async (draft: object) =>
    (await desk.ask("post", "/custom-group", { mode: "manual", ...draft })).data as { id: number };
  const group = await create({ name: "Pasted together" });
  const naming = await create({ name: "Pasted onlookers", see: [group.id] });
  await desk.ask("post", `/custom-group/${group.id}/member`, { words: [String(first.id)] });
  await desk.ask("post", `/custom-group/${naming.id}/member`, { words: [String(first.id)] });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=${group.id}`);
  const panel = page.getByRole("complementary", { name: "Pasted together" });

  const adding = panel.getByRole("button", { name: "Add from a list" });
  const leftOf = async (of: Locator) => (await of.boundingBox())?.x;
  const field = panel.getByRole("combobox", { name: "Add a profile" });
  expect(await leftOf(adding.getByText("Add from a list"))).toBeCloseTo((await leftOf(field)) ?? 0, 0);
  await adding.click();
  const dialog = page.getByRole("dialog", { name: "Members of Pasted together from a list" });
  await dialog.getByRole("textbox", { name: "Or paste a list" }).fill("leo@pasted.example\nnobody@pasted.example");
  await dialog.getByRole("radio", { name: "are taken out" }).check();
  await dialog.getByRole("button", { name: "Check the list" }).click();
  await expect(dialog.getByText("1 profile will be added.")).toBeVisible();
  await expect(dialog.getByText("1 member that the list does not name will be taken out.")).toBeVisible();
  await expect(dialog.getByText("Line 2: no profile of this event is meant by “nobody@pasted.example”")).toBeVisible();
  await dialog.getByRole("radio", { name: "stay in the group" }).check();
  await expect(dialog.getByText("will be taken out")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByText("1 profile has been added.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(panel.getByRole("gridcell", { name: second.name, exact: true })).toBeVisible();
  await expect(panel.getByRole("tab", { name: "Members 2" })).toBeVisible();

  // A reload finds what can be undone; the list is read in once more afterwards.
  await page.reload();
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByRole("tab", { name: "Members 1" })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: second.name, exact: true })).toHaveCount(0);
  await desk.ask("post", `/custom-group/${group.id}/member`, { words: [String(second.id)] });

  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(panel.getByRole("link", { name: "Pasted onlookers" })).toBeVisible();
  await panel.getByRole("button", { name: "Remove group" }).click();
  await expect(page.getByText("It is used in: Pasted onlookers.")).toBeVisible();
  await expect(page.getByText("Who is in it was put in by hand")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Remove group" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/event-details/${EVENT_ID}/custom-groups?compare=${group.id},${naming.id}`);
  const sets = page.getByRole("figure", { name: "Who is in exactly which groups" });
  await expect(sets.getByRole("img")).toBeVisible();
  await sets.getByRole("button", { name: "Table" }).click();
  const both = sets.getByRole("row", { name: "Pasted onlookers + Pasted together 1" });
  await expect(both).toBeVisible();
  await expect(sets.getByRole("row", { name: "Pasted together 1", exact: true })).toBeVisible();
  const table = page.getByRole("table", { name: "Overlap of groups" });
  await expect(
    table.getByRole("link", {
      name: "1 50% of Pasted together are in Pasted onlookers too",
    }),
  ).toBeVisible();
  await table.getByRole("link", { name: /100% of Pasted onlookers are/ }).click();
  await expect(page.getByRole("gridcell", { name: first.name, exact: true })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: second.name, exact: true })).toHaveCount(0);
  await expect(page.getByText("Group is Pasted together")).toBeVisible();

  await desk.leave();
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Pasted ")) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});
