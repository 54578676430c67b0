// The command palette shows a few of the profiles with a name, and leads to all of them.
import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("a name that many have leads from the palette to the list of all who have it; one that few have does not", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test", eventId: 1 });
  await page.goto("/event-data/1/category/1");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and go to" });
  const options = palette.getByRole("option");
  await palette.getByRole("combobox").fill("gupta");
  await expect(options).toHaveCount(7);
  await expect(options.last()).toHaveText("Show all with “gupta”");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/event-data\/1\?q=gupta$/);
  await expect(page.getByRole("searchbox", { name: /^Search/ })).toHaveValue("gupta");
  await expect(page.getByText(/^Filtered: \d\d$/)).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("aditya gupta");
  await expect(palette.getByRole("option", { name: "Aditya Gupta" }).first()).toBeVisible();
  await expect(palette.getByRole("option", { name: /^Show all/ })).toHaveCount(0);
});

test("who was found and opened is offered again, with the name of now, to the same person in the same event", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test", eventId: 1 });
  await page.goto("/event-details/1/agenda");
  const isThere = () => expect(page.getByRole("heading", { level: 1, name: "Agenda" })).toBeVisible();
  await isThere();
  const palette = page.getByRole("dialog", { name: "Search and go to" });
  const recent = palette.getByRole("group", { name: "Recent" }).getByRole("option");
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("aditya gupta");
  const option = palette.getByRole("option", { name: "Aditya Gupta" }).first();
  const name = (await option.locator(".palette-label").textContent()) ?? "";
  await option.click();
  await expect(page).toHaveURL(/\/event-data\/1\/profile\/\d+/);
  const address = page.url();
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
  await page.goto("/event-details/1/agenda");
  await isThere();

  await page.keyboard.press("Control+k");
  await expect(recent.first()).toContainText(name);
  expect(await page.evaluate(() => localStorage.getItem("recent"))).not.toContain(name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address);

  // Another person at the same browser.
  const reply = await request.post("/1/dashboard/user/login", {
    data: { email: "expert@demo.test", password: "Lanyard#2026" },
  });
  const { user, token } = (await reply.json()).data;
  await page.evaluate(
    ([userData, selection]) => {
      localStorage.setItem("userData", JSON.stringify(userData));
      localStorage.setItem("selection", JSON.stringify(selection));
    },
    [
      { ...user, token },
      { userId: user.user_id, appId: 1, eventId: 1 },
    ] as const,
  );
  await page.goto("/event-details/1/agenda");
  await isThere();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await expect(recent).toHaveCount(0);
});
