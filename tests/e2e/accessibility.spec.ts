// WCAG 2.2 AA on every screen, in both themes and both languages, as far as a program can judge it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { spoilNames } from "./pages/hostile.ts";
import { unreadable } from "./pages/reading.ts";
import { comeBack, EVENT_ID, screens, settling } from "./pages/screens.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
};
const COLOURS: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

// The checker is put into the page, which the content policy would refuse.
test.use({ bypassCSP: true });

async function findings(page: Page, options: RunOptions = RULES): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (given) =>
      (window as unknown as { axe: { run(on: Document, given: unknown): Promise<AxeResults> } }).axe.run(
        document,
        given,
      ),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.dataset.theme = wanted;
    document.documentElement.classList.toggle("bp6-dark", wanted === "dark");
    for (const animation of document.getAnimations()) animation.finish();
  }, theme);
}

for (const locale of ["en-gb", "de"]) {
  test(`the log-in page can be used by everybody, in ${locale}`, async ({ page }) => {
    await page.addInitScript((lang) => localStorage.setItem("lang", lang), locale);
    const settled = settling(page);
    await page.goto("/login");
    await settled();
    expect(await findings(page)).toEqual([]);
    await wear(page, "dark");
    expect(await findings(page, COLOURS)).toEqual([]);
  });

  // One visit to all of them: what the browser has once, it need not read and compile for each. The language with the longer
  // words meets the worst names.
  const names = locale === "de" ? ", whatever names there are" : "";
  test(`every screen can be used by everybody, in ${locale}${names}`, async ({ page, context, request }) => {
    test.setTimeout(300_000);
    await comeBack(context, request, { locale });
    if (names) await spoilNames(page);
    const settled = settling(page);
    for (const address of screens()) {
      await test.step(address, async () => {
        await page.goto(address);
        await settled();
        expect.soft(await findings(page), address).toEqual([]);
        expect.soft(await unreadable(page), address).toEqual([]);
        await wear(page, "dark");
        expect.soft(await findings(page, COLOURS), `${address}, dark`).toEqual([]);
      });
    }
  });
}

const LAYERS: Record<string, (page: Page) => Promise<void>> = {
  "command palette": async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and go to" }).fill("ma");
    await expect(page.getByRole("group", { name: "Participants, companies and items" })).toBeVisible();
  },
  "sheet of shortcuts": async (page) => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  },
  "account menu": async (page) => {
    await page.getByRole("button", { name: "Account" }).click();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  },
  profile: async (page) => {
    await page.goto("/main?editProfile");
    await expect(page.getByRole("dialog", { name: "Profile" })).toBeVisible();
  },
};

for (const [name, open] of Object.entries(LAYERS)) {
  test(`the layer "${name}" can be used by everybody, in both themes`, async ({ page, context, request }) => {
    await comeBack(context, request);
    const settled = settling(page);
    await page.goto(`/event-data/${EVENT_ID}/category/1`);
    await settled();
    await open(page);
    for (const theme of ["light", "dark"] as const) {
      await wear(page, theme);
      expect(await findings(page)).toEqual([]);
    }
  });
}
