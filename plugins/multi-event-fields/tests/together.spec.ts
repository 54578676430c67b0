// Two people at the same multi-event field, and a network that is slow or fails: what was typed stays, and nothing fails unseen.
import { expect, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a multi-event field that somebody else saved while it was closed here is opened again, theirs beside mine", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2, "super");
  const name = "Late for all";
  const draft = { labels: { "en-gb": name }, kind: "text", event_ids: [2] };
  const { data: field } = await desk.askApp("post", "/field", draft);
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto(`/app-settings/multi-event-fields?open=${field.id}`);
  const panel = page.getByRole("complementary");
  const section = panel.getByRole("textbox", { name: "Section" });
  const letGo = await held(page, `**/1/api/field/${field.id}`);
  await section.fill("My words");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await desk.askApp("patch", `/field/${field.id}`, { rev: field.rev, section: "Their words" });
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: `“${name}” was not saved` });
  await notice.getByRole("button", { name: "Open" }).click();

  const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Section" })).toContainText("My wordsTheir words");
  await conflict.getByRole("radio", { name: "Take theirs: Section" }).check();
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(section).toHaveValue("Their words");
  await desk.askApp("post", `/field/${field.id}/archive`, { rev: field.rev + 2 });
});

test("a multi-event field whose removal fails after its panel was closed is told, and tried again from there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2, "super");
  const name = "Slow to go for all";
  const { data: field } = await desk.askApp("post", "/field", { labels: { "en-gb": name }, kind: "text" });
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto("/app-settings/multi-event-fields");
  const row = page.getByRole("main").getByRole("link", { name, exact: true });
  await row.click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("button", { name: "Archive this field" }).click();
  await panel.getByRole("button", { name: "Delete this field" }).click();
  const asked = page.getByRole("dialog", { name: `Delete “${name}”` });
  await asked.getByRole("textbox").fill(name);
  const letGo = await held(page, `**/1/api/field/${field.id}/remove`, { method: "POST", fails: true });
  await asked.getByRole("button", { name: "Delete this field" }).click();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: `“${name}” was not deleted` });
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Show archived" }).click();
  await expect(row).toBeVisible();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(row).toHaveCount(0);
});
