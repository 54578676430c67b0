// The list of events in a real browser: create one, change it in its setup while somebody else does, copy it, put it away.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";

const PASSWORD = "Lanyard#2026";

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/main$/);
}

/** Somebody else's hands: headers of an app administrator for the app that holds the event. */
async function headersFor(request: APIRequestContext, eventId: number): Promise<Record<string, string>> {
  const login = await request.post("/1/dashboard/user/login", { data: { email: "app@demo.test", password: PASSWORD } });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const apps = (await (await request.get("/1/dashboard/application", { headers: dashboard })).json()).data;
  for (const { id } of apps) {
    const app = (await (await request.get(`/1/dashboard/application/${id}`, { headers: dashboard })).json()).data;
    const headers = { ...dashboard, authorization: `Bearer ${app.token}` };
    if ((await request.get(`/1/api/container/${eventId}`, { headers })).ok()) return headers;
  }
  throw new Error(`No app holds the event ${eventId}`);
}

test("a number above the list of events says which events it counts", async ({ page }) => {
  await logIn(page, "app@demo.test");
  await page.goto("/event-home");

  await page.getByRole("link", { name: /^Archived or inactive \d+$/ }).click();

  const list = page.getByRole("grid", { name: "Events" });
  await expect(list.getByRole("gridcell", { name: "Archived", exact: true }).first()).toBeVisible();
  await expect(list.getByRole("gridcell", { name: "Inactive", exact: true }).first()).toBeVisible();
});

test("the home of the app shows the year of its events, what the next ones lack, and leads to it", async ({ page }) => {
  await logIn(page, "app@demo.test");
  await page.goto("/event-home");
  const list = page.getByRole("grid", { name: "Events" });
  await expect(list.getByRole("link", { name: /^\d+ of \d+ steps done/ }).first()).toBeVisible();

  await page.getByRole("button", { name: "At a glance" }).click();

  await expect(page).toHaveURL(/view=glance/);
  const year = new Date().getUTCFullYear();
  await expect(page.getByRole("img", { name: new RegExp(`events? in ${year}`) })).toBeVisible();
  const next = page.getByRole("region", { name: "What comes next" });
  const summit = next.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Northwind Summit" }) });
  await expect(summit.getByRole("img", { name: /steps done/ })).toBeVisible();
  await page.getByRole("button", { name: `Show ${year + 1}` }).click();
  await expect(page.getByRole("heading", { name: `Events of ${year + 1}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: `Events of ${year + 1}` })).toBeVisible();
  await summit.getByRole("link", { name: /^Sessions \d+$/ }).click();
  await expect(page).toHaveURL(/\/event-details\/1\/agenda/);
  await page.goBack();
  await expect(next).toBeVisible();
});

test("an administrator creates an event, changes it, copies it and puts it away", async ({ page, request }) => {
  const name = `Journey ${Date.now()}`;
  await logIn(page, "app@demo.test");
  await page.goto("/event-home");
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();

  await page.getByRole("button", { name: "Create event" }).first().click();
  const creation = page.getByRole("form", { name: "Create event" });
  await creation.getByLabel("Name").fill(name);
  await creation.getByRole("button", { name: "Create event" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${name} has been created` })).toBeVisible();

  await page.getByRole("button", { name: "Open event" }).click();
  await expect(page).toHaveURL(/\/event-details\/\d+\/setup$/);
  const form = page.getByRole("form", { name: "Setup" });
  await expect(form.getByLabel("Name")).toHaveValue(name);
  const eventId = Number(page.url().match(/event-details\/(\d+)/)?.[1]);
  const headers = await headersFor(request, eventId);
  const { data: event } = await (await request.get(`/1/api/container/${eventId}`, { headers })).json();
  const { format, timezone, date, active, web_networking_activated, rev } = event;
  const theirs = { name: `${name} theirs`, format, timezone, ...date, active, web_networking_activated, rev };
  await request.patch(`/1/api/container/${eventId}`, { headers, data: theirs });
  await form.getByLabel("Name").fill(`${name} mine`);
  await form.getByRole("button", { name: "Save" }).click();

  const conflict = page.getByRole("alert").filter({ hasText: "Somebody else saved this event" });
  await expect(conflict.getByRole("cell", { name: `${name} theirs` })).toBeVisible();
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await expect(conflict).toBeHidden();
  await expect(page.getByRole("banner").first()).toContainText(`${name} mine`);

  await page.goto(`/event-home?open=${eventId}`);
  const details = page.getByRole("complementary", { name: `${name} mine` });
  await details.getByRole("button", { name: "Copy event" }).click();
  await details.getByLabel("Name").fill(`${name} copy`);
  await details.getByRole("button", { name: "Copy event" }).click();
  const copy = page.getByRole("complementary", { name: `${name} copy` });
  await expect(copy.getByText("Inactive")).toBeVisible();

  await copy.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expect(copy.getByText("Archived")).toBeVisible();
  await copy.getByRole("button", { name: "Bring back" }).click();
  await expect(copy.getByText("Inactive")).toBeVisible();
});

test("somebody who may only read sees the setup and no way to change it", async ({ page }) => {
  await logIn(page, "owner@demo.test");
  await page.goto("/event-home");
  const list = page.getByRole("grid", { name: "Events" });
  await list.getByRole("gridcell").first().waitFor();
  await expect(page.getByRole("button", { name: "Create event" })).toHaveCount(0);

  await list
    .getByText("Harbour Expo Spring")
    .or(list.getByText("Northwind Summit", { exact: true }))
    .first()
    .click();
  await page.getByRole("button", { name: "Open event" }).click();

  await expect(page.getByText("You may read this.")).toBeVisible();
  await expect(page.getByRole("form", { name: "Setup" }).getByLabel("Name")).toBeDisabled();
});
