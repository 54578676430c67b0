// What every screen says when there is nothing, when the server cannot answer, and where the person or the app's plan may not.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { findings, wear } from "./pages/axe.ts";
import { PASSWORD } from "./pages/LoginPage.ts";
import { comeBack, EVENT_ID, guardedScreens, lead, screens, settling, visiting } from "./pages/screens.ts";

/** What the frame asks for itself; without it there would be no screen to look at. */
const FRAME =
  /\/1\/(dashboard\/|api\/(permission|config|management-settings|type)$|api\/container(\?|\/non-archived)|api\/container\/\d+\/type-category)/;

test.describe.configure({ timeout: 240_000 });

/** Nothing lies outside of the page, and no text outside of what it stands in. */
async function isWhole(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

async function emptyEvent(request: APIRequestContext) {
  const login = { email: "super@demo.test", password: PASSWORD };
  const { token } = (await (await request.post("/1/dashboard/user/login", { data: login })).json()).data;
  const dashboard = { "x-dashboard-authorization": token };
  const app = (await (await request.get("/1/dashboard/application/1", { headers: dashboard })).json()).data;
  const headers = { ...dashboard, authorization: `Bearer ${app.token}` };
  const draft = {
    name: "Nothing yet",
    format: "in_person",
    timezone: "UTC",
    date_start: "2031-01-01T08:00:00.000Z",
    date_end: "2031-01-02T17:00:00.000Z",
    active: 1,
    web_networking_activated: 0,
  };
  const made = await request.post("/1/api/container", { headers, data: draft });
  expect(made.status()).toBe(201);
  const { id, rev } = (await made.json()).data;
  const putAway = () => request.post(`/1/api/container/${id}/archive`, { headers, data: { rev } });
  return { id: id as number, putAway };
}

test("an event without anything in it is said to be empty, and every screen of it can be read", async ({
  page,
  context,
  request,
}) => {
  const { id, putAway } = await emptyEvent(request);
  await comeBack(context, request, { eventId: id });
  const settled = settling(page);
  const visit = visiting(page);
  const here = screens().filter((address) => address.includes(`/${EVENT_ID}`) && !address.includes("/profile/"));
  expect(here.length).toBeGreaterThan(10);
  for (const address of here) {
    await test.step(address, async () => {
      await visit(address.replace(`/${EVENT_ID}`, `/${id}`));
      await settled();
      await expect.soft(page.locator("main [role=alert]"), address).toHaveCount(0);
      expect.soft((await page.locator("main").innerText()).length, address).toBeGreaterThan(20);
      expect.soft(await isWhole(page), address).toBe(true);
    });
  }
  await putAway();
});

test("an app without an event says so where events are chosen and listed, and offers the first", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { eventId: 0 });
  await page.route(/\/1\/api\/container(\?limit|\/non-archived)/, (route) => route.fulfill({ json: { data: [] } }));
  await page.route("**/1/api/container/query", (route) =>
    route.fulfill({ json: { data: { rows: [], total: 0, matched: 0 } } }),
  );
  await page.goto("/event-home");

  await expect(page.getByRole("heading", { name: "There are no events here" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Create event" })).toHaveCount(2);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("create event");
  await expect(page.getByRole("option", { name: /^Create event/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/main");
  await expect(page.getByRole("combobox", { name: "Event" })).toHaveValue("All events");
  expect(await isWhole(page)).toBe(true);
});

test("where the server cannot answer or refuses, every screen says so and offers another attempt", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  let refused: string[] = [];
  let isForbidden = false;
  await page.route(
    (url) => url.pathname.startsWith("/1/api/") && !url.pathname.endsWith("/stream"),
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (FRAME.test(pathname + search)) return route.continue();
      refused.push(pathname);
      const error = isForbidden
        ? { code: "forbidden", message: "You may not do this", requestId: "test" }
        : { code: "internal", message: "Something broke", requestId: "test" };
      await route.fulfill({ status: isForbidden ? 403 : 500, json: { error } });
    },
  );
  for (const address of screens()) {
    await test.step(address, async () => {
      refused = [];
      isForbidden = false;
      await page.goto(address);
      await settled();
      expect.soft(await isWhole(page), address).toBe(true);
      if (refused.length === 0) return;
      await expect.soft(page.getByRole("alert").first(), `${address} asked ${refused}`).toBeVisible();
      const retry = page.getByRole("button", { name: /try again|retry/i }).first();
      await expect.soft(retry, address).toBeVisible();
      isForbidden = true;
      await retry.click();
      await expect.soft(page.getByRole("heading", { name: "You may not see this" }).first(), address).toBeVisible();
      await expect.soft(page.locator(".request-id code").first(), address).toHaveText("test");
    });
  }
});

test("events that cannot be had are asked for again where they are missing", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.route("**/1/api/container?limit=*", (route) => route.abort());
  await page.goto("/event-home");
  const beside = page.getByRole("navigation", { name: "Side navigation" });
  const retry = beside.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("list", { name: "How the events stand" }).getByText("0", { exact: true })).toHaveCount(0);

  await page.unrouteAll();
  await retry.click();

  await expect(retry).toHaveCount(0);
  await expect(beside.getByRole("combobox", { name: "Event" })).toBeEnabled();
});

/** Each of the screens says the same instead of itself, in both themes. */
async function saysInstead(page: Page, addresses: string[], heading: string, why: string | RegExp): Promise<void> {
  expect(addresses.length).toBeGreaterThan(0);
  await page.goto("/main");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const address of addresses) {
    await lead(page, address);
    const said = page.getByRole("main").getByRole("heading", { level: 2, name: heading });
    await expect.soft(said, address).toBeVisible();
    await expect.soft(page.getByRole("main").getByText(why).first(), address).toBeVisible();
    await expect.soft(page.getByRole("heading", { level: 1 }), address).toHaveCount(1);
    expect.soft(await isWhole(page), address).toBe(true);
  }
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    expect(await findings(page), theme).toEqual([]);
  }
}

test.describe("a screen that is not there for somebody", () => {
  test.use({ bypassCSP: true });

  test("says so to whoever lacks role and permissions", async ({ page, context, request }) => {
    await comeBack(context, request);
    const lower = (app: object) => ({ ...app, accessRole: { id: 999, name: "Guest" } });
    await page.route(/\/1\/dashboard\/application(\/\d+)?$/, async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: Array.isArray(data) ? data.map(lower) : lower(data) } });
    });
    await page.route("**/1/api/permission", async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: Object.fromEntries(Object.keys(data).map((key) => [key, false])) } });
    });
    await saysInstead(page, guardedScreens().byRole, "You may not open this page", /^It needs the (permission|role) “/);
  });

  test("says so where the app's plan does not hold it", async ({ page, context, request }) => {
    await comeBack(context, request);
    await page.route("**/1/api/management-settings", async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { ...data, insights: { is_enabled: false } } } });
    });
    await saysInstead(page, guardedScreens().byPlan, "This feature is not part of the app’s plan", /^Ask the person/);
  });
});
