// Meetings in a real browser: arranged on a profile, with what stands in the way told at once, cancelled and taken up again.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an editor arranges a meeting, is told that its time is taken, chooses a free one, and cancels the other", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Wilhelmine", last_name: "Wacker" });
  const other = await desk.profile({ first_name: "Waldemar", last_name: "Wunderlich" });
  const third = await desk.profile({ first_name: "Winifred", last_name: "Wobbe" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Meetings" }).click();
  const arrange = async (whom: string) => {
    await panel.getByRole("button", { name: "Arrange a meeting" }).click();
    await panel.getByRole("combobox", { name: "With whom" }).fill(whom);
    await page.getByRole("option", { name: whom }).click();
    await expect(panel.getByRole("button", { name: `Leave ${whom} out` })).toBeVisible();
  };
  const save = panel.getByRole("form").getByRole("button", { name: "Arrange a meeting" });

  await arrange(other.name);
  await expect(panel.getByText("Nothing stands in the way at this time.")).toBeVisible();
  await save.click();
  await expect(panel.getByRole("link", { name: other.name })).toBeVisible();

  await arrange(third.name);
  const clashes = panel.getByRole("status").filter({ hasText: `${one.name} has an accepted meeting` });
  await clashes.getByRole("button").first().click();
  await expect(clashes).toHaveCount(0);
  await expect(panel.getByText("Nothing stands in the way at this time.")).toBeVisible();
  await save.click();
  await expect(panel.getByRole("listitem").filter({ hasText: third.name })).toContainText("Accepted");

  await panel.getByRole("button", { name: `Cancel the meeting with ${other.name}` }).click();
  const question = page.getByRole("dialog", { name: `Cancel the meeting with ${other.name}?` });
  const reason = question.getByRole("textbox", { name: "Reason (optional)" });
  await reason.fill("Train strike");
  const failure = { status: 500, json: { error: { code: "unexpected", message: "No" } } };
  await page.route("**/meeting/*", (route) => route.fulfill(failure), { times: 1 });
  await question.getByRole("button", { name: "Cancel meeting" }).click();
  await expect(question.getByRole("alert")).toBeVisible();
  await expect(reason).toHaveValue("Train strike");
  await question.getByRole("button", { name: "Cancel meeting" }).click();
  const cancelled = panel.getByRole("listitem").filter({ hasText: other.name });
  await expect(cancelled).toContainText("Cancelled");
  await expect(cancelled).toContainText("Reason: Train strike");

  await desk.leave();
});

test("of three of whom one is gone the two who remain accept their meeting and move it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Wibke", last_name: "Wenzel" });
  const other = await desk.profile({ first_name: "Wunibald", last_name: "Wiese" });
  const gone = await desk.profile({ first_name: "Wolfram", last_name: "Wegner" });
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000);
  await desk.ask("post", "/meeting", {
    participants: [one.id, other.id, gone.id],
    ...{ start: start.toISOString(), end: new Date(start.getTime() + 1_800_000).toISOString() },
    ...{ location_id: null, message: "", state: "requested" },
  });
  await desk.ask("delete", `/thing/${gone.id}?rev=${gone.rev}`);
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Meetings" }).click();
  const meeting = panel.getByRole("listitem").filter({ hasText: other.name });
  await expect(meeting).toContainText("1 removed participant");

  await meeting.getByRole("button", { name: `Accept the meeting with ${other.name}` }).click();
  await expect(meeting).toContainText("Accepted");
  await meeting.getByRole("button", { name: `Move the meeting with ${other.name}` }).click();
  await panel.getByRole("combobox", { name: "Length" }).selectOption({ label: "45 minutes" });
  await panel.getByRole("button", { name: "Save meeting" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is changed" })).toBeVisible();
  await expect(meeting).toContainText("1 removed participant");

  await desk.leave();
});

test("somebody with more meetings than are drawn at once sees the later ones when they ask", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const one = await desk.profile({ first_name: "Mechthild", last_name: "Meetmany" });
  const other = await desk.profile({ first_name: "Mats", last_name: "Metoften" });
  const first = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000;
  const meeting = (at: number) => {
    const [start, end] = [at, at + 0.5].map((hours) => new Date(first + hours * 3_600_000).toISOString());
    const participants = [one.id, other.id];
    return { participants, start, end, location_id: null, message: `No. ${at}`, state: "accepted", anyway: true };
  };
  for (let at = 0; at < 205; at += 41) {
    await Promise.all(Array.from({ length: 41 }, (_, of) => desk.ask("post", "/meeting", meeting(at + of))));
  }
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Meetings" }).click();
  const meetings = panel.getByRole("listitem").filter({ hasText: /No\. \d+/ });
  const more = panel.getByRole("button", { name: "Show later meetings" });

  await expect(meetings).toHaveCount(200);
  await page.route(/\/meeting\?.*after_id/, (route) => route.abort());
  await more.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "could not be reached" })).toBeVisible();
  await expect(more).toBeFocused();
  await page.unroute(/\/meeting\?.*after_id/);
  await more.press("Enter");
  await expect(meetings).toHaveCount(205);
  await expect(meetings.nth(200).getByRole("link", { name: other.name })).toBeFocused();
  await expect(more).toHaveCount(0);
  await expect(meetings.last()).toContainText("No. 204");

  await desk.leave();
});
