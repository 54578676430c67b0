import { expect, type Page, test } from "@playwright/test";
import { comeBack, settling } from "../../../tests/e2e/pages/screens.ts";

const endpoint = (page: Page, summary: string) => page.locator("details").filter({ hasText: summary });

test("endpoints that are open stand in the address: who is sent it sees them, the first one in the window", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/app-settings/api-documentation?search=token");
  await settled();
  const made = endpoint(page, "Issue a token in one");
  const listed = endpoint(page, "API tokens of the app, the latest");
  await made.locator("summary").click();
  await listed.locator("summary").click();
  await expect(made.getByRole("table", { name: "Body" })).toBeVisible();
  await expect(page).toHaveURL(/[?&]open=createApiToken%2ClistApiTokens/);
  await listed.locator("summary").click();
  await expect(page).toHaveURL(/[?&]open=createApiToken$/);

  const other = await context.newPage();
  await other.goto(page.url().replace("search=token&", ""));
  const sought = endpoint(other, "Issue a token in one");
  await expect(sought.getByRole("table", { name: "Body" })).toBeInViewport();
  await expect(other.locator("details[open]")).toHaveCount(1);

  await sought.locator("summary").click();
  await expect(other).not.toHaveURL(/open=/);
  await expect(sought.getByRole("table")).toHaveCount(0);
});
