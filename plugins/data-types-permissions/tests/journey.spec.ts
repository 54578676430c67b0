import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("a row of the matrix is refused by keyboard, explained, saved and put back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/data-types-permissions?verb=message");
  const grid = page.getByRole("grid", { name: "Who may write to whom" });
  const cell = grid.getByRole("gridcell", { name: /^Attendee → Speaker: / });
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: Yes, by default");

  await cell.click();
  await page.keyboard.press("Control+ArrowLeft");
  await expect(page.getByText("Attendee may write to everyone")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: No, decided for this event");
  await expect(page.getByText("5 changes")).toBeVisible();

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Attendee → Attendee" });
  const written = panel.getByRole("region", { name: "Write a message" });
  await expect(written.getByText("This event says no for Attendee → Attendee.")).toBeVisible();

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await cell.focus();
  await page.keyboard.press("Control+ArrowLeft");
  await page.getByRole("button", { name: "By default", exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(cell).toHaveAccessibleName("Attendee → Speaker: Yes, by default");
});

test("what profiles of a type may do for themselves is settled beside the types, explained, and saved", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/data-types-permissions");
  const types = page.getByRole("table", { name: "Data types of this event" });
  await types.getByRole("button", { name: "Attendee: For themselves in the app" }).click();
  const panel = page.getByRole("complementary", { name: "Attendee: for themselves in the app" });

  await panel.getByRole("checkbox", { name: "They may export their own meetings" }).uncheck();
  await panel.getByRole("combobox", { name: "Sessions of the event" }).selectOption("They see them");
  await panel.getByRole("checkbox", { name: "They may edit their profile" }).uncheck();
  const link = panel.getByRole("textbox", { name: "Where they edit it instead" });
  await link.fill("desk.example");
  await expect(link).toHaveAttribute("aria-invalid", "true");
  await link.fill("https://desk.example/change");
  await link.press("Enter");
  await expect(types.getByRole("button", { name: "Attendee: For themselves in the app" })).toHaveText("3 unusual");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);

  const attendee = (
    await types
      .getByRole("row", { name: /Attendee Attendee/ })
      .getByRole("link", { name: /^[\d,]+$/ })
      .getAttribute("href")
  )
    ?.split("/")
    .at(-1);
  await page.goto(`/event-details/2/data-types-permissions?pair=${attendee}-${attendee}`);
  const own = page.getByRole("region", { name: "Attendee: for themselves in the app" });
  await expect(own.getByRole("definition").nth(2)).toHaveText("No");
  await expect(own.getByRole("link", { name: "https://desk.example/change" })).toBeVisible();

  await page.goto(`/event-details/2/data-types-permissions?own=${attendee}`);
  await panel.getByRole("checkbox", { name: "They may export their own meetings" }).check();
  await panel
    .getByRole("combobox", { name: "Sessions of the event" })
    .selectOption("They see them and register for them");
  await panel.getByRole("textbox", { name: "Where they edit it instead" }).fill("");
  await panel.getByRole("textbox", { name: "Where they edit it instead" }).press("Enter");
  await expect(panel.getByRole("textbox", { name: "Where they edit it instead" })).toBeFocused();
  await panel.getByRole("checkbox", { name: "They may edit their profile" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(types.getByRole("button", { name: "Attendee: For themselves in the app" })).toHaveText("As usual");
});

test("a type is called otherwise at this event: everything that names it follows, and a step back takes it away", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/data-types-permissions");
  const types = page.getByRole("table", { name: "Data types of this event" });
  await types.getByRole("link", { name: "Speaker, Speaker: Display name" }).click();
  const panel = page.getByRole("complementary", { name: "Speaker: name and look at this event" });

  await panel.getByRole("textbox", { name: "One (British English)" }).fill("Keynote guest");
  await panel.getByRole("textbox", { name: "Several (British English)" }).fill("Keynote guests");
  await panel.getByRole("radio", { name: "Star" }).check({ force: true });
  await types.getByRole("button", { name: "Move Keynote guest up" }).click();
  await types.getByRole("button", { name: "Move Keynote guest up" }).click();
  await expect(page.getByText("2 changes")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(types.getByRole("row").nth(1)).toContainText("Keynote guest");
  await expect(page.getByRole("grid").getByRole("columnheader", { name: "Keynote guest" })).toBeVisible();

  const speaker = await types
    .getByRole("row", { name: /Keynote guest/ })
    .getByRole("link", { name: /^[\d,]+$/ })
    .getAttribute("href");
  await page.goto(speaker ?? "");
  await expect(page.getByRole("heading", { name: "Keynote guest" })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Keynote guests" }).first()).toBeVisible();

  await page.goto("/event-details/2/data-types-permissions");
  await types.getByRole("button", { name: "Move Keynote guest down" }).click();
  await types.getByRole("button", { name: "Move Keynote guest down" }).click();
  await types.getByRole("link", { name: /^Keynote guest, / }).click();
  await panel.getByRole("button", { name: "All as in the app" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(types.getByRole("row", { name: /Keynote/ })).toHaveCount(0);
});

test("who may do what with whom is drawn, with the table behind it and both as files", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  await page.goto("/event-details/2/data-types-permissions?verb=see");
  await page.getByRole("button", { name: "Picture" }).click();

  const figure = page.getByRole("figure", { name: "Who may see whom" });
  await expect(
    figure.getByRole("img", { name: /^Who may see whom: 7 data types; 10 pairs both ways, 10 one way only, 5/ }),
  ).toBeVisible();
  await figure.getByRole("button", { name: "Export" }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "SVG" }).click();
  expect((await file).suggestedFilename()).toBe("who-may-see-whom.svg");
  await figure.getByRole("button", { name: "Table" }).click();
  await expect(figure.getByRole("row", { name: /^Product/ })).toContainText("Exhibitor, Sponsor");
});

test("a type that profiles have is not taken out: what needs it is told, with the way there", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/data-types-permissions`);
  const types = page.getByRole("table", { name: "Data types of this event" });
  await types.getByRole("button", { name: "Take out: Attendee" }).click();
  const dialog = page.getByRole("dialog", { name: "Take “Attendee” out of this event?" });

  await expect(dialog.getByText("Something of this event has or names the data type:")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Take out" })).toHaveCount(0);
  await dialog.getByRole("link", { name: /^[\d,]+ profiles$/ }).click();
  await expect(page).toHaveURL(/\/event-data\/\d+\/type\/\d+/);
  await expect(page.getByRole("heading", { level: 1, name: "Attendee" })).toBeVisible();
});
