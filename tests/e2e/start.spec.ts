// What is said where the application cannot start: in the person's language, with a way to try again.
import { expect, type Page, test } from "@playwright/test";
import { COLOURS, findings } from "./pages/axe.ts";
import { Frame } from "./pages/Frame.ts";
import { LoginPage, logIn } from "./pages/LoginPage.ts";

const button = (page: Page, name = "Try again") => page.getByRole("button", { name });

test("a server that is gone is said at the start, and asked again without a new page", async ({ page }) => {
  await page.route(/\/(settings\.json|i18n\/)/, (route) => route.abort());
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Lanyard could not start", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");

  await button(page).click();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");
  await expect(button(page)).toBeFocused();
  await page.unrouteAll();
  await button(page).click();

  await expect(new LoginPage(page).action).toBeVisible();
  expect(loads).toBe(1);
});

test("code that does not arrive at the start reloads the page once, then says so, and never in a loop", async ({
  page,
}) => {
  await logIn(page, "owner");
  await page.route("**/assets/application-*.js", (route) => route.abort());
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.reload();

  await expect(page.getByRole("alert")).toContainText("A part of the application could not be loaded");
  expect(loads).toBe(2);

  await page.unrouteAll();
  await button(page).click();
  await expect(new Frame(page).title("Welcome")).toBeVisible();
});

test("a page without its script says so, and leads to itself", async ({ page }) => {
  await page.route("**/assets/main-*.js", (route) => route.abort());
  await page.goto("/login?from=mail");
  await expect(page.getByRole("alert")).toHaveText("Lanyard could not be loaded yet. Try again", {
    useInnerText: true,
  });

  await page.unrouteAll();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(new LoginPage(page).action).toBeVisible();
});

test("a page that nothing follows is not empty", async ({ page }) => {
  await page.route("**/assets/*", (route) => route.abort());
  await page.goto("/login");

  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Erneut versuchen" })).toBeVisible();
});

test.describe("in a German browser", () => {
  // The checker is put into the page, which the content policy would refuse.
  test.use({ locale: "de-DE", colorScheme: "dark", bypassCSP: true });

  test("texts that are broken are said in German, readable in the dark, and in English to whoever chose that", async ({
    page,
  }) => {
    await page.route("**/i18n/**", (route) => route.fulfill({ body: '{"common": {"ti' }));
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Lanyard konnte nicht starten" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Die Texte der Seite konnten nicht geladen werden");
    await expect(button(page, "Erneut versuchen")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    expect(await findings(page, COLOURS)).toEqual([]);

    await page.evaluate(() => localStorage.setItem("lang", "en-gb"));
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("The texts of the page could not be loaded");
  });

  test("a page without its script speaks German alone", async ({ page }) => {
    await page.route("**/assets/main-*.js", (route) => route.abort());
    await page.goto("/login");
    await expect(page.getByRole("alert")).toHaveText("Lanyard konnte noch nicht geladen werden. Erneut versuchen", {
      useInnerText: true,
    });
  });
});
