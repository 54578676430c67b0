import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { LoginPage, logIn } from "./pages/LoginPage.ts";
import { comeBack } from "./pages/screens.ts";

test("switching the app leads to its events; where not all are allowed the first is selected", async ({ page }) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await expect(frame.event).toHaveValue("All events");

  await frame.choose(frame.app, "Harbour Expo");
  await expect(frame.event).toHaveValue(/Harbour|Port/);
  await frame.event.click();
  await expect(frame.options("All events")).toHaveCount(0);
});

test("a loader covers the page while the app changes", async ({ page, context, request }) => {
  await comeBack(context, request);
  const frame = new Frame(page);
  await page.goto("/event-home");
  await expect(frame.title("Events")).toBeVisible();
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/1/api/container**", async (route) => {
    await held;
    await route.continue();
  });
  await frame.choose(frame.app, "Harbour Expo");
  await expect(page.locator(".loader-covering")).toBeVisible();
  answer();
  await expect(page.locator(".loader-covering")).toHaveCount(0);
});

test("a registration provider goes to the API documentation and is not moved to event pages", async ({ page }) => {
  await logIn(page, "registration");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/app-settings\/api-documentation$/);

  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/\/app-settings\/api-documentation$/);

  // The start page promises them no event either.
  await page.goto("/main");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/app-settings\/api-documentation$/);
});

test("app and event survive a reload, and two tabs keep their own", async ({ page, context }) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/setup$/);

  const other = await context.newPage();
  await other.goto("/event-home");
  const second = new Frame(other);
  await second.choose(second.event, /^Baltic/);
  await expect(second.event).toHaveValue(/^Baltic/);

  await page.goto("/main");
  await expect(frame.event).toHaveValue(/^Northwind Summit/);
  await other.reload();
  await expect(second.event).toHaveValue(/^Baltic/);
});

test("the logo returns to the start page and clears the event", async ({ page }) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/setup$/);

  await page.getByRole("link", { name: "Lanyard" }).click();
  await expect(page).toHaveURL(/\/main$/);
  await expect(frame.event).toHaveValue("All events");
});

test("the event is found by typing, with the keyboard alone", async ({ page }) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  // Until the events of the app are there, nothing can be typed into it.
  await expect(frame.event).toBeEnabled();
  await frame.event.focus();
  await page.keyboard.type("forum baltic");
  await expect(frame.options()).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/event-details\/\d+\/setup$/);
  await expect(frame.event).toHaveValue(/^Baltic Trade Forum/);
});

test("ten thousand events open and narrow without lag", async ({ page }) => {
  await logIn(page, "super");
  await page.route("**/1/api/container?limit=10000000", async (route) => {
    const reply = await route.fetch();
    const [first] = (await reply.json()).data;
    const data = Array.from({ length: 10_000 }, (_, at) => ({
      ...first,
      id: at + 1,
      active: 1,
      name: `Event ${at}`,
      dropdownName: `Event ${at} (${at + 1})`,
    }));
    await route.fulfill({ json: { data } });
  });
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.event.click();
  expect(await frame.options().count()).toBeLessThan(40);
  await page.keyboard.type("event 9876");
  await expect(frame.options()).toHaveText(["Event 9876 (9877)", "Event 9875 (9876)"]);

  // However far one has scrolled, it opens at its beginning the next time.
  await page.keyboard.press("Escape");
  await frame.event.click();
  await page.getByRole("listbox").evaluate((list) => list.scrollTo(0, 100_000));
  await expect(frame.options("All events")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await frame.event.click();
  await expect(frame.options("All events")).toBeInViewport();
});

test("identifiers are copied, with and without an event", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.copy.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+$/);

  await frame.choose(frame.event, /^Northwind Summit \(/);
  await expect(page).toHaveURL(/setup$/);
  await frame.copy.click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" }).last()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+:\d+$/);
});

test("'view event' shows for an active event with web networking and opens its public page", async ({
  page,
  context,
}) => {
  await page.route("**/settings.json", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), publicNetworkingUrl: "https://networking.test" } });
  });
  await context.route("https://networking.test/**", (route) =>
    route.fulfill({ body: "public", contentType: "text/plain" }),
  );
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await expect(frame.viewEvent).toHaveCount(0);

  await frame.choose(frame.event, /^Northwind Summit \(/);
  const opened = context.waitForEvent("page");
  await frame.viewEvent.click();
  expect((await opened).url()).toBe("https://networking.test/NorthwindSummit");
});

test("where the event app has no address, 'view event' says so and leads nowhere", async ({ page }) => {
  await page.route("**/settings.json", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), publicNetworkingUrl: "" } });
  });
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Northwind Events");
  await expect(page).toHaveURL(/\/event-home$/);
  await frame.choose(frame.event, /^Northwind Summit \(/);

  await expect(frame.viewEvent).toHaveAttribute("aria-disabled", "true");
  await expect(frame.viewEvent).toHaveAccessibleDescription(/has no address of the event app/);
  await frame.viewEvent.click({ force: true });
  expect(page.context().pages()).toHaveLength(1);
});

test("the query editProfile opens the profile dialog on load", async ({ page }) => {
  await logIn(page, "super");
  await page.goto("/main?editProfile=true");
  await expect(page.getByRole("dialog", { name: "Profile" })).toBeVisible();
});

test("the query editProfile goes along from the bare address, and through the log-in page", async ({ page }) => {
  const login = new LoginPage(page);
  await login.open("/?editProfile=true");
  await login.fill("super");
  const profile = page.getByRole("dialog", { name: "Profile" });
  await expect(profile).toBeVisible();

  await page.goto("/?editProfile=true");
  await expect(profile).toBeVisible();
  await expect(page).toHaveURL(/\/main$/);
});
