// The agenda in a real browser: a schedule comes in, its clash is found and resolved, and the plan of the day is walked by keyboard.
import { expect, type Page, test } from "@playwright/test";
import { EMPTIED as EVENT, emptyAgenda } from "./emptied.ts";
import { aFrabFile, anEvent } from "./factories.ts";

const PASSWORD = "Lanyard#2026";

test.beforeEach(async ({ request }) => void (await emptyAgenda(request)));

async function openAgenda(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill("expert@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await choose(page, "App", "Northwind Events");
  await choose(page, "Event", EVENT);
  const navigation = page.getByRole("navigation", { name: "Side navigation" });
  await navigation.getByRole("link", { name: "Agenda" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Agenda" })).toBeVisible();
}

async function choose(page: Page, picker: "App" | "Event", name: string): Promise<void> {
  const box = page.getByRole("combobox", { name: picker, exact: true });
  await expect(box).toBeEnabled();
  if ((await box.inputValue()).startsWith(name)) return;
  await box.click();
  await box.fill(name);
  await page.getByRole("option", { name }).first().click();
}

function schedule(fields: Record<string, string> = {}): Buffer {
  const ada = { persons: '<person id="1">Ada Lovelace</person>' };
  const events = [
    anEvent({ title: "Opening", date: "2026-06-01T09:00:00", duration: "1:00", ...ada }, 'id="1" guid="g1"'),
    anEvent({ title: "Databases", date: "2026-06-01T09:30:00", room: "Garden", ...ada, ...fields }, 'id="2" guid="g2"'),
    anEvent({ title: "Closing", date: "2026-06-02T15:00:00" }, 'id="3" guid="g3"'),
  ];
  return Buffer.from(aFrabFile(events, "<acronym>try</acronym><time_zone_name>Europe/London</time_zone_name>"));
}

async function give(page: Page, buffer: Buffer): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({ name: "schedule.xml", mimeType: "text/xml", buffer });
}

test("an event expert imports a schedule, finds its clash, and moves a session out of the way", async ({ page }) => {
  await openAgenda(page);
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();

  await page.getByRole("button", { name: "Import sessions" }).click();
  const dialog = page.getByRole("dialog", { name: "Import sessions" });
  await give(page, schedule().subarray(0, 400));
  await expect(dialog.getByRole("alert")).toContainText(
    /This file cannot be imported\. Line \d+: The file ends too early/,
  );
  await give(page, schedule());
  await expect(dialog.getByText("Stages in the file: 2 · Tracks: 0 · Speakers: 1")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeAttached();
  await dialog.getByRole("button", { name: "Import 3 sessions" }).click();
  await expect(dialog.getByText("The sessions were imported.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show 1 clash" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Ada Lovelace speaks in two places at once" })).toBeVisible();
  await page.getByRole("link", { name: "Databases" }).click();
  const panel = page.getByRole("complementary", { name: "Databases" });
  await expect(panel.getByText("Monday 1 June, 09:30–10:00")).toBeVisible();
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel("End").fill("2026-06-01T09:00");
  await panel.getByRole("button", { name: "Save session" }).click();
  await expect(panel.getByText("The end must be after the start")).toBeVisible();
  await page.keyboard.press("Escape");
  const unsaved = page.getByRole("dialog", { name: "Unsaved changes" });
  await unsaved.getByRole("button", { name: "Cancel" }).click();
  await panel.getByLabel("Start").fill("2026-06-01T10:00");
  await panel.getByLabel("End").fill("2026-06-01T10:30");
  await panel.getByRole("button", { name: "Save session" }).click();

  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No clashes" })).toBeVisible();
  // Wherever the focus has gone with the form that was saved.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await page.getByRole("tab", { name: "List" }).click();
  await expect(page.getByRole("grid", { name: "Agenda" })).toContainText("Databases");
  await page.getByLabel("Search sessions").fill("garden");
  await expect(page.getByText("1 of 3 sessions")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 of 3 sessions")).toBeVisible();
  await page.getByRole("button", { name: "Empty the search" }).click();
  await expect(page.getByText("3 sessions", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "Day plan" }).click();
  await page.getByRole("link", { name: /^Opening, 09:00–10:00/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: /^Databases, 10:00–10:30/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Databases" })).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Clear agenda" }).click();
  const question = page.getByRole("dialog", { name: "Clear agenda" });
  await expect(question.getByRole("button", { name: "Remove 3 sessions" })).toBeDisabled();
  await question.getByRole("textbox").fill(EVENT);
  await question.getByRole("button", { name: "Remove 3 sessions" }).click();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
});

test("two people change one session: the second sees both versions and chooses", async ({ page, browser }) => {
  await openAgenda(page);
  await page.getByRole("button", { name: "Import sessions" }).click();
  await give(page, schedule());
  await page.getByRole("button", { name: "Import 3 sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("tab", { name: "Day plan" }).click();
  await page.getByRole("link", { name: /^Opening, / }).click();
  await expect(page).toHaveURL(/session=\d+/);
  const other = await browser.newPage();
  await openAgenda(other);
  await other.goto(page.url());

  for (const [at, title] of [
    [other, "Theirs"],
    [page, "Mine"],
  ] as const) {
    const panel = at.getByRole("complementary");
    await panel.getByRole("button", { name: "Edit" }).click();
    await panel.getByLabel("Title").fill(title);
    await panel.getByRole("button", { name: "Save session" }).click();
    if (at === other) await expect(panel.getByRole("heading", { name: "Theirs" })).toBeVisible();
  }
  const versions = page.getByRole("alert").filter({ hasText: "Somebody else has saved this session" });
  await expect(versions.getByRole("row", { name: "Title Mine Theirs" })).toBeVisible();
  await versions.getByRole("button", { name: "Save mine" }).click();

  await expect(page.getByRole("complementary", { name: "Mine" })).toBeVisible();
  await other.close();
});
