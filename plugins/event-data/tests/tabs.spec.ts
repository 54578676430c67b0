// A name in the list is a link: a tab of its own for those who ask for one, beside the list for everybody else.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("Ctrl and a click, or the middle button, open a profile in a tab of its own; a click opens it beside the list", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=leutheusser`);
  const grid = page.getByRole("grid", { name: "Participants" });
  const cell = grid.locator(".list-opens").first();
  const name = cell.getByRole("link");
  await expect(name).toHaveAttribute("href", /^\/event-data\/1\/profile\/\d+\?q=leutheusser&list=category\.1$/);
  const before = page.url();

  for (const how of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
    const [tab] = await Promise.all([context.waitForEvent("page"), name.click(how)]);
    await expect(tab).toHaveURL(/\/profile\/\d+\?/);
    await tab.close();
    expect(page.url()).toBe(before);
    await expect(page.getByRole("complementary")).toHaveCount(0);
  }

  await name.click();
  await expect(page).toHaveURL(/\/profile\/\d+\?q=leutheusser&list=category\.1/);
  await expect(page.getByRole("complementary")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary")).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("under the pointer a name is underlined, and the initials before it are not", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=leutheusser`);
  const cell = page.getByRole("grid", { name: "Participants" }).locator(".list-opens").first();
  const isUnderlined = (part: Element) => {
    for (let at: Element | null = part; at && !at.matches(".ag-row"); at = at.parentElement)
      if (getComputedStyle(at).textDecorationLine.includes("underline")) return true;
    return false;
  };
  const name = cell.locator("bdi");
  expect(await name.evaluate(isUnderlined)).toBe(false);

  await name.hover();

  expect(await name.evaluate(isUnderlined)).toBe(true);
  expect(await cell.locator(".avatar").evaluate(isUnderlined)).toBe(false);
});
