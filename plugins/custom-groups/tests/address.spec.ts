// What is looked for inside of an open group stands in the address, in a real browser.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("who looks among members and opens one finds the words again by Back; so are the other group and the dialog of a list", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const first = await desk.profile({ first_name: "Vera", last_name: "Found" });
  const second = await desk.profile({ first_name: "Viktor", last_name: "Hidden" });
  const made = [];
  for (const name of ["Addressed one", "Addressed two"]) {
    const { data } = await desk.ask("post", "/custom-group", { mode: "manual", name });
    await desk.ask("post", `/custom-group/${data.id}/member`, { words: [String(first.id), String(second.id)] });
    made.push(data as { id: number });
  }
  const [group, other] = made;
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=${group?.id}`);
  const panel = page.getByRole("complementary", { name: "Addressed one" });
  const words = panel.getByRole("searchbox");

  await words.fill("Vera");
  await expect(panel.getByRole("gridcell", { name: second.name, exact: true })).toHaveCount(0);
  await panel.getByRole("grid").getByRole("link", { name: first.name }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${first.id}`));
  await page.goBack();
  await expect(words).toHaveValue("Vera");
  await expect(panel.getByRole("gridcell", { name: first.name, exact: true })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: second.name, exact: true })).toHaveCount(0);

  await panel.getByRole("button", { name: "Add from a list" }).click();
  const dialog = page.getByRole("dialog", { name: "Members of Addressed one from a list" });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(words).toHaveValue("Vera");

  await panel.getByRole("tab", { name: "Overlap" }).click();
  await panel.getByRole("combobox", { name: "With which group" }).selectOption(String(other?.id));
  await page.reload();
  await expect(panel.getByRole("grid", { name: /Addressed two/ })).toBeVisible();

  await page.getByRole("grid", { name: "Custom groups" }).getByRole("link", { name: "Addressed two" }).click();
  await expect(page.getByRole("complementary", { name: "Addressed two" }).getByRole("searchbox")).toHaveValue("");
  await desk.leave();
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (name.startsWith("Addressed")) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
});
