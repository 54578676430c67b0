import { expect, type Page, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { logIn } from "./pages/LoginPage.ts";

async function inNorthwind(page: Page, who: Parameters<typeof logIn>[1] = "super"): Promise<Frame> {
  await logIn(page, who);
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).not.toHaveURL(/\/main$/);
  return frame;
}

/** Presses a group; answers how long what is in it takes to appear, and where the next group stands in each frame of that. */
async function openedFrameByFrame(group: HTMLElement | SVGElement): Promise<{ lasts: string[]; tops: number[] }> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const children = group.nextElementSibling as Element;
  const next = group.closest("li")?.nextElementSibling as Element;
  const tops: number[] = [];
  (group as HTMLElement).click();
  await frame();
  const lasts = children.getAnimations().map(({ effect }) => `${Number(effect?.getTiming().duration) / 1000}s`);
  do {
    tops.push(next.getBoundingClientRect().top);
    await frame();
  } while (children.getAnimations().length > 0);
  return { lasts, tops: [...tops, next.getBoundingClientRect().top] };
}

test("groups open and close, are remembered, and the navigation is 270 px wide", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const frame = await inNorthwind(page);
  expect((await frame.navigation.boundingBox())?.width).toBe(270);

  await expect(frame.group("Event details")).toHaveAttribute("aria-expanded", "false");
  const { lasts, tops } = await frame.group("Event details").evaluate(openedFrameByFrame);
  expect(lasts).toContain("0.3s");
  expect(new Set(tops).size, `the next group moves on while one appears: ${tops}`).toBe(1);
  await expect(frame.entry("Agenda")).toBeVisible();
  await page.reload();
  await expect(frame.group("Event details")).toHaveAttribute("aria-expanded", "true");

  await frame.group("Event details").click();
  await expect(frame.entry("Agenda")).toBeHidden();
});

test("entries that need an event are disabled and say so until one is selected", async ({ page }) => {
  const frame = await inNorthwind(page);
  await frame.openGroup("Event details");
  const agenda = frame.entry("Agenda");
  await expect(agenda).toHaveAttribute("aria-disabled", "true");
  await expect(agenda).toHaveAccessibleDescription("Select an event first");

  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/\/event-details\/\d+\/setup$/);
  await expect(agenda).not.toHaveAttribute("aria-disabled");
  await expect(frame.entry("Setup")).toHaveAttribute("aria-current", "page");

  await agenda.click();
  await expect(page).toHaveURL(/\/agenda$/);
  await expect(agenda).toHaveAttribute("aria-current", "page");
});

test("the event's data types stand in four groups", async ({ page }) => {
  const frame = await inNorthwind(page);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await frame.openGroup("Data types");
  for (const name of ["All", "Participants", "Companies", "Items"]) await expect(frame.group(name)).toBeVisible();

  await frame.openGroup("Companies");
  await expect(frame.entry("Exhibitor").last()).toBeVisible();
});

test("a role that is too weak does not see the entry, and its address leads to the no-permission page", async ({
  page,
}) => {
  const frame = await inNorthwind(page, "owner");
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await frame.openGroup("Event details");
  await expect(frame.entry("Agenda")).toBeVisible();
  await expect(frame.entry("History")).toHaveCount(0);

  await page.goto(page.url().replace(/setup$/, "history"));
  await expect(frame.title(/./)).toBeVisible();
  await expect(page.getByRole("heading", { name: "You may not open this page" })).toBeVisible();
  await expect(frame.group("Events")).toBeVisible();
  await expect(frame.navigation.locator("[aria-current]")).toHaveCount(0);
});

test("an event of the address that is not allowed gets the no-permission page", async ({ page }) => {
  await inNorthwind(page);
  await page.goto("/event-details/999999/setup");
  await expect(page.getByRole("heading", { name: "You may not open this page" })).toBeVisible();
});

test("arrow keys move through the navigation, right and left open and close a group", async ({ page }) => {
  const frame = await inNorthwind(page);
  const group = frame.group("App settings");
  await group.focus();
  if ((await group.getAttribute("aria-expanded")) === "true") await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(frame.navigation.locator(":focus")).toHaveRole("link");
  await page.keyboard.press("ArrowLeft");
  await expect(group).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(group).toHaveAttribute("aria-expanded", "false");
});

test("links to the old dashboard open in the same tab, after a quarter of a second", async ({ page }) => {
  await page.route("**/settings.json", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), oldDashboardUrl: "https://old.test" } });
  });
  await page.route("https://old.test/**", (route) => route.fulfill({ body: "old", contentType: "text/plain" }));
  const frame = await inNorthwind(page);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await frame.openGroup("Event settings");

  const from = Date.now();
  await frame.entry("Custom groups").click();
  await page.waitForURL("https://old.test/**");
  expect(Date.now() - from).toBeGreaterThanOrEqual(250);
});

test("an edit of the arrangement reaches the open page", async ({ page }) => {
  let edits = 0;
  await page.route("**/1/dashboard/navigation", async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    const config = edits++ === 0 ? data.config : { ...data.config, groups: data.config.groups.slice(0, 1) };
    await route.fulfill({ json: { data: { ...data, config, revision: `r${edits}` } } });
  });
  await page.route("**/events", async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.fulfill({ contentType: "text/event-stream", body: "event: navigation\ndata: r2\n\n" });
  });
  const frame = await inNorthwind(page);
  await expect(frame.group("Events")).toBeVisible();
  await expect(frame.group("App settings")).toHaveCount(0);
});

test("an unknown address gets a page that helps", async ({ page }) => {
  await inNorthwind(page);
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL(/\/main$/);
});

test("a full-screen area shows one bar of its own with the way back", async ({ page }) => {
  const frame = await inNorthwind(page);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/setup$/);
  await page.goto("/networking/meetings-locations");
  await expect(frame.navigation).toHaveCount(0);
  await expect(frame.app).toHaveCount(0);
  await page.getByRole("link", { name: "Northwind Summit" }).click();
  await expect(page).toHaveURL(/\/event-details\/\d+\/setup$/);
});

test("going back returns to where one was reading", async ({ page }) => {
  const frame = await inNorthwind(page);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(frame.title("Setup")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Go live" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 150));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const before = await page.evaluate(() => scrollY);

  await frame.openGroup("Event details");
  await frame.entry("Branding").click();
  await expect(frame.title("Branding")).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});
