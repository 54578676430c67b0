// What the scripted half hour consists of: pages of an event, and deeds that each leave the page at rest.
import { rested } from "./browser.mjs";

export const EVENT = 1;

export const PAGES = [
  `/event-details/${EVENT}/setup`,
  `/event-details/${EVENT}/agenda`,
  "/event-home",
  `/event-details/${EVENT}/history`,
  `/event-details/${EVENT}`,
  "/insights",
  `/event-data/${EVENT}/category/1`,
];

const LIST = PAGES.at(-1);
const CELL = ".ag-row .ag-cell[col-id=name]";

/** What an administrator does, one thing after the other: what it is called, and how it is done. */
export const DEEDS = {
  "the set-up of an event": (page) => entry(page, PAGES[0]),
  "the agenda": (page) => entry(page, PAGES[1]),
  "the agenda's day plan": async (page) => {
    await page
      .getByRole("link", { name: "Day plan" })
      .or(page.getByRole("tab", { name: "Day plan" }))
      .first()
      .click();
    await rested(page);
  },
  "the event's home, a chart as a table and back": async (page) => {
    await entry(page, PAGES[4]);
    const chart = page.getByRole("figure", { name: "Participants by country" });
    await chart.getByRole("button", { name: "Table" }).click();
    await chart.getByRole("img").or(chart.getByRole("table")).first().waitFor();
    await chart.getByRole("button", { name: "Table" }).click();
  },
  "the insights of a year": async (page) => {
    await entry(page, PAGES[5]);
    await page.getByRole("button", { name: "365 days" }).click();
    await rested(page);
  },
  "all events": (page) => entry(page, PAGES[2]),
  "a search in the events": async (page) => {
    await page.locator("main input[type=search]").first().pressSequentially("north", { delay: 60 });
    await rested(page);
  },
  "the command palette": async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and go to" }).pressSequentially("partic", { delay: 60 });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
  },
  "a list of profiles": (page) => entry(page, LIST),
  "a cell of the list by keyboard": async (page) => {
    await page.locator(CELL).first().click();
    await rested(page);
    await page.keyboard.press("Escape");
    await rested(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("PageDown");
    await rested(page);
  },
  "the list by company": (page) => sorted(page, "company_name"),
  "the list by name": (page) => sorted(page, "name"),
  "a profile saved": saved,
  "a search in the list": async (page) => {
    await page.locator("main input[type=search]").first().pressSequentially("anna", { delay: 60 });
    await rested(page);
    await page.locator("main input[type=search]").first().fill("");
    await rested(page);
  },
  "the account menu": async (page) => {
    await page.getByRole("button", { name: "Account" }).click();
    await page.keyboard.press("Escape");
  },
};

async function sorted(page, column) {
  await page.locator(`.ag-header-cell[col-id=${column}] .ag-header-cell-label`).first().click();
  await rested(page);
}

/** Opens a profile, changes a word of it and saves. */
async function saved(page) {
  await page.locator(`${CELL} .list-link`).first().click();
  const panel = page.locator("aside.side-panel");
  const title = panel.getByLabel("Job title", { exact: true });
  await title.waitFor();
  await rested(page);
  await title.fill(`Head of halls ${Math.round(performance.now())}`);
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await rested(page);
  await page.keyboard.press("Escape");
  await rested(page);
}

async function entry(page, address) {
  const link = page.locator(`#side-navigation a[href="${address}"]`).first();
  if (!(await link.isVisible())) await openGroups(page);
  await link.click();
  await rested(page);
}

export async function openGroups(page) {
  for (let round = 0; round < 2; round++) {
    for (const group of await page.locator("#side-navigation button[aria-expanded=false]").all()) {
      if (await group.isVisible()) await group.click();
    }
  }
}
