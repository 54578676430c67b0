// A profile in very many groups: some are drawn, the others are found by their names or come on demand.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("of 250 groups of a profile a hundred are drawn at a time, and one is found by its name", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { id } = await desk.profile({ first_name: "Hedda", last_name: "Holdings" });
  const data = Array.from({ length: 250 }, (_, at) => ({
    ...{ id: 900_000 + at, name: `Group ${at + 1}`, colour: "blue", mode: "manual" },
  }));
  await page.route(`**/thing/${id}/custom-group`, (route) => route.fulfill({ json: { data } }));
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Groups" }).click();

  const drawn = panel.getByRole("link", { name: /^Group \d+$/ });
  await expect(drawn).toHaveCount(100);
  await expect(panel.getByText("100 of 250 shown")).toBeVisible();
  await panel.getByRole("button", { name: "Show 100 more" }).click();
  await panel.getByRole("button", { name: "Show 50 more" }).click();
  await expect(panel.getByRole("link", { name: "Group 201", exact: true })).toBeFocused();
  await expect(drawn).toHaveCount(250);
  await expect(panel.getByRole("button", { name: /^Show \d+ more$/ })).toHaveCount(0);
  await panel.getByLabel("Find among its groups").fill("group 24");
  await expect(drawn).toHaveCount(13);
  await expect(panel.getByText("13 of 13 shown")).toBeVisible();
  await desk.leave();
});

test("of many groups the one in which a profile is put is found by its name, with the keyboard alone", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { id } = await desk.profile({ first_name: "Pauline", last_name: "Puttin" });
  for (let at = 1; at <= 21; at += 1) {
    await desk.ask("post", "/custom-group", { name: `Boxed ${at}`, mode: "manual" });
  }
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Groups" }).click();

  const field = panel.getByRole("combobox", { name: "Put in a group" });
  await field.fill("boxed 2");
  await expect(panel.getByRole("option")).toHaveText(["Boxed 2", "Boxed 20", "Boxed 21", "Boxed 12"]);
  await field.press("ArrowDown");
  await field.press("Enter");

  await expect(panel.getByRole("link", { name: "Boxed 20", exact: true })).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill("boxed 2");
  await expect(panel.getByRole("option")).toHaveText(["Boxed 2", "Boxed 21", "Boxed 12"]);
  for (const { id: groupId, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Boxed ")) await desk.ask("delete", `/custom-group/${groupId}?rev=${rev}`);
  }
  await desk.leave();
});
