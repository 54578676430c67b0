// Every area with screens × every way in which its code can fail: the rest stays usable, and the entry stays, disabled, with its reason
// and another attempt. Made from the manifests, so that a new area is in it at once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, type Route, test } from "@playwright/test";
import type { Manifest } from "#schemas/manifest.ts";
import { Frame } from "./pages/Frame.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

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

const REASON = "This page could not be loaded";
const script = { contentType: "text/javascript" };
const faults: [string, (route: Route) => Promise<void> | void, string][] = [
  ["does not load", (route) => route.fulfill({ status: 404, body: "gone" }), "could not be loaded"],
  ["is HTML", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }), "could not be loaded"],
  ["throws", (route) => route.fulfill({ ...script, body: 'throw new Error("planted")' }), "has stopped working"],
  ["never arrives", () => undefined, "could not be loaded"],
];

/** Long enough for any page, so that a page which says nothing is named instead of stopping the story. */
const PATIENCE_MS = 8_000;

/**
 * Goes to an address and back to the start page without loading the page anew, as clicks on links do; answers the title that came in between.
 * That the page is loaded anew once has a story of its own (faults.spec.ts), so it is noted as done.
 */
async function visit(page: Page, { id }: ScreenRoute, address: string, title: string): Promise<string> {
  const visited = page.evaluate(
    async ([route, to, said]) => {
      const go = (path: string) => {
        history.pushState({}, "", path);
        dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      };
      const titled = (text: string) =>
        new Promise<string>((resolve) => {
          const look = () => {
            const shown = document.querySelector("h1")?.textContent ?? "";
            if (!shown.includes(text)) return;
            watcher.disconnect();
            resolve(shown);
          };
          const watcher = new MutationObserver(look);
          watcher.observe(document, { subtree: true, childList: true, characterData: true });
          look();
        });
      sessionStorage.setItem("reloadedFor", route);
      go(to);
      const shown = await titled(said);
      go("/main");
      await titled("Welcome");
      return shown;
    },
    [id, address, title] as const,
  );
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, "nothing"));
  return Promise.race([visited, late]);
}

for (const [what, answer, title] of faults) {
  test(`code of an area that ${what} disables its entry and nothing else`, async ({ page, context, request }) => {
    const frame = new Frame(page);
    await comeBack(context, request);
    const isFaulty = (url: URL) =>
      url.pathname.endsWith(".js") && screens.some(({ route }) => url.pathname.includes(`/assets/${route.screen}-`));
    await page.route(isFaulty, answer);
    if (what === "never arrives") {
      await page.clock.install();
      page.on("request", (asked) => {
        if (isFaulty(new URL(asked.url()))) void page.clock.fastForward(21_000);
      });
    }
    await page.goto("/main");
    await expect(frame.title("Welcome")).toBeVisible();
    await expect(frame.event).toBeEnabled();

    const addressOf = ({ path }: ScreenRoute) => path.replace(":eventId", String(EVENT_ID)).replace("?", "");
    const wrong: string[] = [];
    for (const { area, route } of screens) {
      const said = await visit(page, route, addressOf(route), title);
      if (!said.includes(title)) wrong.push(`${area}: ${await page.locator("h1").allTextContents()}`);
    }
    expect(wrong).toEqual([]);

    const last = screens.findLast(({ route }) => (route.screenMode ?? "normal") === "normal")?.route as ScreenRoute;
    await page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    }, addressOf(last));
    const closed = frame.navigation.getByRole("button", { expanded: false });
    await expect(closed.first()).toBeVisible();
    while ((await closed.count()) > 0) await closed.first().click();
    const again = frame.navigation.getByRole("link", { name: /^Try again/ });
    const offered = await again.evaluateAll((links) =>
      links.map((link) => {
        const entry = link.parentElement?.previousElementSibling;
        const reason = document.getElementById(entry?.getAttribute("aria-describedby") ?? "")?.textContent;
        return {
          address: new URL((link as HTMLAnchorElement).href).pathname,
          disabled: entry?.getAttribute("aria-disabled"),
          reason,
        };
      }),
    );
    const placed = screens.filter(({ route }) => inNavigation.has(route.id)).map(({ route }) => addressOf(route));
    expect(placed.length).toBeGreaterThan(5);
    expect(placed.filter((address) => !offered.some((entry) => entry.address === address))).toEqual([]);
    expect(offered.filter((entry) => entry.disabled !== "true" || entry.reason !== REASON)).toEqual([]);

    await page.unrouteAll();
    await again.first().click();
    await expect(page.locator("h1")).not.toHaveText(/could not be loaded|has stopped working/);
    await expect(frame.navigation.getByRole("link", { name: /^Try again/ })).toHaveCount(0);
  });
}
