// Cells of a list are edited where they stand, by the rules of the profile's form.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const SAVE = `**/container/${EVENT_ID}/thing/*`;
const LIST = `/event-data/${EVENT_ID}/category/1?columns=name,first_name,last_name,email,company_name,job_title,country,status`;

let desk: Desk;

test.beforeEach(async ({ request, page }) => {
  await page.setViewportSize({ width: 1720, height: 900 });
  desk = await Desk.at(request, EVENT_ID);
});
test.afterEach(() => desk.leave());

/** The list with nobody but these profiles of the story. */
async function listOf(page: Page, word: string, path = LIST, email = "matchmaker@demo.test") {
  await comeBack(page.context(), page.request, { email });
  await page.goto(`${path}${path.includes("?") ? "&" : "?"}q=${word}`);
  await expect(page.locator(".ag-row").first()).toBeVisible();
  await expect(page.locator(".list-outline")).toHaveCount(0);
}

const cell = (page: Page, row: number, field: string) =>
  page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${field}"]`);
const editor = (page: Page) => page.locator(".cell-editor");
const stands = async (id: number) => (await desk.ask("get", `/thing/${id}`)).data;

async function edit(at: Locator, text: string): Promise<void> {
  await at.dblclick();
  const input = at.page().locator(".cell-editor .input");
  await expect(input).toBeFocused();
  await input.fill(text);
}

test("Enter, Tab and Escape save, go on and restore; the row shows what the server answered and stays where it is", async ({
  page,
}) => {
  const [anna, bert] = [
    await desk.profile({ first_name: "Anna", last_name: "Zellwood", job_title: "Host" }),
    await desk.profile({ first_name: "Bert", last_name: "Zellwood" }),
  ];
  await listOf(page, "zellwood");
  await cell(page, 0, "company_name").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Job title of Anna Zellwood" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Job title" })).toBeFocused();
  await page.keyboard.type("  Chief   host ");
  await page.keyboard.press("Enter");

  await expect(cell(page, 0, "job_title")).toHaveText("Chief host");
  await expect(cell(page, 0, "job_title")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Job title of Anna Zellwood saved" })).toBeVisible();
  expect((await stands(anna.id)).job_title).toBe("Chief host");

  // Its name sorts it elsewhere now, and the search does not find it: it stays until the list is asked anew.
  await edit(cell(page, 0, "last_name"), "Aaronson");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await expect(cell(page, 0, "name")).toHaveText(/Anna Aaronson/);
  await page.keyboard.type("nobody@nowhere.example");
  await page.keyboard.press("Escape");
  await expect(cell(page, 0, "email")).toBeFocused();
  await expect(cell(page, 0, "email")).toHaveText("");

  // Past the last cell of a row one goes on in the next.
  await cell(page, 0, "status").dblclick();
  await expect(editor(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: "First name of Bert Zellwood" })).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("group", { name: "Status of Anna Aaronson" })).toBeVisible();
  await page.keyboard.press("Escape");
  expect((await stands(bert.id)).rev).toBe(bert.rev);
});

test("two cells of one profile that are changed at once are saved one after the other, and a change is taken back", async ({
  page,
}) => {
  const one = await desk.profile({
    first_name: "Quick",
    last_name: "Zellmann",
    job_title: "Host",
    company_name: "Old",
  });
  await listOf(page, "zellmann");
  await page.route(SAVE, async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await edit(cell(page, 0, "company_name"), "New");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Guest");
  await page.keyboard.press("Enter");
  await expect(cell(page, 0, "company_name")).toHaveText("New");
  await expect(cell(page, 0, "job_title")).toHaveText("Guest");
  await expect(cell(page, 0, "job_title")).toHaveClass(/list-cell-busy/);
  await expect.poll(async () => (await stands(one.id)).job_title).toBe("Guest");
  expect((await stands(one.id)).company_name).toBe("New");
  await expect(page.locator(".list-cell-busy")).toHaveCount(0);

  await page.keyboard.press("Control+z");
  await expect(cell(page, 0, "job_title")).toHaveText("Host");
  await expect.poll(async () => (await stands(one.id)).job_title).toBe("Host");

  await edit(cell(page, 0, "company_name"), "Newest");
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await stands(one.id)).company_name).toBe("New");
});

test("what is refused stays at its cell with the reason, by the rules of the form and by the server's", async ({
  page,
}) => {
  await desk.profile({ first_name: "Held", last_name: "Zellhof", email: "held@zellhof.example" });
  const other = await desk.profile({ first_name: "Other", last_name: "Zellhof", job_title: "Host" });
  await listOf(page, "zellhof");

  await edit(cell(page, 1, "email"), "no address");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("Enter a valid email address");
  await page.getByRole("textbox", { name: "Email" }).fill("held@zellhof.example");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("has this address");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("held@zellhof.example");
  await expect(page.getByRole("link", { name: "Open Held Zellhof" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(page, 1, "email")).toHaveText("");

  // Refused while somebody has gone on to another cell: nobody is called away, and nothing is lost.
  await edit(cell(page, 1, "email"), "held@zellhof.example");
  await page.keyboard.press("Tab");
  const told = page.getByRole("alert").filter({ hasText: "Email of Other Zellhof is not saved" });
  await expect(told).toBeVisible();
  await expect(editor(page).getByRole("textbox", { name: "Company" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell(page, 1, "email")).toHaveClass(/list-cell-wrong/);
  await page
    .getByRole("link", { name: "Event settings" })
    .or(page.getByRole("link", { name: "Lanyard" }))
    .first()
    .click();
  await page.getByRole("dialog", { name: "Unsaved changes" }).getByRole("button", { name: "Cancel" }).click();
  await told.getByRole("button", { name: "Show" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("free@zellhof.example");
  await page.keyboard.press("Enter");
  await expect(told).toHaveCount(0);
  await expect.poll(async () => (await stands(other.id)).email).toBe("free@zellhof.example");
});

test("without a network what was typed stays, and is saved when it is sent again", async ({ page }) => {
  const one = await desk.profile({ first_name: "Far", last_name: "Zelloff" });
  await listOf(page, "zelloff");
  await page.route(SAVE, (route) => route.abort("connectionfailed"));
  await edit(cell(page, 0, "job_title"), "Navigator");
  await page.keyboard.press("Enter");
  await expect(editor(page).getByRole("alert")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Job title" })).toHaveValue("Navigator");
  await expect(cell(page, 0, "job_title")).toHaveText("Navigator");
  await page.unroute(SAVE);
  await page.getByRole("button", { name: "Save again" }).click();
  await expect.poll(async () => (await stands(one.id)).job_title).toBe("Navigator");
  await expect(page.locator(".list-cell-wrong")).toHaveCount(0);
});

test("somebody else's save of the same cell opens both values side by side, and of another cell is no hindrance", async ({
  page,
}) => {
  const one = await desk.profile({ first_name: "Two", last_name: "Zellpaar", job_title: "Host", company_name: "Old" });
  await listOf(page, "zellpaar");
  await edit(cell(page, 0, "job_title"), "Mine");
  await desk.ask("patch", `/thing/${one.id}`, { rev: one.rev, job_title: "Theirs", company_name: "Theirs Ltd" });
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("heading", { name: "Somebody else saved this profile first" })).toBeVisible();
  await expect(panel.locator("td", { hasText: /^Mine$/ })).toBeVisible();
  await expect(panel.locator("td", { hasText: /^Theirs$/ })).toBeVisible();
  await expect(cell(page, 0, "company_name")).toHaveText("Theirs Ltd");
  await panel.getByRole("button", { name: "Save with these values" }).click();
  await expect(cell(page, 0, "job_title")).toHaveText("Mine");
  await expect(page.locator(".list-cell-wrong")).toHaveCount(0);
  await expect(panel.getByRole("textbox", { name: "Job title" })).toHaveValue("Mine");

  // The open form follows a cell as long as nothing is typed there.
  await edit(cell(page, 0, "last_name"), "Zellpaar-Lang");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("textbox", { name: "Last name" })).toHaveValue("Zellpaar-Lang");
  await panel.getByRole("textbox", { name: "Company" }).fill("Typed");
  await edit(cell(page, 0, "last_name"), "Zellpaar");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stands(one.id)).last_name).toBe("Zellpaar");
  await expect(panel.getByRole("textbox", { name: "Company" })).toHaveValue("Typed");

  // What is typed there does not give way to the side-by-side of a cell.
  const { rev } = await stands(one.id);
  await desk.ask("patch", `/thing/${one.id}`, { rev, job_title: "Theirs again" });
  await edit(cell(page, 0, "job_title"), "Mine again");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("Save or discard what its form holds first");
  await expect(panel.getByRole("textbox", { name: "Company" })).toHaveValue("Typed");
});

test("own fields have the form's input, and why a cell cannot be edited is said there", async ({ page }) => {
  const one = await desk.profile({ first_name: "All", last_name: "Zellkern" });
  const company = await desk.profile({ type_id: desk.types[2], name: "Zellkern Ltd" });
  const fields: { key: string; kind: string; labels: Record<string, string>; type_ids: number[]; places: string[] }[] =
    (await desk.ask("get", "/field")).data;
  const asked = fields.filter(
    ({ kind, type_ids, places }) =>
      kind !== "file" &&
      places.includes("profile") &&
      (type_ids.length === 0 || type_ids.includes(desk.types[1] as number)),
  );
  const kinds = [...new Map(asked.map((field) => [field.kind, field])).values()];
  expect(kinds.length).toBeGreaterThan(4);
  for (const { key } of kinds) {
    const path = `/event-data/${EVENT_ID}?columns=name,fields.${key},updated_at,email,first_name`;
    await listOf(page, "zellkern", path, "super@demo.test");
    const at = page.locator(`.ag-row[row-id="${one.id}"] .ag-cell[col-id="fields.${key}"]`);
    await at.dblclick();
    await expect(editor(page).locator("input, select, textarea").first(), key).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(at, key).toBeFocused();
  }

  const first = page.locator(`.ag-row[row-id="${company.id}"] .ag-cell[col-id="first_name"]`);
  await first.dblclick();
  await expect(
    page.getByRole("alert").filter({ hasText: "Profiles of this type do not have this field" }),
  ).toBeVisible();
  await page.locator(`.ag-row[row-id="${one.id}"] .ag-cell[col-id="updated_at"]`).click();
  await page.keyboard.press("F2");
  await expect(page.getByRole("alert").filter({ hasText: "cannot be edited" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary").getByRole("heading", { name: "All Zellkern" })).toBeVisible();
});

test("a field that another role answers says so in its cell", async ({ page }) => {
  await desk.profile({ first_name: "Role", last_name: "Zellrolle" });
  await listOf(page, "zellrolle", `/event-data/${EVENT_ID}/category/1?columns=name,fields.badge`);
  await cell(page, 0, "fields.badge").dblclick();
  await expect(page.getByRole("alert").filter({ hasText: "Your role may not answer this field" })).toBeVisible();
  await expect(editor(page)).toHaveCount(0);
});

test("who may not write opens the profile as before", async ({ page }) => {
  const one = await desk.profile({ first_name: "Read", last_name: "Zellonly", job_title: "Host" });
  await listOf(page, "zellonly", LIST, "owner@demo.test");
  await cell(page, 0, "job_title").dblclick();
  await expect(page.getByRole("complementary").getByRole("heading", { name: one.name })).toBeVisible();
  await expect(editor(page)).toHaveCount(0);
});
