// Each field of a profile tells where its value came from, to whoever asks.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("by button and by key a field tells who gave its value and what stood there, and leads to that line", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { id, rev } = await desk.profile({ first_name: "Orla", last_name: "Origin", job_title: "Host" });
  await desk.ask("patch", `/thing/${id}`, { rev, job_title: "Chief host" });
  let asked = 0;
  page.on("request", (one) => {
    if (one.url().includes("/origin?")) asked += 1;
  });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?list=category.1`);
  const panel = page.getByRole("complementary");
  const title = panel.getByRole("textbox", { name: "Job title" });
  await expect(title).toHaveValue("Chief host");
  expect(asked).toBe(0);

  await title.press("Alt+Enter");
  const told = panel
    .locator(".field", { has: page.getByRole("textbox", { name: "Job title" }) })
    .locator(".field-origin");
  await expect(told).toContainText(/\w+ \w+ changed this/);
  await expect(told.locator("del")).toHaveText("Host");
  await expect(title).toBeFocused();
  await title.press("Escape");
  await expect(told.locator("del")).toBeHidden();
  await expect(panel).toBeVisible();

  const country = panel.getByRole("combobox", { name: "Country" });
  await country.hover();
  const ofCountry = panel
    .locator(".field", { has: page.getByRole("combobox", { name: "Country" }) })
    .locator(".field-origin");
  await ofCountry.locator("summary").click();
  await expect(ofCountry).toContainText("Nobody has filled this in since the profile came.");

  // A save is a new line; what it says follows.
  await title.press("Alt+Enter");
  await title.fill("Guest");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(told.locator("del")).toHaveText("Chief host");
  await told.getByRole("link", { name: "Show in the history" }).click();
  const line = panel.getByRole("listitem").filter({ hasText: "Guest" });
  await expect(line).toBeFocused();
  await expect(line).toHaveAttribute("aria-current", "true");
  await desk.leave();
});

test("who only reads asks by Tab, and of a field of their own", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { id } = await desk.profile({ first_name: "Reed", last_name: "Origin", fields: { diet: "vegan" } });
  await comeBack(context, request, { email: "owner@demo.test", locale: "de" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?list=category.1&tab=fields`);
  const panel = page.getByRole("complementary");
  const summary = panel.locator(".field-origin summary:visible").first();
  await summary.focus();
  await summary.press("Enter");
  await expect(panel.locator(".field-origin[open]")).toContainText(/Niemand hat dies ausgefüllt|Kam mit dem Profil/);
  await desk.leave();
});
