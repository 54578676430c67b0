import { expect, type Request, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { LoginPage, logIn, PASSWORD } from "./pages/LoginPage.ts";

test("an administrator logs in and finds app and event to choose", async ({ page }) => {
  await logIn(page, "super");

  const frame = new Frame(page);
  await expect(frame.title("Welcome")).toBeVisible();
  await expect(page.getByText("Welcome")).toHaveCount(1);
  await expect(page.getByText("Logged in as Sofia. Your role: Super admin")).toBeVisible();
  await expect(frame.app).toBeVisible();
  await expect(frame.banner).toBeVisible();
  await expect(frame.navigation).toHaveCount(0);
});

test("the empty path leads to the start page, and without a person to the log-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page, "super");
  await page.goto("/");
  await expect(page).toHaveURL(/\/main$/);
});

test("missing and wrong entries are said beside the fields and above the form", async ({ page }) => {
  const login = new LoginPage(page);
  await login.open();
  await login.action.click();
  await expect(login.email).toHaveAccessibleDescription("Enter your email address");
  await expect(login.email).toBeFocused();

  await login.fill("super@demo.test", "wrong");
  await expect(login.alert).toHaveText("Email or password is not right");
  await expect(login.email).toHaveValue("super@demo.test");
});

test("the skip link leads to the form", async ({ page }) => {
  await page.goto("/app-settings/api-documentation");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Skip" }).press("Enter");

  await page.keyboard.press("Tab");
  await expect(new LoginPage(page).email).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test("where the person wanted to go is remembered", async ({ page }) => {
  await page.goto("/app-settings/api-documentation?x=1");
  await expect(page).toHaveURL(/\/login$/);

  await new LoginPage(page).fill("super");
  await expect(page).toHaveURL(/\/app-settings\/api-documentation\?x=1$/);
});

test("a one-time password in the address logs in and leaves the address", async ({ page, request }) => {
  const reply = await request.post("/1/dashboard/user/login", {
    data: { email: "owner@demo.test", password: PASSWORD },
  });
  const credentials = await reply.json();
  await page.route("**/1/dashboard/user/otp/verify", (route) => route.fulfill({ json: credentials }));

  await page.goto("/main?otp=once");
  await expect(new Frame(page).title("Welcome")).toBeVisible();
  await expect(page).toHaveURL(/\/main$/);
});

test("a one-time password that was used leads to the log-in page", async ({ page }) => {
  await page.goto("/main?otp=used-already");

  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("alert")).toContainText("This link has been used or has expired");
});

test("a used one-time password has left the address once the person has logged in by hand", async ({ page }) => {
  await page.goto("/event-home?otp=used-already");
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).fill("super");

  await expect(page).toHaveURL(/\/event-home$/);
});

test("a one-time password that could not be sent is sent with the next try", async ({ page, request }) => {
  const reply = await request.post("/1/dashboard/user/login", {
    data: { email: "owner@demo.test", password: PASSWORD },
  });
  const credentials = await reply.json();
  await page.route("**/1/dashboard/user/otp/verify", (route) => route.abort());
  await page.goto("/main?otp=once");
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");
  await page.unrouteAll();
  await page.route("**/1/dashboard/user/otp/verify", (route) => route.fulfill({ json: credentials }));
  await page.getByRole("button", { name: "Try again" }).click();

  await expect(new Frame(page).title("Welcome")).toBeVisible();
  await expect(page).toHaveURL(/\/main$/);
});

test("stored data that cannot be read is said once, and the person can log in", async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem("spoiled")) localStorage.setItem("userData", '{"user_id": 1');
    sessionStorage.setItem("spoiled", "yes");
  });
  await page.goto("/main");

  await expect(page.getByRole("alert")).toContainText("Something went wrong");
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).fill("super");
  await expect(page).toHaveURL(/\/main$/);
});

test("the saved language is spoken from the first word on", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("lang", "de"));
  await page.goto("/login");

  await expect(page.getByRole("heading", { name: "Anmelden", level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("the code of the application is not needed for the log-in page", async ({ page }) => {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => {
    if (/\.(js|css)$/.test(request.url())) requests.push(request);
  });
  await page.goto("/login", { waitUntil: "networkidle" });

  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(170_000);
});
