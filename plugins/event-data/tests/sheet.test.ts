import readXlsx from "read-excel-file/node";
import { expect, test } from "vitest";
import { openCsv } from "../server/import/read/csv.ts";
import type { Cell, Sheet } from "../server/sheet/cell.ts";
import { separatorIn, writeCsv } from "../server/sheet/csv.ts";
import { writeXlsx } from "../server/sheet/xlsx.ts";
import { whole } from "./factories.ts";

const FORMULAS = ["=1+1", "+49 30 1234", "-2", "@SUM(A1)", "\tx"];

function aSheet(rows: Cell[][], headings = ["A", "B", "C"]): Sheet {
  return {
    name: "People/2026",
    headings,
    rows: (async function* () {
      yield rows;
    })(),
  };
}

async function readBack(sheet: Sheet) {
  const [read] = await readXlsx(await whole(writeXlsx(sheet, new Date(0))));
  return read?.data;
}

test("a workbook is read back by a spreadsheet library, cell by cell", async () => {
  const made = new Date("2026-03-01T09:30:00Z");

  const read = await readBack(
    aSheet([
      ["Zoë & <Co>", 4.5, true],
      [null, made, "👩‍🚀 עדי"],
    ]),
  );

  expect(read?.[0]).toEqual(["A", "B", "C"]);
  expect(read?.[1]).toEqual(["Zoë & <Co>", 4.5, true]);
  expect(read?.[2]?.[0]).toBeNull();
  expect(read?.[2]?.[2]).toBe("👩‍🚀 עדי");
  expect(new Date(read?.[2]?.[1] as unknown as Date).toISOString()).toBe(made.toISOString());
});

test("no text of a workbook is a formula, and none loses its first sign", async () => {
  const file = await whole(writeXlsx(aSheet(FORMULAS.map((text) => [text])), new Date(0)));
  const read = await readXlsx(file);

  expect(file.includes("<f>")).toBe(false);
  expect(read[0]?.data.slice(1).map((row) => String(row[0]).trim())).toEqual(FORMULAS.map((text) => text.trim()));
});

test("what XML cannot hold is left out instead of breaking the workbook", async () => {
  const read = await readBack(aSheet([["a\u0000b\u0007c", "half \ud800 pair", "x".repeat(40_000)]]));

  expect(read?.[1]?.[0]).toBe("abc");
  expect(read?.[1]?.[1]).toBe("half \ufffd pair");
  expect(String(read?.[1]?.[2])).toHaveLength(32_767);
});

test("a sheet without rows still has its headings", async () => {
  expect(await readBack(aSheet([]))).toEqual([["A", "B", "C"]]);
});

test("a CSV opens as UTF-8 and runs nothing", async () => {
  const text = (await whole(writeCsv(aSheet([...FORMULAS.map((one) => [one]), ['say "hi", ö', 2, false]])))).toString();

  expect(text.startsWith("\ufeffA,B,C\r\n")).toBe(true);
  expect(text.split("\r\n").slice(1, 6)).toEqual(FORMULAS.map((one) => `"'${one}"`));
  expect(text).toContain('"say ""hi"", ö",2,false\r\n');
});

test("where a comma stands before decimals, a CSV has semicolons, and no number that could be read otherwise", async () => {
  expect(["en-gb", "de", "no language"].map(separatorIn)).toEqual([",", ";", ","]);

  const file = await whole(
    writeCsv(
      aSheet([
        ["Groß, Ada; B", 1234.5, -0.125],
        ["x", 1.234, 12],
      ]),
      separatorIn("de"),
    ),
  );

  expect(file.toString().split("\r\n").slice(0, 3)).toEqual([
    "\ufeffA;B;C",
    '"Groß, Ada; B";"1234,5";"-0,1250"',
    'x;"1,2340";12',
  ]);
});

test("one column of such numbers is read as one", async () => {
  const file = await whole(writeCsv(aSheet([[1.5], [2.25], [3]], ["Score"]), ";"));
  async function* bytes() {
    yield file;
  }

  const rows = [];
  for await (const { cells } of (await openCsv(bytes)).rows) rows.push(cells);

  expect(rows).toEqual([["Score"], ["1,5"], ["2,25"], ["3"]]);
});

test("a row that cannot be read ends the file with its error", async () => {
  const sheet = aSheet([]);
  sheet.rows = (async function* () {
    yield [["first"]];
    throw new Error("the database went away");
  })();

  await expect(whole(writeXlsx(sheet, new Date(0)))).rejects.toThrow("the database went away");
});
