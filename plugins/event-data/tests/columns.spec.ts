// The columns of a list: chosen, moved, kept in the address and in a view, written to a file, and taken back.
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import readXlsx from "read-excel-file/node";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const LIST = `/event-data/${EVENT_ID}/category/1`;
/** Headings from left to right, as they stand. */
async function headings(page: Page): Promise<string[]> {
  const cells = page.locator(".ag-header-cell:not([col-id=list-ticks])");
  const placed = await cells.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().left, one.querySelector(".ag-header-cell-text")?.textContent ?? ""]),
  );
  return placed.sort((a, b) => Number(a[0]) - Number(b[0])).map(([, text]) => String(text));
}

/** Where a heading stands once the columns fill the list: they begin to move only some frames after a panel has gone. */
async function placeOf(page: Page, name: string) {
  const list = page.locator(".ag-header-viewport");
  const left = () =>
    list.evaluate((frame) => {
      const ends = [...frame.querySelectorAll(".ag-header-cell")].map((one) => one.getBoundingClientRect().right);
      return Math.round(frame.getBoundingClientRect().right - Math.max(...ends));
    });
  await expect.poll(left).toBe(0);
  const place = await page.getByRole("columnheader", { name, exact: true }).boundingBox();
  if (!place) throw new Error(`${name} is not to be seen`);
  return place;
}

const box = (page: Page, name: string) =>
  page.getByRole("treeitem", { name: `${name} Column`, exact: true }).locator("input");

/** Ticks a column that is found by its name: only those in view of the panel are on the page. */
async function tick(page: Page, name: string, isShown = true) {
  await page.getByLabel("Search columns").fill(name);
  await box(page, name).setChecked(isShown);
}

test("columns are hidden, shown, moved and taken back; address, view and file follow", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await comeBack(context, request);
  await page.goto(LIST);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  const before = await headings(page);
  expect(before).toContain("Job title");

  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await tick(page, "Job title", false);
  await tick(page, "Badge number");
  await expect.poll(() => headings(page)).not.toContain("Job title");
  await expect.poll(() => headings(page)).toContain("Badge number");
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await expect(box(page, "Job title")).toHaveCount(0);
  const from = await placeOf(page, "Status");
  const to = await placeOf(page, "Email");
  await page.mouse.move(from.x + 30, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + from.height / 2, { steps: 5 });
  await page.mouse.move(to.x + 10, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  const isMoved = async () => {
    const now = await headings(page);
    return now.indexOf("Status") < now.indexOf("Email");
  };
  await expect.poll(isMoved).toBe(true);
  const chosen = await headings(page);
  await expect(page).toHaveURL(/columns=[^&]*status[^&]*email[^&]*fields\.badge/);

  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Badges");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: "View: Badges", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator(".list-opens").first()).toBeVisible();
  await expect.poll(() => headings(page)).toEqual(chosen);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel file" }).click();
  const [sheet] = await readXlsx(readFileSync(await (await arriving).path()));
  expect(sheet?.data[0]).toEqual(chosen);

  await page.getByRole("button", { name: "View: Badges", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Everything, as it comes", exact: true }).click();
  await expect(page).not.toHaveURL(/columns=/);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Reset columns", exact: true }).click();
  await expect.poll(() => headings(page)).toEqual(before);
  await expect(page).not.toHaveURL(/columns=/);
  await page.goto(LIST);
  await expect.poll(() => headings(page)).toEqual(before);
});

test("columns are moved, widened and pinned without dragging, and stay as they were put", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await comeBack(context, request);
  await page.goto(LIST);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
  const orderOf = async (one: string, other: string) => {
    const now = await headings(page);
    return now.indexOf(one) - now.indexOf(other);
  };
  const before = await headings(page);
  const left = before[before.indexOf("Status") - 1] as string;

  await heading("Status").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => orderOf("Status", left)).toBe(-1);
  await expect(page).toHaveURL(/columns=/);
  const moved = await headings(page);

  await heading("Email").click();
  await expect(page).toHaveURL(/sort=email/);
  expect(await headings(page)).toEqual(moved);

  const menuOf = async (name: string, item: string) => {
    await heading(name).focus();
    await page.keyboard.press("Control+Enter");
    // Filters come first, and the tab that was last open the next time; pressed once more it closes the menu.
    const tab = page.locator(".ag-menu .ag-tab").nth(1);
    if (!(await tab.getAttribute("class"))?.includes("ag-tab-selected")) await tab.click();
    await page.getByText(item, { exact: true }).click();
  };
  await menuOf("Status", "Move right");
  await expect.poll(() => headings(page)).toEqual(before);
  await expect(heading("Status")).toBeFocused();
  await menuOf("Status", "Move left");
  await expect.poll(() => headings(page)).toEqual(moved);

  const widthOf = async (name: string) => Math.round((await heading(name).boundingBox())?.width ?? 0);
  const narrow = await widthOf("Status");
  await heading("Status").focus();
  for (let pressed = 0; pressed < 5; pressed++) await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(() => widthOf("Status")).toBeGreaterThan(narrow);
  const wide = await widthOf("Status");
  await menuOf("Country", "Fit this column to its content");
  const fitted = await widthOf("Country");
  await page.reload();
  await expect(page.locator(".list-opens").first()).toBeVisible();
  await expect.poll(() => headings(page)).toEqual(moved);
  expect([await widthOf("Status"), await widthOf("Country")]).toEqual([wide, fitted]);
  await page.goto(`${LIST}?columns=name,status,country`);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  await expect.poll(() => headings(page)).toEqual(["Name", "Status", "Country"]);
  expect([await widthOf("Status"), await widthOf("Country")]).toEqual([wide, fitted]);
  await page.goto(LIST);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  await expect.poll(() => headings(page)).toEqual(moved);
  expect([await widthOf("Status"), await widthOf("Country")]).toEqual([wide, fitted]);
});

test("columns that somebody else's link names do not become one's own", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(LIST);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  const before = await headings(page);

  await page.goto(`${LIST}?columns=email,country`);
  await expect.poll(() => headings(page)).toEqual(["Email", "Country"]);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await tick(page, "Status");
  await expect(page).toHaveURL(/columns=[^&]*status/);
  await page.goto(LIST);

  await expect.poll(() => headings(page)).toEqual(before);
});

test("columns that other areas know are filled once they are chosen, wherever the list is, and stand in the file", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const asked: string[] = [];
  page.on(
    "request",
    (one) =>
      one.method() === "POST" && one.url().endsWith("/thing/column?locale=en-gb") && asked.push(one.postData() ?? ""),
  );
  await page.goto(`${LIST}?columns=name,email`);
  await expect(page.locator(".list-opens").first()).toBeVisible();
  const values = (field: string) => page.locator(`.ag-row [col-id="beside.${field}"]`);

  await page.getByRole("button", { name: "Columns", exact: true }).click();
  expect(asked).toEqual([]);
  await tick(page, "Complete (%)");
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await expect(values("event-data.complete").first()).toHaveText(/^\d+$/);
  await expect(page).toHaveURL(/columns=[^&]*beside\.event-data\.complete/);
  await page.goto(`${LIST}?columns=name,email,beside.event-data.complete,beside.custom-groups.names`);

  await expect(values("custom-groups.names").filter({ hasText: /\w/ }).first()).toBeVisible();
  await page.locator(".ag-body-viewport").evaluate((list) => list.scrollTo({ top: 36 * 2500 }));
  await expect(page.locator('.ag-row[row-index="2505"] [col-id="beside.event-data.complete"]')).toHaveText(/^\d+$/);

  await page.reload();
  await expect(values("event-data.complete").first()).toHaveText(/^\d+$/);
  const cells = await page.locator(".ag-row[row-index='0'] .ag-cell[col-id^='beside']").allTextContents();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel file" }).click();
  const [sheet] = await readXlsx(readFileSync(await (await arriving).path()));
  expect(sheet?.data[0]).toEqual(["Name", "Email", "Complete (%)", "Groups"]);
  expect(sheet?.data[1]?.slice(2).map((cell) => String(cell ?? ""))).toEqual(cells);
});

test("nothing is said of clocks that show the same", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`${LIST}?columns=name,updated_at`);
  await expect(page.locator('.ag-row[row-index="0"] [col-id="updated_at"]')).toHaveText(/\d{2}:\d{2}/);
  await expect(page.getByText("Total rows")).toBeVisible();

  await expect(page.getByText(/^Times of/)).toHaveCount(0);
});

test.describe("far away from the event", () => {
  test.use({ timezoneId: "America/New_York" });

  test("times stand on the event's clocks, and the reader's own are told to whoever points at them", async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request);
    await page.goto(`${LIST}?columns=name,updated_at&sort=email`);
    const cell = page.locator('.ag-row[row-index="0"] [col-id="updated_at"]');
    await expect(cell).toHaveText(/\d{2}:\d{2} (GMT|BST|CET|CEST)$/);

    await cell.hover();

    await expect(page.locator(".ag-tooltip")).toHaveText(/^Your time: .*\d{2}:\d{2} (GMT-[45]|EST|EDT)$/);
    const badge = page.getByText(/^Times of Europe\/London; yours (are 5 hrs behind|differ)$/);
    await expect(badge).toBeVisible();
    await page.goto(`${LIST}?columns=name,email`);
    await expect(page.locator(".list-opens").first()).toBeVisible();
    await expect(badge).toHaveCount(0);
  });
});
