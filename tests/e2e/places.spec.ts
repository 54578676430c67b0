// Where addresses lead, and what the side navigation says about where one is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { Manifest } from "#schemas/manifest.ts";
import { Frame } from "./pages/Frame.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const PLUGINS = join(import.meta.dirname, "../../plugins");
const manifests = readdirSync(PLUGINS)
  .filter((name) => !name.startsWith("_") && readdirSync(join(PLUGINS, name)).includes("plugin.json"))
  .map((name) => JSON.parse(readFileSync(join(PLUGINS, name, "plugin.json"), "utf8")) as Manifest);
const routes = new Map(manifests.flatMap(({ routes = [] }) => routes.map(({ id, path }) => [id, path] as const)));
const filled = (path: string) => path.replace(":eventId", String(EVENT_ID));

test("every bare address that a manifest redirects leads to its page, and the query goes along", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const redirects = manifests.flatMap(({ redirects = [] }) => redirects);
  expect(redirects.length).toBeGreaterThan(0);
  for (const { from, to } of redirects) {
    await page.goto(`${filled(from)}?kept=1`);
    await expect(page).toHaveURL(`${filled(routes.get(to) as string)}?kept=1`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a profile that was opened from a list leaves the list's entry active", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}`);
  const { navigation } = new Frame(page);
  const active = navigation.locator('[aria-current="page"]');
  await expect(active).toHaveText("All profiles");
  await page.goto(`/event-data/${EVENT_ID}/category/2`);
  await expect(active).toHaveText("All companies");

  await page.getByRole("gridcell").getByText(/\w/).first().click();
  await expect(page).toHaveURL(/\/profile\/\d+/);
  await expect(page.getByRole("complementary")).toBeVisible();
  await expect(active).toHaveText("All companies");
  await page.reload();
  await expect(active).toHaveText("All companies");
});

test("at the start nothing is asked twice, and the app's facts do not wait for the application's code", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  // The application's token is made with the first visit.
  await page.goto("/event-home");
  await expect(new Frame(page).title("Events")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (one) => {
    const { pathname, search } = new URL(one.url());
    if (/^\/(1|i18n|settings)/.test(pathname)) asked.push(`${one.method()} ${pathname}${search}`);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/assets/application-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/app-settings/mobile-app-setup", { waitUntil: "commit" });
  await expect.poll(() => asked, { timeout: 30_000 }).toContain(`GET /1/api/container/${EVENT_ID}/type-category`);
  release();
  await expect(new Frame(page).group("Event details")).toBeVisible();
  await page.waitForLoadState("networkidle");

  expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([]);
});

test("the first rows of a list are asked for once, and can be read and opened before its grid is there", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const asked: string[] = [];
  page.on("request", (one) => {
    // The exact count, where the first answer only estimated it, is a question of its own without rows.
    const body = one.url().includes("/thing/query") ? (one.postData() ?? "") : '"limit":0';
    if (!body.includes('"limit":0')) asked.push(body);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/assets/ListGrid-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const outline = page.locator(".list-outline");
  const profile = page.getByRole("complementary").getByRole("tab").first();
  let isHeld = true;
  for (const address of [`/event-data/${EVENT_ID}`, `/event-data/${EVENT_ID}/category/1?q=ma&sort=-email`]) {
    asked.length = 0;
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
    if (isHeld) {
      // They can be read while the grid is on its way, and stand in the page once when it is there.
      await expect(outline.getByText(/\w/).first()).toBeVisible({ timeout: 30_000 });
      // Names of countries and dates follow, once the browser knows them in the reader's language.
      await expect(outline.locator(".list-outline-row", { has: page.locator(".thing-code") }).first()).toHaveText(
        /[A-Z]{2}[A-Z][a-z]/,
      );
      const row = outline.locator(".list-outline-row").nth(1);
      await row.click({ position: { x: 100, y: 10 } });
      await expect(profile).toBeVisible({ timeout: 30_000 });
      await expect(row).toHaveClass(/list-row-open/);
      isHeld = false;
    }
    release();
    await expect(page.getByRole("gridcell").getByText(/\w/).first()).toBeVisible({ timeout: 30_000 });
    await expect(outline).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    expect(asked).toHaveLength(1);
  }
});

test("an address that names a column that is gone shows the others", async ({ page, context, request }) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/3?columns=status,fields.gone,name`);
  const grid = page.getByRole("grid", { name: "Items" });
  await expect(grid.getByRole("gridcell", { name: "Active", exact: true }).first()).toBeVisible();

  // Not in the order in which they are seen.
  const titles = async () => (await grid.locator(".ag-header-cell-text").allInnerTexts()).filter(Boolean).sort();
  await expect.poll(titles).toEqual(["Name", "Status"]);
  expect(errors).toEqual([]);
});
