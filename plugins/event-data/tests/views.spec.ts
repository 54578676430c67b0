import { expect, type Route, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("the list as it comes is marked in the menu of views only while it is shown so", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: 2 });
  const plain = page.getByRole("menuitemradio", { name: "Everything, as it comes", exact: true });
  const menu = page.getByRole("button", { name: "Views", exact: true });
  await page.goto("/event-data/2/category/1");
  await menu.click();
  await expect(plain).toHaveAttribute("aria-checked", "true");

  await page.goto("/event-data/2/category/1?group=company_name");
  await menu.click();
  await expect(plain).toHaveAttribute("aria-checked", "false");

  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  // It grows as it opens.
  const between = async () => {
    const name = await dialog.getByRole("textbox", { name: "Name" }).boundingBox();
    const shared = await dialog.getByRole("checkbox").boundingBox();
    return (shared?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0);
  };
  await expect.poll(between).toBeGreaterThanOrEqual(12);
});

test("a list with a column of the event's own is kept as a view, opened again, and removed", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test", eventId: 2 });
  await page.goto("/event-data/2/category/1?columns=name,fields.diet&sort=-name");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Diets");
  await dialog.getByRole("button", { name: "Save view" }).click();
  const shown = page.getByRole("button", { name: "View: Diets", exact: true });
  await expect(shown).toBeVisible();

  await page.goto("/event-data/2/category/1");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Diets", exact: true }).click();

  await expect(shown).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Diet", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/sort=-name/);
  await shown.click();
  await page.getByRole("menuitem", { name: "Remove view" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove view" }).click();
  await expect(page.getByRole("button", { name: "Views", exact: true })).toBeVisible();
});

test("views that cannot be had are said, and asked for again; what was refused before is not told of what is saved next", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test", eventId: 2 });
  const menu = page.getByRole("button", { name: "Views", exact: true });
  const notice = page.getByRole("alert").filter({ hasText: "Saved views could not be loaded" });
  const fails = (method: string) => (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { error: { code: "unexpected", message: "No" } } })
      : route.fallback();
  await page.route("**/thing-view?**", fails("GET"));
  await page.goto("/event-data/2/category/1?sort=-name");
  await expect(notice).toBeVisible();
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Saved views could not be loaded" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.unroute("**/thing-view?**");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);

  const saveAs = async () => {
    await page.getByRole("menuitem", { name: "Save as a new view" }).click();
    return page.getByRole("dialog", { name: "Save this view" });
  };
  await menu.click();
  const dialog = await saveAs();
  await dialog.getByLabel("Name").fill("Refused once");
  await dialog.getByRole("button", { name: "Save view" }).click();
  const shown = page.getByRole("button", { name: "View: Refused once", exact: true });
  await page.route("**/thing-view", fails("PUT"));
  await shown.click();
  await page.getByRole("menuitem", { name: "Open this list with this view" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await shown.click();
  await expect((await saveAs()).getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await shown.click();
  await page.getByRole("menuitem", { name: "Remove view" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove view" }).click();
  await expect(menu).toBeVisible();
});
