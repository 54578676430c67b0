import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("a note that is open comes back with its address, and is removed once that has been confirmed", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/template?open=new`);
  const panel = page.getByRole("complementary");
  const note = `Ring the caterer ${Date.now().toString(36)}`;
  await panel.getByLabel("Note").fill(note);
  await panel.getByRole("button", { name: "Leave note" }).click();
  await page.getByRole("gridcell", { name: note }).click();

  await page.reload();

  await expect(panel.getByLabel("Note")).toHaveValue(note);
  await panel.getByRole("button", { name: "Remove note" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove this note?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByLabel("Note")).toHaveValue(note);
  await panel.getByRole("button", { name: "Remove note" }).click();
  await dialog.getByRole("button", { name: "Remove note" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("gridcell", { name: note })).toHaveCount(0);
});
