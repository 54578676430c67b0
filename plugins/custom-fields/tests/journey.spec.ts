import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("an option is renamed, its answers stay, and profiles show the new name", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/custom-fields");
  await page.getByRole("link", { name: "Interests", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Interests" });
  const option = panel.getByLabel("Option 1 (British English)");
  const answers = panel
    .getByRole("listitem")
    .first()
    .getByText(/^[1-9][0-9,]* answers?$/);
  const preview = panel.getByRole("region", { name: "As a profile shows it" });
  await expect(answers).toBeVisible();
  const [before, count] = [await option.inputValue(), await answers.innerText()];

  await option.fill("Something quite new");
  await panel.getByRole("button", { name: "Save" }).click();

  await expect(preview.getByText("Something quite new")).toBeVisible();
  await expect(answers).toHaveText(count);
  await option.fill(before);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(preview.getByText("Something quite new")).toHaveCount(0);
  await expect(preview.getByText(before, { exact: true })).toBeVisible();
});

test("a choice without options is refused where they are added, however far down one was", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/custom-fields");
  await page.getByRole("button", { name: "Add field", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "New field" });
  await panel.getByRole("textbox", { name: "Name" }).first().fill("Size of shirt");
  await panel.getByRole("combobox", { name: "Kind" }).selectOption("Single choice");
  await panel.getByRole("combobox", { name: "Who may answer" }).scrollIntoViewIfNeeded();

  // By key: to click it Playwright scrolls, which may move the bar from under the pointer before it is let go.
  await panel.getByRole("button", { name: "Create field" }).press("Enter");

  await expect(panel.getByText("Add at least one option", { exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("button", { name: "Add option", exact: true })).toBeFocused();
});

test("what was typed stays when somebody else saves first, and is settled side by side", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  const listing = page.waitForResponse(
    (reply) => reply.url().endsWith("/container/2/field") && reply.request().method() === "GET",
  );
  await page.goto("/event-details/2/custom-fields");
  const listed = await listing;
  const { authorization = "", "x-dashboard-authorization": dashboard = "" } = await listed.request().allHeaders();
  const fields: { id: number; key: string; rev: number }[] = (await listed.json()).data;
  await page.getByRole("link", { name: "Interests", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Interests" });
  const [help, section] = [panel.getByLabel("Help (British English)", { exact: true }), panel.getByLabel("Section")];
  await help.fill("Mine");
  await section.fill("My section");
  const { id, rev } = fields.find(({ key }) => key === "interests") ?? { id: 0, rev: 0 };
  const theirs = await request.patch(`/1/api/container/2/field/${id}`, {
    headers: { authorization, "x-dashboard-authorization": dashboard },
    data: { rev, help: { "en-gb": "Theirs", de: "Ihre" } },
  });
  expect(theirs.ok()).toBe(true);

  await panel.getByRole("button", { name: "Save" }).click();

  const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Help (British English)" })).toContainText(
    "MineTheirs",
  );
  await expect(conflict.getByText("Your other changes are kept: Section")).toBeVisible();
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(help).toHaveValue("Mine");
  // What was clicked is gone; one goes on where both had changed something.
  await expect(help).toBeFocused();
  await expect(section).toHaveValue("My section");
  await expect(panel.getByLabel("Help (German)")).toHaveValue("Ihre");
});
