// Two people at the same field, and a network that is slow or fails: what was typed stays, and nothing fails unseen.
import { expect, type Page, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const EVENT = 2;

interface Made {
  id: number;
  key: string;
  rev: number;
}

const named = async (desk: Desk, name: string) =>
  (await desk.ask("get", "/field")).data.find(({ labels }: { labels: object }) => Object.values(labels).includes(name));

async function create(desk: Desk, name: string): Promise<Made> {
  return (await desk.ask("post", "/field", { labels: { "en-gb": name }, kind: "text" })).data;
}

async function remove(desk: Desk, { id }: Pick<Made, "id">): Promise<void> {
  const now = async () => (await desk.ask("get", "/field")).data.find((one: Made) => one.id === id);
  const { rev } = (await desk.ask("post", `/field/${id}/archive`, { rev: (await now()).rev })).data;
  await desk.ask("post", `/field/${id}/remove`, { rev });
  await expect.poll(now).toBeUndefined();
}

const addressOf = ({ id }: Made) => `/event-details/${EVENT}/custom-fields?open=${id}`;
const inList = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("a field that somebody else removed stays with what was typed, and is created anew under its key", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "super");
  const field = await create(desk, "Removed elsewhere");
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  await page.goto(addressOf(field));
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Section").fill("Kept words");
  await remove(desk, field);

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  await expect(panel.getByRole("alert")).toContainText("Somebody else has removed this field");
  await expect(inList(page, "Removed elsewhere")).toHaveCount(0);
  await expect(panel.getByLabel("Section")).toHaveValue("Kept words");
  await expect(panel.getByRole("button", { name: "Archive" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Create it anew" }).click();
  await expect(inList(page, "Removed elsewhere")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Archive" })).toBeVisible();
  const made = await named(desk, "Removed elsewhere");
  expect(made).toMatchObject({ key: field.key, section: "Kept words" });
  await remove(desk, made);
});

test("a save that fails after its field was closed is told and tried again, and not told of another field", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "super");
  const [field, other] = [await create(desk, "Slow to save"), await create(desk, "Slow, a bystander")];
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  await page.goto(addressOf(field));
  const panel = page.getByRole("complementary");
  const letGo = await held(page, `**/field/${field.id}`, { fails: true });
  await panel.getByLabel("Section").fill("At last");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await inList(page, "Slow, a bystander").click();
  await expect(panel.getByRole("heading", { name: "Slow, a bystander" })).toBeVisible();
  letGo();

  const notice = page.getByRole("alert").filter({ hasText: "“Slow to save” was not saved" });
  await expect(notice).toBeVisible();
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "At last" }).getByRole("link", { name: "Slow to save" })).toBeVisible();
  await remove(desk, field);
  await remove(desk, other);
});

test("what came too late after its field was closed is opened again beside theirs, or as a new field", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "super");
  const field = await create(desk, "Late to save");
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  await page.goto(addressOf(field));
  const panel = page.getByRole("complementary");
  const notice = page.getByRole("alert").filter({ hasText: "“Late to save” was not saved" });
  const sendAndClose = async (section: string) => {
    const letGo = await held(page, `**/field/${field.id}`);
    await panel.getByLabel("Section").fill(section);
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await expect(panel).toHaveCount(0);
    return letGo;
  };

  await test.step("somebody else saved first", async () => {
    const letGo = await sendAndClose("My words");
    await desk.ask("patch", `/field/${field.id}`, { rev: field.rev, section: "Their words" });
    letGo();

    await notice.getByRole("button", { name: "Open" }).click();

    const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
    await expect(conflict.getByRole("rowgroup").filter({ hasText: "Section" })).toContainText("My wordsTheir words");
    await conflict.getByRole("button", { name: "Save with these values" }).click();
    await expect(conflict).toHaveCount(0);
    await expect(panel.getByLabel("Section")).toHaveValue("My words");
    expect(await named(desk, "Late to save")).toMatchObject({ section: "My words" });
  });

  await test.step("somebody else removed it", async () => {
    const letGo = await sendAndClose("Last words");
    await remove(desk, field);
    letGo();

    await notice.getByRole("button", { name: "Open" }).click();

    await expect(panel.getByRole("heading", { name: "New field" })).toBeVisible();
    await expect(panel.getByLabel("Section")).toHaveValue("Last words");
    await panel.getByRole("button", { name: "Create field" }).click();
    await expect(inList(page, "Late to save")).toBeVisible();
    const made = await named(desk, "Late to save");
    expect(made).toMatchObject({ key: field.key, section: "Last words" });
    await remove(desk, made);
  });
});

test("what somebody else saved meanwhile comes with a row that is moved, and not unseen below what was typed", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "super");
  const [field, other] = [await create(desk, "Edited by two"), await create(desk, "Moved meanwhile")];
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  await page.goto(addressOf(field));
  const panel = page.getByRole("complementary");
  const save = async (change: object) => {
    const { rev } = await named(desk, "Edited by two");
    await desk.ask("patch", `/field/${field.id}`, { rev, ...change });
  };
  const move = async (way: "up" | "down") =>
    page.getByRole("button", { name: `Move Moved meanwhile ${way}`, exact: true }).click();
  await panel.getByLabel("Section").fill("My words");
  await save({ help: { "en-gb": "Their help" } });
  await move("up");
  await expect(panel.getByLabel("Help (British English)")).toHaveValue("Their help");
  await expect(panel.getByLabel("Section")).toHaveValue("My words");

  await save({ section: "Their words" });
  await move("down");

  const conflict = panel.getByRole("region", { name: "Somebody else changed this in the meantime" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Section" })).toContainText("My wordsTheir words");
  expect(await named(desk, "Edited by two")).toMatchObject({ section: "Their words" });
  await conflict.getByRole("radio", { name: "Take theirs: Section" }).check();
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(panel.getByLabel("Section")).toHaveValue("Their words");
  await remove(desk, field);
  await remove(desk, other);
});
