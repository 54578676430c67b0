// Reading a file ends where its job is stopped, unfolds no more than any list does, and tells how far it is.
import { expect, test } from "vitest";
import { openFile } from "../server/import/read/open.ts";
import type { OpenFile } from "../server/import/read/table.ts";
import { openZip } from "../server/import/read/zip.ts";
import { MAIN, XML, zipOf } from "./files.ts";

const bytesOf = (file: Buffer | string) =>
  async function* () {
    const all = Buffer.from(file as string);
    for (let at = 0; at < all.length; at += 20_000) yield all.subarray(at, at + 20_000);
  };

/** A workbook whose sheets are one part after the other; several may be the same. */
function bookOf(parts: Record<string, string>, sheets: readonly string[]): Promise<Buffer> {
  const named = sheets.map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="r${at}"/>`).join("");
  const related = sheets.map((part, at) => `<Relationship Id="r${at}" Target="${part}"/>`).join("");
  return zipOf({
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="r"><sheets>${named}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${related}</Relationships>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, rows]) => [`xl/${name}`, sheetOf(rows)])),
  });
}
const sheetOf = (rows: string) => `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
const blank = "<row/>".repeat(1_000_000);
const row = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`;

test("sheets that are one part are looked into once", async () => {
  const time = async (sheets: readonly string[]) => {
    const file = await bookOf({ "blank.xml": blank }, sheets);
    const begun = performance.now();
    await openFile(bytesOf(file));
    return performance.now() - begun;
  };
  await time(["blank.xml"]);

  const [two, twenty] = [await time(Array(2).fill("blank.xml")), await time(Array(20).fill("/xl/BLANK.xml"))];

  expect(twenty).toBeLessThan(two * 5);
}, 60_000);

test("a sheet that says nothing for long is none with a list", async () => {
  const far = Array.from({ length: 1_000_000 }, (_, at) => `<row spans="1:${at * 7919}" x="as blank as can be"/>`).join(
    "",
  );
  const parts = { "far.xml": `${far}${row("a@far.example")}`, "list.xml": row("b@near.example") };
  const file = await bookOf(parts, Object.keys(parts));
  expect((await openFile(bytesOf(file))).facts.sheet).toBe("S1");
}, 60_000);

test("more rows than a sheet can have are refused", async () => {
  const file = await bookOf({ "rows.xml": "<row/>".repeat(1_048_577) }, ["rows.xml"]);
  await expect(all(await openFile(bytesOf(file)))).rejects.toThrow("damaged");
}, 60_000);

test("all parts of a file together unfold to no more than so much", async () => {
  const zip = await openZip(await zipOf({ "one.xml": "x".repeat(600), "two.xml": "y".repeat(600) }), { most: 1000 });
  const read = async (name: string) => {
    for await (const _ of (await zip.open(name))?.stream ?? []);
  };
  await read("one.xml");
  await expect(read("two.xml")).rejects.toThrow("unfolds");
});

async function all({ rows, share }: OpenFile): Promise<number[]> {
  const shares: number[] = [];
  for await (const _ of rows) shares.push(share());
  return shares;
}

const lines = Array.from({ length: 20_000 }, (_, at) => `Name ${at},${at}@reads.example`);
const csv = `Name,Email\n${lines.join("\n")}\n`;
const files: [string, () => Promise<Buffer | string>][] = [
  ["a list", async () => csv],
  ["a list whose marks are escaped", async () => `Name,Email\n"a \\"b\\" c",x@y.example\n${lines.join("\n")}\n`],
  ["a workbook", () => bookOf({ "s.xml": lines.map(row).join("") }, ["s.xml"])],
  ["a list of records", async () => JSON.stringify(lines.map((name) => ({ name, email: name })))],
];

test.each(files)("%s tells how far it is", async (_, made) => {
  const shares = await all(await openFile(bytesOf(await made()), { encoding: "utf-8" }));

  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  const [first = 1, half = 0, last = 0] = [0, 10_000, shares.length - 1].map((at) => shares[at]);
  expect(first).toBeLessThan(0.3);
  expect(half).toBeGreaterThan(0.4);
  expect(half).toBeLessThan(0.7);
  expect(last).toBeGreaterThan(0.95);
});

test.each([...files, ["a workbook of blank rows", () => bookOf({ "s.xml": blank }, ["s.xml"])] as const])(
  "%s is read no further once it is stopped",
  async (_, made) => {
    const stop = new AbortController();
    const { rows } = await openFile(bytesOf(await made()), {}, stop.signal);
    stop.abort(new Error("stopped"));

    const read = async () => {
      for await (const _ of rows);
    };
    await expect(read()).rejects.toThrow("stopped");
  },
  60_000,
);

test("a workbook is opened no further once it is stopped", async () => {
  const stop = new AbortController();
  const names = Array.from({ length: 15 }, (_, at) => `b${at}.xml`);
  const file = await bookOf(Object.fromEntries(names.map((name) => [name, blank])), names);
  setTimeout(() => stop.abort(new Error("stopped")), 50);

  await expect(openFile(bytesOf(file), {}, stop.signal)).rejects.toThrow("stopped");
}, 60_000);
