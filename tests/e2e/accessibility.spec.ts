// WCAG 2.2 AA on every screen, in both themes and both languages, as far as a program can judge it.
import { expect, type Page, test } from "@playwright/test";
import { COLOURS, findings, RULES, wear } from "./pages/axe.ts";
import { spoilNames } from "./pages/hostile.ts";
import { PANELS, PICTURES, TABS } from "./pages/panels.ts";
import { unreadable } from "./pages/reading.ts";
import { comeBack, EVENT_ID, FACES, screens, settling, visiting } from "./pages/screens.ts";

// The checker is put into the page, which the content policy would refuse.
test.use({ bypassCSP: true });

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
    const visit = visiting(page);
    for (const address of names ? [...screens(), ...FACES] : screens()) {
      await test.step(address, async () => {
        await visit(address);
        await settled();
        expect.soft(await findings(page), address).toEqual([]);
        expect.soft(await unreadable(page), address).toEqual([]);
        await wear(page, "dark");
        expect.soft(await findings(page, COLOURS), `${address}, dark`).toEqual([]);
        await wear(page, "light");
      });
    }
  });
}

test("all that an address opens beside or over a page can be used by everybody, whatever names there are", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(300_000);
  await comeBack(context, request, { locale: "de" });
  await spoilNames(page);
  const settled = settling(page);
  const visit = visiting(page);
  const addresses = [...PANELS, ...TABS, ...PICTURES].map(({ address }) => address);
  for (const address of addresses) {
    await test.step(address, async () => {
      await visit(address);
      await expect.soft(page.locator("aside.side-panel, [role=dialog], figure").first(), address).toBeVisible();
      await settled();
      expect.soft(await findings(page), address).toEqual([]);
      expect.soft(await unreadable(page), address).toEqual([]);
      await wear(page, "dark");
      expect.soft(await findings(page, COLOURS), `${address}, dark`).toEqual([]);
      await wear(page, "light");
    });
  }
});

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
  "endpoint of the documentation": async (page) => {
    await page.goto("/app-settings/api-documentation?search=duplicate");
    const endpoint = page.locator("details").filter({ hasText: "POST" }).first();
    await endpoint.locator("summary").click();
    await expect(endpoint.getByRole("table", { name: "Body" })).toBeVisible();
    await expect(endpoint.getByRole("heading", { name: "Problems" })).toBeVisible();
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

test("rows that are on their way are rows with a cell, and so are those of groups", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await settled();
  const grid = page.getByRole("grid", { name: "Participants" });
  await expect(grid.getByRole("row").nth(3)).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/thing\/query/, async (route) => {
    await released;
    await route.continue();
  });
  await page.locator(".ag-body-viewport").evaluate((body) => {
    body.scrollTop = body.scrollHeight / 3;
  });
  const coming = grid.getByRole("gridcell", { name: "Loading", exact: true });
  await expect(coming.first()).toBeVisible();
  expect(await findings(page, RULES, ".list-frame")).toEqual([]);
  release();
  await expect(coming).toHaveCount(0);
  await page.goto(`/event-data/${EVENT_ID}/category/1?group=type_id`);
  await settled();
  await expect(page.getByRole("treegrid", { name: "Participants" }).getByRole("row").nth(2)).toBeVisible();
  expect(await findings(page, RULES, ".list-frame")).toEqual([]);
});
