// Marks within the cells of a CSV file: doubled, or with backslashes before them as databases write them.
import { expect, test } from "vitest";
import { openCsv } from "../server/import/read/csv.ts";

async function cellsOf(text: string, size = 7) {
  const bytes = Buffer.from(text);
  const { rows } = await openCsv(async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  });
  const cells = [];
  for await (const row of rows) cells.push(row.problem ? row.problem.key : row.cells);
  return cells.slice(1);
}

test.each([
  ['Name,Firm,Seat\n"a \\"quoted\\" word","x, y",7\n', [['a "quoted" word', "x, y", "7"]]],
  ['Name,Firm,Seat\n"ends so \\"","next",7\n', [['ends so "', "next", "7"]]],
  [
    'Name,Firm,Seat\n"Ann \\"A, B\\" Lee","C:\\\\",7\n"Bo","",8\n',
    [
      ['Ann "A, B" Lee', "C:\\", "7"],
      ["Bo", "", "8"],
    ],
  ],
  [
    'Name,Firm\n"two\\\nlines \\"x\\"","y"\n"Bo",\\N\n',
    [
      ['two\nlines "x"', "y"],
      ["Bo", ""],
    ],
  ],
  ['Name;Firm\r\n"\\"Zo\\" Lind" ;"y\\tz"\r\n', [['"Zo" Lind', "y\\tz"]]],
  ['sep=;\nName;Firm\n"\\"Zo\\" Lind";y\n', [['"Zo" Lind', "y"]]],
])("marks after backslashes are those of the cell: %#", async (text, cells) => {
  const read = await cellsOf(text);

  expect(read.slice(-cells.length)).toEqual(cells);
});

test("they are found far behind the beginning of a long list", async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `"Guest ${at}","g${at}@escape.example"`);

  const cells = await cellsOf(`Name,Email\n${lines.join("\n")}\n"Kim \\"K\\" Oh","kim@escape.example"\n`, 1000);

  expect(cells.at(-1)).toEqual(['Kim "K" Oh', "kim@escape.example"]);
  expect(cells).toHaveLength(5001);
});

test.each([
  [
    'Name,Path,Seat\nAnn,"C:\\",7\nBo,"D:\\","8"\n',
    [
      ["Ann", "C:\\", "7"],
      ["Bo", "D:\\", "8"],
    ],
  ],
  [
    'Name,Path\n"C:\\","D:\\"\n"E:\\","F:\\"\n',
    [
      ["C:\\", "D:\\"],
      ["E:\\", "F:\\"],
    ],
  ],
  ['Name,Path\nAnn,"say \\""hi\\"" now"\n', [["Ann", 'say \\"hi\\" now']]],
  ['Name,Path\n"\\""","x"\n', [['\\"', "x"]]],
  [
    'Name,Path\nAnn,"a\\\\b"\nBo,\\N\n',
    [
      ["Ann", "a\\\\b"],
      ["Bo", "\\N"],
    ],
  ],
  ['Name,Path\nAnn,C:\\"x"\n', [["Ann", 'C:\\"x"']]],
  ['Name,Path\n"say ""hi""","C:\\\\"\n', [['say "hi"', "C:\\\\"]]],
  // Both ways within one file: nobody knows what is meant, and all stays as it stands.
  ['Name,Path\n"a \\"b\\" c","x ""y"""\n', [['"a \\"b\\" c"', 'x "y"']]],
])("a file of doubled marks keeps its backslashes: %#", async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});
