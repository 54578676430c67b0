// What is done to the answers of a field and comes to nothing once nobody looks at it any more: it is told, with a way back.
import { expect, type Page, test } from "@playwright/test";
import { Dashboard } from "../../../tests/e2e/pages/dashboard.ts";
import { held } from "../../../tests/e2e/pages/held.ts";
import { fieldsPage } from "./fieldsPage.ts";

const noticeOf = (page: Page, title: string) => page.getByRole("alert").filter({ hasText: title });

test("a removal that fails after its panel was closed is told and tried again, and not told of another field", async ({
  page,
  context,
  request,
}) => {
  const { send, opened } = await fieldsPage({ page, context, request });
  const bystander = await send("post", "/field", { labels: { "en-gb": "Stays for now" }, kind: "text" });
  const { field, panel } = await opened("Slow to go", { kind: "text" });
  await panel.getByRole("button", { name: "Archive this field" }).click();
  await panel.getByRole("button", { name: "Delete this field" }).click();
  const asked = page.getByRole("dialog", { name: "Delete “Slow to go”" });
  await asked.getByRole("textbox").fill("Slow to go");
  const letGo = await held(page, `**/field/${field.id}/remove`, { method: "POST", fails: true });
  await asked.getByRole("button", { name: "Delete this field" }).click();
  await page.goBack();
  await page.getByRole("link", { name: "Stays for now", exact: true }).click();
  const other = page.getByRole("complementary", { name: "Stays for now", exact: true });
  await expect(other).toBeVisible();
  letGo();

  const notice = noticeOf(page, "“Slow to go” was not deleted");
  await expect(notice).toBeVisible();
  await expect(other.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Show archived" }).click();
  const row = page.getByRole("link", { name: "Slow to go", exact: true });
  await expect(row).toBeVisible();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(row).toHaveCount(0);
  const { rev } = await send("post", `/field/${bystander.id}/archive`, { rev: bystander.rev });
  await send("post", `/field/${bystander.id}/remove`, { rev });
});

test("a change of kind before which somebody else has saved is told after its page was left, and opens the field", async ({
  page,
  context,
  request,
}) => {
  const { send, opened } = await fieldsPage({ page, context, request });
  const dashboard = new Dashboard(page);
  await dashboard.go("Event details", "Overview");
  await dashboard.go("Event details", "Custom profile fields");
  const { field, panel } = await opened("Slow to turn", { kind: "text" });
  await panel.getByRole("button", { name: "Change the kind" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the kind of “Slow to turn”" });
  await dialog.getByLabel("New kind", { exact: true }).selectOption({ label: "Number" });
  await dialog.getByRole("button", { name: "Show what becomes of the answers" }).click();
  const change = dialog.getByRole("button", { name: "Change the kind", exact: true });
  // What becomes of them is asked at the same address, and is not to be held.
  await expect(change).toBeVisible();
  const letGo = await held(page, `**/field/${field.id}/kind`, { method: "POST" });
  await change.click();
  await page.evaluate(() => history.go(-2));
  await dashboard.heading("Overview");
  const { rev } = await send("patch", `/field/${field.id}`, { rev: field.rev, section: "Theirs" });
  letGo();

  const notice = noticeOf(page, "The kind of “Slow to turn” was not changed");
  await expect(notice).toContainText("Somebody else changed this in the meantime");
  await notice.getByRole("button", { name: "Open" }).click();

  await expect(panel.getByLabel("Section")).toHaveValue("Theirs");
  const archived = await send("post", `/field/${field.id}/archive`, { rev });
  await send("post", `/field/${field.id}/remove`, { rev: archived.rev });
});
