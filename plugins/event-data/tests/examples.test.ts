// Columns whose headings say nothing, known by what stands in them, and left alone where that could be several things.
import { expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { columnsOf } from "../server/import/columns/columns.ts";
import { aField } from "./factories.ts";

const option = (key: string, name: string) => ({ key, labels: { "en-gb": name } }) as Field["options"][number];
const FIELDS = [
  aField({ key: "mobile", labels: { "en-gb": "Mobile phone" }, kind: "phone" }),
  aField({ key: "arrives", labels: { "en-gb": "Arrives" }, kind: "date" }),
  aField({ key: "home", labels: { "en-gb": "Home page" }, kind: "url" }),
  aField({
    key: "shirt",
    labels: { "en-gb": "Shirt" },
    kind: "choice",
    options: [option("s", "Small"), option("m", "Medium"), option("l", "Large")],
  }),
];
const MAILS = [
  "ada.byron@x.example",
  "zoe.gross@x.example",
  "bo.li@x.example",
  "cy_young@x.example",
  "di.dors@x.example",
];

function found(title: string, cells: readonly string[], fields: readonly Field[] = FIELDS, mails = MAILS) {
  const [column, mail] = columnsOf(
    [title, "Kontakt"],
    cells.map((cell, at) => [cell, mails[at] ?? ""]),
    undefined,
    undefined,
    fields,
  );
  expect(mail?.field).toBe("email");
  return [column?.field, column?.by];
}

test.each([
  ["Column 1", "fields.mobile", ["+49 30 1234567", "0171/1234567", "(030) 123-4567"]],
  ["Erreichbar unter (Tel.)", "fields.mobile", ["+49 30 1234567", "+44 20 7946 0000"]],
  ["", "fields.arrives", ["2026-05-01", "2026-05-02"]],
  ["An welchem Tag", "fields.arrives", ["1.5.2026", "02.05.2026"]],
  ["Link", "fields.home", ["https://a.example", "www.b.example/x"]],
  ["Größe", "fields.shirt", ["Small", "L", "medium", "Large"]],
  ["Woher", "country", ["Deutschland", "France", "Österreich", "CH"]],
  ["B", "country", ["DE", "FR", "GB"]],
  ["Wer", "name", ["Ada Byron", "Zoë Groß", "Li, Bo", "Cy Young"]],
  ["Rufname der Person", "first_name", ["Ada", "Zoë", "Bo", "Cy"]],
  ["Spalte 2", "last_name", ["Byron", "Groß", "Li", "Young"]],
  ["Code", "fields.registration_id", ["AB-1001", "AB-1002", "XY-2001", "ZZ-9999", "QQ-0001"]],
])("a column “%s” is %s by its cells", (title, field, cells) => {
  expect(found(title, cells)).toEqual([field, "example"]);
});

test.each([
  ["of dates that the heading says to be others", "Birthday", ["1980-05-01", "1990-05-02"]],
  ["of figures alone", "Column 1", ["1234567", "2345678", "3456789"]],
  ["of languages", "Sprache", ["de", "fr", "it"]],
  [
    "of codes that the heading says to be something else",
    "Booth",
    ["AB-1001", "AB-1002", "XY-2001", "ZZ-9999", "QQ-0001"],
  ],
  ["of codes of which two are the same", "Code", ["AB-1001", "AB-1001", "XY-2001", "ZZ-9999", "QQ-0001"]],
  ["of words that are no options", "Größe", ["Small", "Huge", "Tiny"]],
  ["of names that are others than in the addresses", "Wer", ["Eve Smith", "Max Muster", "Tom Thumb"]],
])("a column %s is kept under its own heading, or left out", (_, title, cells) => {
  expect(found(title, cells)[1]).toBe("own");
});

test("of two fields of a kind neither is taken, nor one that is archived, nor one that another column names", () => {
  const dates = ["2026-05-01", "2026-05-02"];
  const second = aField({ key: "leaves", labels: { "en-gb": "Leaves" }, kind: "date" });

  expect(found("Column 1", dates, [...FIELDS, second])[1]).toBe("own");
  expect(found("Column 1", dates, [aField({ key: "arrives", kind: "date", archived_at: "2026-01-01" })])[1]).toBe(
    "own",
  );
  const columns = columnsOf(
    ["Arrives", "Column 2"],
    dates.map((one) => [one, one]),
    undefined,
    undefined,
    FIELDS,
  );
  expect(columns.map(({ field, by }) => [field, by])).toEqual([
    ["fields.arrives", "name"],
    ["fields.column_2", "own"],
  ]);
});
