// A date that a table shows as the number of its day: it is read as that day, and told.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";
import { MAIN, workbook, XML } from "./files.ts";

let server: TestApp;
let expert: Asker;
let base: string;
let type: number;

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
  for (const kind of ["date", "datetime", "number", "text"]) {
    const labels = { "en-gb": `Serial ${kind}`, de: `Serie ${kind}` };
    expect((await expert.post(`${base}/field`, { key: `serial_${kind}`, labels, kind })).status).toBe(201);
  }
});
afterAll(() => server.close());

async function answersTo(address: string, key: string) {
  const filter = [{ field: "email", op: "contains", value: address }];
  const sort = [{ field: "email", direction: "asc" }];
  const { data } = await expert.post(`${base}/thing/query`, { filter, sort });
  return data.rows.map(({ fields }: Thing) => fields[key]);
}

test("in a field of dates it is the day that spreadsheets mean, told once; elsewhere it stays a number", async () => {
  const cells = ["45413,45413,45413", "36526,36526,36526", "2024-05-02,1,2", "45414.75,7,x"];
  const lines = cells.map((three, at) => `S${at},s${at}@serial.example,${three}`);
  const text = `Last name,Email,Serial date,Serial number,Serial text\n${lines.join("\n")}\n`;
  const { id: file } = await sendFile(expert, base, text);

  const tried = await importSent(expert, base, { file, type, mode: "dry-run" });
  const { result } = await importSent(expert, base, { file, type, locale: "de" });
  const again = await importSent(expert, base, { file, type });

  expect(tried.result.errors).toEqual([
    { line: 2, field: "fields.serial_date", message: expect.stringContaining("45413 is 1 May 2024") },
  ]);
  expect(result).toMatchObject({ created: 4, errors: [{ message: expect.stringContaining("1. Mai 2024") }] });
  expect(await answersTo("@serial.example", "serial_date")).toEqual([
    "2024-05-01",
    "2000-01-01",
    "2024-05-02",
    "2024-05-02",
  ]);
  expect(await answersTo("@serial.example", "serial_number")).toEqual([45413, 36526, 1, 7]);
  expect(await answersTo("@serial.example", "serial_text")).toEqual(["45413", "36526", "2", "x"]);
  expect(again.result).toMatchObject({ created: 0, unchanged: 4 });
});

test("with a time it is that time on the event's clocks", async () => {
  const text =
    "Last name;Email;Serial datetime\nT0;t0@timed.example;45413,5\nT1;t1@timed.example;45413\nT2;t2@timed.example;2024-05-01 12:00\nT3;t3@timed.example;2024-05-01 00:00\n";
  const { id: file } = await sendFile(expert, base, text);

  const { result } = await importSent(expert, base, { file, type });

  expect(result).toMatchObject({ created: 4, skipped: 0 });
  const [noon, midnight, ...written] = await answersTo("@timed.example", "serial_datetime");
  expect(written).toEqual([noon, midnight]);
});

test("a number that is hardly the day of anything is refused as before", async () => {
  const lines = ["18263", "73416", "99999", "4541", "454130", "45.413"].map(
    (one, at) => `R${at},r${at}@far.example,${one}`,
  );
  const { id: file } = await sendFile(expert, base, `Last name,Email,Serial date\n${lines.join("\n")}\n`);

  const { result } = await importSent(expert, base, { file, type });

  expect(result).toMatchObject({ created: 0, skipped: 6 });
  expect(result.errors.every(({ field }) => field === "fields.serial_date")).toBe(true);
});

test("in a workbook without formats it is counted as the workbook counts", async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowsFor = (name: string) =>
    `<row r="1">${["Last name", "Email", "Serial date"].map(text).join("")}</row>` +
    `<row r="2">${text(name)}${text(`${name}@book.example`)}<c><v>45413</v></c></row>`;
  const from1904 = `${XML}<workbook ${MAIN} xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="P" sheetId="2" r:id="b"/></sheets></workbook>`;
  const files = [await workbook(rowsFor("a1")), await workbook(rowsFor("b2"), { "xl/workbook.xml": from1904 })];
  for (const bytes of files) {
    const { id: file } = await sendFile(expert, base, bytes, "name=book.xlsx");
    expect((await importSent(expert, base, { file, type })).result).toMatchObject({ created: 1 });
  }

  expect(await answersTo("@book.example", "serial_date")).toEqual(["2024-05-01", "2028-05-02"]);
});
