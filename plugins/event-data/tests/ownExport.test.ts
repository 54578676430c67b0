// An event's own fields in what is taken out of a list: a view keeps them, and both files hold exactly what the view shows.
import readXlsx from "read-excel-file/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let expert: Asker;
let reader: Asker;
let base: string;
let type: number;

const option = (key: string, en: string, de: string) => ({ key, labels: { "en-gb": en, de } });
const FIELDS = [
  { key: "badge", kind: "number" },
  { key: "meal", kind: "choice", options: [option("v", "Vegan", "Vegan"), option("f", "Fish", "Fisch")] },
  { key: "days", kind: "choices", options: [option("mo", "Monday", "Montag"), option("tu", "Tuesday", "Dienstag")] },
  { key: "arrival", kind: "date" },
  { key: "vip", kind: "boolean" },
  { key: "note", kind: "text" },
  { key: "secret", kind: "text", see_role: 95, edit_role: 95 },
];
const PEOPLE = [
  { last_name: "Zulu", fields: { badge: 1, meal: "f", days: ["mo", "tu"], arrival: "2026-01-31", vip: true } },
  { last_name: "Alpha", fields: { badge: 3, meal: "f", note: "=1+1", secret: "hidden" } },
  { last_name: "Mike", fields: { badge: 2, meal: "v" } },
];
const SHOWN = ["name", "fields.badge", "fields.meal", "fields.days", "fields.arrival", "fields.vip", "fields.note"];
const QUESTION = {
  columns: SHOWN.map((field) => ({ field, title: field })),
  filter: [{ field: "fields.meal", op: "eq", value: "f" }],
  sort: [{ field: "fields.badge", direction: "desc" }],
  locale: "de",
};

beforeAll(async () => {
  server = await app();
  [expert, reader] = [await server.as("expert"), await server.as("owner")];
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
  for (const field of FIELDS) {
    const places = ["profile", ...(field.kind === "choices" ? [] : ["list"])];
    expect((await expert.post(`${base}/field`, { labels: { "en-gb": field.key }, places, ...field })).status).toBe(201);
  }
  for (const person of PEOPLE)
    expect((await expert.post(`${base}/thing`, { type_id: type, first_name: "Own", ...person })).status).toBe(201);
});
afterAll(() => server.close());

async function exported(body: object, who = reader) {
  const started = await who.post(`${base}/thing/export`, { ...QUESTION, ...body });
  expect(started.status).toBe(202);
  expect((await who.finished(started.data.job.id)).data.result).toEqual({ rows: 2 });
  return (await who.get(`/1/api/job/${started.data.job.id}/file`)).response;
}

test("a workbook holds the rows and columns of own fields that are shown: numbers, days, names of options, yes and no", async () => {
  const [sheet] = await readXlsx((await exported({ format: "xlsx" })).rawPayload);

  expect(sheet?.data).toEqual([
    SHOWN,
    ["Own Alpha", 3, "Fisch", null, null, null, "=1+1"],
    ["Own Zulu", 1, "Fisch", "Montag, Dienstag", new Date("2026-01-31T00:00:00Z"), "Ja", null],
  ]);
});

test("a CSV file holds the same, in the person's language, and no formula", async () => {
  const lines = (await exported({ format: "csv" })).body.replace("\ufeff", "").trim().split(/\r?\n/);

  expect(lines).toEqual([
    SHOWN.join(";"),
    `Own Alpha;3;Fisch;;;;"'=1+1"`,
    'Own Zulu;1;Fisch;"Montag, Dienstag";2026-01-31;Ja;',
  ]);
});

test("a view keeps own fields as columns, filter and order, and shows nobody what is hidden from them", async () => {
  const query = new URLSearchParams({
    columns: [...SHOWN, "fields.secret"].join(","),
    filter: JSON.stringify(QUESTION.filter),
    sort: "-fields.badge",
  }).toString();
  const view = await expert.post(`${base}/thing-view`, { list: "category.1", name: "Fish", shared: true, query });
  const hidden = [{ field: "fields.secret", title: "secret" }];

  const seen = (await reader.get(`${base}/thing-view?list=category.1`)).data.views;
  const refused = await reader.post(`${base}/thing/export`, { ...QUESTION, format: "csv", columns: hidden });
  const told = await exported({ format: "csv", columns: hidden }, expert);

  expect(view.status).toBe(201);
  expect(seen.find(({ name }: { name: string }) => name === "Fish")?.query).toBe(query);
  expect(refused.status).toBe(400);
  expect(told.body).toContain("hidden");
});
