// Participants in a real browser: find one, edit it, meet somebody else's save, see the history, and take the list along.
import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import readXlsx from "read-excel-file/node";

const PASSWORD = "Lanyard#2026";
const EVENT = "Northwind Summit";

/** The same person at another desk, over the API. */
async function elsewhere(request: APIRequestContext) {
  const login = await request.post("/1/dashboard/user/login", {
    data: { email: "matchmaker@demo.test", password: PASSWORD },
  });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const read = async (path: string, headers: Record<string, string>) =>
    (await (await request.get(path, { headers })).json()).data;
  const apps: { id: number; name: string }[] = await read("/1/dashboard/application", dashboard);
  const northwind = apps.find((app) => app.name === "Northwind Events");
  const { token } = await read(`/1/dashboard/application/${northwind?.id}`, dashboard);
  const headers = { ...dashboard, authorization: `Bearer ${token}` };
  const events: { id: number; name: string }[] = await read("/1/api/container", headers);
  const eventId = events.find((event) => event.name === EVENT)?.id as number;
  const base = `/1/api/container/${eventId}/thing`;
  return {
    eventId,
    async save(id: string, change: object) {
      const { rev } = await read(`${base}/${id}`, headers);
      await request.patch(`${base}/${id}`, { headers, data: { rev, ...change } });
    },
  };
}

async function logIn(page: Page, user = "matchmaker"): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(`${user}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/main/);
}

/** The cell of a name in the list. */
const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true }).first();
const panel = (page: Page) => page.getByRole("complementary");

test("an editor finds a participant, saves, settles a conflict and sees it all in the history", async ({
  page,
  request,
}) => {
  const other = await elsewhere(request);
  await logIn(page);
  await page.goto(`/event-data/${other.eventId}/category/1`);
  const grid = page.getByRole("grid", { name: "Participants" });
  await expect(grid).toBeVisible();
  await expect(page.getByText("Total rows: 5,000")).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type("leutheusser");
  await expect(page).toHaveURL(/q=leutheusser/);
  await expect(page.getByText(/^Filtered: \d+$/)).toBeVisible();
  await grid.locator(".list-opens").first().click();
  await expect(page).toHaveURL(/\/profile\/\d+\?q=leutheusser&list=category\.1/);
  const id = /profile\/(\d+)/.exec(page.url())?.[1] as string;
  await panel(page).getByLabel("Job title").fill("Keynote speaker");
  await panel(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();

  await other.save(id, { job_title: "Panel host", country: "FR" });
  await panel(page).getByLabel("Job title").fill("Moderator");
  await panel(page).getByLabel("First name").fill("Sabine-Maria");
  await panel(page).getByRole("button", { name: "Save" }).click();
  await expect(panel(page).getByRole("heading", { name: "Somebody else saved this profile first" })).toBeVisible();
  await panel(page).getByLabel("Take theirs: Job title").check();
  await panel(page).getByRole("button", { name: "Save with these values" }).click();

  // By role: until the reply is here, the choices of the conflict carry the names of the fields too.
  await expect(panel(page).getByRole("textbox", { name: "Job title" })).toHaveValue("Panel host");
  await expect(panel(page).getByRole("textbox", { name: "First name" })).toHaveValue("Sabine-Maria");
  await panel(page).getByRole("tab", { name: "History" }).click();
  const lines = panel(page).getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText("Sabine-Maria");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/category\/1\?q=leutheusser$/);
});

test("a filter and an order stand in the address, and the export holds exactly what is shown", async ({
  page,
  request,
}) => {
  const { eventId } = await elsewhere(request);
  await logIn(page, "owner");
  const filter = encodeURIComponent('[["status","in",["blocked"]]]');
  await page.goto(`/event-data/${eventId}/category/1?sort=-email&filter=${filter}`);
  await expect(page.getByText("Status is Blocked")).toBeVisible();
  const shown = (await page.getByText(/^Filtered: \d+$/).textContent()) ?? "";

  await page.getByRole("button", { name: "Export" }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel file" }).click();
  const file = await arriving;
  const [sheet] = await readXlsx(readFileSync(await file.path()));
  const [headings = [], ...rows] = sheet?.data ?? [];

  expect(file.suggestedFilename()).toBe("export.xlsx");
  expect(headings).toContain("Email");
  expect(rows).toHaveLength(Number(shown.replace(/\D/g, "")));
  expect(new Set(rows.map((row) => row[headings.indexOf("Status")]))).toEqual(new Set(["Blocked"]));
  const emails = rows.map((row) => String(row[headings.indexOf("Email")]));
  expect(emails).toEqual([...emails].sort().reverse());

  await page.getByRole("button", { name: "Remove the filter: Status is Blocked" }).click();
  await expect(page).not.toHaveURL(/filter=/);
  await expect(page.getByText(/^Filtered:/)).toBeHidden();
});

/** Makes the page's clock run ahead whenever it is looked at: the grid sees more than a second go by while its parts are made. */
function onABusyMachine(): void {
  const { now } = Date;
  let ahead = 0;
  Date.now = () => {
    ahead += 2000;
    return now() + ahead;
  };
}

test("the status bar tells figures of the cells that are selected, and of all rows that match", async ({
  page,
  request,
}) => {
  const { eventId } = await elsewhere(request);
  await logIn(page);
  await page.addInitScript(onABusyMachine);
  await page.goto(`/event-data/${eventId}/category/2`);
  const grid = page.getByRole("grid", { name: "Companies" });
  await grid.locator(".list-opens").first().waitFor();

  await grid.locator('.ag-cell[col-id="email"]').first().click();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("Count: 2")).toBeVisible();
  await expect(page.getByText(/^Sum:/)).toBeHidden();

  await grid.locator('.ag-header-cell[col-id="list-ticks"] input').check();
  await expect(page.getByText("Selected: 400")).toBeVisible();
});

test("somebody who may only read sees the profile and cannot change it", async ({ page, request }) => {
  const { eventId } = await elsewhere(request);
  await logIn(page, "owner");
  await page.goto(`/event-data/${eventId}`);
  await page.getByRole("grid", { name: "Participants, companies and items" }).locator(".list-opens").first().click();

  await expect(panel(page).getByText("Your role may read profiles but not change them.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add" })).toBeHidden();
});

test("an editor adds a company and removes it again", async ({ page, request }) => {
  const { eventId } = await elsewhere(request);
  const name = "عُمان Ärzte & Söhne";
  await logIn(page);
  await page.goto(`/event-data/${eventId}/category/2`);
  await page.getByRole("button", { name: "Add company" }).click();
  await panel(page).getByLabel("Email").fill("nonsense");
  await panel(page).getByLabel("Name").fill(name);
  await panel(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel(page).getByText("Enter a valid email address")).toBeVisible();

  await panel(page).getByLabel("Email").fill("info@aerzte.example");
  await panel(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel(page).getByRole("heading", { name })).toBeVisible();
  await page.getByRole("searchbox").fill("arzte sohne");
  await expect(cell(page, name)).toBeVisible();

  await panel(page).getByRole("button", { name: "Remove from the event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove from the event" }).click();
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
});

test("an editor changes the country of some, sees it in the list, and undoes it", async ({ page, request }) => {
  const { eventId } = await elsewhere(request);
  await logIn(page);
  await page.goto(`/event-data/${eventId}/category/1?q=lena+leutheusser`);
  const grid = page.getByRole("grid", { name: "Participants" });
  await grid.locator(".list-opens").first().waitFor();
  await expect(page.getByText(/^Filtered: \d+$/)).toBeVisible();

  const countries = grid.locator('.ag-cell[col-id="country"]');
  await expect(countries.first()).not.toHaveText("");
  // The order of the elements is not that of the rows.
  const shown = async () => (await countries.allTextContents()).sort();
  const before = await shown();
  const number = before.length;
  await grid.locator('.ag-cell[col-id="list-ticks"] input').first().check();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: `Select all ${number} that match` }).click();
  await expect(page.getByText(`${number} selected`)).toBeVisible();

  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit field…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit a field" });
  await dialog.getByLabel("Field", { exact: true }).selectOption({ label: "Country" });
  await dialog.getByLabel("Country", { exact: true }).selectOption({ label: "Iceland" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  const examples = dialog.getByRole("table", { name: "Examples" });
  await expect(examples.getByRole("cell", { name: "Iceland", exact: true })).toHaveCount(number);
  await dialog.getByRole("button", { name: `Change ${number} profiles` }).click();
  await expect(dialog.getByText(`${number} profiles changed`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Undo (10 min left)" })).toBeVisible();
  await dialog.getByText("Close", { exact: true }).click();
  await expect(countries).toHaveText(before.map(() => /Iceland$/));

  const undo = page.getByRole("button", { name: /^Undo \(\d+ min left\)$/ });
  await expect(undo).toBeFocused();
  await undo.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: `${number} profiles are as they were before` }),
  ).toBeVisible();
  await expect.poll(shown).toEqual(before);
  await expect(undo).toBeHidden();
});
