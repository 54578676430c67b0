// When a participant is available, in a real browser: painted by keyboard and pointer, listed, saved, met by somebody else's save;
// told when a meeting is arranged; and set for many at once.
import { expect, type Page, test } from "@playwright/test";
import { instantOf, localTime } from "#schemas/time.ts";
import { findings, RULES, wear } from "../../../tests/e2e/pages/axe.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

// The checker is put into the page.
test.use({ bypassCSP: true, timezoneId: "Europe/London" });

/** The first day of the event, and an instant of it by its clocks. */
async function firstDay(desk: Desk) {
  const { data } = await desk.ask("get", "");
  const day = localTime(data.date.date_start, data.timezone).slice(0, 10);
  return { day, at: (time: string) => instantOf(`${day}T${time}`, data.timezone) };
}

const panelOf = (page: Page) => page.getByRole("complementary");
const chosen = (page: Page, name: string) => panelOf(page).getByRole("combobox", { name }).locator("option:checked");
/** The cell of a quarter, by what the clocks show and the day's place. */
const cell = (page: Page, time: string, day = 0) =>
  panelOf(page).getByRole("row", { name: time }).getByRole("gridcell").nth(day);

test("an editor says when somebody is available, with the keyboard, the pointer or a list, and is told what stays outside", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { at } = await firstDay(desk);
  const one = await desk.profile({ first_name: "Aurelia", last_name: "Abendroth" });
  const other = await desk.profile({ first_name: "Anselm", last_name: "Achterberg" });
  const when = { start: at("15:00"), end: at("15:30"), location_id: null, message: "", state: "accepted" };
  await desk.ask("post", "/meeting", { participants: [one.id, other.id], ...when });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = panelOf(page);
  await panel.getByRole("tab", { name: "Availability" }).click();

  await expect(panel.getByRole("radio", { name: "Throughout the event" })).toBeChecked();
  await expect(cell(page, "15:00")).toHaveAttribute("aria-selected", "true");
  await panel.getByRole("radio", { name: "Not at all" }).check();
  const outside = panel.getByRole("status").filter({ hasText: "1 confirmed meeting lies outside of these times" });
  await expect(outside).toContainText(other.name);

  await panel.getByRole("radio", { name: "Not at all" }).press("Tab");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  for (let times = 0; times < 3; times++) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Space");
  await expect(chosen(page, "Beginning of time 1")).toHaveText("09:00");
  await expect(chosen(page, "End of time 1")).toHaveText("10:00");

  await cell(page, "13:00", 1).dragTo(cell(page, "13:45", 1));
  await expect(chosen(page, "Beginning of time 2")).toHaveText("13:00");
  await expect(chosen(page, "End of time 2")).toHaveText("14:00");
  await panel.getByRole("combobox", { name: "End of time 1" }).selectOption({ label: "12:00" });
  await expect(cell(page, "11:45")).toHaveAttribute("aria-selected", "true");
  await expect(cell(page, "12:00")).toHaveAttribute("aria-selected", "false");

  // What has been painted outlives a look at another tab.
  await panel.getByRole("tab", { name: "Meetings" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: other.name })).toBeVisible();
  await panel.getByRole("tab", { name: "Availability" }).click();
  await expect(chosen(page, "End of time 1")).toHaveText("12:00");

  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    expect(await findings(page, RULES, "aside")).toEqual([]);
  }
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(outside).toContainText("It stays as it is");
  const { data: saved } = await desk.ask("get", `/thing/${one.id}/availability`);
  expect(saved.windows[0]).toEqual({ start: at("09:00"), end: at("12:00") });

  await desk.ask("put", `/thing/${one.id}/availability`, { rev: saved.rev, windows: [] });
  await panel.getByRole("button", { name: "Take out" }).last().click();
  await panel.getByRole("button", { name: "Save" }).click();
  const late = panel.getByRole("region", { name: `Somebody else has changed when ${one.name} is available` });
  await expect(late.getByRole("row").filter({ hasText: "Not at all" })).toContainText("09:00–12:00");
  await late.getByRole("button", { name: "Save with these values" }).click();
  await expect(late).toHaveCount(0);
  await expect(chosen(page, "Beginning of time 1")).toHaveText("09:00");
  await expect(panel.getByRole("combobox", { name: "Beginning of time 2" })).toHaveCount(0);

  await desk.leave();
});

test("a stroke that is quicker than what is drawn is painted whole", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Alwine", last_name: "Adelmann" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}?tab=availability%2FAvailabilityTab`);
  await panelOf(page).getByRole("radio", { name: "Not at all" }).check();

  const [from, to] = [cell(page, "13:00", 1), cell(page, "13:45", 1)];
  await to.hover();
  const handles = [await from.elementHandle(), await to.elementHandle()] as const;
  await page.evaluate(([first, last]) => {
    for (const [kind, on] of [
      ["down", first],
      ["move", last],
      ["up", last],
    ] as const) {
      const { x, y, width, height } = (on as HTMLElement).getBoundingClientRect();
      const place = { clientX: x + width / 2, clientY: y + height / 2 };
      on?.dispatchEvent(
        new PointerEvent(`pointer${kind}`, { ...place, pointerId: 1, bubbles: true, cancelable: true }),
      );
    }
  }, handles);

  await expect(chosen(page, "Beginning of time 1")).toHaveText("13:00");
  await expect(chosen(page, "End of time 1")).toHaveText("14:00");
  await desk.leave();
});

test("who is away is told when a meeting is arranged, which is done all the same only by word", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const { day, at } = await firstDay(desk);
  const one = await desk.profile({ first_name: "Balthasar", last_name: "Bergfeld" });
  const other = await desk.profile({ first_name: "Brunhild", last_name: "Birnbaum" });
  const windows = [{ start: at("13:00"), end: at("15:00") }];
  await desk.ask("put", `/thing/${other.id}/availability`, { rev: 0, windows });
  const body = { start: at("09:00"), end: at("09:30"), location_id: null, message: "", state: "requested" };
  await desk.ask("post", "/meeting", { participants: [one.id, other.id], ...body });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = panelOf(page);
  await panel.getByRole("tab", { name: "Meetings" }).click();

  await panel.getByRole("button", { name: `Accept the meeting with ${other.name}` }).click();
  const question = page.getByRole("dialog", { name: "Accept it all the same?" });
  await expect(question).toContainText(`${other.name} is not available then; on that day only 13:00–15:00`);
  await question.getByRole("button", { name: "Accept all the same" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: other.name })).toContainText("Accepted");

  await panel.getByRole("button", { name: "Arrange a meeting" }).click();
  await panel.getByRole("combobox", { name: "With whom" }).fill(other.name);
  await page.getByRole("option", { name: other.name }).click();
  await panel.getByLabel("Begins").fill(`${day}T11:00`);
  const told = panel.getByRole("status").filter({ hasText: `${other.name} is not available then` });
  await expect(told.getByRole("button").first()).toContainText("13:00");
  const anyway = panel.getByRole("checkbox", { name: "Arrange it all the same" });
  await anyway.check();
  await panel.getByLabel("Begins").fill(`${day}T11:30`);
  await expect(anyway).not.toBeChecked();
  const save = panel.getByRole("form").getByRole("button", { name: "Arrange a meeting" });
  await save.click();
  await expect(panel.getByRole("alert")).toHaveText("Somebody is not available at that time");
  await anyway.check();
  await save.click();
  await expect(panel.getByRole("listitem").filter({ hasText: "11:30–12:00" })).toContainText("Accepted");

  await desk.leave();
});

test("availability is set for many: tried, done, and undone", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const family = `Czerny${Date.now()}`;
  const people = [
    await desk.profile({ first_name: "Cleo", last_name: family }),
    await desk.profile({ first_name: "Carl", last_name: family }),
  ];
  await desk.profile({ type_id: desk.types[2], name: `${family} Works` });
  const kept = async () => {
    const answers = await Promise.all(people.map(({ id }) => desk.ask("get", `/thing/${id}/availability`)));
    return answers.map(({ data }) => data.windows);
  };
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}?q=${family}`);
  for (const tick of [0, 1, 2]) await page.locator(`.ag-cell[col-id="list-ticks"] input`).nth(tick).check();

  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Set availability…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Not at all" }).check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("list", { name: "Left out, and why" })).toContainText("Only participants have times");
  await expect(dialog.getByRole("row").filter({ hasText: "Cleo" })).toContainText("Not at all");
  await dialog.getByRole("button", { name: "Set for 2 participants" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Availability set for 2 participants");
  expect(await kept()).toEqual([[], []]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.reload();
  await expect(page.getByText("Availability set for 2 participants")).toBeVisible();
  await page.getByRole("button", { name: /^Undo \(/ }).click();
  await expect(page.getByText("2 profiles are as they were before")).toBeVisible();
  expect(await kept()).toEqual([null, null]);

  await desk.leave();
});
