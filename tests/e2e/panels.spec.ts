// Panels beside a list that were opened by their address: Esc closes them, and the keyboard goes on from where they stood.
import { expect, type Page, test } from "@playwright/test";
import { PANELS, TABS } from "./pages/panels.ts";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

/** Lists whose rows have numbers that nobody knows beforehand. */
const LISTS = [`/event-data/${EVENT_ID}/category/1`, `/event-data/${EVENT_ID}/duplicates`, "/event-home"];

/** Where the keyboard would go on. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.closest("[row-id], [data-row]") ? "row" : (activeElement?.tagName ?? "");
  });

/** Whether somebody sees where that is. */
const isMarked = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement as HTMLElement;
    const { outlineStyle, borderTopColor, borderBottomColor } = getComputedStyle(cell);
    return outlineStyle !== "none" || (cell.matches(".ag-cell-focus") && borderTopColor === borderBottomColor);
  });

test("a panel that was opened by its address leaves the focus at its row, or at the heading", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(180_000);
  await comeBack(context, request);
  const settled = settling(page);
  for (const { address, row } of PANELS) {
    await test.step(address, async () => {
      await page.goto(address);
      const panel = page.getByRole("complementary");
      await expect.soft(panel, address).toBeVisible();
      await settled();
      await page.keyboard.press("Escape");
      await expect.soft(panel, address).toHaveCount(0);
      await expect.soft.poll(() => focused(page), { message: address }).toBe(row ? "row" : "H1");
    });
  }
});

test("a row that was opened in its list has the focus again, also after the page was reloaded", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(120_000);
  await comeBack(context, request);
  const settled = settling(page);
  const panel = page.getByRole("complementary");
  const leave = async (address: string) => {
    await settled();
    await page.keyboard.press("Escape");
    await expect(panel, address).toHaveCount(0);
    await expect.soft.poll(() => focused(page), { message: address }).toBe("row");
    await expect.soft.poll(() => isMarked(page), { message: address }).toBe(true);
    await expect.soft(page.locator(".list-row-open"), address).toHaveCount(0);
  };
  for (const address of LISTS) {
    await test.step(address, async () => {
      await page.goto(address);
      await settled();
      const opener = page.locator(".list-opens").first();
      await opener.evaluate((cell) => cell.setAttribute("data-drawn-once", ""));
      await opener.click();
      await expect(panel, address).toBeVisible();
      await leave(address);
      await expect(
        page.locator("[data-drawn-once]"),
        "a row that is drawn anew loses the focus and keys",
      ).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(panel, address).toBeVisible();
      await page.reload();
      await expect(panel, address).toBeVisible();
      await leave(`${address}, reloaded`);
    });
  }
});

test("the tab of a panel that is open stands in its address, and goes with the panel", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(120_000);
  await comeBack(context, request);
  for (const { address, tab } of TABS) {
    await test.step(address, async () => {
      await page.goto(address);
      const panel = page.getByRole("complementary");
      const tabs = panel.getByRole("tab");
      await expect.soft(panel.getByRole("tab", { name: tab, selected: true }), address).toBeVisible();
      await tabs.first().click();
      await expect.soft(tabs.first()).toHaveAttribute("aria-selected", "true");
      await panel.getByRole("tab", { name: tab }).click();
      await expect.soft(page).toHaveURL(address);
      await page.keyboard.press("Escape");
      await expect.soft(panel).toHaveCount(0);
      await expect.soft(page).not.toHaveURL(/tab=/);
    });
  }
});

test("while a dialog is held, Esc closes neither it nor the panel behind it", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/agenda`);
  await page.getByRole("grid").getByRole("row").nth(3).getByRole("link").first().click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Remove session" });
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/session/*", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    await held;
    await route.fulfill({ status: 503, json: { error: { code: "away", message: "Away", requestId: "test" } } });
  });
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeDisabled();

  await dialog.getByRole("heading").click();
  await page.keyboard.press("Escape");

  await expect(dialog).toBeVisible();
  await expect(panel).toBeVisible();
  answer();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(panel).toBeVisible();
});

test("Esc closes a panel right after a button in it has done its work: it rests and keeps the focus", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const address = `/event-details/${EVENT_ID}/relationships?id=1&tab=settings`;
  await page.goto(address);
  const panel = page.getByRole("complementary");
  const place = panel.getByText(/^\d+ of \d+$/);
  /** Moves the kind by one button until that rests. */
  const moveAll = async (name: string, by: 1 | -1) => {
    const [at = 0, of = 0] = (await place.innerText()).split(" of ").map(Number);
    const button = panel.getByRole("button", { name });
    for (let next = at + by; next > 0 && next <= of; next += by) {
      await button.press("Enter");
      await expect(place).toHaveText(`${next} of ${of}`);
    }
    await expect(button).toBeDisabled();
    return button;
  };
  await moveAll("Move up", -1);
  const last = await moveAll("Move down", 1);
  await expect(last).toBeFocused();

  await page.keyboard.press("Escape");

  await expect(panel).toHaveCount(0);
  await page.goto(address);
  await moveAll("Move up", -1);
});
