// The way out to a spreadsheet, through the browser: a long list with its progress, and a grouped one in the order of its groups.
import { readFileSync } from "node:fs";
import { type APIRequestContext, type Download, expect, type Page, test } from "@playwright/test";
import readXlsx from "read-excel-file/node";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";
import type { Thing } from "../contract.ts";

const COLUMNS =
  "name,first_name,last_name,email,type_id,company_name,job_title,country,status,updated_at,created_at,id,fields.diet,fields.interests,fields.first_visit,fields.badge,fields.booth,fields.website,fields.price".split(
    ",",
  );
const SORT = [{ field: "email", direction: "desc" }];

/** The same list over the API: all of its rows, and what its codes are called. */
async function elsewhere(request: APIRequestContext) {
  const login = await request.post("/1/dashboard/user/login", {
    data: { email: "super@demo.test", password: "Lanyard#2026" },
  });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const app = await (await request.get("/1/dashboard/application/1", { headers: dashboard })).json();
  const headers = { ...dashboard, authorization: `Bearer ${app.data.token}` };
  const get = async (path: string) => (await (await request.get(path, { headers })).json()).data;
  const types: { id: number; type: string }[] = await get("/1/api/type");
  const base = `/1/api/container/${EVENT_ID}`;
  const fields: { key: string; options: { key: string; labels: Record<string, string> }[] }[] = await get(
    `${base}/field`,
  );
  return {
    zone: (await get(base)).timezone as string,
    typeName: (id: number) => types.find((one) => one.id === id)?.type,
    optionName(field: string, key: unknown) {
      return fields.find((one) => one.key === field)?.options.find((one) => one.key === key)?.labels["en-gb"];
    },
    async rows(): Promise<Thing[]> {
      const all: Thing[] = [];
      for (let more = true; more; ) {
        const data = { sort: SORT, offset: all.length, limit: 1000 };
        const { rows } = (await (await request.post(`${base}/thing/query`, { headers, data })).json()).data;
        all.push(...rows);
        more = rows.length > 0;
      }
      return all;
    },
  };
}

async function exported(page: Page, button: string, format: string): Promise<Download> {
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("menuitem", { name: format, exact: true }).click();
  return arriving;
}

test("more than 5,000 rows show how far they are, and the workbook holds every row and column as the list shows it", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const list = await elsewhere(request);
  await page.goto(`/event-data/${EVENT_ID}?sort=-email&columns=${COLUMNS.join(",")}`);
  const first = page.locator('.ag-center-cols-container .ag-row[row-index="0"]');
  await expect(first).toBeVisible();
  // Whoever asks how far it is waits until that has been seen.
  let isSeen = () => {};
  const seen = new Promise<void>((done) => {
    isSeen = done;
  });
  await page.route(/\/1\/api\/job\/\d+$/, async (route) => {
    await seen;
    await route.continue();
  });

  const arriving = exported(page, "Export", "Excel file");
  await expect(page.getByRole("status").filter({ hasText: /^Exporting 6,\d{3} rows$/ })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /^Exporting 6,\d{3} rows$/ })).toBeVisible();
  const before = await list.rows();
  isSeen();
  const file = await arriving;
  await expect(page.getByRole("progressbar", { name: /^Exporting/ })).toBeHidden();
  const [sheet] = await readXlsx(readFileSync(await file.path()));
  const [headings = [], ...rows] = sheet?.data ?? [];

  expect(file.suggestedFilename()).toBe("export.xlsx");
  expect(headings).toEqual([
    ...["Name", "First name", "Last name", "Email", "Type", "Company", "Job title", "Country", "Status", "Updated"],
    ...["Created", "ID", "Diet", "Interests", "First visit", "Badge number", "Booth", "Website", "Price in euros"],
  ]);
  expect(before.length).toBeGreaterThan(5000);
  const country = new Intl.DisplayNames("en-GB", { type: "region" });
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: list.zone, dateStyle: "short", timeStyle: "medium" });
  const shown = before.map(({ fields, ...thing }) => [
    ...[thing.name, thing.first_name, thing.last_name, thing.email, list.typeName(thing.type_id)],
    ...[thing.company_name, thing.job_title, thing.country && country.of(thing.country)],
    thing.status.charAt(0).toUpperCase() + thing.status.slice(1),
    ...[clock.format(new Date(thing.updated_at)), clock.format(new Date(thing.created_at)), thing.id],
    list.optionName("diet", fields["diet"]),
    (fields["interests"] as string[] | undefined)?.map((key) => list.optionName("interests", key)).join(", "),
    fields["first_visit"] === undefined ? null : fields["first_visit"] ? "Yes" : "No",
    ...[fields["badge"], fields["booth"], fields["website"], fields["price"]],
  ]);
  // Spreadsheets keep moments as fractions of days.
  const read = (cell: unknown) =>
    cell instanceof Date
      ? new Date(Math.floor((cell.getTime() + 5) / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")
      : cell;
  expect(rows.map((row) => row.map(read))).toEqual(shown.map((row) => row.map((cell) => cell || null)));
  const top = rows[0] as unknown[];
  for (const field of ["first_name", "last_name", "email"])
    await expect(first.locator(`[col-id="${field}"]`)).toHaveText(String(top[COLUMNS.indexOf(field)] ?? ""));
});

test("a grouped list is written group by group as they stand on the screen, in the reader's language", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { locale: "de" });
  await page.goto(
    `/event-data/${EVENT_ID}/category/1?group=country,status&sort=last_name&columns=name,last_name,updated_at`,
  );
  const groups = page.locator(".list-row-group .list-group");
  await expect(groups.first()).toBeVisible();
  const texts = await groups.evaluateAll((all) =>
    all.map((one) => [one.firstChild?.textContent ?? "", one.querySelector(".list-group-count")?.textContent ?? ""]),
  );
  const large = texts.map(([name, count]) => [name, Number(count?.replace(/\D/g, ""))] as const);

  const file = await exported(page, "Exportieren", "Excel-Datei");
  const [sheet] = await readXlsx(readFileSync(await file.path()));
  const [headings = [], ...rows] = sheet?.data ?? [];

  expect(headings.map(String)).toEqual(["Land", "Status", "Name", "Nachname", "Geändert"]);
  const runs = (of: unknown[]) => {
    const found: [unknown, number][] = [];
    for (const value of of) {
      const last = found.at(-1);
      if (last && last[0] === value) last[1] += 1;
      else found.push([value, 1]);
    }
    return found;
  };
  const countries = runs(rows.map(([country]) => country));
  expect(countries.slice(0, large.length)).toEqual(large);
  expect(new Set(countries.map(([country]) => country)).size).toBe(countries.length);
  const sizes = countries.map(([, size]) => size);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  for (const [country] of countries.slice(0, 5)) {
    const own = rows.filter((row) => row[0] === country);
    const statuses = runs(own.map(([, status]) => status));
    expect(new Set(statuses.map(([status]) => status)).size).toBe(statuses.length);
    for (const [status, size] of statuses) {
      expect(["Importiert", "Eingeladen", "Aktiv", "Gesperrt"]).toContain(status);
      const names = own.filter((row) => row[1] === status).map((row) => fold(row[3]));
      expect(names).toHaveLength(size);
      expect(names).toEqual([...names].sort());
    }
  }
  expect(rows[0]?.[4]).toBeInstanceOf(Date);
});

test("a list that shows nobody offers no export, and says why", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=nobody.at.all.is.called.so`);
  const button = page.getByRole("button", { name: "Export", exact: true });

  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription("There is nothing to export: no profile is listed");
  await page.getByRole("searchbox").fill("");
  await expect(button).toBeEnabled();
  await expect(button).toHaveAccessibleDescription("");
});

/** As lists compare texts. */
function fold(text: unknown): string {
  return String(text ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase();
}

test("of rows that are ticked, these or all that match are taken out; of all but some, all but these", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const list = await elsewhere(request);
  await page.goto(`/event-data/${EVENT_ID}?sort=-email&columns=id,name`);
  const row = (at: number) => page.locator(`.ag-center-cols-container .ag-row[row-index="${at}"]`);
  const tick = (at: number) =>
    page.locator(`.ag-row[row-index="${at}"] .ag-cell[col-id="list-ticks"] input`).first().click();
  await expect(row(0)).toBeVisible();
  await expect(page.locator(".list-outline")).toHaveCount(0);
  const idsIn = async (file: Download) => {
    const [sheet] = await readXlsx(readFileSync(await file.path()));
    return sheet?.data.slice(1).map(([id]) => id);
  };
  const all = (await list.rows()).map(({ id }) => id);
  const number = new Intl.NumberFormat("en-GB").format(all.length);

  await tick(2);
  await tick(0);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Excel file, 2 selected",
    "CSV file, 2 selected",
    `Excel file, all ${number} that match`,
    `CSV file, all ${number} that match`,
  ]);
  await page.keyboard.press("Escape");
  expect(await idsIn(await exported(page, "Export", "Excel file, 2 selected"))).toEqual([all[0], all[2]]);

  await page.getByRole("button", { name: `Select all ${number} that match` }).click();
  await tick(1);
  const less = new Intl.NumberFormat("en-GB").format(all.length - 1);
  const rest = await idsIn(await exported(page, "Export", `Excel file, ${less} selected`));
  expect(rest).toEqual(all.filter((_, at) => at !== 1));
});

test("an export that is going on is found again after a reload, and its file arrives", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  let isHeld = true;
  await page.route(/\/1\/api\/job\/\d+$/, (route) => (isHeld ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto(`/event-data/${EVENT_ID}?columns=name,email`);
  await expect(page.locator('.ag-center-cols-container .ag-row[row-index="0"]')).toBeVisible();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "CSV file", exact: true }).click();
  const going = page.getByRole("progressbar", { name: /^Exporting 6,\d{3} rows$/ });
  await expect(going).toBeVisible();

  await page.reload();
  await expect(going).toBeVisible();
  const arriving = page.waitForEvent("download");
  isHeld = false;
  expect((await arriving).suggestedFilename()).toBe("export.csv");
  await expect(going).toBeHidden();
  await page.reload();
  await expect(page.locator('.ag-center-cols-container .ag-row[row-index="0"]')).toBeVisible();
  await expect(going).toHaveCount(0);
});
