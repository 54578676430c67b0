// A picture in a real browser: chosen as a camera wrote it, cut and scaled here, shown in list and panel, taken away.
import { expect, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";
import { aPng } from "./pictures.ts";

test("a participant gets a picture, is shown by it, and by initials where it does not load", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Yolanda", last_name: "Yttrium" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1&q=yttrium`);
  const panel = page.getByRole("complementary");
  const row = page.getByRole("gridcell", { name: person.name, exact: true });
  await expect(row.getByText("YY")).toBeVisible();

  await panel
    .locator('input[type="file"]')
    .setInputFiles({ name: "face.png", mimeType: "image/png", buffer: aPng(60, 40) });
  await expect(panel.getByRole("button", { name: "Change picture" })).toBeVisible();
  const picture = panel.locator("img.avatar");
  await expect(picture).toHaveJSProperty("naturalWidth", 40);
  await expect(picture).toHaveJSProperty("naturalHeight", 40);
  await expect(row.locator("img.avatar")).toBeVisible();

  await page.route(`**/thing/${person.id}/photo`, (route) => route.fulfill({ status: 500, body: "No" }), { times: 1 });
  await panel
    .locator('input[type="file"]')
    .setInputFiles({ name: "other.png", mimeType: "image/png", buffer: aPng(50, 50) });
  await expect(panel.locator(".thing-photo").getByRole("alert")).toBeVisible();
  const files = { name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await panel.locator('input[type="file"]').setInputFiles(files);
  await expect(page.getByRole("alert").filter({ hasText: "no.png cannot be read as a picture" })).toBeVisible();

  // What was wrong with the picture before is said no longer beside it.
  await expect(panel.locator(".thing-photo").getByRole("alert")).toHaveCount(0);

  await page.route("**/1/photo/*", (route) => route.abort());
  await page.reload();
  await expect(panel.locator(".thing-photo").getByText("YY")).toBeVisible();

  await panel.getByRole("button", { name: "Remove picture" }).click();
  await expect(panel.getByRole("button", { name: "Add picture" })).toBeVisible();
  const notice = page.getByRole("status").filter({ hasText: `The picture of ${person.name} was removed` });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByRole("button", { name: "Remove picture" })).toBeVisible();

  await desk.leave();
});

test("a picture whose removal fails after its profile was closed is told, and tried again from there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Xenia", last_name: "Xylophone" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1&q=xylophone`);
  const panel = page.getByRole("complementary");
  const row = page.getByRole("gridcell", { name: person.name, exact: true });
  const file = { name: "face.png", mimeType: "image/png", buffer: aPng(40, 40) };
  await panel.locator('input[type="file"]').setInputFiles(file);
  await expect(row.locator("img.avatar")).toBeVisible();
  const letGo = await held(page, `**/thing/${person.id}/photo`, { method: "DELETE", fails: true });
  await panel.getByRole("button", { name: "Remove picture" }).click();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: `The picture of ${person.name} was not removed` });
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(row.getByText("XX")).toBeVisible();
  await desk.leave();
});

test("a picture that arrives late takes nobody out of what they are typing, and brings back nothing that was saved since", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Wanda", last_name: "Wolfram" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1&q=wolfram`);
  const panel = page.getByRole("complementary");
  const row = (name: string) => page.getByRole("gridcell", { name, exact: true });
  await expect(row(person.name)).toBeVisible();
  const letGo = await held(page, `**/thing/${person.id}/photo`, { method: "PUT" });
  const file = { name: "face.png", mimeType: "image/png", buffer: aPng(40, 40) };
  await panel.locator('input[type="file"]').setInputFiles(file);

  await panel.getByRole("textbox", { name: "Last name" }).fill("Wolframite");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row("Wanda Wolframite")).toBeVisible();
  const job = panel.getByRole("textbox", { name: "Job title" });
  await job.fill("Chemist");
  letGo();

  await expect(row("Wanda Wolframite").locator("img.avatar")).toBeVisible();
  await expect(job).toBeFocused();
  await desk.leave();
});
