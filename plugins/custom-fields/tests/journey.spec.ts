import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("an option is renamed, its answers stay, and profiles show the new name", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/custom-fields");
  await page.getByRole("button", { name: "Interests", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Interests" });
  const option = panel.getByLabel("Option 1 (en-gb)");
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
