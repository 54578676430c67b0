// Who removes or blocks somebody with confirmed meetings sees whom they meet, and chooses what becomes of it.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const DAY = 86_400_000;

test("blocking somebody offers to cancel their meetings and to tell the others; so does removing many", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const mail = `orla.${Date.now()}@x.example`;
  const one = await desk.profile({ first_name: "Oswald", last_name: "Ohneland" });
  const other = await desk.profile({ first_name: "Orla", last_name: "Oberst", email: mail });
  const third = await desk.profile({ first_name: "Odile", last_name: "Ohnemail" });
  const noon = Math.floor(Date.now() / DAY) * DAY + 40 * DAY + DAY / 2;
  const meet = async (ids: number[], minutes: number) => {
    const [start, end] = [minutes, minutes + 30].map((more) => new Date(noon + more * 60_000).toISOString());
    await desk.ask("post", "/meeting", {
      participants: ids,
      start,
      end,
      location_id: null,
      message: "",
      state: "accepted",
    });
  };
  await meet([one.id, other.id], 0);
  await meet([one.id, third.id], 60);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = page.getByRole("complementary");

  await panel.getByLabel("Status").selectOption("blocked");
  await panel.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: `Block ${one.name}` });
  await expect(question).toContainText("2 confirmed meetings to come stay as they are unless you cancel them.");
  await expect(question).toContainText(`${one.name} with ${other.name}`);
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(panel.getByLabel("Status")).toHaveValue("blocked");
  await panel.getByRole("button", { name: "Save" }).click();
  await question.getByRole("checkbox", { name: "Cancel these meetings" }).check();
  await expect(
    question.getByRole("checkbox", { name: "Write a letter to the 1 person on the other side" }),
  ).toBeChecked();
  await expect(question).toContainText("1 more cannot be told");
  await question.getByRole("button", { name: "Block and save" }).click();
  await expect(question).toHaveCount(0);
  await panel.getByRole("tab", { name: "Meetings" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: other.name })).toContainText("Cancelled");

  await meet([other.id, third.id], 120);
  await page.goto(`/event-data/${EVENT_ID}?q=${other.name.replace(" ", "+")}`);
  await page.locator(`.ag-cell[col-id="list-ticks"] input`).first().check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Remove…", exact: true }).click();
  const removal = page.getByRole("dialog");
  await expect(removal).toContainText(`${other.name} with ${third.name}`);
  await expect(removal.getByRole("checkbox", { name: "Nobody on the other side can be told by mail" })).toBeDisabled();

  await desk.leave();
});

test("what was chosen about the meetings of somebody who is blocked holds when somebody else has saved first; where they cannot be found out, it says so", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Ottilie", last_name: "Obenauf" });
  const other = await desk.profile({ first_name: "Oskar", last_name: "Obenauf" });
  const noon = Math.floor(Date.now() / DAY) * DAY + 41 * DAY + DAY / 2;
  const [start, end] = [0, 30].map((more) => new Date(noon + more * 60_000).toISOString());
  const meeting = { participants: [one.id, other.id], start, end, location_id: null, message: "", state: "accepted" };
  await desk.ask("post", "/meeting", meeting);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = page.getByRole("complementary");
  const question = page.getByRole("dialog", { name: `Block ${one.name}` });
  await panel.getByLabel("Status").selectOption("blocked");

  await page.route(`**/thing/${one.id}/loss**`, (route) => route.fulfill({ status: 500, body: "No" }), { times: 1 });
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(question).toContainText("could not be found out");
  await question.getByRole("button", { name: "Cancel", exact: true }).click();

  await desk.ask("patch", `/thing/${one.id}`, { job_title: "Theirs", rev: one.rev });
  await panel.getByRole("button", { name: "Save" }).click();
  await question.getByRole("checkbox", { name: "Cancel these meetings" }).check();
  await question.getByRole("button", { name: "Block and save" }).click();
  const conflict = panel.getByRole("region", { name: "Somebody else saved this profile first" });
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(conflict).toHaveCount(0);

  await panel.getByRole("tab", { name: "Meetings" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: other.name })).toContainText("Cancelled");
  await desk.leave();
});

test("whoever is blocked in a cell of the list, or many by editing their status, is asked about as in the form", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1720, height: 900 });
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Olaf", last_name: "Ostrander" });
  const other = await desk.profile({ first_name: "Olga", last_name: "Ostrander" });
  const noon = Math.floor(Date.now() / DAY) * DAY + 42 * DAY + DAY / 2;
  const meet = async (minutes: number) => {
    const [start, end] = [minutes, minutes + 30].map((more) => new Date(noon + more * 60_000).toISOString());
    const meeting = { participants: [one.id, other.id], start, end, location_id: null, message: "", state: "accepted" };
    await desk.ask("post", "/meeting", meeting);
  };
  const statesOf = async (id: number) => {
    const { data } = await desk.ask("get", `/thing/${id}/meeting`);
    return (data as { state: string }[]).map(({ state }) => state).sort();
  };
  await meet(0);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?columns=name,status&q=ostrander`);
  const row = page.locator(".ag-row").filter({ hasText: one.name });
  const cell = row.locator('.ag-cell[col-id="status"]');
  const block = async () => {
    await cell.dblclick();
    await page.locator(".cell-editor").getByRole("combobox").selectOption("blocked");
    await page.keyboard.press("Tab");
  };

  await block();
  const question = page.getByRole("dialog", { name: `Block ${one.name}` });
  await expect(question).toContainText(`${one.name} with ${other.name}`);
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(cell).toHaveText("Imported");
  expect((await desk.ask("get", `/thing/${one.id}`)).data.rev).toBe(one.rev);
  await block();
  await question.getByRole("checkbox", { name: "Cancel these meetings" }).check();
  await question.getByRole("button", { name: "Block and save" }).click();
  const saved = page.getByRole("status").filter({ hasText: `Status of ${one.name} saved` });
  await expect(saved).toBeVisible();
  // The meetings would not come back with the status.
  await expect(saved.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect(await statesOf(one.id)).toEqual(["cancelled"]);
  await cell.dblclick();
  await page.locator(".cell-editor").getByRole("combobox").selectOption("active");
  await page.keyboard.press("Enter");
  await expect(cell).toHaveText("Active");
  await expect(question).toHaveCount(0);

  await meet(60);
  await page.locator(`.ag-cell[col-id="list-ticks"] input`).first().check();
  await page.locator(`.ag-cell[col-id="list-ticks"] input`).nth(1).check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit field…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Field", { exact: true }).selectOption("status");
  await dialog.getByLabel("Status", { exact: true }).selectOption("blocked");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog).toContainText("1 confirmed meeting to come stays as it is unless you cancel it.");
  await dialog.getByRole("checkbox", { name: "Cancel these meetings" }).check();
  await dialog.getByRole("button", { name: "Change 2 profiles" }).click();
  await expect(dialog.getByText("2 profiles changed")).toBeVisible();
  expect(await statesOf(one.id)).toEqual(["cancelled", "cancelled"]);
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await expect.poll(() => statesOf(one.id)).toEqual(["accepted", "cancelled"]);
  await desk.leave();
});
