// WCAG 2.2 AA in what a press opens over a page, in both themes and both languages; in the longer one whatever names there are.
import { expect, type Page, test } from "@playwright/test";
import { COLOURS, findings, RULES, wear } from "./pages/axe.ts";
import { spoilNames } from "./pages/hostile.ts";
import { type Opener, openersOf, press } from "./pages/openers.ts";
import { prepare } from "./pages/prepare.ts";
import { unreadable } from "./pages/reading.ts";
import { comeBack, settling, visiting } from "./pages/screens.ts";

// The checker is put into the page, which the content policy would refuse.
test.use({ bypassCSP: true });

/** Where a browser lets a page neither copy nor open a tab, what was made is shown in a dialog. */
function forbidden(): void {
  window.open = () => null;
  Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("forbidden")) } });
}

/** So many stories a language, each of every so manieth page: one alone would hold up all others. */
const PARTS = 5;

for (const locale of ["en-gb", "de"])
  for (let part = 1; part <= PARTS; part++) {
    const names = locale === "de" ? ", whatever names there are" : "";
    const title = `all that a press opens can be used by everybody, in ${locale}${names}, part ${part}`;
    test(title, async ({ page, context, request }) => {
      test.setTimeout(180_000);
      const { made, leave } = await prepare(request);
      await comeBack(context, request, { locale });
      await page.addInitScript(forbidden);
      if (names) await spoilNames(page);
      try {
        const openers = openersOf(made).filter(({ isShort }, at) => at % PARTS === part - 1 && !(names && isShort));
        const settled = settling(page);
        let visit = visiting(page);
        for (const opener of openers) {
          await visit(opener.address);
          await settled();
          await walk(page, locale, opener, settled);
          // What was left open is left by a page of its own.
          if (opener.stays) visit = visiting(page);
        }
      } finally {
        await leave();
      }
    });
  }

/** Opens each layer of a page, looks at it in both themes and closes it again. */
async function walk(page: Page, locale: string, opener: Opener, settled: () => Promise<void>): Promise<void> {
  const { address, first = [], layers, stays } = opener;
  await press(page, locale, first);
  for (const [, ...steps] of layers) {
    const about = [address, ...steps.map((step) => (typeof step === "string" ? step : step.css))].join(" ");
    await test.step(about, async () => {
      await press(page, locale, steps);
      // What is behind it is walked with its own address.
      const layer = steps.length > 0 ? "[role=dialog]" : "aside.side-panel";
      await expect(page.locator(layer), about).toBeVisible();
      // What it looks for first holds it.
      await expect(page.locator(layer).locator("> header button").last(), about).toBeEnabled();
      await settled();
      // What is still coming in is paler than it will be.
      await wear(page, "light");
      expect.soft(await findings(page, RULES, layer), about).toEqual([]);
      expect.soft(await unreadable(page, layer), about).toEqual([]);
      await wear(page, "dark");
      expect.soft(await findings(page, COLOURS, layer), `${about}, dark`).toEqual([]);
      if (steps.length === 0 || stays) return;
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog"), about).toHaveCount(0);
    });
  }
}
