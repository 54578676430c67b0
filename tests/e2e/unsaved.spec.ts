// What was typed into a form beside a list is not lost without a question, whichever way one leaves it.
import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const FORMS: Record<string, { address: string; open: string; field: string }> = {
  "a new group": { address: `/event-details/${EVENT_ID}/custom-groups`, open: "New group", field: "Name" },
  "a data type": { address: "/app-settings/data-types", open: "Speaker", field: "Name" },
  "a copy of an event": { address: "/event-home?open=1", open: "Copy event", field: "Name" },
  "a meeting": {
    address: `/event-data/${EVENT_ID}/profile/1?tab=networking%2FMeetingsTab`,
    open: "Arrange a meeting",
    field: "What it is about",
  },
  "a new session": { address: `/event-details/${EVENT_ID}/agenda`, open: "Add session", field: "Title" },
};

for (const [name, { address, open, field }] of Object.entries(FORMS)) {
  test(`Back, Esc and another click ask before ${name} is lost, and what was typed stays`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request);
    await page.goto(address);
    const main = page.getByRole("main");
    const opener = { name: open, exact: true };
    await main.getByRole("button", opener).or(main.getByRole("link", opener)).click();
    const panel = page.getByRole("complementary");
    const typed = panel.getByLabel(field, { exact: true });
    await typed.fill("Typed and not saved");
    const question = page.getByRole("dialog", { name: "Unsaved changes" });

    await page.goBack();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(typed).toHaveValue("Typed and not saved");
    await typed.press("Escape");
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(typed).toHaveValue("Typed and not saved");

    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await expect(panel).toHaveCount(0);
  });
}

test("another app, another event and the logo are gone to only after the question, and nothing is switched before", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto("/event-details/2/setup");
  const frame = new Frame(page);
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Typed and not saved");
  const event = await frame.event.inputValue();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  const home = page.getByRole("link", { name: "Lanyard" });
  const leaving: (() => Promise<void>)[] = [
    () => frame.choose(frame.app, "Harbour Expo"),
    () => frame.choose(frame.event, /^Northwind Summit \(/),
    () => home.click(),
  ];
  for (const leave of leaving) {
    await leave();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue("Typed and not saved");
    await expect(frame.event).toHaveValue(event);
    await expect(frame.app).toHaveValue("Northwind Events");
  }
  const tab = context.waitForEvent("page");
  await home.click({ modifiers: ["ControlOrMeta"] });
  await (await tab).close();
  await expect(frame.event).toHaveValue(event);

  await frame.choose(frame.app, "Harbour Expo");
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/event-home$/);
  await expect(frame.app).toHaveValue("Harbour Expo");
  await page.goBack();
  // The page before was one of the other app.
  await expect(page).toHaveURL(/\/setup$/);
  await expect(frame.app).toHaveValue("Northwind Events");
});

test("Back asks also after the skip link, which leaves the address as it is", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto("/event-home");
  await page.getByRole("link", { name: "Skip" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await new Frame(page).openGroup("Event details");
  await new Frame(page).entry("Setup").click();
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Typed and not saved");
  await page.getByRole("link", { name: "Skip" }).press("Enter");
  await expect(page).toHaveURL(/\/setup$/);

  await page.goBack();
  await page.getByRole("dialog", { name: "Unsaved changes" }).getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Typed and not saved");
});

test("who cancels a new group is not asked once more", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/custom-groups?id=new`);
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Name", { exact: true }).fill("Not wanted");
  await panel.getByRole("button", { name: "Cancel", exact: true }).click();

  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("after a save, what is typed next outlives a save that fails, also where the server tidied the first", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto("/event-details/2/setup");
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const before = await name.inputValue();
  await name.fill(`${before} tidied  `);
  await name.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "saved successfully" })).toBeVisible();
  await expect(name).toHaveValue(`${before} tidied`);
  await expect(save).toHaveCount(0);

  await page.route("**/1/api/container/2", (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await name.fill("Typed anew");
  await name.press("Enter");
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");
  await expect(name).toHaveValue("Typed anew");

  await page.unrouteAll();
  await name.fill(before);
  await save.click();
  await expect(save).toHaveCount(0);
  await expect(name).toHaveValue(before);
});

test("what is typed while a save is on its way is kept, and is not yet saved", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto("/event-details/2/setup");
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const before = await name.inputValue();
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/1/api/container/2", async (route) => {
    if (route.request().method() !== "GET") await held;
    await route.continue();
  });
  await name.fill(`${before} sent`);
  const asked = page.waitForRequest((one) => one.method() !== "GET" && one.url().endsWith("/1/api/container/2"));
  await name.press("Enter");
  await asked;
  await name.fill("Typed meanwhile");
  answer();
  await expect(page.getByRole("status").filter({ hasText: "saved successfully" })).toBeVisible();

  await expect(name).toHaveValue("Typed meanwhile");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue(`${before} sent`);
  await expect(page.getByRole("form", { name: "Setup" })).toBeFocused();
  await name.fill(before);
  await save.click();
  await expect(save).toHaveCount(0);
});
