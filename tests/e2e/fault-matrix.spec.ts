// Every area with screens × every way in which its code can fail: the rest stays usable, and the entry stays, disabled, with its reason
// and another attempt. Made from the manifests, so that a new area is in it at once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, type Route, test } from "@playwright/test";
import type { Manifest } from "#schemas/manifest.ts";
import { Frame } from "./pages/Frame.ts";
import { logIn } from "./pages/LoginPage.ts";

const plugins = join(import.meta.dirname, "..", "..", "plugins");

/** One screen of each area that a person comes to by the address of an event, or by none. */
const screens = readdirSync(plugins)
  .filter((name) => !name.startsWith("_"))
  .flatMap((area) => {
    const { routes = [] } = JSON.parse(readFileSync(join(plugins, area, "plugin.json"), "utf8")) as Manifest;
    const route = routes.find(
      ({ path, screen }) => screen !== "PlannedScreen" && /^[^:]*(?::eventId[^:]*)?$/.test(path.replace("?", "")),
    );
    return route ? [{ area, route }] : [];
  });

type ScreenRoute = (typeof screens)[number]["route"];

/** The routes to which an entry leads that the config places. */
const config = readFileSync(join(plugins, "..", "nav.config.json"), "utf8");
const inNavigation = new Set(
  screens.flatMap(({ area }) => {
    const { nav = [] } = JSON.parse(readFileSync(join(plugins, area, "plugin.json"), "utf8")) as Manifest;
    return nav.filter(({ id }) => config.includes(`"${id}"`)).map(({ route }) => route);
  }),
);

const script = { contentType: "text/javascript" };
const faults: [string, (route: Route) => Promise<void> | void, string][] = [
  ["does not load", (route) => route.fulfill({ status: 404, body: "gone" }), "could not be loaded"],
  ["is HTML", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }), "could not be loaded"],
  ["throws", (route) => route.fulfill({ ...script, body: 'throw new Error("planted")' }), "has stopped working"],
  ["never arrives", () => undefined, "could not be loaded"],
];

/** Goes to an address without loading the page anew, as a click on a link does. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
}

for (const [what, answer, title] of faults) {
  test(`code of an area that ${what} disables its entry and nothing else`, async ({ page }) => {
    test.setTimeout(120_000);
    const clock = what === "never arrives";
    const frame = new Frame(page);
    await logIn(page, "super");
    await frame.choose(frame.app, "Northwind Events");
    await frame.choose(frame.event, /^Northwind Summit \(/);
    await expect(page).toHaveURL(/setup$/);
    const eventId = /event-details\/(\d+)/.exec(page.url())?.[1] as string;
    const isFaulty = (url: URL) => screens.some(({ route }) => url.pathname.includes(`/assets/${route.screen}-`));
    await page.route((url) => isFaulty(url) && url.pathname.endsWith(".js"), answer);
    if (clock) await page.clock.install();
    await page.goto("/main");
    await expect(frame.title("Welcome")).toBeVisible();

    const addressOf = ({ path }: ScreenRoute) => path.replace(":eventId", eventId).replace("?", "");
    const wrong: string[] = [];
    let last = screens[0]?.route as ScreenRoute;
    for (const { area, route } of screens) {
      // That the page is loaded anew once has a story of its own (faults.spec.ts).
      await page.evaluate((id) => sessionStorage.setItem("reloadedFor", id), route.id);
      const asked = page.waitForRequest((request) => isFaulty(new URL(request.url())), { timeout: 5_000 });
      await goInside(page, addressOf(route));
      await asked.catch(() => undefined);
      if (clock) await page.clock.fastForward(21_000);
      const said = await frame
        .title(new RegExp(title))
        .waitFor({ timeout: 5_000 })
        .then(() => true)
        .catch(() => false);
      if (!said) wrong.push(`${area}: ${await page.locator("h1").allTextContents()}`);
      if ((route.screenMode ?? "normal") === "normal") last = route;
      await goInside(page, "/main");
      await expect(frame.title("Welcome")).toBeVisible();
    }
    expect(wrong).toEqual([]);

    await goInside(page, addressOf(last));
    const closed = frame.navigation.getByRole("button", { expanded: false });
    while ((await closed.count()) > 0) await closed.first().click();
    const again = frame.navigation.getByRole("link", { name: /^Try again/ });
    const leads = await again.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    const placed = screens.filter(({ route }) => inNavigation.has(route.id));
    expect(placed.length).toBeGreaterThan(5);
    expect(placed.map(({ route }) => addressOf(route)).filter((address) => !leads.includes(address))).toEqual([]);
    for (const link of await again.all()) {
      const entry = link.locator("xpath=../preceding-sibling::*[@role='link'][1]");
      await expect(entry).toHaveAttribute("aria-disabled", "true");
      await expect(entry).toHaveAccessibleDescription("This page could not be loaded");
    }

    await page.unrouteAll();
    await again.first().click();
    await expect(page.locator("h1")).not.toHaveText(/could not be loaded|has stopped working/);
    await expect(frame.navigation.getByRole("link", { name: /^Try again/ })).toHaveCount(0);
  });
}
