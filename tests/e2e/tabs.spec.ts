// Whatever a list opens beside it has an address: its name is a link, for a tab of its own.
import { expect, test } from "@playwright/test";
import { Desk } from "./pages/people.ts";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

const EVENT = `/event-details/${EVENT_ID}`;

/** Lists whose rows open something; where the list is no grid, what opens one. */
const LISTS: readonly { address: string; opener?: string }[] = [
  { address: "/event-home?show=all" },
  { address: `${EVENT}/agenda` },
  { address: `${EVENT}/agenda?view=day`, opener: ".agenda-block a" },
  { address: `${EVENT}/agenda?view=clashes`, opener: ".agenda-link" },
  { address: `${EVENT}/custom-groups` },
  { address: `${EVENT}/relationships` },
  { address: `${EVENT}/custom-fields`, opener: ".field-link" },
  { address: `${EVENT}/data-types-permissions`, opener: "[data-row] .field-link" },
  { address: `${EVENT}/history` },
  { address: `/event-data/${EVENT_ID}/duplicates` },
  { address: "/app-settings/data-types", opener: ".field-link" },
  { address: "/app-settings/multi-event-fields", opener: ".field-link" },
  { address: "/app-settings/admin-access" },
];

for (const { address, opener = ".list-opens a" } of LISTS) {
  test(`Ctrl and a click, or the middle button, open what ${address} lists in a tab of its own`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request);
    // A new event has no history yet.
    const desk = await Desk.at(request, EVENT_ID);
    if (address.endsWith("/history")) await desk.profile({ first_name: "Ada", last_name: "Tabs" });
    const settled = settling(page);
    await page.goto(address);
    await settled();
    const name = page.getByRole("main").locator(opener).first();
    const panel = page.getByRole("complementary");

    for (const how of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
      const [tab] = await Promise.all([context.waitForEvent("page"), name.click(how)]);
      await expect(tab.getByRole("complementary").getByRole("heading").first()).toBeVisible();
      await tab.close();
      await expect(panel).toHaveCount(0);
    }
    const href = await name.getAttribute("href");
    await name.click();
    await expect(panel).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    // The app that a page is of stands in its address once somebody has stayed there for a while.
    const shown = new URL(page.url());
    shown.searchParams.delete("app");
    expect(`${shown.pathname}${shown.search}`).toBe(href);
    await desk.leave();
  });
}
