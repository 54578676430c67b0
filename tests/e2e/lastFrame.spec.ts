// Who was here before sees the side navigation while the application is still on its way, and can go on by it.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const AGENDA = `/event-details/${EVENT_ID}/agenda`;
const KEPT = "#last-frame #side-navigation";
const OWN = "#root #side-navigation";

/** Opens a page whole and leaves it, so that its frame is kept. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator(`${OWN} [aria-current=page]`)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.goto("about:blank");
}

/** Holds the application's code back until it is let go. */
async function holdApplication(page: Page): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(/\/assets\/(application|Frame)-.*\.js$/, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** The place of each entry, and what it says. */
const entries = (page: Page, where: string) =>
  page.locator(`${where} [data-nav-item]`).evaluateAll((items) =>
    items.map((item) => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return [item.textContent, x, y, width, height];
    }),
  );

test("the side navigation stands before the application does, where it will stand, and goes on from there", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await visit(page, AGENDA);
  const letGo = await holdApplication(page);
  await page.goto(AGENDA, { waitUntil: "commit" });
  await expect(page.locator(`${KEPT} [aria-current=page]`)).toHaveText("Agenda");
  const before = await entries(page, KEPT);
  expect(before.length).toBeGreaterThan(10);
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("combobox", { name: "App" })).toHaveCount(0);

  const group = page.locator(`${KEPT} button[aria-expanded=false]`).first();
  const name = await group.textContent();
  await group.click();
  await page.locator(`${KEPT} a[data-nav-item]`).first().focus();
  const focused = await page.locator(":focus").textContent();
  letGo();

  await expect(page.locator(`${OWN} [aria-current=page]`)).toHaveText("Agenda");
  await expect(page.locator(KEPT)).toHaveCount(0);
  await expect(page.locator(`${OWN} button`, { hasText: name as string }).first()).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(page.locator(`${OWN} :focus`)).toHaveText(focused as string);
  await expect(page.getByRole("combobox", { name: "App" })).toBeVisible();
  const closed = page.locator(`${OWN} button`, { hasText: name as string }).first();
  await closed.click();
  await expect(closed).toHaveAttribute("aria-expanded", "false");
  expect(await entries(page, OWN)).toEqual(before);
});

test("its links lead on although the application is not there", async ({ page, context, request }) => {
  await comeBack(context, request);
  await visit(page, AGENDA);
  const letGo = await holdApplication(page);
  await page.goto(AGENDA, { waitUntil: "commit" });
  const link = page.locator(`${KEPT} a[href^="/event-details/"]:not([aria-current])`).first();
  const href = (await link.getAttribute("href")) as string;
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(page.locator(`${KEPT} [aria-current=page]`)).toHaveAttribute("href", href);
  letGo();
  await expect(page.locator(`${OWN} [aria-current=page]`)).toHaveAttribute("href", href);
});

test("where the server is slow or refuses it gives way to what is said about it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await visit(page, AGENDA);
  await page.route(/\/1\/dashboard\/user\/\d+\/token$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.fulfill({ status: 401, json: { error: { code: "unauthenticated", message: "no" } } });
  });
  await page.goto(AGENDA, { waitUntil: "commit" });
  await expect(page.locator(KEPT)).toBeVisible();
  await expect(page.locator("#last-frame .loader")).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in" })).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.locator(KEPT)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("lastFrame"))).toBeNull();
});
