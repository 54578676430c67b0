// Two fields of one name: a file tells them apart, be it our own or one that was written before it did.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { columnsOf, settled, withTypes } from "../server/import/columns/columns.ts";
import { exportedFile, importSent, sendFile } from "./exchange.ts";

const NOTES = { "en-gb": "Notes", de: "Notizen" };
const NOTES_OF = { labels: NOTES, archived_at: null };
const FIELDS = [
  { key: "notes_a", labels: NOTES },
  { key: "notes_b", labels: NOTES },
  { key: "firm", labels: { "en-gb": "Company", de: "Unternehmen" } },
];
const found = (...headings: string[]) =>
  columnsOf(headings, [], undefined, undefined, FIELDS, "en-gb").map(({ field }) => field);

describe("columns of one heading", () => {
  test("are, in their order, the fields of that name", () => {
    expect(found("Name", "Notes", "Notes")).toEqual(["name", "fields.notes_a", "fields.notes_b"]);
    expect(found("Name", "Notes", "Notes", "Notes")).toEqual(["name", "fields.notes_a", "fields.notes_b", null]);
  });

  test("are a profile's own field first, and one alone is no other", () => {
    expect(found("Company", "Name", "Company")).toEqual(["company_name", "name", "fields.firm"]);
    expect(found("Name", "Company")).toEqual(["name", "company_name"]);
    expect(found("Name", "Organisation")).toEqual(["name", "company_name"]);
    expect(found("Name", "Company (firm)")).toEqual(["name", "fields.firm"]);
  });

  test("are of the data type that all lines get", () => {
    const fields = [
      { ...NOTES_OF, key: "notes_a", type_ids: [1] },
      { ...NOTES_OF, key: "notes_b", type_ids: [2] },
    ];
    const of = (typeId: number, ...headings: string[]) =>
      settled(
        withTypes(columnsOf(headings, [], undefined, undefined, fields, "en-gb"), fields, fields),
        [],
        typeId,
      ).map(({ field }) => field);

    expect(of(1, "Name", "Notes")).toEqual(["name", "fields.notes_a"]);
    expect(of(2, "Name", "Notes")).toEqual(["name", "fields.notes_b"]);
    expect(of(3, "Name", "Notes")).toEqual(["name", null]);
    expect(of(2, "Name", "Notes", "Notes")).toEqual(["name", null, "fields.notes_b"]);
  });

  test("are told apart by the key behind it", () => {
    expect(found("Name", "Notes (notes_b)", "Notes")).toEqual(["name", "fields.notes_b", "fields.notes_a"]);
    expect(found("Company (firm)", "Name", "Company")).toEqual(["fields.firm", "name", "company_name"]);
    expect(found("Name", "Notizen (notes_b)")).toEqual(["name", "fields.notes_b"]);
  });
});

describe("files of an event with such fields", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    const expert = await server.as("expert");
    for (const one of FIELDS)
      expect((await expert.post(`${place.path}/field`, { ...one, kind: "text" })).status).toBe(201);
  });
  afterAll(() => server.close());

  const COLUMNS = [
    ...[
      ["email", "Email"],
      ["company_name", "Company"],
      ["fields.firm", "Company"],
    ],
    ...[
      ["fields.notes_b", "Notes"],
      ["fields.notes_a", "Notes"],
    ],
  ].map(([field = "", title = ""]) => ({ field, title }));

  test.each([
    ["all of the columns", COLUMNS],
    ["one that is called as a profile's own", COLUMNS.filter(({ field }) => /^(?:email|fields\.firm)$/.test(field))],
    ["one of the name", COLUMNS.filter(({ field }) => field === "email" || field === "fields.notes_b")],
  ])("that come back as they went change nobody, with %s", async (_, columns) => {
    const { asker, path } = place;
    const email = `ann${columns.length}${columns[1]?.field}@same.example`;
    const ann = await aProfile(place, {
      ...{ first_name: "Ann", last_name: "Same", email, company_name: "Built" },
      fields: { notes_a: "for people", notes_b: "for companies", firm: "Own" },
    });
    const bytes = await exportedFile(asker, path, { format: "csv", columns });
    const { id: file } = await sendFile(asker, path, bytes);

    const { result } = await importSent(asker, path, { file, type: place.types[1] as number, blanks: "clear" });

    expect(result).toMatchObject({ created: 0, updated: 0, skipped: 0, errors: [] });
    expect((await asker.get(`${path}/thing/${ann.id}`)).data).toMatchObject({ rev: ann.rev, company_name: "Built" });
  });

  test("and the template name each of them once", async () => {
    const { asker, path } = place;
    const reply = await asker.get(`${path}/thing/import/template?format=csv&locale=en-gb`);
    const [headings = ""] = reply.response.body.split("\r\n");

    expect(headings).toContain(",Company,");
    expect(headings).toMatch(/Notes \(notes_a\),Notes \(notes_b\),Company \(firm\)/);
  });
});
