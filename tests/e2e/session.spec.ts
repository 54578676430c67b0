import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { logIn } from "./pages/LoginPage.ts";

const REFUSED = {
  status: 401,
  json: { error: { code: "unauthenticated", message: "Log in to go on", requestId: "r" } },
};

test("a refused call ends the session in every open tab, and log-in leads back", async ({ page, context }) => {
  await logIn(page, "super");
  await page.goto("/event-home");
  const other = await context.newPage();
  await other.goto("/main");
  await expect(new Frame(other).title("Welcome")).toBeVisible();

  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.route("**/1/api/**", (route) => route.fulfill(REFUSED));
  await page.reload();

  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(calls.filter((url) => url.endsWith("/logout"))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("userData"))).toBeNull();

  await page.unrouteAll();
  await page.getByLabel("Email", { exact: true }).fill("super@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("Lanyard#2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/event-home$/);
});

test("log-out asks, ends every device, and reaches the other tabs", async ({ page, context }) => {
  await logIn(page, "partner");
  const other = await context.newPage();
  await other.goto("/main");
  await expect(new Frame(other).title("Welcome")).toBeVisible();

  const frame = new Frame(page);
  await frame.account("Logout");
  const dialog = page.getByRole("dialog", { name: "Logout" });
  await expect(dialog).toBeVisible();
  // It grows while it opens: what is pressed before is pressed beside its buttons.
  const hasGrown = () => expect.poll(async () => (await dialog.boundingBox())?.width).toBe(544);
  await hasGrown();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);

  await frame.account("Logout");
  await hasGrown();
  const call = page.waitForRequest("**/1/dashboard/user/logout");
  await dialog.getByRole("button", { name: "Logout" }).click();
  expect((await call).postDataJSON()).toEqual({ type: 2 });
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
});

test("a log-out that fails is said, and the person stays", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/1/dashboard/user/logout", (route) => route.fulfill({ status: 500, json: { error: "no" } }));
  await new Frame(page).account("Logout");
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();

  await expect(page.getByRole("alert")).toContainText("Unable to logout, something went wrong");
  await expect(page).toHaveURL(/\/main$/);
});

test("a missing application token is fetched once, and the waiting calls are sent with it", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/1/dashboard/application", async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    await route.fulfill({ json: { data: data.map(({ token: _, ...app }: { token?: string }) => app) } });
  });
  const retrieved: string[] = [];
  const bearers = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/application\/\d+$/.test(pathname)) retrieved.push(pathname);
    if (pathname.startsWith("/1/api/")) bearers.add(request.headers().authorization ?? "none");
  });
  await page.goto("/event-home");

  await expect(new Frame(page).title("Events")).toBeVisible();
  expect(retrieved).toHaveLength(1);
  expect([...bearers]).toEqual([expect.stringMatching(/^Bearer ./)]);
});

test("a server that is away logs nobody out; when it is back one goes on", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/1/**", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");

  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(new Frame(page).title("Welcome")).toBeVisible();
});
