// An act on many in a real browser: its undo is offered until it is over, also after the page was left.
import { type APIRequestContext, expect, test } from "@playwright/test";
import { Dashboard } from "../../../tests/e2e/pages/dashboard.ts";

/** An event of its own with two participants. */
async function anEvent(request: APIRequestContext, name: string) {
  const login = await request.post("/1/dashboard/user/login", {
    data: { email: "super@demo.test", password: "Lanyard#2026" },
  });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const read = async (path: string, headers: Record<string, string>) =>
    (await (await request.get(path, { headers })).json()).data;
  const apps: { id: number; name: string }[] = await read("/1/dashboard/application", dashboard);
  const app = apps.find((one) => one.name === "Northwind Events");
  const { token } = await read(`/1/dashboard/application/${app?.id}`, dashboard);
  const headers = { ...dashboard, authorization: `Bearer ${token}` };
  const dates = { date_start: "2031-03-03T08:00:00.000Z", date_end: "2031-03-04T17:00:00.000Z" };
  const rest = { format: "hybrid", timezone: "Europe/London", active: 0, web_networking_activated: 0 };
  const made = await request.post("/1/api/container", { headers, data: { name, ...dates, ...rest } });
  const { id, rev } = (await made.json()).data;
  const types: { id: number; type_category_id: number }[] = await read("/1/api/type", headers);
  const type = types.find((one) => one.type_category_id === 1)?.id;
  for (const first_name of ["Ann", "Bo"]) {
    const data = {
      type_id: type,
      first_name,
      last_name: "Undone",
      email: `${first_name}@undone.example`.toLowerCase(),
    };
    expect((await request.post(`/1/api/container/${id}/thing`, { headers, data })).status()).toBe(201);
  }
  const field = (draft: object) => request.post(`/1/api/container/${id}/field`, { headers, data: draft });
  return { id, field, putAway: () => request.post(`/1/api/container/${id}/archive`, { headers, data: { rev } }) };
}

test("the undo of an act is still offered after the page was reloaded, and goes once it has been used", async ({
  page,
  request,
}) => {
  const event = await anEvent(request, "An event of an undo");
  const list = `/event-data/${event.id}/category/1`;
  const undo = page.getByRole("button", { name: /^Undo \(\d+ min/ });
  try {
    await Dashboard.logIn(page, "super");
    await page.goto(list);
    await page.locator('.ag-cell[col-id="list-ticks"] input').first().check();
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Remove…", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("1");
    await dialog.getByRole("button", { name: "Remove 1 profile" }).click();
    await expect(dialog.getByText("1 profile removed")).toBeVisible();

    await page.reload();
    await expect(undo).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "Ann Undone" })).toHaveCount(0);
    await expect(page.getByText("1 profile removed")).toBeVisible();
    await page.goto("/main");
    await page.goto(list);
    await undo.click();

    await expect(page.getByRole("gridcell", { name: "Ann Undone" })).toBeVisible();
    await expect(undo).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("gridcell", { name: "Ann Undone" })).toBeVisible();
    await expect(undo).toHaveCount(0);
  } finally {
    await event.putAway();
  }
});

test("a selection is deactivated by name: seen before, done, and as it was once undone", async ({ page, request }) => {
  const event = await anEvent(request, "An event of a deactivation");
  const list = `/event-data/${event.id}/category/1`;
  const row = page.getByRole("row").filter({ hasText: "Ann Undone" });
  // The states are among the last columns.
  await page.setViewportSize({ width: 1600, height: 900 });
  try {
    await Dashboard.logIn(page, "super");
    await page.goto(list);
    await expect(row.getByRole("gridcell", { name: "Imported", exact: true })).toBeVisible();
    await page.locator('.ag-cell[col-id="list-ticks"] input').first().check();
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Deactivate…", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Deactivate", exact: true });
    await expect(dialog.getByText("Their status becomes Blocked: they see nothing of the event.")).toBeVisible();
    await expect(dialog.getByRole("cell", { name: "Imported", exact: true })).toBeVisible();
    await expect(dialog.getByRole("cell", { name: "Blocked", exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Deactivate 1 profile", exact: true }).click();
    await expect(dialog.getByText("1 profile deactivated", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(row.getByRole("gridcell", { name: "Blocked", exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText("1 profile deactivated", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Undo \(\d+ min/ }).click();
    await expect(row.getByRole("gridcell", { name: "Blocked", exact: true })).toHaveCount(0);
    await expect(row.getByRole("gridcell", { name: "Imported", exact: true })).toBeVisible();
  } finally {
    await event.putAway();
  }
});

test("once the last act was undone, the one before it can be", async ({ page, request }) => {
  const event = await anEvent(request, "An event of two acts");
  const undo = page.getByRole("button", { name: /^Undo \(\d+ min/ });
  const act = async (name: string, done: string) => {
    await page.locator('.ag-header-cell[col-id="list-ticks"] input').check();
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: `${name}…`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name, exact: true });
    await dialog.getByRole("button", { name: `${name} 2 profiles`, exact: true }).click();
    await expect(dialog.getByText(done, { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  };
  try {
    await Dashboard.logIn(page, "super");
    await page.goto(`/event-data/${event.id}/category/1`);
    await act("Deactivate", "2 profiles deactivated");
    await act("Activate", "2 profiles activated");
    await expect(page.getByText("2 profiles activated", { exact: true })).toBeVisible();

    await undo.click();

    await expect(page.getByText("2 profiles deactivated", { exact: true })).toBeVisible();
    await expect(undo).toBeVisible();
  } finally {
    await event.putAway();
  }
});

test("an option is added to what is chosen; without one, the form says what is missing", async ({ page, request }) => {
  const event = await anEvent(request, "An event of tags");
  const options = ["Red", "Green"].map((name) => ({ key: name.toLowerCase(), labels: { "en-gb": name } }));
  await event.field({ labels: { "en-gb": "Tags" }, kind: "choices", options, places: ["profile", "list"] });
  try {
    await Dashboard.logIn(page, "super");
    await page.goto(`/event-data/${event.id}/category/1`);
    await page.locator('.ag-header-cell[col-id="list-ticks"] input').check();
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit field…", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Field" }).selectOption("Tags");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByText("Choose at least one option")).toBeVisible();

    await dialog.getByRole("checkbox", { name: "Green" }).check();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByRole("cell", { name: "Green", exact: true })).toHaveCount(2);
    await expect(dialog.getByText("Field: Tags", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Change 2 profiles" }).click();

    await expect(dialog.getByText("2 profiles changed")).toBeVisible();
  } finally {
    await event.putAway();
  }
});
