// What is remembered of columns: for files of one kind, for others, and in the database.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, sql } from "#server";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { columnsOf } from "../server/import/columns/columns.ts";
import { type Chosen, namesOf, recall } from "../server/import/columns/recall.ts";
import { rememberColumns, rememberedColumns } from "../server/import/mapping.ts";
import { columnsOfFiles } from "../server/migrations/0171_columns_of_files.ts";
import { importSent, sendFile } from "./exchange.ts";

const row = (shape: string, at: string, fields: Record<string, string | null>): Chosen[] =>
  namesOf(Object.keys(fields)).map(({ heading, nth, at: place }) => ({
    ...{ shape, heading, nth, chosen_at: at },
    field: Object.values(fields)[place] ?? null,
  }));
const fieldsOf = (headings: string[], chosen: readonly Chosen[]) =>
  columnsOf(headings, [], recall(chosen, headings)).map(({ field, by }) => `${field} ${by}`);

const COMPANIES = row("companies", "2026-01-01", {
  Name: "company_name",
  Website: "fields.web",
  Stand: "fields.stand",
});

test("a heading that says what it is is not taken for what it was in a file of other columns", () => {
  expect(fieldsOf(["Name", "Email", "Stand"], COMPANIES)).toEqual([
    "name name",
    "email name",
    "fields.stand remembered",
  ]);
  expect(fieldsOf(["Stand", "Website", "Name"], COMPANIES)).toEqual([
    "fields.stand remembered",
    "fields.web remembered",
    "company_name remembered",
  ]);
});

test("a column more or less makes no other kind of file, and of two kinds the nearer one is meant", () => {
  expect(fieldsOf(["Name", "Website", "Stand", "Hall"], COMPANIES)[0]).toBe("company_name remembered");
  const people = row("people", "2026-02-01", { Name: "first_name", Stand: null });
  expect(fieldsOf(["Name", "Website", "Stand"], [...people, ...COMPANIES])[0]).toBe("company_name remembered");
  expect(fieldsOf(["Name", "Stand"], [...COMPANIES, ...people])).toEqual(["first_name remembered", "null remembered"]);
});

test("what was remembered before files were told apart stands where a heading says nothing", () => {
  const before = row("", "", { Name: "company_name", Kontakt: "email" });

  expect(fieldsOf(["Name", "Kontakt"], before)).toEqual(["name name", "email remembered"]);
});

test("headings are those of the language that most of them share, of two of them the reader's", () => {
  const fields = [
    { key: "hall_stand", labels: { "en-gb": "Booth", de: "Stand" } },
    { key: "rack", labels: { "en-gb": "Stand", de: "Ständer" } },
  ];
  const found = (headings: string[], locale: string) =>
    columnsOf(headings, [], undefined, undefined, fields, locale).map(({ field }) => field);

  expect(found(["Name", "Stand", "Ständer"], "en-gb")).toEqual(["name", "fields.hall_stand", "fields.rack"]);
  expect(found(["Name", "Stand", "Booth"], "de")).toEqual(["name", "fields.rack", "fields.hall_stand"]);
  expect(found(["Name", "Stand"], "de")).toEqual(["name", "fields.hall_stand"]);
  expect(found(["Name", "Stand"], "en-gb")).toEqual(["name", "fields.rack"]);
  expect(found(["rack", "hall_stand"], "de")).toEqual(["fields.rack", "fields.hall_stand"]);
});

describe("in the database", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const read = (text: string, name = "people.csv") => sendFile(place.asker, place.path, text, `name=${name}`);
  const apply = (file: number, fields: (string | null)[]) => {
    const columns = fields.map((field, at) => ({ at, field }));
    return importSent(place.asker, place.path, { file, type: place.types[1] as number, columns });
  };
  const found = ({ result }: { result: { columns: { field: string | null; by: string }[] } }) =>
    result.columns.map(({ field, by }) => `${field} ${by}`);

  test("of two columns of the same heading each is remembered by itself, and another file keeps neither away", async () => {
    const text = "Name,Email,Email\nAda,buyer@recall.example,ada@recall.example\n";
    const first = await read(text);
    expect(found(first)).toEqual(["name name", "email name", "null double"]);
    await apply(first.id, ["name", "fields.buyer", "email"]);
    const companies = await read("Name,Logo,Email\nACME,x.png,acme@recall.example\n");
    await apply(companies.id, ["company_name", null, "email"]);

    expect(found(await read(text))).toEqual(["name remembered", "fields.buyer remembered", "email remembered"]);
    expect(found(await read("Name,Country\nBo,DE\n"))).toEqual(["name name", "country name"]);
  });

  test("what has been sent is read anew as the person says, and imported as it was shown", async () => {
    const first = await read(Buffer.from("Name;Email\n\xa3ukasz;lukasz@recall.example\n", "latin1") as never);
    const path = `${place.path}/thing/import/file/${first.id}`;
    const again = await place.asker.post(path, { encoding: "windows-1250" });
    const second = (await place.asker.finished(again.data.job.id)).data;
    expect(second.result).toMatchObject({ name: "people.csv", encoding: "windows-1250", rows: 1 });
    expect(second.result.columns[0].examples).toEqual(["\u0141ukasz"]);
    // Also what was read anew, and nobody else's.
    const third = await place.asker.post(`${place.path}/thing/import/file/${second.id}`, { separator: "," });
    expect((await place.asker.finished(third.data.job.id)).data.result.columns).toHaveLength(1);
    const other = await aPlace(server, "owner");
    expect((await other.asker.post(path, {})).status).toBe(403);
    expect((await (await server.as("super")).post(path, {})).status).toBe(404);

    const draft = { file: second.id, mode: "apply", type: place.types[1], encoding: "windows-1250" };
    const started = await place.asker.post(`${place.path}/thing/import`, draft);
    await place.asker.finished(started.data.job.id);
    const question = { filter: [{ field: "email", op: "eq", value: "lukasz@recall.example" }] };
    expect((await place.asker.post(`${place.path}/thing/query`, question)).data.rows[0].name).toBe("\u0141ukasz");
  });

  test("what was remembered by heading alone is kept, and of many files the latest", async () => {
    const { write, dialect } = server.deps.database;
    const db = write as unknown as Db;
    await write.transaction().execute(async (raw) => {
      const before = raw as never as Parameters<typeof columnsOfFiles.up>[0];
      await before.schema.dropTable("event_data_import_column").execute();
      await before.schema
        .createTable("event_data_import_column")
        .addColumn("event_id", "integer")
        .addColumn("heading", "text")
        .addColumn("field", "text")
        .execute();
      await sql`insert into event_data_import_column values (7, 'kontakt', 'email')`.execute(before);
      await columnsOfFiles.up(before, dialect);
    });
    expect((await rememberedColumns(db, 7, ["Kontakt"])).other).toEqual(new Map([[0, "email"]]));

    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    for (let day = 1; day <= 31; day += 1) {
      const fields = new Map([
        [0, `fields.day_${day}`],
        [1, null],
      ]);
      await rememberColumns(db, 7, { headings: [`Day ${day}`, "Kontakt"], fields, at: at(day) });
    }
    expect((await rememberedColumns(db, 7, ["Day 1"])).other).toEqual(new Map());
    expect((await rememberedColumns(db, 7, ["Day 2", "Kontakt"])).kin.get(0)).toBe("fields.day_2");
  });
});
