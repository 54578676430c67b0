// The pseudo-locale in the browser: texts a third longer, in the places where there is least room. What is clipped is told.
import { expect, type Page, test } from "@playwright/test";
import { pseudo } from "../../cli/commands/pseudo.ts";
import { logIn } from "./pages/LoginPage.ts";
import { overdrawn, unreadable } from "./pages/reading.ts";
import { comeBack, EVENT_ID, screens, settling, visiting } from "./pages/screens.ts";

/** Every text that the server sends arrives as the pseudo-locale writes it; a language says itself from which side it is read. */
async function speakPseudo(page: Page, direction: "ltr" | "rtl" = "ltr"): Promise<void> {
  await page.route("**/i18n/en-gb/*.json*", async (route) => {
    const reply = await route.fetch();
    const longer = deeply(await reply.json());
    if (longer.common) longer.common.direction = direction;
    await route.fulfill({ response: reply, json: longer });
  });
}

/** One namespace, or several at once. */
// biome-ignore lint/suspicious/noExplicitAny: texts of a file, or files by namespace
function deeply(value: unknown): any {
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
  await speakPseudo(page, "rtl");
  const settled = settling(page);
  const visit = visiting(page);
  for (const address of screens()) {
    await visit(address);
    await settled();
    const seen = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const side = document.querySelector("#side-navigation")?.getBoundingClientRect().right ?? clientWidth;
      const { dir } = document.documentElement;
      return { dir, over: scrollWidth - clientWidth, beside: Math.round(side - clientWidth) };
    });
    expect(seen, address).toEqual({ dir: "rtl", over: 0, beside: 0 });
  }
});

test("a list begins at the right where its language does, before and after its rows are there, and arrows turn with it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await speakPseudo(page, "rtl");
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  const name = page.locator('.ag-header-cell[col-id="name"]');
  await expect(name).toBeVisible();
  await expect(page.locator(".list-opens").first()).toBeVisible();
  const edge = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  // The ticks come first, and the names beside them.
  expect(await edge('.ag-header-cell[col-id="list-ticks"]')).toBe(await edge(".list .list-frame .ag-header"));
  expect(await edge(".ag-header")).toBeGreaterThan(await edge('.ag-header-cell[col-id="name"]'));
  const beside = await page.locator('.ag-header-cell[col-id="list-ticks"]').boundingBox();
  expect(await edge('.ag-header-cell[col-id="name"]')).toBe(Math.round(beside?.x ?? 0));

  const group = page.locator("#side-navigation button[aria-expanded=false]").first();
  const id = await group.getAttribute("aria-controls");
  const same = page.locator(`#side-navigation button[aria-controls="${id}"]`);
  await group.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(same).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(same).toHaveAttribute("aria-expanded", "false");
});

test("in pictures that are not mirrored no name lies on another, on a bar or on a node", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await speakPseudo(page, "rtl");
  const event = `/event-details/${EVENT_ID}`;
  const pictures = [
    "/event-home?view=glance",
    `${event}/data-types-permissions?view=picture`,
    `${event}/custom-groups?compare=1,2,3`,
  ];
  for (const address of pictures) {
    await page.goto(address);
    await expect(page.locator("svg.chart-drawing text").first(), address).toBeVisible();
    expect.soft(await overdrawn(page), address).toEqual([]);
    expect.soft(await unreadable(page), address).toEqual([]);
  }
});
