// The pseudo-locale in the browser: texts a third longer, in the places where there is least room. What is clipped is told.
import { expect, type Page, test } from "@playwright/test";
import { pseudo } from "../../cli/commands/pseudo.ts";
import { logIn } from "./pages/LoginPage.ts";
import { comeBack, screens, settling } from "./pages/screens.ts";

/** Every text that the server sends arrives as the pseudo-locale writes it. */
async function speakPseudo(page: Page): Promise<void> {
  await page.route("**/i18n/en-gb/*.json*", async (route) => {
    const reply = await route.fetch();
    const longer = deeply(await reply.json());
    await route.fulfill({ response: reply, json: longer });
  });
}

/** One namespace, or several at once. */
function deeply(value: unknown): unknown {
  if (typeof value === "string") return pseudo(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deeply(inner)]));
}

/** Texts of some elements that are cut off: their box hides a part of them, and nothing tells it in full. */
function clipped(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const hides = getComputedStyle(element).overflowX !== "visible";
        const tells = element.closest("[title]") !== null;
        return hides && !tells && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.textContent ?? ""),
  );
}

test("labels a third longer fit the side navigation, or are told in full", async ({ page }) => {
  await logIn(page, "super");
  await speakPseudo(page);
  await page.goto("/event-home");
  const navigation = page.locator("nav").filter({ has: page.getByRole("button") });
  await expect(navigation.first()).toBeVisible();
  const closed = navigation.getByRole("button", { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();

  const labels = await navigation.getByRole("link").allTextContents();
  expect(labels.length).toBeGreaterThan(5);
  expect(labels.filter((label) => !label.startsWith("[") && label !== "Lanyard")).toEqual([]);
  expect(await clipped(page, "nav a, nav a *, nav button, nav button *")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("every screen is mirrored, and nothing overflows, in a pseudo-language that runs from right to left", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(240_000);
  await comeBack(context, request);
  await speakPseudo(page);
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.dir = "rtl";
    }),
  );
  const settled = settling(page);
  for (const address of screens()) {
    await page.goto(address);
    await settled();
    const seen = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const side = document.querySelector("#side-navigation")?.getBoundingClientRect().right ?? clientWidth;
      return { over: scrollWidth - clientWidth, beside: Math.round(side - clientWidth) };
    });
    expect(seen, address).toEqual({ over: 0, beside: 0 });
  }
});
