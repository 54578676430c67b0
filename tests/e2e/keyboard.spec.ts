// By keyboard alone: the palette, the shortcuts, the arrow keys, and where the focus is afterwards.
import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

test("the palette goes anywhere by keyboard, remembers what was used, and gives the focus back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  const account = page.getByRole("button", { name: "Account" });
  await account.focus();

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search and go to" });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.keyboard.press("Control+k");
  await field.fill("agen");
  await expect(page.getByRole("option", { name: /^Agenda/ }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agenda$/);

  await page.keyboard.press("Control+k");
  await field.fill("add company");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/category\/2\?open=new$/);
  await expect(page.getByRole("heading", { name: "Add company" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await field.fill("time zone");
  await expect(page.getByRole("option", { name: /^Time zone/ }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/setup\?field=timezone$/);
  await expect(page.getByRole("combobox", { name: "Time zone" })).toBeFocused();

  // Enter comes before the server has found anybody. What was open before stands first, and not what is.
  await page.keyboard.press("Control+k");
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent.filter({ hasText: /^Agenda/ })).toBeVisible();
  await expect(recent.filter({ hasText: /^Set-?up/ })).toHaveCount(0);
  await field.fill("aditya balasubramaniam");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Aditya Balasubramaniam" })).toBeVisible();
});

test("keys that are pressed before the palette has come are typed into it, Enter too", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  let way = gate();
  await page.route("**/assets/PaletteDialog-*.js", async (route) => {
    await way.opened;
    await route.continue();
  });
  await page.goto("/event-home");
  await settled();
  const account = page.getByRole("button", { name: "Account" });
  await account.focus();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("age x");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  // Whoever waits for it sees that it is coming, and what stands in it.
  const ahead = page.locator(".type-ahead");
  await expect(ahead).toHaveCSS("opacity", "1");
  await expect(ahead.getByRole("textbox")).toHaveValue("age");
  way.open();
  const field = page.getByRole("combobox", { name: "Search and go to" });
  await expect(field).toHaveValue("age");
  await page.keyboard.type("nda");
  await expect(field).toHaveValue("agenda");
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();

  way = gate();
  await page.reload();
  await settled();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("agenda");
  await page.keyboard.press("Enter");
  way.open();
  await expect(page).toHaveURL(/\/agenda$/);
  await expect(field).toHaveCount(0);

  way = gate();
  await page.goto("/event-home");
  await settled();
  await account.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("agenda");
  await page.keyboard.press("Escape");
  way.open();
  await expect(account).toBeFocused();
  await expect(field).toHaveCount(0);
});

test("the palette finds people and sessions of the event, and what is found can be opened", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("lind");
  const people = page.getByRole("group", { name: "Participants, companies and items" });
  await expect(people.getByRole("option").first()).toContainText(/lind/i);
  await people.getByRole("option").first().click();

  await expect(page).toHaveURL(/\/profile\/\d+$/);
});

test("the palette says that not everything could be searched, and not that there is nothing", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  await page.route("**/thing/query", (route) => route.fulfill({ status: 500, body: "" }));

  await page.keyboard.press("Control+k");
  const words = page.getByRole("combobox", { name: "Search and go to" });
  await words.fill("lindqvistx");
  const failed = page.getByRole("dialog").getByText("Not everything could be searched", { exact: false });
  await expect(failed.first()).toBeVisible();
  await expect(page.getByText("Nothing found for")).toHaveCount(0);
  await page.unrouteAll();
  await words.fill("lind");

  const people = page.getByRole("group", { name: "Participants, companies and items" });
  await expect(people.getByRole("option").first()).toContainText(/lind/i);
  await expect(failed).toHaveCount(0);
});

test("the palette offers nothing that the person may not use", async ({ page, context, request }) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("history");

  await expect(page.getByRole("option", { name: /^History/ })).toHaveCount(0);
});

test("shortcuts of a single key can be switched off", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press("?");

  await expect(sheet).toHaveCount(0);
});

test("a dialog that is opened by a key shows the focus around itself", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await page.keyboard.press("?");

  const sheet = page.locator(".bp6-dialog", { hasText: "Keyboard shortcuts" });
  await expect(sheet).toHaveCSS("outline-style", "solid");
  await expect(page.locator(":focus")).toHaveCSS("outline-style", "none");
  await page.keyboard.press("Tab");
  await expect(sheet).toHaveCSS("outline-style", "none");
});

test("keys are named as on a German keyboard where German is spoken", async ({ page, context, request }) => {
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();

  await page.keyboard.press("?");

  const sheet = page.getByRole("dialog", { name: "Tastenkürzel" });
  await expect(sheet.locator("kbd", { hasText: /^(Strg|Pos1|Leertaste|Eingabe)$/ })).toHaveCount(13);
  await expect(sheet.locator("kbd", { hasText: /^Umschalt|^Entf$/ })).toHaveCount(3);
  await expect(page.locator(".search-button-text")).toHaveAttribute("data-keys", "Strg K");
});

test("the side navigation is walked with the arrow keys", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  const frame = new Frame(page);
  await frame.group("Event details").focus();

  await page.keyboard.press("ArrowRight");
  await expect(frame.group("Event details")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(frame.entry("Overview")).toBeFocused();
  await page.keyboard.press("ArrowLeft");

  await expect(frame.group("Event details")).toBeFocused();
});

test("a form in place of buttons takes the focus, and its button has it again when the form is left", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };

  await page.goto(`/event-home?open=${EVENT_ID}`);
  await press("Copy event");
  await expect(page.getByRole("form").getByLabel("Name")).toBeFocused();
  await press("Cancel");
  await expect(page.getByRole("button", { name: "Copy event" })).toBeFocused();

  await page.goto("/account/devices");
  await press("Set up an authenticator app");
  await press("Cancel");
  await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeFocused();

  await page.goto(`/event-details/${EVENT_ID}/agenda`);
  await page.locator(".list-opens").first().click();
  await press("Edit");
  await expect(page.getByRole("form").getByLabel("Title")).toBeFocused();
});

test("a button that works, moves its row or opened a menu keeps the focus", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-details/${EVENT_ID}`);
  await settled();
  const refresh = page.getByRole("button", { name: "Refresh" });
  const answered = page.waitForResponse(/overview/);
  await refresh.press("Enter");
  await answered;
  await settled();
  await expect(refresh).toBeFocused();

  const account = page.getByRole("button", { name: "Account" });
  await account.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.goto("/app-settings/data-types");
  for (const way of ["down", "up"]) {
    const move = page.getByRole("button", { name: `Move Attendee ${way}` });
    const saved = page.waitForResponse((reply) => reply.request().method() !== "GET");
    await move.press("Enter");
    await saved;
    await settled();
    await expect(move).toBeFocused();
  }
});

test("keys of one character work from a cell of a list, too", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await settled();
  const cell = page.getByRole("grid", { name: "Participants" }).locator(".list-opens").first();
  await expect(cell).toBeVisible();
  await cell.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search: Participants" })).toBeFocused();
});

test("in a narrow window the focus leaves the side navigation with it", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.setViewportSize({ width: 512, height: 320 });
  const settled = settling(page);
  await page.goto("/event-home");
  await settled();
  const frame = new Frame(page);
  const menu = page.getByRole("button", { name: "Show or hide the side navigation" });
  await menu.press("Enter");
  await frame.group("Event details").press("Escape");
  await expect(menu).toBeFocused();
  await expect(frame.navigation).toBeHidden();

  await menu.press("Enter");
  await frame.openGroup("Event details");
  await frame.entry("Agenda").press("Enter");
  await expect(frame.title("Agenda")).toBeFocused();
});

test("the title of a page whose code comes late has the focus when it is there", async ({ page, context, request }) => {
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto("/main");
  await settled();
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/assets/SetupScreen-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/assets/SetupScreen-*.js");
  await page.getByRole("link", { name: "Open event" }).press("Enter");
  await asked;
  await expect(page).toHaveURL(/\/setup$/);
  answer();

  await expect(new Frame(page).title("Setup")).toBeFocused();
});

test("in a narrow window / is not used up by a search that is hidden behind a panel", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.setViewportSize({ width: 900, height: 700 });
  const settled = settling(page);
  await page.goto(`/event-data/${EVENT_ID}/category/1?open=new`);
  const search = page.getByRole("searchbox", { name: "Search: Participants" });
  const close = page.getByRole("button", { name: "Close", exact: true }).first();
  await expect(close).toBeVisible();
  await settled();
  await expect(search).toBeHidden();
  await close.focus();
  await page.evaluate(() =>
    addEventListener("keydown", ({ defaultPrevented }) => {
      document.body.dataset.usedUp = String(defaultPrevented);
    }),
  );
  await page.keyboard.press("/");
  await expect(page.locator("body")).toHaveAttribute("data-used-up", "false");

  await close.click();
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
});

/** Something that is waited for until it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
