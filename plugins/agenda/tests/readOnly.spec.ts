// An event owner sees the agenda in each of its views, is told in one line why nothing can be changed, and meets nothing that would be refused.
import { expect, type Page, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";
import { emptyAgenda } from "./emptied.ts";

const AGENDA = `/event-details/${EVENT_ID}/agenda`;

const LANGUAGES = {
  "en-gb": {
    line: "You may read the agenda. Changing it takes the role of an event expert.",
    changing: /^(Add session|Import sessions|More actions|Edit|Remove|Save session)$/,
    empty: ["No sessions yet", "As soon as somebody imports a schedule or adds sessions, they stand here."],
    title: "Agenda",
    actions: ["Add session", "Import sessions"],
    profile: ["Profile of", "Sessions", "This person speaks as"],
  },
  de: {
    line: "Sie können das Programm lesen. Ändern können es Veranstaltungsexperten.",
    changing: /^(Session hinzufügen|Sessions importieren|Weitere Aktionen|Bearbeiten|Entfernen|Session speichern)$/,
    empty: ["Noch keine Sessions", "Sobald jemand ein Programm importiert oder Sessions hinzufügt, stehen sie hier."],
    title: "Programm",
    actions: ["Session hinzufügen", "Sessions importieren"],
    profile: ["Profil von", "Sessions", "Diese Person spricht als"],
  },
} as const;

/** What the palette has under this name. */
async function found(page: Page, name: string) {
  const dialog = page.getByRole("dialog");
  if ((await dialog.count()) === 0) await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill(name);
  return dialog.getByRole("option", { name });
}

for (const [locale, { line, changing, title, empty, actions, profile }] of Object.entries(LANGUAGES)) {
  test(`an event owner looks at the agenda from every side and changes nothing (${locale})`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request, { email: "owner@demo.test", locale });
    const main = page.getByRole("main");
    const changers = page.getByRole("button", { name: changing });
    const isToldOnce = () => expect(main.getByText(line)).toHaveCount(1);

    const views = {
      "": main.getByRole("gridcell").first(),
      "?view=day": main.locator(".agenda-block a").first(),
      "?view=clashes": main.locator(".agenda-clash").first(),
    };
    for (const [view, content] of Object.entries(views)) {
      await page.goto(`${AGENDA}${view}`);
      await expect(content).toBeVisible();
      await isToldOnce();
      await expect(changers).toHaveCount(0);
    }

    // What others send as an address opens nothing that would be refused.
    const panel = page.getByRole("complementary");
    await page.goto(`${AGENDA}?session=1&edit=1`);
    await expect(panel.locator(".agenda-facts")).toBeVisible();
    await isToldOnce();
    await expect(changers).toHaveCount(0);
    await expect(panel.locator("form")).toHaveCount(0);
    for (const address of ["?session=new", "?import=1"]) {
      await page.goto(`${AGENDA}${address}`);
      await expect(views[""]).toBeVisible();
      await expect(panel).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });

  test(`an event owner is offered no change of the agenda elsewhere (${locale})`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request, { email: "owner@demo.test", locale });
    const main = page.getByRole("main");
    const hub = await emptyAgenda(request);
    await page.goto(`/event-details/${hub}/agenda`);
    await expect(main.getByRole("heading", { name: empty[0] })).toBeVisible();
    await expect(main.getByText(empty[1])).toBeVisible();
    await expect(main.getByText(line)).toHaveCount(1);
    await expect(main.getByRole("button")).toHaveCount(0);

    await page.goto(`${AGENDA}?session=1`);
    const panel = page.getByRole("complementary");
    await panel.getByRole("link", { name: profile[0] }).first().click();
    await panel.getByRole("tab", { name: profile[1], exact: true }).click();
    await expect(panel.getByText(line)).toBeVisible();
    await expect(panel.getByRole("combobox", { name: profile[2] })).toHaveCount(0);

    await expect((await found(page, title)).first()).toBeVisible();
    for (const action of actions) await expect(await found(page, action)).toHaveCount(0);
  });
}

test("an event expert meets no such line, and everything that changes", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "expert@demo.test" });
  await page.goto(`${AGENDA}?session=1`);
  const { line, actions } = LANGUAGES["en-gb"];
  await expect(page.getByRole("complementary").getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(page.getByText(line)).toHaveCount(0);
  for (const name of ["Add session", "Import sessions", "More actions"])
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();

  for (const action of actions) await expect((await found(page, action)).first()).toBeVisible();
});
