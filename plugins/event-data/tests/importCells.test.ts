// What stands in the cells of a file, as people paste it: it is understood, or told, and never keeps anybody waiting.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMailbox } from "#schemas/email.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { looksLikeMail } from "../server/import/columns/examples.ts";
import { unmixed } from "../server/import/mixed.ts";
import { readRow } from "../server/import/readRow.ts";

let server: TestApp;
let editor: Asker;
let base: string;
let types: { id: number; name: string; type_category_id: number }[];
let typeId: number;

beforeAll(async () => {
  server = await app();
  editor = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  types = (await editor.get("/1/api/type")).data;
  typeId = types.find((type) => type.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

async function imported(file: string | Buffer, how = `type=${typeId}`, format = "csv") {
  const query = `kind=thing&format=${format}&mode=apply&${how}`;
  return (await editor.importFile(server.bigEventId, query, Buffer.from(file))).data;
}
const found = async (search: string) => (await editor.post(`${base}/thing/query`, { search })).data.rows;

describe("an address", () => {
  test.each([
    ["m1@tail.example;", "m1@tail.example"],
    ["m2@tail.example,", "m2@tail.example"],
    ["m3@tail.example.", "m3@tail.example"],
    ["(m4@tail.example)", "m4@tail.example"],
    ["'m5@tail.example';", "m5@tail.example"],
    ['m7@tail.example"', "m7@tail.example"],
    ["„M6@tail.example“", "m6@tail.example"],
    ["mailto:m9@tail.example?subject=x", "m9@tail.example"],
    ["zed@zero.example\u200b", "zed@zero.example"],
    ["ju\u0308rgen@x.example", "j\u00fcrgen@x.example"],
    ["o'brien+x@mail-1.x_y.example", "o'brien+x@mail-1.x_y.example"],
    ["info@m\u00fcller.example", "info@m\u00fcller.example"],
  ])("%s is read as %s", (given, address) => {
    expect(readMailbox(given)).toEqual({ address, name: "" });
  });

  test.each([
    ["Ann Smith <ann@x.example>;", "Ann Smith"],
    ['"Smith, Ann" <Ann@x.example>', "Smith, Ann"],
    ["'Ann' <mailto:ann@x.example>", "Ann"],
    ["ann@x.example <ann@x.example>", ""],
  ])("%s names whoever has it", (given, name) => {
    expect(readMailbox(given)).toEqual({ address: "ann@x.example", name });
  });

  test.each([
    "a@b..example",
    "ann;ann@quoted.example;x",
    "ann@one.example, bo@two.example",
    "A <a@one.example>, B <b@two.example>",
    "a@b",
    "a@b.example/x",
    "@b.example",
  ])("%s is none", (given) => {
    expect(readMailbox(given)).toBeUndefined();
  });

  test.each([
    ["blanks", `a${" ".repeat(400_000)}b`],
    ["full stops", `a@${".".repeat(60_000)} b`],
    ["brackets", "<".repeat(60_000)],
  ])("that is a long cell of %s is refused at once", (_, text) => {
    const before = Date.now();
    const reading = { columns: [{ at: 0, field: "email" }], types: [], locale: "en-gb", statuses: "" };
    const row = { line: 2, cells: [text] };

    expect(() => readRow(row, { ...reading, typeId: 1, clearsBlanks: false })).toThrow("notAnEmail");
    looksLikeMail([text]);
    expect(Date.now() - before).toBeLessThan(500);
  });
});

test("a person whose address is written in two ways comes in once", async () => {
  const again = (address: string) => imported(`Name,Email\nZed Zero,${address}\n`);

  expect((await again("zed@zero.example\u200b")).result).toMatchObject({ created: 1, skipped: 0 });
  expect((await again("zed@zero.example;")).result).toMatchObject({ unchanged: 1 });
  expect((await again("J\u00fcrgen@zero.example")).result).toMatchObject({ created: 1 });
  expect((await again("ju\u0308rgen@zero.example")).result).toMatchObject({ unchanged: 1 });
  expect(await found("zero.example")).toHaveLength(2);
});

test("an option is known whichever way its accents are written", async () => {
  const options = [{ key: "g", labels: { "en-gb": "Gr\u00f6\u00dfe" } }];
  const field = { key: "shirt", kind: "choice", labels: { "en-gb": "Shirt" }, options };
  expect((await editor.post(`${base}/field`, field)).status).toBe(201);

  const { result } = await imported("Name,Email,Shirt\nAnn Composed,ann@composed.example,Gro\u0308\u00dfe\n");

  expect(result).toMatchObject({ created: 1, skipped: 0 });
  expect((await found("ann@composed"))[0].fields).toEqual({ shirt: "g" });
});

test("signs that no database takes are left out of every text, of a file and of a profile", async () => {
  const people = [
    { name: "Nul One", email: "nul1@half.example", website: "a\u0000b", note: "a\ud800b\tc" },
    { name: "N\u0000 \udc00Two", email: "nul2@half.example", website: "https://x.example", position: "x" },
  ];
  const rows = Array.from({ length: 800 }, (_, at) => `Row ${at},row${at}@nul.example,${"x".repeat(1900)}`);

  const records = (await imported(JSON.stringify(people), `type=${typeId}`, "open-event")).result;
  const lines = (await imported(`Name,Email,Free\n${rows.join("\n")}\nNul Late,late@half.example,a\u0000b\n`)).result;
  const fields = { free_one: "a\u0001b", free_list: ["x", "y"] };
  const made = await editor.post(`${base}/thing`, { type_id: typeId, last_name: "Wh\u0001ole", fields });

  expect(made.status).toBe(201);
  expect(records).toMatchObject({ created: 2, skipped: 0 });
  expect(lines).toMatchObject({ created: 801, skipped: 0 });
  expect((await found("nul1@half"))[0].fields).toMatchObject({ website: "a b" });
  expect((await found("late@half"))[0].fields).toEqual({ free: "a b" });
  expect(made.data).toMatchObject({ name: "Wh ole", fields: { free_one: "a b", free_list: ["x", "y"] } });
});

test("a country is known by its usual names; one that is not is kept and told once", async () => {
  const of = ["Turkey", "DEU", "Atlantis", "Atlantis", ""];
  const rows = of.map((country, at) => `At ${at},at${at}@country.example,${country}`);

  const { result } = await imported(`Name,Email,Country\n${rows.join("\n")}\n`);

  expect(result).toMatchObject({ created: 5, skipped: 0 });
  expect(result.errors).toEqual([{ line: 4, field: "country", message: expect.stringContaining("“Atlantis”") }]);
  const kept = (await found("country.example")).map((row: { country: string }) => row.country);
  expect(kept.sort()).toEqual(["", "Atlantis", "Atlantis", "DE", "TR"]);
});

test("an id that a spreadsheet has shortened tells nobody, and other such numbers are told once", async () => {
  const lines =
    'Ann One,s1@short.example,1.23457E+11,5\nBo Two,s2@short.example,77,"4,91511E+11"\nCy Three,s3@short.example,78,"4,91512E+11"';

  const { result } = await imported(`Name,Email,Registration ID,Order\n${lines}\n`);

  expect(result).toMatchObject({ created: 2, skipped: 1 });
  expect(result.errors.map(({ line, message }: { line: number; message: string }) => [line, message])).toEqual([
    [2, expect.stringContaining("“1.23457E+11” is an id that a spreadsheet has shortened")],
    [3, expect.stringContaining("A spreadsheet has shortened long numbers in this column")],
  ]);
});

test("a line that sums up those above is no profile, and one that only looks like it is", async () => {
  const lines = [
    "Ann Adds,adds@sum.example,Sum Ltd,2,€ 40.00",
    "Total,bo@sum.example,,3,60",
    "Total,,Sum Energies,4,80",
    "Summe,,,,",
    "Totals:,,,9,€ 180.00",
    ',,Gesamtsumme,9,"180,00 EUR"',
    "Total: 9,,,,",
    "Gesamt = 9 €",
    "Total: Energies 9,,,,",
    "Total 24,,,,",
  ];

  const { result } = await imported(`Name,Email,Company,Tickets,Paid\n${lines.join("\n")}\n`);

  expect(result).toMatchObject({ created: 6, skipped: 4 });
  expect(result.errors.map(({ line, message }: { line: number; message: string }) => [line, message])).toEqual([
    [6, expect.stringContaining("looks like a sum of the lines above: beside “Totals:”")],
    [7, expect.stringContaining("beside “Gesamtsumme”")],
    [8, expect.stringContaining("beside “Total:”")],
    [9, expect.stringContaining("1 of 5 cells")],
    [9, expect.stringContaining("beside “Gesamt =”")],
  ]);
});

test.each([
  ["windows-1252", "Jürgen Größe Österreich Ärztin Weiß René Núñez João CONCEIÇÃO Åsa it’s Straße"],
  ["macintosh", "Jürgen Größe Österreich Ärztin Weiß René É João CONCEIÇÃO ÁÍ Åsa"],
])(
  "letters that were read as those of %s are known by what they have become, and others are not",
  (encoding, words) => {
    for (const word of words.split(" ")) {
      const spoilt = new TextDecoder(encoding).decode(Buffer.from(word), { stream: true });
      expect(unmixed(spoilt)).toBe(word);
      expect(unmixed(word)).toBeUndefined();
    }
    for (const text of ["IRMÃ", "“IRMÃ”", "‘IRMÃ’", "IRMÃ – x", "„Â“", "ÂGE", "âge", "√2", "LÃš", "Ã Õ"])
      expect(unmixed(text)).toBeUndefined();
  },
);

test("spoilt letters are told once for each field, with what they look like, and kept as they are", async () => {
  const spoilt = (text: string) => Buffer.from(text).toString("latin1");
  const lines = ["Jürgen Ä,Köln", "Zoë B,Köln"].map((one, at) => `${spoilt(one)},m${at}@mixed.example`);

  const { result } = await imported(`Name,Mixed,Email\n${lines.join("\n")}\n`);

  expect(result).toMatchObject({ created: 2, skipped: 0 });
  expect(result.errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
    [2, "name"],
    [2, "fields.mixed"],
  ]);
  expect(result.errors[1].message).toContain("looks like “Köln”");
  const names = (await found("mixed.example")).map((row: { name: string }) => row.name);
  expect(names).toContain(spoilt("Zoë B"));
});

test("of several addresses or telephones, as an address book writes them, the first is taken and that is told", async () => {
  const labels = { "en-gb": "Line" };
  expect((await editor.post(`${base}/field`, { key: "line", kind: "phone", labels })).status).toBe(201);
  const cells = "ann@several.example ::: bo@several.example,+49 30 1234567 ::: +49 30 7654321,a ::: b";

  const { result } = await imported(`Name,Email,Line,Free text\nAnn Several,${cells}\n`);

  expect(result).toMatchObject({ created: 1, skipped: 0 });
  expect(result.errors.map(({ field }: { field: string }) => field)).toEqual(["email", "fields.line"]);
  const [ann] = await found("ann@several");
  expect(ann).toMatchObject({ email: "ann@several.example", fields: { line: "+49301234567", free_text: "a ::: b" } });
});

const FOOTED = [
  ["First name,Last name,Email,Company", "Ann,Apart,ann@apart.example,Firm", 'Bo,"Apart\nJunior",bo@apart.example,'],
  ["", "Contacts report", "Generated by: Ann Apart", "", "cy@apart.example,,,", "Speakers", "Di,Apart,,"],
].flat();

test("lines of one cell that stand apart from the list are none of it, unless they are mended, be it in the file of those", async () => {
  const job = await imported(`${FOOTED.join("\n")}\n`);

  expect(job.result).toMatchObject({ created: 4, skipped: 3 });
  const apart = job.result.errors.filter(({ message }: { message: string }) => message.includes("stands apart"));
  expect(apart.map(({ line }: { line: number }) => line)).toEqual([6, 7, 10]);
  const left = (await editor.get(`/1/api/job/${job.id}/file`)).response.body;
  const again = await imported(left);
  expect(again.result).toMatchObject({ created: 0 });
});

test.each([
  ["names alone, in groups", "Name,Email,Company\nAnn Alone,,\nBo Alone,,\n\nCy Alone,,\n", 3],
  ["two columns", "Name,Email\nAnn Two,ann@two.example\nBo Two,bo@two.example\n\nCy Two\n", 3],
  ["names alone without a blank line", "Name,Email,City\nAnn C,ann@c.example,X\nBo C,bo@c.example,X\nCy C\n", 3],
])("a list of %s has all of its lines", async (_, file, count) => {
  expect((await imported(file)).result).toMatchObject({ created: count, skipped: 0 });
});
