// What stands above lists and over pages keeps to few lines and is whole, in a small window and with long German words.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

test.use({ viewport: { width: 1024, height: 640 }, locale: "de-DE" });

const TOOLBAR = ".list-toolbar";
/** Of a toolbar of two lines: two controls and the gap between them. */
const TWO_LINES = 2 * 32 + 8;

const LIST = `/event-data/${EVENT_ID}/category/1`;
const COUNTRIES = JSON.stringify([
  ["country", "in", ["GB", "US", "CH", "DE"]],
  ["status", "eq", "active"],
]);

test.beforeEach(({ context, request }) => comeBack(context, request, { locale: "de" }));

test("what narrows a list is told whole, and what follows stands where it ends", async ({ page }) => {
  await page.goto(`${LIST}?${new URLSearchParams({ filter: COUNTRIES, group: "country" })}`);
  const chips = page.locator(`${TOOLBAR} .filter-chip`);
  await expect(chips).toHaveCount(3);

  const cut = await chips
    .locator(".filter-chip-text")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  expect(cut).toEqual([]);
  const [first, second] = await Promise.all([chips.nth(0).boundingBox(), chips.nth(1).boundingBox()]);
  expect(second?.y).toBe(first?.y);
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBe(8);
  const tools = await page.locator(".list-tools").boundingBox();
  const grouped = await chips.nth(2).boundingBox();
  const middle = (box: typeof tools) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(middle(grouped)).toBe(middle(tools));
});

test("the largest countries are told whole where a list is grouped by them", async ({ page }) => {
  await page.goto(`${LIST}?group=country`);
  const names = page.locator(".list-group-name");
  await expect(names.filter({ hasText: "Vereinigtes Königreich" })).toBeVisible();

  expect(
    await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    ),
  ).toEqual([]);
});

test("what can be done to many is all in sight, down to what removes them", async ({ page }) => {
  await page.goto(`${LIST}?sort=name`);
  await page.locator(".ag-cell[col-id=list-ticks] input").first().click();
  await page.getByRole("button", { name: "Aktionen", exact: true }).click();

  await expect(page.getByRole("menuitem", { name: /^Entfernen/ })).toBeInViewport({ ratio: 1 });
});

test("beside an open pair what the queue is narrowed with takes two lines", async ({ page }) => {
  await page.goto(`/event-data/${EVENT_ID}/duplicates`);
  await page.locator(".ag-row .list-opens").first().click();
  await expect(page.getByRole("heading", { name: "Ein Profil oder zwei?" })).toBeVisible();

  const height = () => page.locator(TOOLBAR).evaluate((one) => one.getBoundingClientRect().height);
  await expect.poll(height).toBeLessThanOrEqual(TWO_LINES);
});

test("times of sessions that the palette finds are told whole, each beside the picture of what it is", async ({
  page,
}) => {
  await page.goto(LIST);
  await page.getByRole("button", { name: "Suchen" }).click();
  await page.keyboard.type("in a crowded calendar");
  const found = page.getByRole("option").filter({ hasText: /crowded calendar.*\d{4}/ });
  await expect(found.first()).toBeVisible();

  const cut = await found
    .locator(".palette-note")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  expect(cut).toEqual([]);
  expect(await found.evaluateAll((all) => all.filter((one) => !one.querySelector("path")).length)).toBe(0);
});
