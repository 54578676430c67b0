// A long list in a real browser: wheel and bar take turns at once, and a jump never shows a list without rows.
import { expect, type Page, test } from "@playwright/test";

const PASSWORD = "Lanyard#2026";
/** Of the demo's big event, with some 5,000 participants. */
const LIST = "/event-data/1/category/1";

/** Opens the list; answers how many rows it has. */
async function openList(page: Page): Promise<number> {
  await page.goto(`/login?from=${encodeURIComponent(LIST)}`);
  await page.getByLabel("Email").fill("super@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/main/);
  await page.goto(LIST);
  await expect(page.locator(".ag-row .ag-cell[col-id=name]").first()).toBeVisible();
  const total = page.getByText(/^Total rows: 5,\d{3}$/);
  await expect(total).toBeVisible();
  return Number((await total.innerText()).replace(/\D/g, ""));
}

/** In the page: whether rows are where somebody looks, at each frame from now on. */
function watch() {
  const body = document.querySelector(".ag-body-viewport") as HTMLElement;
  const { left, width, top, height } = body.getBoundingClientRect();
  const seen = { frames: 0, bare: 0 };
  const look = () => {
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".ag-row");
    seen.frames++;
    if (!row) seen.bare++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(window, { seen });
}

/** In the page: the bar is moved by so many pixels. */
function moveBar(by: number) {
  const bar = document.querySelector(".ag-body-vertical-scroll-viewport") as HTMLElement;
  bar.scrollTop += by;
}

const places = (page: Page) =>
  page.evaluate(() => {
    const at = (part: string) => Math.round((document.querySelector(part) as HTMLElement).scrollTop);
    return [at(".ag-body-viewport"), at(".ag-body-vertical-scroll-viewport")];
  });

test("the wheel goes on where the bar was moved, and the bar where the wheel was turned, at once", async ({ page }) => {
  const warned: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warned.push(message.text()));
  await openList(page);
  const body = await page.locator(".ag-body-viewport").boundingBox();
  await page.mouse.move((body?.x ?? 0) + 300, (body?.y ?? 0) + 200);

  await page.evaluate(moveBar, 300);
  await expect.poll(() => places(page)).toEqual([300, 300]);
  for (let notch = 0; notch < 5; notch++) await page.mouse.wheel(0, 120);
  await expect.poll(() => places(page)).toEqual([900, 900]);
  await page.evaluate(moveBar, 300);
  await expect.poll(() => places(page)).toEqual([1200, 1200]);
  // What the grid is told between two blocks is none of the things that it cannot be told later.
  expect(warned.filter((text) => text.includes("AG Grid"))).toEqual([]);
});

test("a jump to the end and back shows rows all the time, below the header that is theirs", async ({ page }) => {
  const rows = await openList(page);
  await page.locator(".ag-row .ag-cell[col-id=email]").first().click();
  await page.evaluate(watch);
  // Long enough to be seen, and within the time for which the rows before stay.
  await page.route("**/thing/query**", async (route) => {
    await new Promise((later) => setTimeout(later, 250));
    await route.continue();
  });

  await page.keyboard.press("End");
  await expect(page.locator(".ag-header.list-still")).toHaveCount(1);
  const rowAt = (at: number) => page.locator(`.ag-center-cols-container .ag-row[row-index='${at}'] .ag-cell`).first();
  await expect(rowAt(rows - 1)).not.toBeEmpty();
  await page.keyboard.press("Home");
  await expect(rowAt(0)).not.toBeEmpty();
  await expect(page.locator(".list-still")).toHaveCount(0);

  const { frames, bare } = await page.evaluate(() => (window as never as { seen: Record<string, number> }).seen);
  expect(frames).toBeGreaterThan(3);
  expect(bare).toBe(0);
});

test("cells of all rows are selected and copied at once: as far as they are loaded, and that is told", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const all = await openList(page);
  const rows = all.toLocaleString("en-GB");
  await page.locator(".ag-row .ag-cell[col-id=email]").first().click();
  await page.keyboard.press("End");
  const end = page.locator(`.ag-center-cols-container .ag-row[row-index='${all - 1}'] .ag-cell-focus`);
  await expect(end).not.toBeEmpty();

  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText(new RegExp(`^Loaded rows only: [\\d,]+ of ${rows}$`))).toBeVisible();
  await page.keyboard.press("ControlOrMeta+c");
  await expect(page.getByRole("status").filter({ hasText: "rows were copied" })).toContainText(`of ${rows} rows`);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n").length).toBeGreaterThan(50);
  expect(copied).not.toMatch(/\n\s*\n/);

  await page.locator(".ag-row .ag-cell[col-id=email]").last().click({ button: "right" });
  await page.locator(".ag-menu").getByText("Copy with headings").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^.*Email/);
});

test("with Shift all rows between two ticks are ticked, also those that nobody has scrolled to", async ({ page }) => {
  const all = await openList(page);
  const box = (at: number) => page.locator(`.ag-row[row-index='${at}'] [col-id=list-ticks] input`);
  await box(1).check();
  await page.locator(".ag-row[row-index='0'] .ag-cell[col-id=email]").click();
  await page.keyboard.press("End");
  await expect(page.locator(`.ag-row[row-index='${all - 1}'] .ag-cell-focus`)).not.toBeEmpty();

  await box(all - 1).click({ modifiers: ["Shift"] });
  await expect(page.locator(".list-selected")).toContainText(`${(all - 1).toLocaleString("en-GB")} selected`);
  await expect(box(all - 1)).toBeChecked();
  await expect(page.getByText(/^Selected: /)).toHaveText(`Selected: ${(all - 1).toLocaleString("en-GB")}`);
});
