// Two people at the same kind of relationship, and a network that is slow or fails: what was typed stays, and nothing fails unseen.
import { expect, type Page, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

interface Made {
  id: number;
  rev: number;
}

async function create(desk: Desk, name: string): Promise<Made> {
  const end = (label: string, category: number) => ({ label, category, types: [] });
  const draft = { from: end("Employs", 2), to: end("Works for", 1), cardinality: "many-many" };
  return (await desk.ask("post", "/relationship", { name, ...draft })).data;
}

async function tidyUp(desk: Desk, names: RegExp): Promise<void> {
  for (const { id, rev, name } of (await desk.ask("get", "/relationship")).data) {
    if (names.test(name)) await desk.ask("delete", `/relationship/${id}?rev=${rev}`);
  }
}

const addressOf = ({ id }: Made, tab = "settings") => `/event-details/${EVENT_ID}/relationships?id=${id}&tab=${tab}`;
const inList = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("a kind that somebody else removed leaves the list, and what was typed becomes a kind of its own", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const kind = await create(desk, "Removed elsewhere");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(kind));
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Removed, made anew");
  // The list would learn it from counting who has no link, before anybody saves.
  await page.waitForLoadState("networkidle");
  await desk.ask("delete", `/relationship/${kind.id}?rev=${kind.rev}`);

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  await expect(panel.getByRole("alert")).toContainText("Somebody else has removed this kind of relationship");
  await expect(inList(page, "Removed elsewhere")).toHaveCount(0);
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Removed, made anew");
  await panel.getByRole("tab", { name: /^Links/ }).click();
  await expect(panel.getByText("create a kind from it under")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Link by fields" })).toBeDisabled();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await panel.getByRole("button", { name: "Create it anew" }).click();
  await expect(inList(page, "Removed, made anew")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Link by fields" })).toBeEnabled();
  await tidyUp(desk, /^Removed/);
});

test("what somebody else saved of a kind meanwhile is not undone by saving other parts of it, nor told of another kind", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const kind = await create(desk, "Both at once");
  await create(desk, "Both, a bystander");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(kind));
  const panel = page.getByRole("complementary");
  const label = panel.getByRole("group", { name: "First end" }).getByRole("textbox", { name: "Seen from here" });
  await label.fill("Pays");
  await desk.ask("patch", `/relationship/${kind.id}`, { name: "Both, renamed", rev: kind.rev });

  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("alert")).toContainText("Somebody else has saved this kind in the meantime");
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Both, renamed");
  await panel.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Changes saved successfully")).toBeVisible();
  const all = (await desk.ask("get", "/relationship")).data;
  const saved = all.find(({ id }: Made) => id === kind.id);
  expect(saved).toMatchObject({ name: "Both, renamed", from: { label: "Pays" } });

  await desk.ask("patch", `/relationship/${kind.id}`, { name: "Both, once more", rev: saved.rev });
  await label.fill("Pays well");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("alert")).toBeVisible();
  await inList(page, "Both, a bystander").click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Both, a bystander");
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await tidyUp(desk, /^Both/);
});

test("a kind whose save fails after the panel was closed is told, and is tried again from there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const kind = await create(desk, "Slow to save");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  let letGo: () => void = () => undefined;
  const isClosed = new Promise<void>((done) => (letGo = done));
  await page.route(`**/relationship/${kind.id}`, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await isClosed;
    await route.fulfill({ status: 500, json: { error: { code: "unexpected", message: "No" } } });
    await page.unroute(`**/relationship/${kind.id}`);
  });
  await page.goto(addressOf(kind));
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Slow, saved at last");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: "“Slow, saved at last” was not saved" });
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(inList(page, "Slow, saved at last")).toBeVisible();
  await tidyUp(desk, /^Slow/);
});

test("a link that somebody else took away leaves the profile's tab when one takes it away, too", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Tilda", last_name: "Taken" });
  const firm = await desk.profile({ type_id: desk.types[2], name: "Takenwerk" });
  const kind = await create(desk, "Taken twice");
  const { data: link } = await desk.ask("post", `/relationship/${kind.id}/link`, { from: firm.id, to: person.id });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Relationships" }).click();
  await expect(panel.getByRole("link", { name: firm.name })).toBeVisible();
  await desk.ask("delete", `/relationship/${kind.id}/link/${link.id}`);

  await panel.getByRole("button", { name: `Remove the link to ${firm.name}` }).click();

  await expect(page.getByRole("alert").filter({ hasText: "This link has been removed already" })).toBeVisible();
  await expect(panel.getByRole("link", { name: firm.name })).toHaveCount(0);
  await tidyUp(desk, /^Taken/);
  await desk.leave();
});

test("the removal of a kind tells how many links go with it now, whatever there were when it was opened", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Grete", last_name: "Grown" });
  const firm = await desk.profile({ type_id: desk.types[2], name: "Grownwerk" });
  const kind = await create(desk, "Grown meanwhile");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(kind));
  const remove = page.getByRole("complementary").getByRole("button", { name: "Remove kind" });
  await expect(remove).toBeVisible();
  await desk.ask("post", `/relationship/${kind.id}/link`, { from: firm.id, to: person.id });

  await remove.click();

  const question = page.getByRole("dialog", { name: /Grown meanwhile/ });
  await expect(question.getByText(/with its 1 link\b/)).toBeVisible();
  await expect(question.getByRole("button", { name: "Remove kind" })).toBeDisabled();
  await question.getByRole("textbox").fill("Grown meanwhile");
  await question.getByRole("button", { name: "Remove kind" }).click();
  await expect(inList(page, "Grown meanwhile")).toHaveCount(0);
  await desk.leave();
});

test("a link to a profile with a long name without a gap can be taken away still", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Lone", last_name: "Long" });
  const firm = await desk.profile({ type_id: desk.types[2], name: `Long${"o".repeat(90)}ng` });
  const kind = await create(desk, "Long and linked");
  await desk.ask("post", `/relationship/${kind.id}/link`, { from: firm.id, to: person.id });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Relationships" }).click();
  const button = panel.getByRole("button", { name: `Remove the link to ${firm.name}` });

  await expect(button).toBeInViewport({ ratio: 1 });
  await tidyUp(desk, /^Long and linked/);
  await desk.leave();
});

test("the name that two people gave a kind at once is chosen, theirs beside mine, and the rest of mine is kept", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const kind = await create(desk, "Chosen by two");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(kind));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Chosen by me");
  await panel.getByRole("group", { name: "First end" }).getByRole("textbox", { name: "Seen from here" }).fill("Pays");
  await desk.ask("patch", `/relationship/${kind.id}`, { name: "Chosen by them", rev: kind.rev });

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Name" })).toContainText("Chosen by meChosen by them");
  await expect(conflict.getByText("Your other changes are kept: First end: Seen from here")).toBeVisible();
  await expect(conflict.getByRole("heading")).toBeFocused();
  await conflict.getByRole("radio", { name: "Take theirs: Name" }).check();
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(name).toHaveValue("Chosen by them");
  const saved = (await desk.ask("get", "/relationship")).data.find(({ id }: Made) => id === kind.id);
  expect(saved).toMatchObject({ name: "Chosen by them", from: { label: "Pays" } });
  await tidyUp(desk, /^Chosen/);
});

test("what came too late after its kind was closed is opened again beside theirs, or as a new kind", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const kind = await create(desk, "Late to save");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(kind));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  const notice = (of: string) => page.getByRole("alert").filter({ hasText: `“${of}” was not saved` });
  const sendAndClose = async (typed: string, also?: string) => {
    const letGo = await held(page, `**/relationship/${kind.id}`);
    await name.fill(typed);
    if (also)
      await panel.getByRole("group", { name: "First end" }).getByRole("textbox", { name: "Seen from here" }).fill(also);
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await expect(panel).toHaveCount(0);
    return letGo;
  };

  await test.step("both changed its name", async () => {
    const letGo = await sendAndClose("Late, mine");
    await desk.ask("patch", `/relationship/${kind.id}`, { name: "Late, theirs", rev: kind.rev });
    letGo();

    await notice("Late, mine").getByRole("button", { name: "Open" }).click();

    const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
    await expect(conflict.getByRole("rowgroup").filter({ hasText: "Name" })).toContainText("Late, mineLate, theirs");
    await conflict.getByRole("button", { name: "Save with these values" }).click();
    await expect(inList(page, "Late, mine")).toBeVisible();
    await expect(name).toHaveValue("Late, mine");
  });

  await test.step("they changed something else", async () => {
    const letGo = await sendAndClose("Late, once more");
    await desk.ask("patch", `/relationship/${kind.id}`, { cardinality: "one-many", rev: kind.rev + 2 });
    letGo();

    await notice("Late, once more").getByRole("button", { name: "Open" }).click();

    await expect(panel.getByRole("alert")).toContainText("What you typed is still here");
    await expect(name).toHaveValue("Late, once more");
    await panel.getByRole("button", { name: "Save mine" }).click();
    await expect(inList(page, "Late, once more")).toBeVisible();
  });

  await test.step("somebody else removed it", async () => {
    const letGo = await sendAndClose("Late, last words", "Said last");
    await desk.ask("delete", `/relationship/${kind.id}?rev=${kind.rev + 4}`);
    letGo();

    await notice("Late, last words").getByRole("button", { name: "Open" }).click();

    await expect(name).toHaveValue("Late, last words");
    await expect(
      panel.getByRole("group", { name: "First end" }).getByRole("textbox", { name: "Seen from here" }),
    ).toHaveValue("Said last");
    await panel.getByRole("button", { name: "Create kind" }).click();
    await expect(inList(page, "Late, last words")).toBeVisible();
  });
  await tidyUp(desk, /^Late/);
});
