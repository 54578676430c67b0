// What an export writes is what an import reads: a file of our own that comes back as it went changes nobody.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { exportedFile, importSent, sendFile } from "./exchange.ts";

let server: TestApp;
let expert: Asker;
let base: string;

const option = (key: string, en: string, de: string) => ({ key, labels: { "en-gb": en, de } });
const KINDS = {
  line: { kind: "text" },
  note: { kind: "long_text" },
  amount: { kind: "number" },
  born: { kind: "date" },
  arrival: { kind: "datetime" },
  vip: { kind: "boolean" },
  meal: { kind: "choice", options: [option("v", "Vegan", "Vegan"), option("f", "Fish, grilled", "Fisch; gegrillt")] },
  days: {
    kind: "choices",
    options: [
      option("mo", "Monday", "Montag"),
      option("tu", "Tuesday, early | late", "Dienstag, früh; spät"),
      option("a_b", "A; B", "A | B"),
      option("eq", "=Wednesday", "'Mittwoch"),
    ],
  },
  site: { kind: "url" },
  second_email: { kind: "email" },
  home: { kind: "country" },
  mobile: { kind: "phone" },
};

const TEXTS = [
  ...[
    "=1+1",
    "+49 30 1234",
    "-2",
    "@SUM(A1)",
    "'quoted",
    "''=x",
    "'",
    '="0123"',
    '"',
    "00123",
    "0",
    "7",
    "12345678901234567890",
  ],
  ...[
    "1e5",
    "1E+05",
    "1.234",
    "1,234",
    "1.234,56",
    "-0,5",
    "TRUE",
    "false",
    "Ja",
    "No",
    "NULL",
    "null",
    "2026-10-25",
    "01/02/2026",
  ],
  ...[
    "a;b,c\td|e",
    'say "hi", ö',
    '"whole"',
    "👩‍🚀 emoji",
    "עדי שרון",
    "\u202babc",
    "_x000D_",
    "_x0041_",
    "a\u00a0b",
    "N/A",
    "#N/A",
    "'#REF!",
    "#ÜBERLAUF!",
    "0x10",
    "sep=;",
  ],
  ...["Müller & <Söhne>", "\ufeffmark", "x".repeat(95), "ﬁ ½ ①", "e\u0301", "<b>&amp;</b>", "10:30", "1/2", "\u2028x"],
];
const LINES = [
  "one\ntwo",
  "  =1\n=2",
  'a;b\n"c"\n\nd,e',
  "'\n'",
  "x".repeat(2000),
  "ends\n",
  "- a\n- b",
  "Name,Email\na,b@c.example\nd,e@f.example\ng,h@i.example",
];
const NUMBERS = [
  0,
  1,
  -1,
  0.1,
  0.30000000000000004,
  1.234,
  1234.5,
  -1234567.891,
  1e21,
  1e-7,
  123456789012345680,
  5e-324,
  99999999999999.98,
  1e15 + 0.3,
];
// Both hours that the clocks of Berlin show as 02:30, one that they leave out, seconds, and parts of them.
const INSTANTS = [
  ...["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z", "2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"],
  ...["2026-03-29T00:59:59.000Z", "2026-03-29T01:00:00.000Z", "2026-07-01T22:00:00.000Z", "2026-01-01T23:00:00.000Z"],
  ...["2026-05-01T08:07:06.000Z", "2026-05-01T21:59:59.999Z", "1890-01-01T12:00:00.000Z", "2026-12-31T23:59:59.500Z"],
];
const DAYS = [
  "2026-01-31",
  "1899-12-30",
  "1900-01-01",
  "1900-02-28",
  "1850-06-01",
  "2026-10-25",
  "9999-12-31",
  "0999-01-01",
];
const CHOICES = [["mo"], ["tu"], ["a_b"], ["eq"], ["mo", "tu"], ["mo", "tu", "a_b", "eq"], ["a_b", "eq"]];
const LISTS = [["one"], ["one", "two, three"], ["=1", "a;b"], ["two\nlines", " blanks "], ["'quoted", "7"]];
const SITES = [
  "https://x.example/",
  "https://x.example/a;b,c?d='e'#f",
  "https://m%C3%BCller.example/",
  "http://1.2.example:8080/=1",
];
const MAILS = [
  "a@b.example",
  "o'brien+x@mail-1.x_y.example",
  "jürgen@müller.example",
  "=a@b.example",
  "-a@b.example",
  "+a@b.example",
];

const at = <T>(all: readonly T[], place: number) => all[place % all.length] as T;

/** Everybody has one of each; a name of such a text is the only thing that may be refused, since it is empty. */
const people = TEXTS.map((text, place) => ({
  first_name: at(TEXTS, place * 7 + 3),
  last_name: text,
  email: place % 3 === 0 ? "" : `p${place}.${at(["o'neil", "=x", "-y", "+z"], place)}@round.example`,
  company_name: at(TEXTS, place * 5 + 1),
  job_title: at(TEXTS, place * 11 + 2),
  country: at(["DE", "GB", "", "Atlantis", "XK", "NO", "TR", "AN", "SU"], place),
  status: at(["imported", "invited", "active", "blocked"], place),
  fields: {
    line: text,
    note: at([...LINES, ...TEXTS], place),
    amount: at(NUMBERS, place),
    born: at(DAYS, place),
    arrival: at(INSTANTS, place),
    vip: place % 2 === 0,
    meal: at(["v", "f"], place),
    days: at(CHOICES, place),
    site: at(SITES, place),
    second_email: at(MAILS, place),
    home: at(["CH", "NO", "XK", "AQ"], place),
    mobile: at(["+442079460958", "+4930123456"], place),
    loose: text,
    ...{ loose_list: at(LISTS, place), loose_number: at(NUMBERS, place), loose_answer: place % 2 === 0 },
  },
}));

const TITLES: Record<string, Record<string, string>> = {
  "en-gb": {
    ...{ id: "ID", name: "Name", first_name: "First name", last_name: "Last name", email: "Email", type_id: "Type" },
    ...{ company_name: "Company", job_title: "Job title", country: "Country", status: "Status", updated_at: "Updated" },
  },
  de: {
    ...{ id: "ID", name: "Name", first_name: "Vorname", last_name: "Nachname", email: "E-Mail", type_id: "Typ" },
    ...{
      company_name: "Unternehmen",
      job_title: "Position",
      country: "Land",
      status: "Status",
      updated_at: "Geändert",
    },
  },
};

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  await sql`update core_event set timezone = 'Europe/Berlin' where id = ${server.bigEventId}`.execute(
    server.deps.database.write as never,
  );
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  const of = (category: number) => types.find((one) => one.type_category_id === category)?.id as number;
  for (const [key, field] of Object.entries(KINDS)) {
    const labels = { "en-gb": `${key} asked`, de: `${key} gefragt` };
    expect((await expert.post(`${base}/field`, { key, labels, ...field })).status).toBe(201);
  }
  for (const person of people) {
    const made = await expert.post(`${base}/thing`, { type_id: of(1), ...person });
    expect([made.status, made.error]).toEqual([201, undefined]);
  }
  for (const text of TEXTS.slice(0, 12))
    expect((await expert.post(`${base}/thing`, { type_id: of(2), name: text, fields: { line: text } })).status).toBe(
      201,
    );
}, 120_000);
afterAll(() => server.close());

const stored = async () =>
  (await expert.post(`${base}/thing/query`, { limit: 500, sort: [{ field: "id", direction: "asc" }] })).data.rows;

/** What areas know of profiles, and whether they have a picture: files show it, and none brings it. */
async function besideIn(locale: string): Promise<{ field: string; title: string }[]> {
  const { data } = await expert.get(`${base}/thing/column?locale=${locale}`);
  const picture = { field: "photo", title: locale === "de" ? "Bild" : "Picture" };
  return [...data.map(({ field, title }: { field: string; title: string }) => ({ field, title })), picture];
}

async function exported(format: "csv" | "xlsx", locale: string): Promise<Buffer> {
  const loose = ["loose", "loose_list", "loose_number", "loose_answer"];
  const own = [...Object.keys(KINDS), ...loose];
  const columns = [
    ...Object.entries(TITLES[locale] as object).map(([field, title]) => ({ field, title })),
    ...own.map((key) => ({
      field: `fields.${key}`,
      title: loose.includes(key) ? key : `${key} ${locale === "de" ? "gefragt" : "asked"}`,
    })),
    ...(await besideIn(locale)),
  ];
  return exportedFile(expert, base, { format, locale, columns });
}

async function imported(file: Buffer, locale: string, draft: object = {}) {
  const read = await sendFile(expert, base, file, `name=people&locale=${locale}`);
  expect(read).toMatchObject({ state: "done" });
  return importSent(expert, base, { file: read.id, locale, ...draft });
}

/** Of a country that nobody knows, which stays as it is. */
const NOTE = expect.objectContaining({ field: "country" });
/** A column that is left out since no file fills it. */
const LEFT = { line: 1, message: expect.stringMatching(/files that come from here|Dateien, die von hier kommen/) };

describe("a file of our own that comes back as it went changes nobody", () => {
  test.each([
    ["xlsx", "en-gb"],
    ["xlsx", "de"],
    ["csv", "en-gb"],
    ["csv", "de"],
  ] as const)("%s, in %s", async (format, locale) => {
    const before = await stored();

    const { result } = await imported(await exported(format, locale), locale, { blanks: "clear" });

    const after = await stored();
    expect(result).toMatchObject({ created: 0, updated: 0, skipped: 0, unchanged: before.length });
    const told = result.errors.filter(({ line }) => line > 1);
    expect(told).toEqual([NOTE, NOTE, NOTE]);
    const left = result.errors.filter(({ line }) => line === 1);
    expect(left.length).toBeGreaterThan(2);
    for (const one of left) expect(one).toMatchObject(LEFT);
    expect(after).toEqual(before);
  });
});

test.each(["en-gb", "de"])(
  "columns that areas give are told as left out, in %s, unless a field is called so",
  async (locale) => {
    const beside = await besideIn(locale);
    const headings = ["Email", ...beside.map(({ title }) => title)];
    const read = () => sendFile(expert, base, `${headings.join(",")}\nx@round.example${",x".repeat(beside.length)}\n`);
    const columns = (await read()).result.columns.slice(1);
    expect(columns.map(({ title, field, by }) => [title, field, by])).toEqual(
      beside.map(({ title }) => [title, null, "beside"]),
    );
    expect(beside.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["beside.custom-groups.names", "beside.event-data.source", "beside.app-access.step"]),
    );

    const title = beside[0]?.title as string;
    const made = await expert.post(`${base}/field`, {
      key: `called_${locale.slice(0, 2)}`,
      kind: "text",
      labels: { [locale]: title },
    });
    expect(made.status).toBe(201);
    const [called, ...others] = (await read()).result.columns.slice(1);
    expect(called).toMatchObject({ field: `fields.called_${locale.slice(0, 2)}`, by: "name" });
    expect(new Set(others.map(({ by }) => by))).toEqual(new Set(["beside"]));
  },
);

test("clocks of a file are read to the second, and an hour that they show twice by their name", async () => {
  const said = ["2026-10-25 02:30:15 MESZ", "25.10.2026 02:30 CET", "2026-10-25 02:30 GMT+2", "2026-05-01 10:07:06"];
  const rows = said.map((text, place) => `Said ${place},said${place}@round.example,${text}`);

  const { result } = await imported(Buffer.from(`Name,Email,arrival asked\n${rows.join("\n")}\n`), "en-gb", {
    type: (await stored())[0].type_id,
  });

  expect(result).toMatchObject({ created: 4, skipped: 0 });
  const made = (await stored()).slice(-4).map((row: { fields: { arrival: string } }) => row.fields.arrival);
  expect(made.map((text: string) => text.slice(5, 19))).toEqual([
    ...["10-25T00:30:15", "10-25T01:30:00", "10-25T00:30:00", "05-01T08:07:06"],
  ]);
});

test("what reads as a number in programs alone is none: it is refused where one stands, and kept where anything may", async () => {
  const [{ type_id: type }] = await stored();
  const made = { type_id: type, last_name: "Hex", email: "hex@round.example", fields: { amount: 5, loose: 5 } };
  const { data } = await expert.post(`${base}/thing`, made);
  const row = (cells: string) => Buffer.from(`Name,Email,amount asked,loose\nHex,hex@round.example,${cells}\n`);

  const { result } = await imported(row("0x10,"), "en-gb", { type });
  expect(result).toMatchObject({ updated: 0, skipped: 1, errors: [{ field: "fields.amount" }] });
  await imported(row(",0x10"), "en-gb", { type });

  expect((await expert.get(`${base}/thing/${data.id}`)).data.fields).toMatchObject({ amount: 5, loose: "0x10" });
});
