// Two people at the same group, and a network that is slow or fails: what was typed stays, and nothing fails unseen.
import { expect, type Page, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

interface Made {
  id: number;
  rev: number;
}

async function create(desk: Desk, name: string): Promise<Made> {
  return (await desk.ask("post", "/custom-group", { name, mode: "manual" })).data;
}

async function tidyUp(desk: Desk, names: RegExp): Promise<void> {
  for (const { id, rev, name } of (await desk.ask("get", "/custom-group")).data) {
    if (names.test(name)) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  }
}

const addressOf = ({ id }: Made, tab = "settings") => `/event-details/${EVENT_ID}/custom-groups?id=${id}&tab=${tab}`;
const inList = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("a group that somebody else removed leaves the list, and what was typed becomes a group of its own", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Removed elsewhere");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Removed, made anew");
  await panel.getByRole("textbox", { name: "What it is for" }).fill("The early shift");
  await desk.ask("delete", `/custom-group/${group.id}?rev=${group.rev}`);

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  await expect(panel.getByRole("alert")).toContainText("Somebody else has removed this group");
  await expect(inList(page, "Removed elsewhere")).toHaveCount(0);
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Removed, made anew");
  await panel.getByRole("tab", { name: /^Members/ }).click();
  await expect(panel.getByText("create a group from it under")).toBeVisible();
  await expect(panel.getByRole("combobox", { name: "Add a profile" })).toBeDisabled();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await panel.getByRole("button", { name: "Create it anew" }).click();
  await expect(inList(page, "Removed, made anew")).toBeVisible();
  await expect(panel.getByRole("combobox", { name: "Add a profile" })).toBeEnabled();

  const all = (await desk.ask("get", "/custom-group")).data;
  expect(all.filter(({ name }: { name: string }) => /^Removed/.test(name))).toMatchObject([
    { name: "Removed, made anew", description: "The early shift" },
  ]);
  await tidyUp(desk, /^Removed/);
});

test("a list that is being read in stays as it was pasted when somebody else removes its group", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Removed under a list");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group, "members"));
  await page.getByRole("complementary").getByRole("button", { name: "Add from a list" }).click();
  const dialog = page.getByRole("dialog", { name: /Removed under a list/ });
  await dialog.getByRole("textbox").fill("nobody@example.test");
  await desk.ask("delete", `/custom-group/${group.id}?rev=${group.rev}`);

  await dialog.getByRole("button", { name: "Check the list" }).click();

  await expect(dialog.getByRole("alert")).toContainText("has been removed");
  await expect(dialog.getByRole("textbox")).toHaveValue("nobody@example.test");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("complementary")).toBeFocused();
});

test("what somebody else saved meanwhile is not undone by saving other parts of the group, nor told of another group", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Both at once");
  await create(desk, "Both, a bystander");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "What it is for" }).fill("Mine");
  await desk.ask("patch", `/custom-group/${group.id}`, { name: "Both, renamed", colour: "teal", rev: group.rev });

  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("alert")).toContainText("Somebody else has saved this group in the meantime");
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Both, renamed");
  await inList(page, "Both, a bystander").click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Both, a bystander");
  await expect(panel.getByRole("alert")).toHaveCount(0);

  await page.goto(addressOf(group));
  await panel.getByRole("textbox", { name: "What it is for" }).fill("Mine");
  await desk.ask("patch", `/custom-group/${group.id}`, { colour: "pink", rev: group.rev + 1 });
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Changes saved successfully")).toBeVisible();

  const all = (await desk.ask("get", "/custom-group")).data;
  const saved = all.find(({ id }: Made) => id === group.id);
  expect(saved).toMatchObject({ name: "Both, renamed", colour: "pink", description: "Mine" });
  await tidyUp(desk, /^Both/);
});

test("a save that fails after the panel was closed is told, and is tried again from there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Slow to save");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  let letGo: () => void = () => undefined;
  const isClosed = new Promise<void>((done) => (letGo = done));
  await page.route(`**/custom-group/${group.id}`, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await isClosed;
    await route.fulfill({ status: 500, json: { error: { code: "unexpected", message: "No" } } });
    await page.unroute(`**/custom-group/${group.id}`);
  });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Slow, saved at last");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: "“Slow, saved at last” was not saved" });
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(inList(page, "Slow, saved at last")).toBeVisible();
  await inList(page, "Slow, saved at last").click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(panel.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Slow, saved at last");
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await tidyUp(desk, /^Slow/);
});

test("who has opened another group stays there when one that is being made arrives", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  await create(desk, "Arriving, a bystander");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  let letGo: () => void = () => undefined;
  const isElsewhere = new Promise<void>((done) => (letGo = done));
  await page.route("**/custom-group", async (route) => {
    if (route.request().method() === "POST") await isElsewhere;
    await route.continue();
  });
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Arriving late");
  await panel.getByRole("button", { name: "Create group" }).click();
  await inList(page, "Arriving, a bystander").click();
  await expect(panel.getByRole("heading", { name: "Arriving, a bystander" })).toBeVisible();
  letGo();

  await expect(inList(page, "Arriving late")).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Arriving, a bystander" })).toBeVisible();
  await tidyUp(desk, /^Arriving/);
});

test("of two profiles that are put in one after the other, the one that could not be is named", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const [one, two] = [
    await desk.profile({ first_name: "Fenna", last_name: "Failsfirst" }),
    await desk.profile({ first_name: "Sanne", last_name: "Secondworks" }),
  ];
  const group = await create(desk, "Put in twice");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  let letGo: () => void = () => undefined;
  const isSecondIn = new Promise<void>((done) => (letGo = done));
  await page.route(
    `**/custom-group/${group.id}/member`,
    async (route) => {
      await isSecondIn;
      await route.fulfill({ status: 500, json: { error: { code: "unexpected", message: "No" } } });
    },
    { times: 1 },
  );
  await page.goto(addressOf(group, "members"));
  const panel = page.getByRole("complementary");
  const find = panel.getByRole("combobox", { name: "Add a profile" });
  await find.fill("failsfirst");
  await page.getByRole("option", { name: one.name }).click();
  await find.fill("secondworks");
  await page.getByRole("option", { name: two.name }).click();
  await expect(panel.getByRole("gridcell", { name: two.name, exact: true })).toBeVisible();
  letGo();

  await expect(panel.getByRole("alert").filter({ hasText: `${one.name} was not added` })).toBeVisible();
  await desk.ask("delete", `/custom-group/${group.id}?rev=${group.rev}`);
  await find.fill("failsfirst");
  await page.getByRole("option", { name: one.name }).waitFor();
  await find.press("Enter");
  await expect(panel.getByText("Somebody else has removed this group")).toBeVisible();
  await expect(panel).toBeFocused();
  await tidyUp(desk, /^Put in twice/);
  await desk.leave();
});

test("the name that two people gave a group at once is chosen, theirs beside mine, and the rest of mine is kept", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Chosen by two");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Chosen by me");
  await panel.getByRole("textbox", { name: "What it is for" }).fill("The early shift");
  await desk.ask("patch", `/custom-group/${group.id}`, { name: "Chosen by them", rev: group.rev });

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Name" })).toContainText("Chosen by meChosen by them");
  await expect(conflict.getByText("Your other changes are kept: What it is for")).toBeVisible();
  await expect(conflict.getByRole("heading")).toBeFocused();
  await conflict.getByRole("radio", { name: "Take theirs: Name" }).check();
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(name).toHaveValue("Chosen by them");
  const saved = (await desk.ask("get", "/custom-group")).data.find(({ id }: Made) => id === group.id);
  expect(saved).toMatchObject({ name: "Chosen by them", description: "The early shift" });
  await tidyUp(desk, /^Chosen/);
});

test("what came too late after its group was closed is opened again beside theirs, or as a new group", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Late to save");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  const notice = (of: string) => page.getByRole("alert").filter({ hasText: `“${of}” was not saved` });
  const sendAndClose = async (typed: string, also?: string) => {
    const letGo = await held(page, `**/custom-group/${group.id}`);
    await name.fill(typed);
    if (also) await panel.getByRole("textbox", { name: "What it is for" }).fill(also);
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await expect(panel).toHaveCount(0);
    return letGo;
  };

  await test.step("both changed its name", async () => {
    const letGo = await sendAndClose("Late, mine");
    await desk.ask("patch", `/custom-group/${group.id}`, { name: "Late, theirs", rev: group.rev });
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
    await desk.ask("patch", `/custom-group/${group.id}`, { colour: "pink", rev: group.rev + 2 });
    letGo();

    await notice("Late, once more").getByRole("button", { name: "Open" }).click();

    await expect(panel.getByRole("alert")).toContainText("What you typed is still here");
    await expect(name).toHaveValue("Late, once more");
    await panel.getByRole("button", { name: "Save mine" }).click();
    await expect(inList(page, "Late, once more")).toBeVisible();
  });

  await test.step("somebody else removed it", async () => {
    const letGo = await sendAndClose("Late, last words", "Said last");
    await desk.ask("delete", `/custom-group/${group.id}?rev=${group.rev + 4}`);
    letGo();

    await notice("Late, last words").getByRole("button", { name: "Open" }).click();

    await expect(name).toHaveValue("Late, last words");
    await expect(panel.getByRole("textbox", { name: "What it is for" })).toHaveValue("Said last");
    await panel.getByRole("button", { name: "Create group" }).click();
    await expect(inList(page, "Late, last words")).toBeVisible();
  });
  await tidyUp(desk, /^Late/);
});

test("what came too late replaces nothing that is being typed in the same group by then, unless one wants it to", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const group = await create(desk, "Typed twice");
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(addressOf(group));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  const purpose = panel.getByRole("textbox", { name: "What it is for" });
  const letGo = await held(page, `**/custom-group/${group.id}`);
  await name.fill("Typed first");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await desk.ask("patch", `/custom-group/${group.id}`, { colour: "pink", rev: group.rev });
  letGo();
  const notice = page.getByRole("alert").filter({ hasText: "“Typed first” was not saved" });
  await expect(notice).toBeVisible();
  await inList(page, "Typed twice").click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await purpose.fill("Typed later");

  await notice.getByRole("button", { name: "Open" }).click();

  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(purpose).toHaveValue("Typed later");
  await expect(name).toHaveValue("Typed twice");
  await panel.getByRole("tab", { name: /^Members/ }).click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(purpose).toHaveValue("Typed later");
  // It is not lost either: the next form of the group has it.
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await inList(page, "Typed twice").click();
  await panel.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect(name).toHaveValue("Typed first");
  await expect(purpose).toHaveValue("");
  await panel.getByRole("button", { name: "Discard" }).click();
  await tidyUp(desk, /^Typed/);
});
