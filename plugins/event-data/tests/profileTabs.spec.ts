// The tabs of a profile in a real browser: its picture, relationships, groups, sessions and history, and the choice side by side
// when somebody else saved first. Meetings have their own story in their area.
import { truncate, writeFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";
import { aJsonFile } from "../../agenda/tests/factories.ts";

async function opened(page: Page, id: number, tab: string) {
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?list=category.1`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: tab, exact: true }).click();
  await expect(panel.getByRole("tab", { name: tab, exact: true })).toHaveAttribute("aria-selected", "true");
  return panel;
}

test("a picture that is too large or no picture at all is refused in words, and nothing changes", async ({
  page,
  context,
  request,
}, testInfo) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Ottoline", last_name: "Oversize" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  const panel = await opened(page, person.id, "Profile");
  const input = panel.locator('input[type="file"]').first();
  const told = (text: string) => page.getByRole("alert").filter({ hasText: text });

  // From the disk: what is handed over as bytes goes to the browser as text, and this one took longer than the story may.
  const huge = testInfo.outputPath("huge.jpg");
  await writeFile(huge, "");
  await truncate(huge, 40 * 1024 * 1024 + 1);
  await input.setInputFiles(huge);
  await expect(told("huge.jpg is larger than 40 MB.")).toBeVisible();
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 not a picture") };
  await input.setInputFiles(letter);
  await expect(told("letter.pdf cannot be read as a picture.")).toBeVisible();

  await expect(panel.getByRole("button", { name: "Add picture" })).toBeVisible();
  expect((await desk.ask("get", `/thing/${person.id}`)).data.photo).toBeNull();
  await desk.leave();
});

test("a relationship is made on one profile, seen on the other, and taken away there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Rosalind", last_name: "Represents" });
  const company = await desk.profile({ type_id: desk.types[2], name: "Represented Rowboats" });
  const end = (label: string, category: number) => ({ label, category, types: [] });
  const kind = (
    await desk.ask("post", "/relationship", {
      ...{ name: "Story of rowboats", cardinality: "many-many" },
      ...{ from: end("rows for", 1), to: end("is rowed by", 2) },
    })
  ).data;
  await comeBack(context, request, { email: "matchmaker@demo.test" });

  const panel = await opened(page, person.id, "Relationships");
  await expect(panel.getByText("This profile is linked to no other.")).toBeVisible();
  await panel.getByRole("combobox", { name: "This profile" }).selectOption("rows for (Story of rowboats)");
  await panel.getByRole("combobox", { name: "Whom" }).fill("rowboats");
  await page.getByRole("option", { name: company.name }).click();
  await expect(panel.getByRole("heading", { name: "rows for", exact: true })).toBeVisible();
  await panel.getByRole("link", { name: company.name, exact: true }).click();

  await expect(panel.getByRole("heading", { name: company.name, exact: true })).toBeVisible();
  await panel.getByRole("tab", { name: "Relationships", exact: true }).click();
  await expect(panel.getByRole("heading", { name: "is rowed by", exact: true })).toBeVisible();
  await panel.getByRole("button", { name: `Remove the link to ${person.name}` }).click();
  await expect(panel.getByText("This profile is linked to no other.")).toBeVisible();

  await desk.leave();
  await desk.ask("delete", `/relationship/${kind.id}?rev=${kind.rev}`);
});

test("a participant is put into a group and taken out again; one that a rule finds is only told", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Gwendolen", last_name: "Grouped", company_name: "Groupers Guild" });
  const filter = [{ field: "company_name", op: "eq", value: "Groupers Guild" }];
  const byHand = (await desk.ask("post", "/custom-group", { name: "Guild by hand", mode: "manual" })).data;
  const draft = { name: "Guild by rule", mode: "rule", rule: { match: "all", filter } };
  const byRule = (await desk.ask("post", "/custom-group", draft)).data;
  await comeBack(context, request, { email: "matchmaker@demo.test" });

  const panel = await opened(page, person.id, "Groups");
  const found = panel.getByRole("listitem").filter({ hasText: "Guild by rule" });
  await expect(found).toBeVisible();
  await expect(found.getByRole("button")).toHaveCount(0);
  await panel.getByRole("combobox", { name: "Choose a group" }).selectOption("Guild by hand");
  await panel.getByRole("button", { name: "Put in", exact: true }).click();
  await expect(panel.getByRole("link", { name: "Guild by hand", exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Take out of Guild by hand" }).click();
  await expect(panel.getByRole("link", { name: "Guild by hand", exact: true })).toHaveCount(0);

  await desk.leave();
  for (const { id, rev } of [byHand, byRule]) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
});

test("a speaker of the same name is proposed, becomes this person with their session, and is somebody else again", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "expert");
  const person = await desk.profile({ first_name: "Sibylle", last_name: "Speaksoftly" });
  const title = "How to be heard without shouting";
  const talk = { guid: "soft-1", id: 1, date: "2026-01-31T09:30:00+01:00", duration: "00:30", room: "Soft hall" };
  const persons = [{ id: 1, name: person.name }];
  await desk.schedule(aJsonFile([{ ...talk, title, persons }], { acronym: "softly" }));
  await comeBack(context, request, { email: "expert@demo.test" });

  const panel = await opened(page, person.id, "Sessions");
  await expect(panel.getByText("Not a speaker in the agenda of this event.")).toBeVisible();
  await expect(panel.getByText(`The agenda has a speaker ${person.name} with 1 session.`)).toBeVisible();
  await panel.getByRole("button", { name: "That is this person" }).click();
  const session = panel.getByRole("link", { name: title, exact: true });
  await expect(session).toBeVisible();
  await panel.getByRole("button", { name: `${person.name} in the agenda is somebody else` }).click();
  await expect(session).toHaveCount(0);

  await desk.leave();
  for (const { id } of (await desk.ask("get", "/session?search=shouting")).data) {
    await desk.ask("delete", `/session/${id}`);
  }
});

test("a history of more than two hundred changes goes on to the first line", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Hester", last_name: "Historied" });
  for (let rev = 1; rev <= 205; rev++) {
    await desk.ask("patch", `/thing/${person.id}`, { rev, job_title: `Post ${rev}` });
  }
  await comeBack(context, request, { email: "matchmaker@demo.test" });

  const panel = await opened(page, person.id, "History");
  const lines = panel.getByRole("list", { name: "History" }).locator(":scope > li");
  await expect(panel.getByText("The latest 200 changes are shown.")).toBeVisible();
  await expect(lines).toHaveCount(200);
  await panel.getByRole("button", { name: "Show older changes" }).click();
  await expect(panel.getByText("That is all: 206 changes.")).toBeVisible();
  await expect(lines).toHaveCount(206);
  await expect(panel.getByRole("button", { name: "Show older changes" })).toHaveCount(0);

  await desk.leave();
});

test("what two people changed at once stands side by side: theirs is taken for one field, mine for another", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Conrad", last_name: "Conflicted" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  const panel = await opened(page, person.id, "Profile");
  const field = (name: string) => panel.getByRole("textbox", { name, exact: true });

  await field("Job title").fill("My title");
  await field("Company").fill("My company");
  await field("First name").fill("Konrad");
  const theirs = { job_title: "Their title", company_name: "Their company" };
  await desk.ask("patch", `/thing/${person.id}`, { rev: person.rev, ...theirs });
  await panel.getByRole("button", { name: "Save", exact: true }).click();

  const row = (name: string) =>
    panel.getByRole("rowgroup").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row("Job title").getByText("My title", { exact: true })).toBeVisible();
  await expect(row("Job title").getByText("Their title", { exact: true })).toBeVisible();
  await expect(panel.getByText("Your changes to these fields are kept: First name")).toBeVisible();
  await panel.getByRole("radio", { name: "Take theirs: Company" }).check();
  await panel.getByRole("button", { name: "Save with these values" }).click();

  await expect(field("Company")).toHaveValue("Their company");
  await expect(field("Job title")).toHaveValue("My title");
  const { data } = await desk.ask("get", `/thing/${person.id}`);
  expect(data).toMatchObject({ first_name: "Konrad", job_title: "My title", company_name: "Their company" });
  await desk.leave();
});
