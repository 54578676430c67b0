// A point or a comma before three figures: the file's other numbers tell what it is, else its language, else nobody does.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";
import { workbook } from "./files.ts";

let server: TestApp;
let expert: Asker;
let base: string;
let type: number;
let round = 0;

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
  for (const [key, de] of Object.entries({ turnover: "Umsatz", weight: "Gewicht" })) {
    const labels = { "en-gb": key, de };
    expect((await expert.post(`${base}/field`, { key, labels, kind: "number" })).status).toBe(201);
  }
});
afterAll(() => server.close());

const HEADINGS = { en: ["Last name", "Email", "turnover", "weight"], de: ["Nachname", "E-Mail", "Umsatz", "Gewicht"] };

/** What becomes of the first number of each line, and what is told. */
async function read(language: "en" | "de", separator: string, lines: readonly (readonly string[])[]) {
  round += 1;
  const cells = lines.map((numbers, at) => [`D${at}`, `d${at}.${round}@decimals.example`, ...numbers]);
  const text = [HEADINGS[language], ...cells].map((row) => row.map((cell) => `"${cell}"`).join(separator)).join("\n");
  const { id: file } = await sendFile(expert, base, `${text}\n`);
  const { result } = await importSent(expert, base, { file, type });
  const asked = { filter: [{ field: "email", op: "contains", value: `.${round}@decimals` }] };
  const { data } = await expert.post(`${base}/thing/query`, { ...asked, sort: [{ field: "email", direction: "asc" }] });
  return {
    numbers: data.rows.map(({ fields }: Thing) => fields["turnover"]),
    told: result.errors.map(({ line, message }) => `${line}: ${message}`),
  };
}

const AMBIGUOUS = expect.stringContaining("may be two numbers");
const POINT = expect.stringContaining("Numbers such as 1.234 are read as thousands");
const COMMA = expect.stringContaining("Numbers such as 1,234 are read as thousands");

describe("1.234", () => {
  test("is a thousand where the file's other numbers have a decimal comma, and that is told once", async () => {
    const lines = [
      ["1.234", ""],
      ["12,5", ""],
      ["-9.999", ""],
      ["", "1"],
    ];
    expect(await read("en", ";", lines)).toEqual({ numbers: [1234, 12.5, -9999, undefined], told: [POINT] });
  });

  test("is little more than one where they have a decimal point, also in another column", async () => {
    expect(await read("de", ";", [["1.234", "0.5"]])).toEqual({ numbers: [1.234], told: [] });
  });

  test("is a thousand between semicolons under German headings", async () => {
    expect(await read("de", ";", [["1.234", "7"]])).toEqual({ numbers: [1234], told: [POINT] });
  });

  test("is not taken where nothing decides, and where numbers contradict each other", async () => {
    expect(await read("en", ";", [["1.234", "7"]])).toEqual({ numbers: [], told: [AMBIGUOUS] });
    const both = await read("de", ";", [
      ["1.234", "0.5"],
      ["7", "0,5"],
    ]);
    expect(both).toEqual({ numbers: [7], told: [AMBIGUOUS] });
  });

  test("is what it is everywhere else between commas", async () => {
    expect(await read("en", ",", [["1.234", "7"]])).toEqual({ numbers: [1.234], told: [] });
  });
});

test("1,234 is a thousand where other numbers have a decimal point, and with a decimal comma it is none", async () => {
  expect(await read("en", ",", [["1,234", "0.5"]])).toEqual({ numbers: [1234], told: [COMMA] });
  expect(await read("de", ";", [["1,234", "0,5"]])).toEqual({ numbers: [1.234], told: [] });
  expect(await read("en", ",", [["1,234", "7"]])).toEqual({ numbers: [], told: [AMBIGUOUS] });
});

test.each([
  ["de", ";", "1,2340"],
  ["en-gb", ",", "1.234"],
])(
  "a number of a workbook is the same in the file of lines with problems, for a reader of %s",
  async (locale, separator, written) => {
    const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
    const rows = `<row>${cells("Last name", "Email", "Job title", "turnover", "weight")}</row>
    <row>${cells("Kept", "nobody", "2.10")}<c><v>1.234</v></c><c><v>1234</v></c></row>`;
    const { id: file } = await sendFile(expert, base, await workbook(rows), "name=list.xlsx");
    const first = await importSent(expert, base, { file, type, locale: locale as "de" });
    expect(first.result).toMatchObject({ created: 0, skipped: 1 });
    const left: string = (await expert.get(`/1/api/job/${first.id}/file`)).response.body;
    expect(left).toContain(["Kept", "nobody", "2.10", ""].join(separator));
    expect(left).toContain(written);

    const email = `${locale}@workbook.example`;
    const again = await sendFile(expert, base, left.replaceAll("nobody", email));
    const { result } = await importSent(expert, base, { file: again.id, type });

    expect(result).toMatchObject({ created: 1, skipped: 0, errors: [] });
    const asked = { filter: [{ field: "email", op: "eq", value: email }] };
    const [{ job_title, fields }] = (await expert.post(`${base}/thing/query`, asked)).data.rows;
    expect({ job_title, ...fields }).toMatchObject({ job_title: "2.10", turnover: 1.234, weight: 1234 });
  },
);

test("a number that is there already stays as it is where a file writes it as our export does", async () => {
  const made = { type_id: type, last_name: "Kept", email: "kept@decimals.example", fields: { turnover: 1.234 } };
  const { data } = await expert.post(`${base}/thing`, made);
  const { id: file } = await sendFile(expert, base, "Last name;Email;turnover\nKept;kept@decimals.example;1.234\n");
  const { result } = await importSent(expert, base, { file, type });
  expect(result).toMatchObject({ unchanged: 1, errors: [] });
  expect((await expert.get(`${base}/thing/${data.id}`)).data.fields.turnover).toBe(1.234);
});
