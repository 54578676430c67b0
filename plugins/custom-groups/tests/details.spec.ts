// What a group says beside its members, in a real browser: whom its members see, whom it shares with another, and a rule that
// names what is gone.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("two groups are compared, one says whom its members see, and a faulty rule is told", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const both = await desk.profile({ first_name: "Ingeborg", last_name: "Inboth" });
  const only = await desk.profile({ first_name: "Otto", last_name: "Onlyone" });
  const create = async (draft: object) => (await desk.ask("post", "/custom-group", draft)).data as { id: number };
  const north = await create({ name: "Compared north", mode: "manual" });
  const south = await create({ name: "Compared south", mode: "manual" });
  const filter = [{ field: "fields.long_gone", op: "eq", value: "yes" }];
  const faulty = await create({ name: "Compared faulty", mode: "rule", rule: { match: "all", filter } });
  const put = (group: { id: number }, ...people: { id: number }[]) =>
    desk.ask("post", `/custom-group/${group.id}/member`, { words: people.map(({ id }) => String(id)) });
  await put(north, both, only);
  await put(south, both);
  await comeBack(context, request, { email: "expert@demo.test" });

  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=${north.id}`);
  const panel = page.getByRole("complementary", { name: "Compared north" });
  await panel.getByRole("tab", { name: "Overlap", exact: true }).click();
  await panel.getByRole("combobox", { name: "With which group" }).selectOption("Compared south");
  await expect(panel.getByRole("row", { name: "In both 1" })).toBeVisible();
  await expect(panel.getByRole("row", { name: "Only in Compared north 1" })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: both.name, exact: true })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: only.name, exact: true })).toHaveCount(0);

  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  const said = panel.getByRole("group", { name: "Whom its members see, find and list" });
  await said.getByRole("radio", { name: "Only members of these groups" }).check();
  await said.getByRole("checkbox", { name: "Compared south" }).check();
  await panel.getByRole("textbox", { name: "Data for other programs" }).fill("not json");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByText("Write a JSON object").last()).toBeVisible();
  await panel.getByRole("textbox", { name: "Data for other programs" }).fill('{"badge": "gold"}');
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  const saved = (await desk.ask("get", "/custom-group")).data.find(({ id }: { id: number }) => id === north.id);
  expect(saved).toMatchObject({ see: [south.id], metadata: { badge: "gold" } });

  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=${faulty.id}`);
  const wrong = page.getByRole("complementary", { name: "Compared faulty" });
  await expect(wrong.getByText("Condition 1: no field has the key “long_gone”.")).toBeVisible();

  await desk.leave();
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Compared ")) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});
