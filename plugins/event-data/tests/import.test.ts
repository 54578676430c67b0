import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { columnsOf } from "../server/import/columns/columns.ts";
import { openCsv } from "../server/import/read/csv.ts";
import { recordsOf } from "../server/import/read/records.ts";

let server: TestApp;
let editor: Asker;
let eventId: number;
let typeId: number;

beforeAll(async () => {
  server = await app();
  editor = await server.as("matchmaker");
  eventId = server.bigEventId;
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  typeId = types.find((type) => type.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

async function importCsv(file: string | Buffer, mode = "apply", type = `&type=${typeId}`) {
  const job = await editor.importFile(eventId, `kind=thing&format=csv&mode=${mode}${type}`, Buffer.from(file));
  return job.data;
}
const find = async (search: string) =>
  (await editor.post(`/1/api/container/${eventId}/thing/query`, { search })).data.rows as Record<string, unknown>[];
async function* inPieces(file: Buffer) {
  for (let at = 0; at < file.length; at += 7) yield file.subarray(at, at + 7);
}
const rowsOf = async (file: string | Buffer) => {
  const rows = [];
  const { rows: read } = await openCsv(() => inPieces(Buffer.from(file)));
  for await (const row of read) rows.push(row);
  return rows;
};

test.each([
  ["commas and a mark", "\ufeffName,Email\nZoë,z@x.example\n"],
  ["semicolons", "Name;Email\r\nZoë;z@x.example\r\n"],
  ["tabs", "Name\tEmail\nZoë\tz@x.example"],
  ["a named separator", "sep=|\nName|Email\nZoë|z@x.example\n"],
  ["UTF-16", Buffer.from("\ufeffName,Email\nZoë,z@x.example\n", "utf16le")],
  ["Windows-1252", Buffer.from("Name,Email\nZoë,z@x.example\n", "latin1")],
  ["MS-DOS", Buffer.from("Name,Email\nZo\x89,z@x.example\n", "latin1")],
])("a file with %s is read alike", async (_, file) => {
  const rows = await rowsOf(file);

  expect(rows.map((row) => row.cells.map((cell) => cell.replace("\ufeff", "")))).toEqual([
    ["Name", "Email"],
    ["Zoë", "z@x.example"],
  ]);
});

const WRONG_BYTE = Buffer.concat([
  Buffer.from("Name,Email\nZoë,z@wrong.example\nÅsa,a@wrong.example\nJos"),
  Buffer.from([0xe9]),
  Buffer.from(",j@wrong.example\n"),
]);

test.each([
  ["without a mark", WRONG_BYTE],
  ["with one", Buffer.concat([Buffer.from("\ufeff"), WRONG_BYTE])],
])("a wrong byte among letters of UTF-8, %s, is told with its line, and the other lines come in", async (_, file) => {
  const { data } = await editor.importFile(eventId, `kind=thing&format=csv&mode=dry-run&type=${typeId}`, file);

  expect(data.result).toMatchObject({ created: 2, skipped: 1 });
  expect(data.result.errors).toEqual([{ line: 4, field: "name", message: expect.stringContaining("cannot be read") }]);
  const rows = await rowsOf(file);
  expect(rows.map(({ cells }) => cells[0]?.replace("\ufeff", ""))).toEqual(["Name", "Zoë", "Åsa", "Jos\ufffd"]);
});

test.each([
  [
    "a title with commas",
    "Guests, sorted, of 2026\nWho;Mail address;Note\nAda;a@x.example;x\nBo;b@x.example;y\n",
    ";",
    4,
  ],
  ["commas in every cell", 'Who;Where\nAda;"1, Road, X"\nBo;2, Road, Y\nCy;3, Road, Z\n', ";", 4],
  ["figures with commas", "Who;Price;More\nAda;1,5;2,5\nBo;2,5;2,5\n", ";", 3],
  ["semicolons in notes", "Name,Note\nAda,a;b;c\nBo,d;e\n", ",", 3],
])("the separator is found in spite of %s", async (_, text, separator, count) => {
  const file = await openCsv(() => inPieces(Buffer.from(text)));
  const rows = [];
  for await (const row of file.rows) rows.push(row);

  expect(file.facts.separator).toBe(separator);
  expect(rows).toHaveLength(count);
});

test("lines that are a cell each, since they were saved from a table of one column, are lines", async () => {
  const lines = ["Name;Email;Note", 'Ann;a@x.example;"x;\ny ""z"""', "Bo;b@x.example;"];
  const wrapped = lines.map((one) => `"${one.replaceAll('"', '""')}"`).join("\r\n");
  const names = 'Name\n"Doe, Ann"\n"Roe, Bo"\n';

  expect(await rowsOf(wrapped)).toEqual([
    { line: 1, cells: ["Name", "Email", "Note"] },
    { line: 2, cells: ["Ann", "a@x.example", 'x;\ny "z"'] },
    { line: 4, cells: ["Bo", "b@x.example", ""] },
  ]);
  expect((await openCsv(() => inPieces(Buffer.from(wrapped)))).facts.separator).toBe(";");
  expect((await openCsv(() => inPieces(Buffer.from(wrapped)), { separator: ";" })).facts.separator).toBe(";");
  expect((await rowsOf(names))[1]?.cells).toEqual(["Doe, Ann"]);
});

test("whatever the pieces in which a text comes, its records are the same", async () => {
  const text = 'a,"b ""c""\r\nd",e\r\n"x" ,  "y"\n\n"open,1\rnext,""\r\n"lit"eral,z\n"end"';
  const all = [];
  for (let size = 1; size < text.length + 1; size++) {
    const pieces = async function* () {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    };
    const rows = [];
    for await (const row of recordsOf(pieces(), ",")) rows.push(row);
    all.push(rows);
  }

  expect(all[0]).toEqual([
    { line: 1, cells: ["a", 'b "c"\r\nd', "e"] },
    { line: 3, cells: ["x", "y"] },
    { line: 5, cells: ["open", "1"], problem: { key: "openQuote" } },
    { line: 6, cells: ["next", ""] },
    { line: 7, cells: ['"lit"eral', "z"] },
    { line: 8, cells: ["end"] },
  ]);
  for (const rows of all) expect(rows).toEqual(all[0]);
});

test("a quoted line break belongs to its cell, and the lines after it keep their numbers", async () => {
  const rows = await rowsOf('Name,Note\nAnn,"one\ntwo\nthree"\nBob,x\n');

  expect(rows.map((row) => row.line)).toEqual([1, 2, 5]);
  expect(rows[1]?.cells[1]).toBe("one\ntwo\nthree");
});

const BIO =
  "Ann is an engineer.\nShe likes cats, dogs, and birds.\nShe has worked in Rome, Paris, and Oslo.\nShe lives in Bath.";

test.each([
  ["Name,Company,Bio", `Ann,Firm,"${BIO}"`],
  ["Name,Email,Bio", `Ann,ann@bio.example,"${BIO}"`],
  ["Bio,Name,Email,", `"${BIO}",Ann,ann@bio.example,`],
])("a text of several lines with commas is one cell, under %s", async (headings, ann) => {
  const ends = headings.split(",").map((heading) => (heading === "Bio" ? BIO : expect.any(String)));

  const rows = await rowsOf(`${headings}\n${ann}\n${ann}\n`);

  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([1, 2, 6].map((line) => [line, undefined]));
  expect(rows.slice(1).map(({ cells }) => cells)).toEqual([ends, ends]);
});

test("lines between two marks are rows where they look like them, though the cells are as many as they should be", async () => {
  const inner = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));
  const mails = inner(4, (at) => `In ${at},in${at}@x.example,1`);
  const firms = inner(30, (at) => `In ${at},Firm,1`);

  for (const [headings, lines] of [
    ["Name,Email,Guests", ['A,"a@x.example,1', ...mails, 'B,b@x.example",1', "C,c@x.example,1"]],
    ["Name,Company,Guests", ['A,"Firm,1', ...firms, 'B,Firm",1', "C,Firm,1"]],
  ] as const) {
    const rows = await rowsOf([headings, ...lines].join("\n"));
    expect(rows.map(({ line }) => line)).toEqual(inner(lines.length + 1, (at) => String(at + 1)).map(Number));
    expect(rows.filter(({ problem }) => problem).map(({ line }) => line)).toEqual([2]);
  }
});

test("headings of the usual systems are known, and the others become fields of the event", () => {
  const headings = ["Vorname", "Surname", "E-Mail", "Organisation", "Diet?", "", "Mail", "???"];

  const columns = columnsOf(headings, [["Ada", "Byron", "a@x.example", "Engine", "none", "x", "b@x.example", "?"]]);

  expect(columns.map(({ field }) => field)).toEqual([
    "first_name",
    "last_name",
    "email",
    "company_name",
    "fields.diet",
    null,
    null,
    null,
  ]);
  expect(columns.map(({ by }) => by)).toEqual(["name", "name", "name", "name", "own", "none", "double", "none"]);
});

test("a later row finds the profiles as rows far before it have left them", async () => {
  const heading = "Id,First name,Last name,Email\n";
  await importCsv("First name,Last name,Email\nAda,Moves,old@moves.example\n");
  const [ada] = await find("old@moves.example");
  const others = Array.from({ length: 1500 }, (_, at) => `,Among,Others,o${at}@moves.example\n`).join("");

  const job = await importCsv(
    `${heading}${ada?.["id"]},Ada,Moves,new@moves.example\n${others},Bea,Follows,old@moves.example\n`,
  );

  expect(job.result).toMatchObject({ created: 1501, updated: 1, skipped: 0 });
  expect((await find("old@moves.example")).map(({ name }) => name)).toEqual(["Bea Follows"]);
  expect((await find("new@moves.example")).map(({ id }) => id)).toEqual([ada?.["id"]]);
});

test("a row finds the profiles as the row right before it has left them, too", async () => {
  await importCsv("First name,Last name,Email\nAda,Near,old@near.example\n");
  const [ada] = await find("old@near.example");

  const job = await importCsv(
    `Id,First name,Last name,Email\n${ada?.["id"]},Ada,Near,new@near.example\n,Bea,Near,old@near.example\n`,
  );

  expect(job.result).toMatchObject({ created: 1, updated: 1, skipped: 0 });
  expect((await find("old@near.example")).map(({ name }) => name)).toEqual(["Bea Near"]);
  expect((await find("new@near.example")).map(({ id }) => id)).toEqual([ada?.["id"]]);
});

test("two rows that find one profile by other marks are both written, one after the other", async () => {
  await importCsv("First name,Last name,Email,Job title\nTwice,Found,twice@found.example,Clerk\n");
  const [before] = await find("twice@found.example");

  const file = `Id,First name,Last name,Email,Job title,Country\n${before?.["id"]},Twice,Found,,Buyer,\n,Twice,Found,twice@found.example,,DE\n`;
  const job = await importCsv(file);

  expect(job.result).toMatchObject({ created: 0, updated: 2, skipped: 0 });
  const [after] = await find("twice@found.example");
  expect(after).toMatchObject({ id: before?.["id"], rev: 3, job_title: "Buyer", country: "DE" });
});

test("profiles of a file follow each other by their ids, and whoever comes next follows them", async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `In,Order${at},n${at}@order.example\n`);

  expect((await importCsv(`First name,Last name,Email\n${rows.join("")}`)).result).toMatchObject({ created: 1500 });

  const draft = { type_id: typeId, last_name: "Next" };
  const { id: next } = (await editor.post(`/1/api/container/${eventId}/thing`, draft)).data;
  const at = async (offset: number) => {
    const filter = [{ field: "id", op: "gte", value: next - 1500 }];
    const question = { limit: 2, offset, columns: ["email"], filter, sort: [{ field: "id", direction: "asc" }] };
    const { rows, matched } = (await editor.post(`/1/api/container/${eventId}/thing/query`, question)).data;
    return [matched, ...rows.map(({ email }: { email: string }) => email)];
  };
  expect(await at(0)).toEqual([1501, "n0@order.example", "n1@order.example"]);
  expect(await at(999)).toEqual([1501, "n999@order.example", "n1000@order.example"]);
  expect(await at(1499)).toEqual([1501, "n1499@order.example", ""]);
});

const FILE = "First name,Last name,Email,Diet\nAda,Import,ada@import.example,vegan\nBob,Import,BOB@import.example,\n";

test("a dry run tells what an import would do and changes nothing; the same file again changes nothing more", async () => {
  const expected = { created: 2, updated: 0, unchanged: 0, skipped: 0, errors: [] };
  expect((await importCsv(FILE, "dry-run")).result).toEqual(expected);
  expect(await find("import")).toHaveLength(0);

  expect((await importCsv(FILE)).result).toEqual(expected);
  const [ada] = await find("ada@import");
  expect(ada).toMatchObject({ first_name: "Ada", last_name: "Import", status: "imported", fields: { diet: "vegan" } });

  expect((await importCsv(FILE)).result).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect((await find("ada@import"))[0]?.rev).toBe(1);
});

test("a row with a known address changes that profile, keeps what its cells do not say, and stands in the history", async () => {
  await importCsv("Name,Email,Job title\nCy Young,cy@change.example,Pitcher\n");
  const [before] = await find("cy@change");

  const { result } = await importCsv("Name,Email,Job title,Country\nCy Young,CY@change.example,,US\n");

  const [after] = await find("cy@change");
  expect(result).toMatchObject({ created: 0, updated: 1 });
  expect(after).toMatchObject({ id: before?.id, rev: 2, job_title: "Pitcher", country: "US" });
  const history = (await editor.get(`/1/api/container/${eventId}/thing/${before?.id}/history`)).data;
  expect(history[0]).toMatchObject({ action: "import", before: { country: "" }, after: { country: "US" } });
});

test("each bad line is told with its number and reason, and the good ones are not lost", async () => {
  const file = [
    "Name,Email,Status,Type",
    "Good One,good@lines.example,active,",
    "Bad Mail,not an address,,",
    "Bad Status,s@lines.example,asleep,",
    "Bad Type,t@lines.example,,Robot",
    "Twice,good@lines.example,,",
    `${"x".repeat(300)},long@lines.example,,`,
    ",,active,",
    "Too,many@lines.example,,,cells,here",
    "=HYPERLINK(),formula@lines.example,,",
  ].join("\n");

  const { result } = await importCsv(file);

  expect(result).toMatchObject({ created: 2, skipped: 7 });
  expect(result.errors.map((error: { line: number; field: string }) => [error.line, error.field])).toEqual([
    [3, "email"],
    [4, "status"],
    [5, "type_id"],
    [6, "email"],
    [7, "name"],
    [8, "last_name"],
    [9, ""],
  ]);
  expect(await find("lines")).toHaveLength(2);
});

test.each([
  ["a workbook", "PK\u0003\u0004rest", "workbook"],
  ["a picture", Buffer.from([137, 80, 78, 71, 0, 1, 2]), "PNG"],
  ["a program", Buffer.from([127, 69, 76, 70, 2, 1, 1, 0, 0, 0]), "bytes"],
  ["a file without headings that say who", "Colour,Size\nred,4\n", "None of the headings"],
])("%s is refused with its reason", async (_, file, words) => {
  const job = await importCsv(file);

  expect(job.state).toBe("failed");
  expect(job.error).toContain(words);
});

test("somebody who may only read may not import", async () => {
  const owner = await server.as("owner");

  const refused = await owner.ask(
    "POST",
    `/1/api/container/${eventId}/import?kind=thing&format=csv&mode=dry-run`,
    Buffer.from(FILE),
    {
      headers: { "content-type": "text/csv" },
    },
  );

  expect(refused.status).toBe(403);
});
