// Colours that somebody's system sets for everything: what colour alone said has to be told by a line, a fill or a word.
import { expect, type Page, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { untold } from "./pages/marks.ts";
import { PANELS, PICTURES, TABS } from "./pages/panels.ts";
import { comeBack, EVENT_ID, screens, settling, visiting } from "./pages/screens.ts";

test.use({ forcedColors: "active" });

for (const [name, addresses] of Object.entries({
  "every screen": screens(),
  "all that an address opens": [...PANELS, ...TABS, ...PICTURES].map(({ address }) => address),
})) {
  test(`what is chosen can be told from what is not with forced colours, on ${name}`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(180_000);
    await comeBack(context, request);
    const settled = settling(page);
    const visit = visiting(page);
    for (const address of addresses) {
      await visit(address);
      await settled();
      expect.soft(await untold(page), address).toEqual([]);
    }
  });
}

test("with forced colours the active entry and the focus can still be told", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  const frame = new Frame(page);
  const active = frame.entry("All events");
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  const ringOf = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return [outlineStyle, Number.parseFloat(outlineWidth) > 1, outlineColor];
  };
  const [ground, sign] = await systemColours(page);

  expect(await active.evaluate(groundOf)).toBe(ground);
  expect(await frame.group("Event details").evaluate(groundOf)).not.toBe(ground);
  await frame.group("Event details").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  expect((await page.locator(":focus").evaluate(ringOf)).slice(0, 2)).toEqual(["solid", true]);
  await active.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(active).toBeFocused();
  expect(await active.evaluate(ringOf)).toEqual(["solid", true, sign]);
});

test("the row that is open and a row that is ticked are framed with forced colours", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-data/${EVENT_ID}/profile/1?list=category.1`);
  await settled();
  const frameOf = (row: Element) => {
    const { outlineStyle, outlineColor, borderTopColor } = getComputedStyle(row);
    return [outlineStyle, outlineColor, borderTopColor].join(" ");
  };
  const rows = page.locator(".ag-center-cols-container .ag-row");
  const open = rows.and(page.locator(".list-row-open"));
  await expect(open).toHaveCount(1);
  const others = rows.and(page.locator(":not(.list-row-open, .ag-row-selected)"));
  const plain = await others.first().evaluate(frameOf);

  expect(await open.evaluate(frameOf)).not.toBe(plain);
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await settled();
  await page.locator(".ag-row").getByRole("checkbox").first().click();
  const ticked = rows.and(page.locator(".ag-row-selected"));
  await expect(ticked).toHaveCount(1);
  expect(await ticked.evaluate(frameOf)).not.toBe(plain);
  expect(await untold(page)).toEqual([]);
  // Cells draw no frames of their own, which would hide the row's.
  const cell = others.first().locator(".ag-cell").first();
  expect(await cell.evaluate((one) => getComputedStyle(one).borderTopColor)).toBe("rgba(0, 0, 0, 0)");
});

/** How a cell of the matrix looks, its focus left out. */
const lookOf = (cell: Element) => {
  const { textDecorationLine, textDecorationStyle } = getComputedStyle(cell);
  return `${textDecorationLine} ${textDecorationStyle}`;
};

test("what was decided in the matrix of data types, what stands by default and what another rule forbids differ with forced colours", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-details/${EVENT_ID}/data-types-permissions`);
  await settled();
  const legend = page.locator(".rules-legend");

  const looks = await Promise.all(
    [".rules-own", ".rules-default", ".rules-blocked"].map((kind) => legend.locator(kind).evaluate(lookOf)),
  );
  await page.getByRole("gridcell").first().click();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  const decided = await page.locator("td.rules-own").first().evaluate(lookOf);

  expect(new Set(looks).size).toBe(3);
  expect(decided).toBe(looks[0]);
});

test("a day that is chosen, a button that is pressed and the main button can be read with forced colours", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-details/${EVENT_ID}/agenda?view=day`);
  await settled();
  const [ground, sign] = await systemColours(page);
  const days = page.getByRole("navigation", { name: "Day" });
  const day = days.locator("[aria-current]");
  const coloursOf = (element: Element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  };

  await expect(day).toHaveCount(1);
  expect(await day.evaluate(coloursOf)).toEqual([ground, sign]);
  expect(await day.locator(".button-text").evaluate((text) => getComputedStyle(text).color)).toBe(sign);
  expect(await days.getByRole("button").last().evaluate(coloursOf)).not.toEqual([ground, sign]);
  expect(await page.locator(".button-primary").first().evaluate(coloursOf)).toEqual([ground, sign]);
});

/** Ground and signs of what is chosen, as the system has them. */
function systemColours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText";
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return [backgroundColor, color];
  });
}
