// The import in a real browser: a messy list is recognised, tried, mended in its mapping, and comes in; then it is gone again.
import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, test } from "@playwright/test";

const PASSWORD = "Lanyard#2026";

/** The event of the demo, and the way to remove from it what this story brings in. */
async function northwind(request: APIRequestContext) {
  const login = await request.post("/1/dashboard/user/login", {
    data: { email: "matchmaker@demo.test", password: PASSWORD },
  });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const read = async (path: string, headers: Record<string, string>) =>
    (await (await request.get(path, { headers })).json()).data;
  const apps: { id: number; name: string }[] = await read("/1/dashboard/application", dashboard);
  const app = apps.find(({ name }) => name === "Northwind Events");
  const { token } = await read(`/1/dashboard/application/${app?.id}`, dashboard);
  const headers = { ...dashboard, authorization: `Bearer ${token}` };
  const events: { id: number; name: string }[] = await read("/1/api/container", headers);
  const eventId = events.find(({ name }) => name === "Northwind Summit")?.id as number;
  const base = `/1/api/container/${eventId}/thing`;
  const imported = async (): Promise<{ id: number; rev: number; name: string }[]> => {
    const question = { search: "import-story.example" };
    return (await (await request.post(`${base}/query`, { headers, data: question })).json()).data.rows;
  };
  return {
    eventId,
    imported,
    async removeImported() {
      for (const { id } of await imported()) {
        const { rev } = await read(`${base}/${id}`, headers);
        expect((await request.delete(`${base}/${id}?rev=${rev}`, { headers })).ok()).toBe(true);
      }
    },
  };
}

const MESSY = Buffer.from(
  "Teilnehmerliste\r\n;;;\r\nVorname;Nachname;Kontakt;Größe\r\n" +
    "Jürgen;Straßner;juergen@import-story.example;L\r\nAda;Importova;ada@import-story;M\r\n" +
    "Zoë;Messyová;zoe@import-story.example;S\r\n",
  "latin1",
);

test("a messy list is recognised, its bad line told before anything is written, and the others come in", async ({
  page,
  request,
}) => {
  const event = await northwind(request);
  try {
    await page.goto("/login");
    await page.getByLabel("Email").fill("matchmaker@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/main/);
    await page.goto(`/event-data/${event.eventId}/category/1`);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import" });

    await dialog.locator("input[type=file]").setInputFiles({ name: "liste.csv", mimeType: "text/csv", buffer: MESSY });
    await expect(dialog.getByRole("heading", { name: "Which column is what?" })).toBeFocused();
    const recognised = dialog.getByRole("region", { name: "What was recognised" });
    await expect(recognised).toContainText("windows-1252");
    await expect(recognised).toContainText("separated by semicolons");
    await expect(recognised).toContainText("3 lines");
    await expect(dialog.getByRole("row", { name: /^Nachname/ })).toContainText("Straßner");
    await dialog.getByLabel("Field for Kontakt").selectOption("Email");
    await dialog.getByLabel("Field for Größe").selectOption("Leave out");

    // What was chosen outlives a server that cannot be reached.
    await page.route("**/thing/import", (route) => route.abort());
    await dialog.getByRole("button", { name: "See what it would do" }).click();
    await expect(dialog.getByText("What you have chosen is still here.")).toBeVisible();
    await expect(dialog.getByLabel("Field for Größe")).toHaveValue("");
    await page.unroute("**/thing/import");
    await dialog.getByRole("button", { name: "Try again" }).click();

    await expect(dialog.getByRole("heading", { name: "This is what the import would do" })).toBeFocused();
    const wrong = dialog.getByLabel("Kontakt, line 5");
    await expect(wrong).toHaveAccessibleDescription("“ada@import-story” is not an email address");
    expect(await event.imported()).toEqual([]);

    await dialog.getByRole("button", { name: "Import 2 profiles" }).click();
    await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeFocused();
    expect(await event.imported()).toHaveLength(2);
    const arriving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download these lines" }).click();
    const mend = readFileSync(await (await arriving).path(), "utf8");
    expect(mend).toMatch(/^5;.*;Ada;Importova;ada@import-story;M\r$/m);
    expect(mend.trim().split("\r\n")).toHaveLength(2);

    // Of what was left out nothing else is imported once more.
    await wrong.fill("ada@import-story.example");
    await dialog.getByRole("button", { name: "Check 1 corrected line" }).click();
    await dialog.getByRole("button", { name: "Import 1 profile" }).click();
    await expect(dialog.getByText("1 line", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeFocused();
    expect(await event.imported()).toHaveLength(3);
    await dialog.locator(".dialog-foot").getByRole("button", { name: "Close" }).click();

    await page.getByRole("searchbox").fill("import-story");
    await expect(page.getByRole("gridcell", { name: "Zoë Messyová", exact: true })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "Jürgen Straßner", exact: true })).toBeVisible();

    // Both imports are taken back, the later one first.
    await expect(page.getByText("1 profile imported")).toBeVisible();
    await page.getByRole("button", { name: "Undo (10 min left)" }).click();
    await expect(page.getByText("2 profiles imported")).toBeVisible();
    expect((await event.imported()).map(({ name }) => name).sort()).toEqual(["Jürgen Straßner", "Zoë Messyová"]);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByRole("gridcell", { name: "Zoë Messyová", exact: true })).toBeHidden();
    expect(await event.imported()).toEqual([]);
  } finally {
    await event.removeImported();
  }
});

test("an import that goes on is found again after a reload, with its progress, its stop and its end", async ({
  page,
  request,
}) => {
  const event = await northwind(request);
  const lines = Array.from({ length: 40 }, (_, at) => `Reload${at},Importova,reload${at}@import-story.example`);
  let isHeld = false;
  // A job is told as going on until it is let go: how fast the machine is must not matter.
  await page.route("**/1/api/job/*", async (route) => {
    try {
      const reply = await route.fetch();
      const { data } = await reply.json();
      const told =
        isHeld && data.state === "done" ? { ...data, state: "running", progress: 0.4, result: undefined } : data;
      await route.fulfill({ response: reply, json: { data: told } });
    } catch {
      // The reload gave up the question meanwhile.
    }
  });
  try {
    await page.goto("/login");
    await page.getByLabel("Email").fill("matchmaker@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/main/);
    await page.goto(`/event-data/${event.eventId}/category/1?open=import`);
    const dialog = page.getByRole("dialog", { name: "Import" });
    const buffer = Buffer.from(["First name,Last name,Email", ...lines].join("\n"));
    await dialog.locator("input[type=file]").setInputFiles({ name: "reload.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "See what it would do" }).click();
    await expect(dialog.getByRole("heading", { name: "This is what the import would do" })).toBeFocused();
    isHeld = true;
    await dialog.getByRole("button", { name: "Import 40 profiles" }).click();
    const bar = dialog.getByRole("progressbar", { name: "40 lines are being imported" });
    await expect(bar).toBeInViewport();
    await expect(dialog.getByRole("heading", { name: "The import is going on" })).toBeFocused();

    await page.reload();
    await expect(dialog.getByRole("heading", { name: "The import is going on" })).toBeVisible();
    await expect(bar).toHaveJSProperty("value", 0.4);
    await expect(dialog.getByRole("button", { name: "Stop" })).toBeEnabled();
    isHeld = false;
    await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeFocused();
    expect(await event.imported()).toHaveLength(40);
    await page.reload();
    await expect(dialog.getByRole("heading", { name: "Which file?" })).toBeVisible();
  } finally {
    await event.removeImported();
  }
});

test("an import whose answer a reload has cut off is found again, with its end", async ({ page, request }) => {
  const event = await northwind(request);
  try {
    await page.goto("/login");
    await page.getByLabel("Email").fill("matchmaker@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/main/);
    await page.goto(`/event-data/${event.eventId}/category/1?open=import`);
    const dialog = page.getByRole("dialog", { name: "Import" });
    const buffer = Buffer.from("First name,Last name,Email\nCut,Importova,cut@import-story.example\n");
    await dialog.locator("input[type=file]").setInputFiles({ name: "cut.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "See what it would do" }).click();
    await expect(dialog.getByRole("heading", { name: "This is what the import would do" })).toBeFocused();
    // The server has it, and its answer never comes.
    const reached = new Promise<void>((done) => {
      void page.route("**/thing/import", async (route) => {
        await route.fetch();
        done();
      });
    });
    await dialog.getByRole("button", { name: "Import 1 profile" }).click();
    await reached;

    await page.reload();
    await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeFocused();
    expect(await event.imported()).toHaveLength(1);
  } finally {
    await event.removeImported();
  }
});

test("a list whose letters were taken for others is read anew in the encoding that the person chooses", async ({
  page,
  request,
}) => {
  const { eventId } = await northwind(request);
  await page.goto("/login");
  await page.getByLabel("Email").fill("matchmaker@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/main/);
  await page.goto(`/event-data/${eventId}/category/1`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  // Иван Жуков, in Windows-1251; a few letters of his alphabet are not told apart.
  const buffer = Buffer.from("Name;Email\n\xc8\xe2\xe0\xed \xc6\xf3\xea\xee\xe2;ivan@import-story.example\n", "latin1");
  await dialog.locator("input[type=file]").setInputFiles({ name: "lista.csv", mimeType: "text/csv", buffer });

  const recognised = dialog.getByRole("region", { name: "What was recognised" });
  await expect(recognised).toContainText("windows-1252");
  await expect(dialog.getByRole("row", { name: /^Name/ })).toContainText("Èâàí");
  // The server has it: it is not sent once more.
  await page.route("**/thing/import/file?*", (route) => route.abort());
  await recognised.getByLabel("Encoding").selectOption("Cyrillic (windows-1251)");
  await expect(dialog.getByRole("row", { name: /^Name/ })).toContainText("Иван Жуков");
  await expect(recognised.getByLabel("Encoding")).toHaveValue("windows-1251");

  await recognised.getByLabel("Separator").selectOption("separated by commas");
  await expect(dialog.getByRole("row", { name: /^Name;Email/ })).toBeVisible();
  await recognised.getByLabel("Separator").selectOption("As recognised");
  await expect(dialog.getByRole("row", { name: /^Email/ })).toContainText("ivan@import-story.example");
  await expect(dialog.getByRole("row", { name: /^Name/ })).toContainText("Иван Жуков");
});
