// A panel has its foot in sight as it opens, and what is begun in it can be typed at once.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

const EVENT = `/event-details/${EVENT_ID}`;

/** Panels of something new, with the button that makes it: on pages that scroll, and on those that do not. */
const BEGUN: readonly { address: string; action: string }[] = [
  { address: `/event-data/${EVENT_ID}/category/1?open=new`, action: "Add" },
  { address: `${EVENT}/custom-fields?open=new`, action: "Create field" },
  { address: `${EVENT}/custom-groups?id=new`, action: "Create group" },
  { address: `${EVENT}/relationships?id=new`, action: "Create kind" },
  { address: "/app-settings/data-types?open=new", action: "Add data type" },
  { address: "/event-home?open=new", action: "Create event" },
];

const panelOf = (page: Page) => page.getByRole("complementary");

test("the button that makes something new is in sight as its panel opens, and the first field can be typed into", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(120_000);
  await comeBack(context, request);
  await page.setViewportSize({ width: 1280, height: 720 });
  const settled = settling(page);
  for (const { address, action } of BEGUN) {
    await test.step(address, async () => {
      await page.goto(address);
      await settled();
      const button = panelOf(page).getByRole("button", { name: action, exact: true });
      await expect.soft(button, address).toBeInViewport({ ratio: 1 });
      await page.keyboard.type("Abc");
      const first = panelOf(page).locator("input, select, textarea").first();
      await expect.soft(first, address).toBeFocused();
    });
  }
});

test("a panel stays between the header and the end of the window while its page is scrolled", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${EVENT}/custom-fields?open=1`);
  await expect(panelOf(page)).toBeVisible();
  const heights: number[] = [];
  for (const top of [0, 60, 150]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    await expect
      .poll(() => panelOf(page).evaluate((panel) => innerHeight - panel.getBoundingClientRect().bottom))
      .toBeCloseTo(16, 0);
    heights.push(await panelOf(page).evaluate((panel) => panel.clientHeight));
  }
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
});

test.describe("to whom clocks show another time than at the event", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the bar below a list keeps to one line beside a panel, and what is cut there is told by its title", async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request, { locale: "de" });
    await page.setViewportSize({ width: 1280, height: 720 });
    const settled = settling(page);
    await page.goto(`/event-data/${EVENT_ID}/profile/1?list=category.1`);
    await settled();
    await expect(panelOf(page)).toBeVisible();
    const clocks = page.locator(".list-clocks");
    await expect(clocks).toBeVisible();

    const title = await clocks.getAttribute("title");
    expect(title).toContain((await clocks.textContent()) ?? "");
    expect(await page.locator(".ag-status-bar").evaluate((bar) => bar.clientHeight)).toBeLessThan(45);
  });
});

test("the buttons at the foot of a panel take the focus where they stand", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${EVENT}/custom-fields?open=new`);
  const buttons = panelOf(page).locator(".form-bar").getByRole("button");
  await expect(buttons.last()).toBeInViewport({ ratio: 1 });
  const places = () =>
    page.evaluate(() => [scrollY, (document.querySelector(".side-panel-body") as HTMLElement).scrollTop]);

  await buttons.first().focus();
  await page.keyboard.press("Tab");
  await expect(buttons.last()).toBeFocused();
  expect(await places()).toEqual([0, 0]);
});
