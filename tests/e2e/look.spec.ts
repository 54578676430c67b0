// How it looks and feels in unusual circumstances: large, narrow, dense, with chosen colours, from right to left, with odd data.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { wear } from "./pages/axe.ts";
import { Frame } from "./pages/Frame.ts";
import { spoilNames } from "./pages/hostile.ts";
import { Desk } from "./pages/people.ts";
import { brokenWords } from "./pages/reading.ts";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

const PAGES = ["/main", "/event-home", `/event-data/${EVENT_ID}/category/1`, `/event-details/${EVENT_ID}/agenda`];

async function isTooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("compact rows are chosen once, for every list and for good", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  const heightOf = () =>
    page
      .locator(".ag-center-cols-container .ag-row")
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  await page.goto("/event-home");
  await settled();
  await expect.poll(heightOf).toBe(36);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("compact");
  await expect(page.getByRole("option", { name: /^Density: Compact/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect.poll(heightOf).toBe(28);

  await page.goto(PAGES[2] as string);
  await expect.poll(heightOf).toBe(28);
  await page.getByRole("button", { name: "Compact rows" }).click();
  await expect.poll(heightOf).toBe(36);
});

test("how many are invited is not told before it is known", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.route(/\/invite/, (route) => route.abort());
  await page.goto("/app-settings/admin-access");

  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Invitations", exact: true })).toBeVisible();
});

const SIZES = {
  "a small laptop": { width: 1024, height: 640 },
  "200 % zoom": { width: 640, height: 400 },
  "400 % zoom": { width: 320, height: 256 },
};

for (const [name, size] of Object.entries(SIZES)) {
  test(`nothing is cut off at the side on ${name}`, async ({ page, context, request }) => {
    await page.setViewportSize(size);
    await comeBack(context, request, { locale: "de" });
    const settled = settling(page);
    for (const address of PAGES) {
      await page.goto(address);
      await settled();
      expect(await isTooWide(page), address).toBeLessThanOrEqual(0);
    }
  });
}

test("what is opened beside a list is not wider than a narrow window, and leaves the head of the page alone", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto("/event-home?open=new");
  await settled();

  const head = await page
    .locator(".page-head")
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  const panel = await page
    .locator(".side-panel-body")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

  expect(head).toBeLessThanOrEqual(1);
  expect(panel).toBe(0);
});

test("a long name leaves room in its panel: for the buttons in one row, and for the form", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { id } = await desk.profile({ first_name: "W".repeat(100), last_name: "مؤتمر الشمال ".repeat(7).trim() });
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}`);
  const head = page.locator(".side-panel-head");
  await expect(head.getByRole("heading")).toContainText("WWW");

  const buttons = await head.getByRole("button").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  const height = (await head.boundingBox())?.height;
  await desk.leave();

  expect(new Set(buttons).size).toBe(1);
  expect(buttons.length).toBeGreaterThan(1);
  expect(height).toBeLessThan(120);
});

test("on a small laptop the header says both names in German, and toolbars are one line, beside an open panel too", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.setViewportSize({ width: 1024, height: 640 });
  for (const address of [`/event-data/${EVENT_ID}/profile/1`, `/event-details/${EVENT_ID}/agenda`]) {
    await test.step(address, async () => {
      await page.goto(address);
      await settled();
      const density = page.getByRole("button", { name: "Kompakte Zeilen" });
      await expect(density).toBeVisible();
      for (const name of ["Northwind Events", "Northwind Summit"]) {
        const said = page.getByRole("banner").getByText(name, { exact: true });
        expect.soft(await said.evaluate((one) => one.scrollWidth - one.clientWidth), `${address}, ${name}`).toBe(0);
      }
      const middles = [density, page.getByRole("main").getByRole("searchbox").first()].map(async (one) => {
        const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
        return y + height / 2;
      });
      const [first = 0, second = 0] = await Promise.all(middles);
      expect.soft(Math.abs(first - second), address).toBeLessThan(6);
    });
  }
});

const TICKED = [
  { locale: "de", width: 1024, height: 640, place: "category/1" },
  { locale: "de", width: 1024, height: 640, place: "profile/1" },
  { locale: "en-gb", width: 1024, height: 640, place: "profile/1" },
  { locale: "de", width: 1440, height: 900, place: "profile/1" },
];

for (const { locale, width, height, place } of TICKED) {
  test(`a row that is ticked stays where it is: ${place}, ${locale}, ${width}x${height}`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    await comeBack(context, request, { locale });
    const settled = settling(page);
    await page.goto(`/event-data/${EVENT_ID}/${place}`);
    await settled();
    const toolbar = page.locator(".list-toolbar");
    // The list goes to the profile that is open: rows above it are drawn, too, and out of sight.
    const id = await page.locator(".ag-body-viewport").evaluate((body) => {
      const { top, bottom } = body.getBoundingClientRect();
      const isSeen = (row: Element) =>
        row.getBoundingClientRect().top > top + 20 && row.getBoundingClientRect().bottom < bottom;
      return [...body.querySelectorAll(".ag-row[row-id]")].find(isSeen)?.getAttribute("row-id");
    });
    const row = page.locator(`.ag-row[row-id="${id}"]`);
    const tick = row.getByRole("checkbox");
    const top = async () => (await row.first().boundingBox())?.y;
    const before = await top();

    await tick.click();
    await expect(toolbar.getByRole("status")).toBeVisible();
    const ticked = await top();
    const selectAll = toolbar.getByRole("button", { name: /^(Select all|Alle) .*\d/ });
    const cut = await toolbar
      .locator(".button-text, .list-selected-text")
      .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
    await selectAll.press("Enter");
    await expect(toolbar.getByRole("button", { name: /^(Actions|Aktionen)$/ })).toBeFocused();
    await toolbar.getByRole("button", { name: /^(Clear the selection|Auswahl aufheben)$/ }).press("Enter");
    await expect(toolbar.getByRole("searchbox")).toBeFocused();

    expect(ticked).toBe(before);
    expect(await top()).toBe(before);
    expect(cut).toEqual([]);
  });
}

test("tables beside an open panel need no scrolling sideways on a small laptop", async ({ page, context, request }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  for (const [address, place] of [
    [`/event-details/${EVENT_ID}/custom-fields?open=new`, ".field-section"],
    ["/app-settings/data-types?open=1", ".types-lists"],
  ] as const) {
    await page.goto(address);
    await settled();
    await expect(page.getByRole("complementary")).toBeVisible();
    const over = await page.locator(place).evaluateAll((all) => all.map((e) => e.scrollWidth - e.clientWidth));
    expect.soft(Math.max(...over), address).toBeLessThanOrEqual(0);
    expect.soft(await brokenWords(page.locator(`${place} table`)), address).toEqual([]);
  }
});

test("the page that is open is in sight in the bar of a full-screen area", async ({ page, context, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto("/must-meet/scoring");
  await settled();

  await expect(page.locator(".slim-bar [aria-current=page]")).toBeInViewport({ ratio: 0.5 });
});

test("the names of the side navigation are read whole in German", async ({ page, context, request }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  const closed = page.locator(".nav-group[aria-expanded=false]");
  while ((await closed.count()) > 0) await closed.first().click();

  const names = page.locator(".sidebar .nav-text");
  const cut = await names.evaluateAll((all) =>
    all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent),
  );
  expect(cut).toEqual([]);
  expect(await brokenWords(names)).toEqual([]);
});

const LISTS = [
  "/event-home?show=all",
  `/event-details/${EVENT_ID}/relationships`,
  `/event-details/${EVENT_ID}/custom-groups`,
  "/app-settings/admin-access",
  "/app-settings/api-tokens",
];

for (const density of ["normal", "compact"]) {
  test(`heads, states and times of a list are whole, in either language and ${density} rows`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width: 1920, height: 800 });
    await comeBack(context, request);
    await context.addInitScript((chosen) => localStorage.setItem("density", chosen), density);
    const settled = settling(page);
    for (const locale of ["en-gb", "de"]) {
      await page.addInitScript((lang) => localStorage.setItem("lang", lang), locale);
      for (const address of LISTS) {
        await page.goto(address);
        await settled();
        const cut = await page
          .locator(".ag-header-cell-text, .ag-cell:has(.chip), .ag-cell[col-id$=_at], .ag-cell[col-id=events]")
          .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
        expect.soft(cut, `${address}, ${locale}`).toEqual([]);
      }
    }
  });
}

test("nothing moves for people who asked for that", async ({ page, context, request }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await new Frame(page).group("Event settings").click();

  const running = await page.evaluate(
    () => document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1).length,
  );
  expect(running).toBe(0);
});

const lookOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor, borderTopColor, color } = getComputedStyle(element);
    return { backgroundColor, borderTopColor, color };
  });

test("what is switched on looks so, in both themes", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/insights?event=${EVENT_ID}`);
  await settled();
  const chosen = page.getByRole("button", { name: "90 days", exact: true });
  const other = page.getByRole("button", { name: "30 days", exact: true });
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    await expect(chosen).toHaveAttribute("aria-pressed", "true");
    const [on, off] = [await lookOf(chosen), await lookOf(other)];
    for (const property of ["backgroundColor", "borderTopColor", "color"] as const) {
      expect(on[property], `${property}, ${theme}`).not.toBe(off[property]);
    }
  }
});

test("long names, emoji and words from right to left stay where they belong", async ({ page, context, request }) => {
  await comeBack(context, request);
  const odd = ["Ｗ".repeat(250), "👩‍👩‍👧‍👦🏳️‍🌈 Ünïcødé", "مؤتمر الشمال للتجارة والابتكار", '<b>not bold</b> & "quoted"'];
  await page.route("**/1/api/container?limit=10000000", async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    const names = [...odd, "a".repeat(500)];
    const more = Array.from({ length: 10_000 }, (_, at) => {
      const name = names[at] ?? `Event number ${at}`;
      return { ...data[0], id: 1000 + at, name, dropdownName: `${name} (${1000 + at})` };
    });
    await route.fulfill({ response: reply, json: { data: [...data, ...more] } });
  });
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  const { event } = new Frame(page);
  const options = page.getByRole("listbox").getByRole("option");

  await event.fill("aaaaaaaa");
  await expect(options).toHaveCount(1);
  expect(await isTooWide(page)).toBeLessThanOrEqual(0);
  await event.fill("not bold");
  await expect(options).toHaveText(/<b>not bold<\/b>/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("aaaaaaaa");
  const option = options.first();
  await expect(option).toBeVisible();

  const [box, list] = [await option.boundingBox(), await page.getByRole("listbox").boundingBox()];
  expect(box?.width ?? 0).toBeLessThanOrEqual(list?.width ?? 0);
  expect(await isTooWide(page)).toBeLessThanOrEqual(0);
});

test("a menu stays within the window and its lines can all be reached, however long the names in it and however many", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await spoilNames(page);
  await page.route(/\/thing-view/, async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    const view = { list: "category.1", query: "sort=name", shared: true, rev: 1, mine: false, canSave: false };
    const views = Array.from({ length: 60 }, (_, at) => ({
      ...view,
      id: at + 1,
      name: "W".repeat(80),
      owner: "A".repeat(90),
    }));
    await route.fulfill({ response: reply, json: { data: { ...data, views } } });
  });
  const settled = settling(page);
  await page.goto(`/event-data/${EVENT_ID}/profile/1?list=category.1`);
  await settled();
  for (const name of [/^Log-in/, /^Views/]) {
    await page.getByRole("button", { name }).click();
    const menu = page.getByRole("menu");
    await expect(menu).toBeVisible();
    await expect(menu).toBeInViewport({ ratio: 1 });
    const last = menu.locator("[role^=menuitem]").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  }
});
