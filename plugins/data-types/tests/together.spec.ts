// Two people at the same data type, and a network that is slow or fails: what was typed stays, and nothing fails unseen.
import { expect, type Page, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

interface Made {
  id: number;
  rev: number;
}

async function create(desk: Desk, type: string): Promise<Made> {
  return (await desk.askApp("post", "/type", { type, type_category_id: 1 })).data;
}

async function tidyUp(desk: Desk, names: RegExp): Promise<void> {
  for (const { id, rev, type } of (await desk.askApp("get", "/type")).data) {
    if (names.test(type)) await desk.askApp("delete", `/type/${id}?rev=${rev}`);
  }
}

const addressOf = ({ id }: Made) => `/app-settings/data-types?open=${id}`;
const inList = (page: Page, name: string) => page.getByRole("table").getByRole("link", { name, exact: true });

test("a data type that somebody else removed stays with what was typed, and is created anew", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2, "super");
  const type = await create(desk, "Removed elsewhere");
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto(addressOf(type));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Removed, made anew");
  await desk.askApp("delete", `/type/${type.id}?rev=${type.rev}`);

  await panel.getByRole("button", { name: "Save", exact: true }).click();

  await expect(panel.getByRole("alert").filter({ visible: true })).toContainText(
    "Somebody else has removed this data type",
  );
  await expect(inList(page, "Removed elsewhere")).toHaveCount(0);
  await expect(name).toHaveValue("Removed, made anew");
  await panel.getByRole("button", { name: "Create it anew" }).click();
  await expect(inList(page, "Removed, made anew")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Archive", exact: true })).toBeVisible();
  await tidyUp(desk, /^Removed/);
});

test("what failed after its data type was closed is told: tried again, opened beside theirs, or as a new one", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, 2, "super");
  const type = await create(desk, "Late to save");
  await create(desk, "Late, a bystander");
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  await page.goto(addressOf(type));
  const panel = page.getByRole("complementary");
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  const notice = (of: string) => page.getByRole("alert").filter({ hasText: `“${of}” was not saved` });
  const sendAndLeave = async (typed: string, fails = false) => {
    const letGo = await held(page, `**/type/${type.id}`, { fails });
    await name.fill(typed);
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await inList(page, "Late, a bystander").click();
    await expect(panel.getByRole("heading", { name: "Late, a bystander" })).toBeVisible();
    return letGo;
  };

  await test.step("a fault", async () => {
    (await sendAndLeave("Late, at last", true))();

    await expect(notice("Late, at last")).toBeVisible();
    await expect(panel.getByRole("alert")).toHaveCount(0);
    await notice("Late, at last").getByRole("button", { name: "Try again" }).click();
    await expect(inList(page, "Late, at last")).toBeVisible();
    await inList(page, "Late, at last").click();
    await expect(panel.getByRole("heading", { name: "Late, at last" })).toBeVisible();
  });

  await test.step("somebody else saved first", async () => {
    const letGo = await sendAndLeave("Late, mine");
    await desk.askApp("patch", `/type/${type.id}`, { rev: type.rev + 1, type: "Late, theirs" });
    letGo();

    await notice("Late, mine").getByRole("button", { name: "Open" }).click();

    const conflict = panel.getByRole("region", { name: /“Late, theirs”/ });
    await expect(conflict.getByRole("rowgroup").filter({ hasText: "Name" })).toContainText("Late, mineLate, theirs");
    await inList(page, "Late, a bystander").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await conflict.getByRole("button", { name: "Save with these values" }).click();
    await expect(name).toHaveValue("Late, mine");
    await expect(inList(page, "Late, mine")).toBeVisible();
  });

  await test.step("somebody else removed it", async () => {
    const letGo = await sendAndLeave("Late, last words");
    await desk.askApp("delete", `/type/${type.id}?rev=${type.rev + 3}`);
    letGo();

    await notice("Late, last words").getByRole("button", { name: "Open" }).click();

    await expect(name).toHaveValue("Late, last words");
    await panel.getByRole("button", { name: "Add data type" }).click();
    await expect(inList(page, "Late, last words")).toBeVisible();
  });
  await tidyUp(desk, /^Late/);
});
