import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { logIn } from "./pages/LoginPage.ts";
import { comeBack } from "./pages/screens.ts";

test("code that does not arrive reloads the page once, then says so, and never in a loop", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/assets/AgendaScreen-*.js", (route) => route.abort());
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/setup$/);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await frame.openGroup("Event details");
  await frame.entry("Agenda").click();

  await expect(frame.title("This page could not be loaded")).toBeVisible();
  expect(loads).toBe(1);

  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(frame.title("Agenda")).toBeVisible();
});

test("a prefetch that fails is nobody's business", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/assets/AgendaScreen-*.js", (route) => route.abort());
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(frame.title("Setup")).toBeVisible();
  await frame.openGroup("Event details");
  await frame.entry("Agenda").hover();
  await expect(frame.title("Setup")).toBeVisible();
});

test("a menu and a dialog whose code does not arrive say so, leave the list alone, and open when it does", async ({
  page,
}) => {
  await logIn(page, "super");
  await page.route("**/assets/layers-*.js", (route) => route.abort());
  await page.goto("/event-data/1/category/1");
  const views = page.getByRole("button", { name: "Views" });
  await views.click();
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
  await expect(views).toBeFocused();
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page).not.toHaveURL(/open=import/);
  await expect(page.getByRole("grid").getByRole("row").nth(3)).toBeVisible();

  await page.unrouteAll();
  await views.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Everything, as it comes" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(views).toBeFocused();
});

test("a chart whose code does not arrive says so in its place; what stands beside it stays, and it is drawn when it does", async ({
  page,
}) => {
  await logIn(page, "super");
  await page.route("**/assets/ListChart-*.js", (route) => route.abort());
  await page.goto("/event-data/1/category/1");
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row").nth(3)).toBeVisible();

  await page.getByRole("button", { name: "Chart", exact: true }).click();

  const retry = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expect(grid.getByRole("row").nth(3)).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.locator(".chart-drawing").first()).toBeVisible();
});

test("the language's dates are read beside each page of whoever is logged in, and that worker does not stay", async ({
  page,
}) => {
  const workers: Promise<string>[] = [];
  page.on("worker", (worker) => workers.push(worker.waitForEvent("close").then(() => new URL(worker.url()).pathname)));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(workers).toHaveLength(0);

  await logIn(page, "super");
  await expect.poll(() => workers.length).toBe(1);
  await page.reload();
  await expect(new Frame(page).title("Welcome")).toBeVisible();
  await expect.poll(() => workers.length).toBe(2);
  const first = expect.stringMatching(/^\/assets\/ahead-/);
  expect(await Promise.all(workers)).toEqual([first, first]);
});

const BAD: [string, { status?: number; body: string; contentType?: string }][] = [
  ["is empty", { body: "" }],
  ["is not JSON", { body: "<html>gateway</html>", contentType: "text/html" }],
  ["is cut off", { body: '{"data": [{"id": 1, "na' }],
  ["has the wrong shape", { body: '{"data": [{"id": "one"}]}' }],
];
for (const [what, reply] of BAD) {
  test(`an events reply that ${what} is one true sentence, and the rest goes on`, async ({ page }) => {
    await logIn(page, "super");
    await page.route("**/1/api/container?limit=*", (route) => route.fulfill(reply));
    await page.reload();
    await expect(page.getByRole("alert").first()).toContainText("The server's answer could not be read");
    await expect(new Frame(page).title("Welcome")).toBeVisible();
  });
}

test("an error of the server is shown with its own words under 'Something went wrong'", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/1/api/type", (route) => route.fulfill({ status: 500, json: { data: "Types are being moved" } }));
  await page.reload();
  const toast = page.getByRole("alert").first();
  await expect(toast).toContainText("Something went wrong");
  await expect(toast).toContainText("Types are being moved");
});

test("local storage that is full or forbidden does not stand in the way", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await logIn(page, "super");
  await expect(new Frame(page).title("Welcome")).toBeVisible();
});

test("an event that could not be asked for is asked for once more, and is not one that may not be opened", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.route("**/1/api/container?limit=*", async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    await route.fulfill({ json: { data: data.filter(({ id }: { id: number }) => id !== 2) } });
  });
  await page.route("**/1/api/container/2", (route) => route.abort());
  await page.goto("/event-details/2/setup");
  await expect(page.getByRole("main")).toContainText("The server could not be reached");
  await page.unroute("**/1/api/container/2");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();

  await expect(new Frame(page).title("Setup")).toBeVisible();
});
