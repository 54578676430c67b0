// The server is killed in the middle of what somebody is watching, and started again: the page says so, finds it again, and
// nothing is lost or doubled. A server of its own, since the other stories need theirs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { freePort } from "../../../scripts/postgres.mjs";
import { PASSWORD } from "../../../tests/e2e/pages/LoginPage.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const COUNT = 30_000;
const LIST = `/event-data/${EVENT_ID}/category/1?columns=name,email,job_title`;
const LOST = "The server cannot be reached just now.";

let folder: string;
let port: number;
let server: ChildProcess;

async function start(env: Record<string, string> = {}): Promise<void> {
  const [command, args] = [process.execPath, ["scripts/start.mjs"]];
  const database = { PORT: String(port), DATABASE_URL: `sqlite:${join(folder, "lanyard.db")}` };
  server = spawn(command, args, { env: { ...process.env, ...database, ...env }, stdio: "ignore" });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

async function kill(): Promise<void> {
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}

test.describe.configure({ mode: "serial", timeout: 180_000 });
test.use({ baseURL: async ({ browserName: _ }, use) => use(`http://127.0.0.1:${port}`) });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-killed-"));
  port = await freePort();
  await start({ DEMO: "1", ENVIRONMENT: "development" });
});
test.afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

const lines = (count: number, domain: string) => {
  const all = Array.from({ length: count }, (_, at) => `Killed,No ${at},${at}@${domain}`);
  return {
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["First name,Last name,Email", ...all].join("\n")),
  };
};

/** The dialog with the file tried, before the import. */
async function tried(page: Page, file: ReturnType<typeof lines>): Promise<Locator> {
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: "See what it would do" }).click();
  await expect(dialog.getByRole("heading", { name: "This is what the import would do" })).toBeVisible({
    timeout: 60_000,
  });
  return dialog;
}

/** Waits until what the bar shows has begun to be done. */
const begun = (bar: Locator) =>
  expect.poll(() => bar.evaluate((one: HTMLProgressElement) => one.value), { timeout: 60_000 }).toBeGreaterThan(0);

/** How many a search finds, asked of the server itself. */
async function found(request: APIRequestContext, search: string, filter: object[] = []): Promise<number> {
  const data = { email: "super@demo.test", password: PASSWORD };
  const { token } = (await (await request.post("/1/dashboard/user/login", { data })).json()).data;
  const dashboard = { "x-dashboard-authorization": token };
  const app = (await (await request.get("/1/dashboard/application/1", { headers: dashboard })).json()).data;
  const headers = { ...dashboard, authorization: `Bearer ${app.token}` };
  const question = { headers, data: { search, filter, limit: 0 } };
  return (await (await request.post(`/1/api/container/${EVENT_ID}/thing/query`, question)).json()).data.matched;
}

test("an import goes on after a kill, under the eyes of whoever began it", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(LIST);
  const dialog = await tried(page, lines(COUNT, "killed.example"));
  await dialog.getByRole("button", { name: "Import 30,000 profiles" }).click();
  // The bar moves before the first of them are there to stay.
  await expect.poll(() => found(request, "killed.example"), { timeout: 60_000 }).toBeGreaterThan(0);
  await kill();

  await expect(dialog.getByText(LOST)).toBeVisible({ timeout: 30_000 });
  await start();
  await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByText(LOST)).toBeHidden();
  await expect(dialog.locator(".counts div").first()).toContainText("30,000");
  await dialog.locator(".dialog-foot").getByRole("button", { name: "Close" }).click();
  expect(await found(request, "killed.example")).toBe(COUNT);
});

test("an export is made anew after a kill and arrives whole", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`${LIST}&q=killed.example`);
  await expect(page.getByText("Filtered: 30,000", { exact: true })).toBeVisible();
  const arriving = page.waitForEvent("download", { timeout: 120_000 });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "CSV file", exact: true }).click();
  await expect(page.getByRole("progressbar", { name: /^Exporting/ })).toBeVisible();
  await kill();

  await expect(page.getByText("No connection; trying again")).toBeVisible({ timeout: 30_000 });
  await start();
  const mails = readFileSync(await (await arriving).path(), "utf8").match(/\d+@killed\.example/g) ?? [];
  expect([mails.length, new Set(mails).size]).toEqual([COUNT, COUNT]);
  await expect(page.getByRole("progressbar", { name: /^Exporting/ })).toBeHidden();
});

test("an act on many goes on after a kill, is done once, and can be undone", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`${LIST}&q=killed.example`);
  // Before, the rows are those of the whole list.
  await expect(page.getByText("Filtered: 30,000", { exact: true })).toBeVisible();
  await page.locator('.ag-cell[col-id="list-ticks"] input').first().check();
  await page.getByRole("button", { name: "Select all 30,000 that match" }).click();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit field…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Field", { exact: true }).selectOption("Job title");
  await dialog.getByRole("textbox", { name: "Job title" }).fill("Survivor");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Change 30,000 profiles" }).click({ timeout: 60_000 });
  await begun(dialog.getByRole("progressbar"));
  await kill();

  await expect(dialog.getByText(LOST)).toBeVisible({ timeout: 30_000 });
  await start();
  await expect(dialog.getByText("30,000 profiles changed")).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByRole("button", { name: /^Undo \(\d+ min/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const survived = [{ field: "job_title", op: "eq", value: "Survivor" }];
  expect(await found(request, "killed.example", survived)).toBe(COUNT);
});

test("two people who import the same list at once bring everybody in once, and both are told", async ({
  page,
  context,
  request,
  browser,
}) => {
  await comeBack(context, request);
  const other: BrowserContext = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, locale: "en-GB" });
  try {
    await comeBack(other, request, { email: "matchmaker@demo.test" });
    const pages = [page, await other.newPage()];
    const dialogs: Locator[] = [];
    for (const one of pages) {
      await one.goto(LIST);
      dialogs.push(await tried(one, lines(4000, "twice.example")));
    }
    await Promise.all(dialogs.map((one) => one.getByRole("button", { name: "Import 4,000 profiles" }).click()));

    const numbers: number[][] = [];
    for (const dialog of dialogs) {
      await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeVisible({ timeout: 120_000 });
      const counts = await dialog.locator(".counts dd").allInnerTexts();
      numbers.push(counts.map((text) => Number(text.replace(/\D/g, ""))));
    }
    const [created, updated, unchanged, skipped] = [0, 1, 2, 3].map((at) =>
      numbers.reduce((sum, counts) => sum + (counts[at] ?? 0), 0),
    );
    expect([created, updated, unchanged, skipped]).toEqual([4000, 0, 4000, 0]);
    await page.getByRole("dialog").locator(".dialog-foot").getByRole("button", { name: "Close" }).click();
    expect(await found(request, "twice.example")).toBe(4000);
  } finally {
    await other.close();
  }
});
