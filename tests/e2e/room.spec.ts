// Where there is little room: a window at 200 and 400 per cent, a small laptop, letters further apart, keys alone, no motion.
// Each screen is visited once and looked at in all of them, in the language with the longer words.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { unseenFocus } from "./pages/focus.ts";
import { PANELS, PICTURES, TABS } from "./pages/panels.ts";
import { Desk } from "./pages/people.ts";
import { unreadable } from "./pages/reading.ts";
import { cramped, said, slowMotion, space, untidy } from "./pages/room.ts";
import { comeBack, EVENT_ID, screens, settling, visiting } from "./pages/screens.ts";

const LAPTOP = { width: 1024, height: 640 };
/** A window of 1280 by 800 at 200 per cent, and a narrow one at 400. */
const TWICE = { width: 640, height: 400 };
const FOUR_TIMES = { width: 320, height: 640 };

/** The longest that anything may move, and what counts as not at all. */
const LONGEST_MS = 300;
const STILL_MS = 0.02;

/** What is there already only takes its new place. */
const RESIZED_TURNS = 1;

const OPENS = ".ag-row .list-opens, [data-row] .field-link";
const OPENED = "aside.side-panel, [role=dialog]";

/** Looks at the page as it stands in each of the circumstances, and leaves it as it came. */
async function look(page: Page, settled: (calmTurns?: number) => Promise<void>, about: string) {
  const inWindow = async (size: typeof LAPTOP) => {
    await page.setViewportSize(size);
    await settled(RESIZED_TURNS);
  };
  const none = (faults: string[], promise: string) => expect.soft(faults, `${about}: ${promise}`).toEqual([]);
  const isBeside = (await page.locator(OPENED).count()) > 0;

  await inWindow(LAPTOP);
  none(await unreadable(page), "nothing is cut or overlaps on a small laptop");
  none(await unseenFocus(page), "whatever has the focus shows it and is in sight on a small laptop");
  none(await untidy(page), "everything stands where it does on all pages, on a small laptop");
  none(await slowMotion(page, STILL_MS), "nothing moves for people who asked for that");

  const wide = isBeside ? [] : await said(page);

  await space(page, true);
  await settled(RESIZED_TURNS);
  none(await unreadable(page), "nothing is cut or overlaps with letters further apart");
  await space(page, false);

  await inWindow(TWICE);
  none(await unreadable(page), "nothing is cut or overlaps at 200 %");
  none(await untidy(page), "everything stands where it does on all pages, at 200 %");
  if (!isBeside) {
    none(await cramped(page), "at 200 % the title is in sight, and only tables scroll sideways");
    const narrow = new Set(await said(page));
    none(
      wide.filter((text) => !narrow.has(text)),
      "at 200 % everything is said that is said in a wide window",
    );
  }
  none(await unseenFocus(page), "whatever has the focus shows it and is in sight at 200 %");

  await inWindow(FOUR_TIMES);
  none(await unreadable(page), "nothing is cut or overlaps at 400 %");
}

/** Lists that the demo leaves empty have a row to open or to look at. */
async function someRows(request: APIRequestContext): Promise<void> {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const email = "maria.fernandez-de-la-cruz-y-montenegro@veranstaltungstechnik.example";
  const invited = { email, role_id: 200, allowed_containers: [EVENT_ID] };
  expect(await desk.askApp("post", "/invite", invited)).toHaveProperty("data.invite.id");
  const draft = { name: "Registration", scopes: ["container:read"], allowed_containers: [-1], allowed_networks: [] };
  expect(await desk.askApp("post", "/api-token", { ...draft, days: 30 })).toHaveProperty("data.token.id");
}

for (const [name, addresses] of Object.entries({
  "every screen, and the first row of each": screens(),
  "all that an address opens": [...PANELS.filter(({ row }) => !row), ...TABS, ...PICTURES].map(
    ({ address }) => address,
  ),
})) {
  test(`${name} can be read and reached by keys where there is little room`, async ({ page, context, request }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await comeBack(context, request, { locale: "de" });
    await someRows(request);
    const settled = settling(page);
    const visit = visiting(page);
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.setViewportSize(LAPTOP);
        await visit(address);
        await settled();
        await page.emulateMedia({ reducedMotion: "no-preference" });
        const slow = await slowMotion(page, LONGEST_MS);
        expect.soft(slow, `${address}: nothing moves longer than the product's own longest`).toEqual([]);
        await page.emulateMedia({ reducedMotion: "reduce" });
        const opens = page.locator(OPENS).first();
        const hasRows = (await opens.count()) > 0 && (await page.locator(OPENED).count()) === 0;
        await look(page, settled, address);
        if (!hasRows) return;
        await page.setViewportSize(LAPTOP);
        await settled();
        await opens.click();
        await expect(page.locator(OPENED).first(), `${address}: a row opens`).toBeVisible();
        await settled();
        await look(page, settled, `${address}, with a row open`);
        await page.setViewportSize(TWICE);
        await page.keyboard.press("Escape");
        await expect.soft(page.locator(OPENED), `${address}: Esc closes what a row opened`).toHaveCount(0);
        await expect.soft(page.locator("main :focus"), `${address}: the focus is back on the page`).toHaveCount(1);
      });
    }
  });
}
