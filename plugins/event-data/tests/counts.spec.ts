// What other areas count of profiles is sorted, filtered, grouped and drawn as any other column.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const CONFIRMED = "beside.networking.confirmed";
const LIST = `/event-data/${EVENT_ID}/category/1?columns=name,${CONFIRMED}`;
const column = (page: Page) => page.locator(`.ag-row [col-id="${CONFIRMED}"]`);

/** The counts that are seen, from the first row on. */
async function seen(page: Page): Promise<number[]> {
  const rows = await page
    .locator(".ag-center-cols-container .ag-row")
    .evaluateAll(
      (all, field) =>
        all.map((row) => [
          Number(row.getAttribute("row-index")),
          row.querySelector(`[col-id="${field}"]`)?.textContent?.trim() ?? "",
        ]),
      CONFIRMED,
    );
  return rows
    .sort((a, b) => Number(a[0]) - Number(b[0]))
    .map(([, text]) => (text === "" ? Number.NaN : Number(String(text).replaceAll(",", ""))));
}

test("a list is sorted by confirmed meetings, drawn by them, and a bar leads to those who have as many", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(LIST);
  await expect(column(page).first()).toHaveText(/^\d+$/);
  const heading = page.getByRole("columnheader", { name: "Meetings confirmed", exact: true });
  await heading.click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await heading.click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(new RegExp(`sort=-${CONFIRMED}`.replaceAll(".", "\\.")));

  await expect.poll(async () => (await seen(page))[0] ?? 0).toBeGreaterThan(0);
  await expect.poll(async () => (await seen(page)).slice(0, 12).some(Number.isNaN)).toBe(false);
  const counts = (await seen(page)).slice(0, 12);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  const most = counts[0] as number;

  await page.reload();
  await expect.poll(async () => (await seen(page)).slice(0, 12)).toEqual(counts);
  await page.getByRole("button", { name: "Chart", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Chart" });
  await dialog.getByLabel("Column", { exact: true }).selectOption({ label: "Meetings confirmed" });
  const bar = dialog.getByRole("listitem").getByRole("link", { name: new RegExp(`^${most}: [\\d,]+$`) });
  const rows = /: ([\d,]+)$/.exec((await bar.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  await bar.click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Filtered: ${rows}`, { exact: true })).toBeVisible();
  await expect.poll(async () => [...new Set(await seen(page))]).toEqual([most]);
});
