// Tabs that do not fit stand in one row with a menu of the others, and a look at another tab loses nothing that was typed.
import { expect, type Page, test } from "@playwright/test";
import { findings, RULES, wear } from "./pages/axe.ts";
import { Desk } from "./pages/people.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

// The checker is put into the page.
test.use({ bypassCSP: true });

const panelOf = (page: Page) => page.getByRole("complementary");
const tab = (page: Page, name: string) => panelOf(page).getByRole("tab", { name, exact: true });
/** Whether the open tab stands wholly within its row, and the row on one line. */
const openInSight = (page: Page) =>
  panelOf(page)
    .getByRole("tablist")
    .evaluate((row) => {
      const [open, all] = [row.querySelector('[aria-selected="true"]'), [...row.children]];
      const [at, within] = [open?.getBoundingClientRect(), row.getBoundingClientRect()];
      const lines = new Set(all.map((one) => one.getBoundingClientRect().top));
      return lines.size === 1 && !!at && at.left >= within.left - 2 && at.right <= within.right + 2;
    });

for (const { language, first, last, more } of [
  { language: "de", first: "Profil", last: "Verlauf", more: "Mehr Registerkarten" },
  { language: "en-gb", first: "Profile", last: "History", more: "More tabs" },
]) {
  test(`the tabs of a profile stand in one row on a small screen, and a menu opens those that do not fit (${language})`, async ({
    page,
    context,
    request,
  }) => {
    const desk = await Desk.at(request, EVENT_ID);
    const person = await desk.profile({ first_name: "Tabea", last_name: "Tabulata" });
    await comeBack(context, request, { email: "matchmaker@demo.test", locale: language });
    await page.setViewportSize({ width: 1024, height: 640 });
    await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1`);
    const menu = panelOf(page).getByRole("button", { name: more });

    await expect(menu).toBeVisible();
    await expect.poll(() => openInSight(page)).toBe(true);
    await menu.press("Enter");
    const entry = page.getByRole("menuitem", { name: last, exact: true });
    await expect(page.getByRole("menuitem", { name: first, exact: true })).toHaveCount(0);
    await entry.press("Enter");
    await expect(tab(page, last)).toHaveAttribute("aria-selected", "true");
    await expect(tab(page, last)).toBeFocused();
    await expect.poll(() => openInSight(page)).toBe(true);
    await page.keyboard.press("Home");
    await expect(tab(page, first)).toBeFocused();
    await expect(tab(page, first)).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => openInSight(page)).toBe(true);
    await page.keyboard.press("ArrowLeft");
    await expect(tab(page, last)).toBeFocused();
    await expect.poll(() => openInSight(page)).toBe(true);
    for (const theme of ["light", "dark"] as const) {
      await wear(page, theme);
      expect(await findings(page, RULES)).toEqual([]);
    }

    // As at 400 % zoom, and read from the right: then the next tab stands to the left.
    await page.setViewportSize({ width: 320, height: 400 });
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await tab(page, last).focus();
    for (const [key, name] of [
      ["Home", first],
      ["ArrowRight", last],
      ["ArrowLeft", first],
      ["End", last],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect.poll(() => openInSight(page)).toBe(true);
    }
    await desk.leave();
  });
}

test("where all tabs fit there is no menu of others", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/custom-groups`);
  await page.getByRole("main").locator(".list-opens a").first().click();

  await expect(panelOf(page).getByRole("tab").first()).toBeVisible();
  await expect(panelOf(page).getByRole("button", { name: "More tabs" })).toHaveCount(0);
});

test("a meeting that is being arranged outlives a look at other tabs, and what was changed there meets it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Konstanze", last_name: "Keeps" });
  const other = await desk.profile({ first_name: "Kunibert", last_name: "Kept" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}?list=category.1`);
  const panel = panelOf(page);
  await tab(page, "Meetings").click();
  await panel.getByRole("button", { name: "Arrange a meeting" }).click();
  await panel.getByRole("combobox", { name: "With whom" }).fill(other.name);
  await page.getByRole("option", { name: other.name }).first().click();
  await panel.getByRole("textbox", { name: "What it is about" }).fill("Not to be lost");
  await expect(panel.getByText("Nothing stands in the way at this time.")).toBeVisible();

  await tab(page, "Groups").click();
  await expect(panel.getByRole("textbox", { name: "What it is about" })).toBeHidden();
  const kept = await desk.ask("get", `/thing/${one.id}/availability`);
  await desk.ask("put", `/thing/${one.id}/availability`, { rev: kept.data.rev, windows: [] });
  await tab(page, "Meetings").click();

  await expect(panel.getByRole("textbox", { name: "What it is about" })).toHaveValue("Not to be lost");
  await expect(panel.getByRole("button", { name: `Leave ${other.name} out` })).toBeVisible();
  await expect(panel.getByText(`${one.name} is not available`)).toBeVisible();
  await desk.leave();
});

test("what was typed on one tab is asked about although another form was opened after it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Zacharias", last_name: "Zweifach" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1`);
  const panel = panelOf(page);
  const title = panel.getByRole("textbox", { name: "Job title", exact: true });
  await title.fill("Typed and not saved");
  await tab(page, "Availability").click();
  await expect(panel.getByRole("radio", { name: "Throughout the event" })).toBeVisible();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });

  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await tab(page, "Profile").click();
  await expect(title).toHaveValue("Typed and not saved");
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();

  await expect(panel).toHaveCount(0);
  await desk.leave();
});

test("words with which somebody is looked for stay behind the other tabs of a profile", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Wendelin", last_name: "Words" });
  await comeBack(context, request, { email: "expert@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1`);
  const speaker = panelOf(page).getByRole("combobox", { name: "This person speaks as" });
  await tab(page, "Sessions").click();
  await speaker.fill("half a na");
  await tab(page, "History").click();
  await tab(page, "Sessions").click();

  await expect(speaker).toHaveValue("half a na");
  await desk.leave();
});
