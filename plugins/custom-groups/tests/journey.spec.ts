// Groups in a real browser: one that is filled by hand, one that a rule fills, both seen from the profile.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const FIRM = "Quillfeather & Daughters";

test("a group by hand and a group by a rule hold a participant, whose profile shows both", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Quenby", last_name: "Quillfeather", company_name: FIRM });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  const panel = page.getByRole("complementary");

  await panel.getByRole("textbox", { name: "Name" }).fill("Quill by rule");
  await panel.getByRole("combobox", { name: "Members", exact: true }).selectOption("By a rule");
  await panel.getByRole("combobox", { name: "Field of condition 1" }).selectOption("Company");
  await panel.getByRole("textbox", { name: "Value of condition 1" }).fill("quillfeather");
  await expect(panel.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
  await panel.getByRole("button", { name: "Create group" }).click();
  await expect(panel.getByRole("gridcell", { name: person.name, exact: true })).toBeVisible();

  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  await panel.getByRole("textbox", { name: "Name" }).fill("Quill by hand");
  await panel.getByRole("button", { name: "Create group" }).click();
  await panel.getByRole("combobox", { name: "Add a profile" }).fill("quenby");
  await page.getByRole("option", { name: person.name }).click();
  await expect(panel.getByRole("gridcell", { name: person.name, exact: true })).toBeVisible();
  // What takes out those who are ticked does not take all: nobody is offered to tick all.
  await expect(panel.locator(".ag-header .ag-checkbox:visible")).toHaveCount(0);
  // Who was taken out is put in again from the notice, also when the panel has been closed.
  const member = panel.getByRole("gridcell", { name: person.name, exact: true });
  await panel.locator(".ag-pinned-left-cols-container .ag-selection-checkbox input").first().check();
  await panel.getByRole("button", { name: "Take out 1 profile" }).click();
  await expect(member).toHaveCount(0);
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
  await page
    .getByRole("status")
    .filter({ hasText: "1 profile taken out" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByText("1 profile is in “Quill by hand” again.")).toBeVisible();
  await page.goBack();
  await expect(member).toBeVisible();

  await panel.getByRole("tab", { name: "Settings" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Quill by hand, renamed");
  await panel.getByRole("tab", { name: /^Members/ }).click();
  await panel.getByRole("tab", { name: "Settings" }).click();
  await expect(panel.getByRole("textbox", { name: "Name" })).toHaveValue("Quill by hand, renamed");
  await panel.getByRole("textbox", { name: "Name" }).fill("Quill by hand");

  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}`);
  await panel.getByRole("tab", { name: "Groups" }).click();
  await expect(panel.getByRole("link", { name: "Quill by rule" })).toBeVisible();
  await panel.getByRole("button", { name: "Take out of Quill by hand" }).click();
  await expect(panel.getByRole("link", { name: "Quill by hand" })).toHaveCount(0);

  await desk.leave();
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Quill ")) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});

test("a group that is created while the list is still on its way stays open", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  let letGo: () => void = () => undefined;
  const isCreated = new Promise<void>((done) => (letGo = done));
  await page.route("**/custom-group", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    // The list as it was before, told after the group is there.
    const before = await route.fetch();
    await isCreated;
    await route.fulfill({ response: before });
    await page.unroute("**/custom-group");
  });
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name" }).fill("Overtaken");
  await panel.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("Overtaken has been created")).toBeVisible();
  const again = page.waitForResponse((answer) => answer.url().endsWith("/custom-group"));
  letGo();
  await again;
  await expect(page.getByRole("grid").getByRole("link", { name: "Overtaken" })).toBeVisible();
  await expect(panel.getByRole("combobox", { name: "Add a profile" })).toBeVisible();

  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name === "Overtaken") await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});
