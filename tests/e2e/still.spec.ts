// Nothing jumps while a page loads: not what was there first, and not what comes when its data do. In a real browser.
import { expect, type Page, test } from "@playwright/test";
import { Desk } from "./pages/people.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

// Also what moves on purpose jumps nowhere.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** What the product allows; a browser calls a tenth good. */
const MOST = 0.02;

/** Opened by a link first, with no event chosen, and loaded anew. */
const ADDRESSES = [
  `/event-data/${EVENT_ID}/type/1`,
  `/event-data/${EVENT_ID}/category/1`,
  `/event-data/${EVENT_ID}/profile/1`,
  `/event-details/${EVENT_ID}`,
  `/event-details/${EVENT_ID}/data-types-permissions`,
  `/event-details/${EVENT_ID}/history`,
  `/event-details/${EVENT_ID}/custom-fields`,
  "/app-settings/outbox",
];

/** Opens an address by a link and then anew: little has moved by the end, either time. */
async function nothingJumps(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const moved: { value: number; what: string[] }[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) => (node instanceof Element ? node.className : node?.nodeName) ?? "");
        if (!entry.hadRecentInput) moved.push({ value: entry.value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const way of ["by a link", "again"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await expect(page.locator("[aria-current=page]")).toBeVisible();
    const moved = await page.evaluate(
      () => (window as unknown as { moved: { value: number; what: string[] }[] }).moved,
    );
    const sum = moved.reduce((total, { value }) => total + value, 0);
    expect(sum, `${way}: ${JSON.stringify(moved)}`).toBeLessThan(MOST);
  }
}

for (const address of ADDRESSES) {
  test(`nothing jumps while ${address} loads, by a link and again`, async ({ page, context, request }) => {
    await comeBack(context, request, { email: "super@demo.test" });
    await nothingJumps(page, address);
  });
}

test("nothing jumps while the history loads, though the code of its picture comes last", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "super@demo.test" });
  await page.route(/\/ChartView-[^/]*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });

  await nothingJumps(page, `/event-details/${EVENT_ID}/history`);
});

test("the outline of a chart is as high as what comes into its place", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID, "super");
  await desk.profile({ last_name: "Outlined" });
  await comeBack(context, request, { email: "super@demo.test" });
  let come = () => {};
  const awaited = new Promise<void>((done) => {
    come = done;
  });
  await page.route(/\/ChartView-[^/]*\.js$/, async (route) => {
    await awaited;
    await route.continue();
  });
  const heightOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => one.getBoundingClientRect().height);

  await page.goto(`/event-details/${EVENT_ID}/history`);
  const outlined = await heightOf(".chart-outline");
  come();

  expect(Math.abs((await heightOf("figure.chart")) - outlined)).toBeLessThan(2);
  await desk.leave();
});

test("nothing jumps while the suspected duplicates load and tell of a merge, though that is answered last", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const [keep, drop] = [
    await desk.profile({ last_name: "Stillwater" }),
    await desk.profile({ last_name: "Stillwater" }),
  ];
  await desk.ask("post", "/thing/merge", {
    keep: { id: keep.id, rev: keep.rev },
    drop: { id: drop.id, rev: drop.rev },
    take: [],
  });
  await comeBack(context, request, { email: "super@demo.test" });
  await page.route(/\/duplicate\/merge$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });

  await nothingJumps(page, `/event-data/${EVENT_ID}/duplicates`);

  const told = page.getByRole("status").filter({ hasText: "Stillwater was merged into" });
  await expect(told).toBeVisible();
  await told.getByRole("button", { name: "Close" }).click();
  await expect(told).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("grid", { name: "Duplicates" })).toBeVisible();
  await expect(told).toHaveCount(0);
  await desk.leave();
});

test("the list of a type has its columns from the first, although the event's types come after its rows", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { eventId: 0 });
  await page.addInitScript(() => {
    const titlesOf = () =>
      [...document.querySelectorAll(".list-outline-head [data-text]")].map((one) => one.getAttribute("data-text"));
    const observer = new MutationObserver(() => {
      const titles = titlesOf();
      if (titles.length === 0) return;
      Object.assign(window, { titles });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.route(/\/type-category$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });
  await page.goto(`/event-data/${EVENT_ID}/type/1`);
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { titles: string[] }).titles)).toContain("Last name");
});

test("what narrows a list of fields stands where it was when one of them opens beside it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/custom-fields`);
  const tools = page.getByRole("search", { name: "Which fields are shown" });
  const section = page.getByRole("table").first();
  await expect(section).toBeVisible();
  const places = async () => [
    ...(await tools
      .locator("input, select")
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))),
    (await section.boundingBox())?.y,
  ];
  const before = await places();

  await section.getByRole("link").first().click();

  await expect(page.getByRole("complementary")).toBeVisible();
  expect(await places()).toEqual(before);
});

test("what is told lies over the last line of a list and over none of its rows, in a small window", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await comeBack(context, request);
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  const rows = page.locator(".ag-body-viewport");
  await expect(rows.getByRole("row").first()).toBeVisible();

  await page.getByRole("button", { name: "Copy identifiers" }).click();

  const told = page.locator(".toast");
  await expect(told).toBeVisible();
  await told.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
  for (const text of ["Copied", "The job title of Bartholomew Featherstonehaugh was saved"]) {
    await told.locator(".toast-text span").evaluate((line, said) => {
      line.textContent = said;
    }, text);
    const [over, list] = [await told.boundingBox(), await rows.boundingBox()];
    expect(over?.y, text).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) - 1);
  }
});
