// Every address of the product, from the manifests; and a person who is there without typing a password each time.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page, type Request } from "@playwright/test";
import type { Manifest, RouteFact } from "#schemas/manifest.ts";
import { EVENT_ID } from "./event.ts";
import { PASSWORD } from "./LoginPage.ts";

const PLUGINS = join(import.meta.dirname, "../../../plugins");

export { EVENT_ID };

const VALUES: Record<string, string> = {
  eventId: String(EVENT_ID),
  typeId: "1",
  thingId: "1",
  inviteReference: "unknown",
};

function routes(): RouteFact[] {
  const folders = readdirSync(PLUGINS).filter(
    (name) => !name.startsWith("_") && existsSync(join(PLUGINS, name, "plugin.json")),
  );
  const manifests = folders.map(
    (name) => JSON.parse(readFileSync(join(PLUGINS, name, "plugin.json"), "utf8")) as Manifest,
  );
  return manifests.flatMap((manifest) => manifest.routes ?? []);
}

/** No page stands there. */
const NOWHERE = "/an-address-that-leads-nowhere";

interface ScreenAt {
  address: string;
  route: RouteFact;
}

/** Each screen once: one of several routes is opened for each kind of thing that its address names. */
function screensOfRoutes(): ScreenAt[] {
  const seen = new Set<string>();
  const once = routes().filter(({ screen, path }) => {
    const names = screen === "PlannedScreen" ? "" : path.split("/").findLast((part) => part.startsWith(":"));
    const key = `${screen} ${names}`;
    return !seen.has(key) && seen.add(key);
  });
  const fill = (path: string) =>
    path.replace(/:(\w+)\??/g, (_, name: string) => VALUES[name] ?? "1").replace(/\/\*$/, "");
  return once.map((route) => ({ address: fill(route.path), route }));
}

/** Addresses of all screens. */
export function screens(): string[] {
  return ["/main", NOWHERE, ...screensOfRoutes().map(({ address }) => address)];
}

/** Other faces of a screen, with names of their own on them. */
export const FACES: readonly string[] = [
  `/event-details/${EVENT_ID}/agenda?view=day`,
  `/event-details/${EVENT_ID}/agenda?view=clashes`,
];

/** Addresses of the screens that not everybody may open, and of those that belong to a feature of the plan. */
export function guardedScreens(): { byRole: string[]; byPlan: string[] } {
  const asks = ({ route }: ScreenAt, what: RegExp) => what.test(JSON.stringify(route.access ?? {}));
  const addresses = (what: RegExp) =>
    screensOfRoutes()
      .filter((screen) => asks(screen, what))
      .map(({ address }) => address);
  return { byRole: addresses(/"accessRole"|"permission"/), byPlan: addresses(/"flag"/) };
}

/** Goes to an address as a link within the page does: what the page knows of the person stays. */
export async function lead(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/**
 * For walks over many screens: the first address is loaded, and links lead to the others, for which the product need not be read
 * and compiled anew. Between two of them it shows that there is no page, so that each is drawn from nothing; what is answered waits
 * until what stood before has gone.
 */
export function visiting(page: Page): (address: string) => Promise<void> {
  let last: string | undefined;
  return async (address) => {
    if (last === undefined) await page.goto(address);
    else {
      const way = [last, address].includes(NOWHERE) ? [address] : [NOWHERE, address];
      for (const to of way) {
        const before = await page.getByRole("heading", { level: 1 }).first().elementHandle();
        await lead(page, to);
        await before?.waitForElementState("hidden");
      }
    }
    last = address;
  };
}

/** Turns of the page without an open request after which it is taken to be drawn. */
const CALM_TURNS = 4;

/**
 * Follows the requests of a page. What is answered waits until the screen has its title, all requests are answered and what came is drawn:
 * "networkidle" would wait half a second more for each screen.
 */
export function settling(page: Page): (calmTurns?: number) => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    // What the page before has not had by then it waits for no more, and not all of it is told to have ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (request.resourceType() !== "eventsource") open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const turn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 15))));
  return async (calmTurns = CALM_TURNS) => {
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator(".skeleton, .skeleton-line")).toHaveCount(0);
    for (let calm = 0; calm < calmTurns; calm = open.size === 0 ? calm + 1 : 0) await turn();
  };
}

interface Being {
  email?: string;
  eventId?: number;
  locale?: string;
}

/** Puts a person's log-in and choice into the browser's storage, as an earlier visit would have left it. */
export async function comeBack(context: BrowserContext, request: APIRequestContext, being: Being = {}): Promise<void> {
  const { email = "super@demo.test", eventId = EVENT_ID, locale = "en-gb" } = being;
  const reply = await request.post("/1/dashboard/user/login", { data: { email, password: PASSWORD } });
  const { user, token } = (await reply.json()).data;
  await context.addInitScript(
    ([stored, selection, lang]) => {
      if (localStorage.getItem("userData")) return;
      localStorage.setItem("userData", JSON.stringify(stored));
      localStorage.setItem("selection", JSON.stringify(selection));
      localStorage.setItem("lang", lang);
    },
    [{ ...user, token }, { userId: user.user_id, appId: 1, eventId }, locale] as const,
  );
}
