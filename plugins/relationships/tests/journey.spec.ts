// Relationships in a real browser: a kind is made, two profiles are linked, and both sides show it.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an editor makes a kind of relationship, links a person to a company, and takes the link away from its other side", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Zenobia", last_name: "Zwick" });
  const firm = await desk.profile({ type_id: desk.types[2], name: "Zwickmühle Works" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/relationships?id=new`);
  const panel = page.getByRole("complementary");

  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Zwick advises");
  const end = (name: string) => panel.getByRole("group", { name });
  await end("First end").getByRole("textbox", { name: "Seen from here" }).fill("Advises");
  await end("Second end").getByRole("textbox", { name: "Seen from here" }).fill("Is advised by");
  await panel.getByRole("button", { name: "Create kind" }).click();
  await expect(page).toHaveURL(/id=\d+/);

  await page.getByRole("button", { name: "Picture" }).click();
  const picture = page.getByRole("figure", { name: "Kinds and their ends" });
  await expect(picture.getByRole("img", { name: /kinds? of relationships/ })).toBeVisible();
  await picture.getByRole("button", { name: "Table" }).click();
  await expect(picture.getByRole("link", { name: /^Zwick advises: / })).toBeVisible();

  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}`);
  await panel.getByRole("tab", { name: "Relationships" }).click();
  await panel.getByRole("combobox", { name: "This profile" }).selectOption("Is advised by (Zwick advises)");
  await panel.getByRole("combobox", { name: "Whom" }).fill("zwickm");
  await page.getByRole("option", { name: firm.name }).click();
  await expect(panel.getByRole("link", { name: firm.name })).toBeVisible();

  // A link that was ticked and taken away comes back from the notice, also when the panel of its kind has been closed.
  await page.goto(`/event-details/${EVENT_ID}/relationships`);
  await page.getByRole("link", { name: "Zwick advises", exact: true }).click();
  const linked = panel.getByRole("gridcell", { name: firm.name, exact: true });
  await expect(linked).toBeVisible();
  await panel.locator(".ag-selection-checkbox input").first().check();
  await panel.getByRole("button", { name: "Remove 1 link" }).click();
  await expect(linked).toHaveCount(0);
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole("status").filter({ hasText: "1 link removed" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 link of “Zwick advises” is there again.")).toBeVisible();
  await page.goBack();
  await expect(linked).toBeVisible();

  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}`);
  await panel.getByRole("tab", { name: "Relationships" }).click();
  await panel.getByRole("link", { name: firm.name }).click();

  await expect(page).toHaveURL(new RegExp(`/profile/${firm.id}`));
  await panel.getByRole("tab", { name: "Relationships" }).click();
  await expect(panel.getByRole("heading", { name: "Advises" })).toBeVisible();
  await panel.getByRole("button", { name: `Remove the link to ${person.name}` }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 link removed" })).toBeVisible();
  await expect(panel.getByRole("link", { name: person.name })).toHaveCount(0);

  await desk.leave();
  for (const { id, rev, name } of (await desk.ask("get", "/relationship")).data) {
    if (name === "Zwick advises") await desk.ask("delete", `/relationship/${id}?rev=${rev}`);
  }
});

test("an editor links people to their company by the domain of their addresses, sees how many, and takes it back", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const firm = await desk.profile({ type_id: desk.types[2], name: "Matchwerk", email: "info@matchwerk.example" });
  const [one, two] = [
    await desk.profile({ first_name: "Mina", last_name: "Match", email: "mina@matchwerk.example" }),
    await desk.profile({ first_name: "Moritz", last_name: "Match", email: "moritz@matchwerk.example" }),
  ];
  const end = (label: string, category: number) => ({ label, category, types: [] });
  const draft = { from: end("Employs", 2), to: end("Works for", 1), cardinality: "one-many" };
  const { data: kind } = await desk.ask("post", "/relationship", { name: "Matched by domain", ...draft });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/relationships?id=${kind.id}`);

  await page.getByRole("button", { name: "Link by fields" }).click();
  const dialog = page.getByRole("dialog", { name: "Link by matching fields" });
  await dialog.getByRole("combobox", { name: "First end: Companies" }).selectOption("Email: domain");
  await dialog.getByRole("combobox", { name: "Second end: Participants" }).selectOption("Email: domain");
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByText(/^Links that will be made$/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Link [\d,]+ pairs?$/ }).click();
  await expect(dialog.getByText("Links made")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  // The page finds what can be undone after a reload, too.
  await page.reload();
  await page.getByRole("complementary").getByRole("searchbox").fill("matchwerk");
  const links = page.getByRole("grid", { name: "Links of Matched by domain" });
  for (const { name } of [one, two])
    await expect(links.getByRole("row").filter({ hasText: name })).toContainText(firm.name);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: /taken away again/ })).toBeVisible();
  await expect(links.getByRole("row").filter({ hasText: "Matchwerk" })).toHaveCount(0);

  await desk.ask("delete", `/relationship/${kind.id}?rev=${kind.rev}`);
  await desk.leave();
});
