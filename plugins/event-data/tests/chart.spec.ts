// The chart of a list: what it counts is what the API counts, and a bar leads to its rows.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("a column of a searched list is drawn with the counts of all rows, and a bar leads to its rows", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=gmbh`);
  await expect(page.getByText(/^Filtered: [\d,]+$/)).toBeVisible();
  await page.getByRole("button", { name: "Chart", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Chart" });
  const answering = page.waitForResponse(
    (reply) => reply.url().includes("/thing/group") && reply.request().postDataJSON().by === "country",
  );
  await dialog.getByLabel("Column", { exact: true }).selectOption({ label: "Country" });
  const told: { count: number }[] = (await (await answering).json()).data.groups;

  await expect(page).toHaveURL(/chart=country/);
  await expect(dialog.getByRole("heading", { name: "Participants by Country" })).toBeVisible();
  const bars = dialog.getByRole("listitem").getByRole("link");
  await expect(bars).toHaveCount(told.length);
  const names = await bars.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));
  expect(names.map((name) => Number(/: ([\d,]+)$/.exec(name)?.[1]?.replaceAll(",", "")))).toEqual(
    told.map(({ count }) => count),
  );

  await bars.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const [, country, rows] = /^(.*): ([\d,]+)$/.exec(names[1] as string) ?? [];
  await expect(page.getByText(`Country is ${country}`)).toBeVisible();
  await expect(page.getByText(`Filtered: ${rows}`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=gmbh/);
});

test("bars show the average of a column of numbers, the address says so, and days stand in the order of time", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?chart=country`);
  const dialog = page.getByRole("dialog", { name: "Chart" });
  const answering = page.waitForResponse(
    (reply) => reply.url().includes("/thing/group") && reply.request().postDataJSON().figures?.[0].fn === "avg",
  );
  await dialog.getByLabel("Bars show").selectOption({ label: "Average of Badge number" });
  const told: { figures: (number | null)[] }[] = (await (await answering).json()).data.groups;

  await expect(page).toHaveURL(/chartOf=avg\.fields\.badge/);
  await expect(dialog.getByRole("heading", { name: "Participants by Country: Average of Badge number" })).toBeVisible();
  const bars = dialog.getByRole("listitem").getByRole("link");
  const amounts = told.flatMap(({ figures: [one] }) => (typeof one === "number" ? [Math.round(one * 100) / 100] : []));
  await expect(bars).toHaveCount(amounts.length);
  const names = await bars.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));
  expect(names.map((name) => Number(/: ([\d,.]+)$/.exec(name)?.[1]?.replaceAll(",", "")))).toEqual(
    amounts.sort((a, b) => b - a),
  );

  await page.goto(`/event-data/${EVENT_ID}/category/1?chart=updated_at`);
  await expect(bars.first()).toBeVisible();
  const days = await bars.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));
  const times = days.map((name) => Date.parse(name.replace(/: [\d,]+$/, "")));
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
