// The side navigation shows where one is, however many of its groups are open, and stands still meanwhile.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

test("the entry of the page that an address opens is in sight, and stays where it was when one goes on from there", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.setViewportSize({ width: 1280, height: 640 });
  const navigation = page.getByRole("navigation", { name: "Side navigation" });
  const here = navigation.locator('[aria-current="page"]');
  await page.goto(`/event-details/${EVENT_ID}/setup`);
  await expect(here).toBeInViewport({ ratio: 1 });
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await expect(here).toHaveText("All participants");
  await expect(here).toBeInViewport({ ratio: 1 });
  await expect(navigation.getByRole("link", { name: "Lanyard" })).toBeInViewport();

  const next = navigation.getByRole("link", { name: "Speaker", exact: true }).last();
  const before = (await next.boundingBox())?.y;
  await next.click();

  await expect(here).toHaveText("Speaker");
  await expect(next).toHaveAttribute("aria-current", "page");
  expect((await next.boundingBox())?.y).toBe(before);
});

for (const locale of ["en-gb", "de"]) {
  test(`no entry moves when another one becomes that of the open page, in ${locale}`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request, { locale });
    await page.goto(`/event-details/${EVENT_ID}/setup`);
    const navigation = page.locator("#side-navigation");
    await expect(navigation.locator('[aria-current="page"]')).toBeVisible();
    const heights = () =>
      navigation
        .locator(".nav-item")
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    const before = await heights();

    await navigation.locator(`a[href="/event-details/${EVENT_ID}/data-types-permissions"]`).click();

    await expect(navigation.locator('[aria-current="page"]')).toHaveAttribute("href", /data-types-permissions$/);
    expect(await heights()).toEqual(before);
  });
}

test("a page whose entry leads nowhere yet is marked there, and none that stands above it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/teams`);

  const here = page.getByRole("navigation", { name: "Side navigation" }).locator('[aria-current="page"]');
  await expect(here).toHaveText("Teams");
  await expect(here).toHaveAttribute("aria-disabled", "true");
});
