// A network that is slow: what is sent waits until a story lets it go, so that others can be faster.
import type { Page } from "@playwright/test";

/** The next request of a method to an address waits; what comes back lets it go on to the server, or with `fails` to a fault. */
export async function held(page: Page, address: string, { method = "PATCH", fails = false } = {}): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await isLetGo;
    if (fails) await route.fulfill({ status: 500, json: { error: { code: "unexpected", message: "No" } } });
    else await route.continue();
    await page.unroute(address);
  });
  return letGo;
}
