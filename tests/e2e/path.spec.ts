// One path all the way through: from log-in to the database and back, to a file on disk, to log-out.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { Dashboard } from "./pages/dashboard.ts";

/** A schedule of one session, another for each attempt: what an earlier one brought would be no news. */
const scheduleOf = (title: string) =>
  JSON.stringify({
    schedule: {
      version: "1",
      conference: {
        acronym: "path",
        title: "A path",
        time_zone_name: "Europe/Berlin",
        days: [
          {
            index: 1,
            date: "2026-11-20",
            rooms: {
              "Blue hall": [
                {
                  id: Date.now() % 1_000_000,
                  guid: randomUUID(),
                  date: "2026-11-20T09:00:00+01:00",
                  start: "09:00",
                  duration: "00:45",
                  room: "Blue hall",
                  title,
                  track: "Craft",
                  type: "talk",
                  language: "en",
                  persons: [{ id: 7, public_name: "Wilma Weaver" }],
                },
              ],
            },
          },
        ],
      },
    },
  });

test("an expert logs in, picks, navigates, filters, edits, imports, exports and logs out", async ({ page }) => {
  const jobTitle = `Head of lanyards ${Date.now()}`;
  const title = `How a lanyard is woven ${Date.now()}`;
  const dashboard = await Dashboard.logIn(page, "expert");
  await dashboard.pick("App", "Northwind Events");
  await dashboard.pick("Event", "Northwind Summit");

  await dashboard.go("Data types", "Participants", "Attendee");
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row").nth(1)).toBeVisible();

  await page.getByRole("searchbox").fill("clarke");
  await expect(
    grid
      .getByRole("row")
      .filter({ hasText: /clarke/i })
      .first(),
  ).toBeVisible();
  await grid
    .getByText(/clarke/i)
    .first()
    .click();
  const panel = page.getByRole("complementary").last();
  await panel.getByLabel("Job title").fill(jobTitle);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grid.getByText(jobTitle).first()).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /xlsx|Excel/i }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("export.xlsx");
  const rows = await readSheet(readFileSync(await download.path()));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.slice(1).every((row) => row.some((cell) => /clarke/i.test(String(cell))))).toBe(true);
  expect(rows.flat()).toContain(jobTitle);

  await dashboard.pick("Event", "Baltic Trade Forum");
  await dashboard.go("Event details", "Agenda");
  await dashboard.heading("Agenda");
  await page.getByRole("button", { name: "Import sessions" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Import sessions" });
  const file = { name: "schedule.json", mimeType: "application/json", buffer: Buffer.from(scheduleOf(title)) };
  await page.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: "Import 1 session" }).click();
  await expect(dialog.getByText("The sessions were imported.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByLabel("Search sessions").fill(title);
  await expect(page.getByRole("grid", { name: "Agenda" })).toContainText(title);
  await expect(page.getByRole("grid", { name: "Agenda" })).toContainText("Wilma Weaver");

  await dashboard.logOut();
  await page.goto("/event-home");
  await expect(page).toHaveURL(/\/login/);
});
