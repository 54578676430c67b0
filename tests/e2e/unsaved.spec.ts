// What was typed into a form beside a list is not lost without a question, whichever way one leaves it.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const FORMS: Record<string, { address: string; open: string; field: string }> = {
  "a new group": { address: `/event-details/${EVENT_ID}/custom-groups`, open: "New group", field: "Name" },
  "a data type": { address: "/app-settings/data-types", open: "Speaker", field: "Name" },
  "a new session": { address: `/event-details/${EVENT_ID}/agenda`, open: "Add session", field: "Title" },
};

for (const [name, { address, open, field }] of Object.entries(FORMS)) {
  test(`Back, Esc and another click ask before ${name} is lost, and what was typed stays`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request);
    await page.goto(address);
    await page.getByRole("main").getByRole("button", { name: open, exact: true }).click();
    const panel = page.getByRole("complementary");
    const typed = panel.getByLabel(field, { exact: true });
    await typed.fill("Typed and not saved");
    const question = page.getByRole("dialog", { name: "Unsaved changes" });

    await page.goBack();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(typed).toHaveValue("Typed and not saved");
    await typed.press("Escape");
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(typed).toHaveValue("Typed and not saved");

    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await expect(panel).toHaveCount(0);
  });
}

test("who cancels a new group is not asked once more", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Name", { exact: true }).fill("Not wanted");
  await panel.getByRole("button", { name: "Cancel", exact: true }).click();

  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
