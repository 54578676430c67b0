// Workbooks as people send them, and those that nobody should open.
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { openFile } from "../server/import/read/open.ts";
import { tableOf } from "../server/import/read/table.ts";
import { writeXlsx } from "../server/sheet/xlsx.ts";
import { whole } from "./factories.ts";
import { MAIN, rowsOf, workbook, XML, zipOf } from "./files.ts";

describe("a workbook", () => {
  test("is read by its first sheet that is not hidden: shared texts, dates, numbers, formulas by their kept value", async () => {
    const styles = `${XML}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const texts = `${XML}<sst ${MAIN}><si><t>Name</t></si><si><r><t>Zo</t></r><r><t>ë</t></r><rPh><t>x</t></rPh></si></sst>`;
    const rows =
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Born</t></is></c></row>` +
      `<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4" s="1"><v>36526</v></c><c r="D4" s="2"><v>36526.75</v></c>` +
      `<c r="E4"><f>0.1+0.2</f><v>0.30000000000000004</v></c><c r="F4" t="b"><v>1</v></c><c r="G4" t="str"><f>A4</f><v>kept</v></c></row>`;

    const file = await rowsOf(await workbook(rows, { "xl/styles.xml": styles, "xl/sharedStrings.xml": texts }));

    expect(file.facts).toMatchObject({ format: "xlsx", sheets: ["People"], sheet: "People" });
    expect(file.rows).toEqual([
      { line: 1, cells: ["Name", "", "Born"] },
      { line: 4, cells: ["Zoë", "", "2000-01-01", "2000-01-01 18:00", "0.3", "true", "kept"] },
    ]);
  });

  test("has the first days of its calendar as they are shown, with the leap day that never was", async () => {
    const styles = `${XML}<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
    const days = ["1", "59", "60", "61"].map((day) => `<c s="1"><v>${day}</v></c>`).join("");
    const parts = { "xl/styles.xml": styles };

    const file = await rowsOf(await workbook(`<row r="1">${days}<c s="2"><v>1.5</v></c></row>`, parts));

    expect(file.rows[0]?.cells).toEqual(["1900-01-01", "1900-02-28", "1900-02-29", "1900-03-01", "1900-01-01 12:00"]);
  });

  test("has lines that follow each other, whatever numbers its rows say", async () => {
    const row = (number: string) => `<row r="${number}"><c t="str"><v>${number}</v></c></row>`;
    const rows = ["2", "9", "3", "-5", "9", "1e9", "x", "20"].map(row).join("");

    const file = await rowsOf(await workbook(rows));

    expect(file.rows.map(({ line }) => line)).toEqual([2, 9, 10, 11, 12, 13, 14, 20]);
  });

  test("that we wrote comes back as it was", async () => {
    const cells = ["=1+1", 'a "quoted" & <b>', 7, true, new Date("2026-05-01T10:00:00Z"), "a_x000D_b_x0041__x0042_"];
    const sheet = { name: "S", headings: ["A", "B", "C", "D", "E", "F"], rows: once([cells]) };

    const file = await rowsOf(await whole(writeXlsx(sheet, new Date(0))));

    expect(file.rows[1]?.cells).toEqual(["=1+1", 'a "quoted" & <b>', "7", "true", "2026-05-01 10:00", cells[5]]);
  });

  test("has its texts as they are shown: line breaks and escaped signs, wherever they stand", async () => {
    const texts = `${XML}<sst ${MAIN}><si><t>one_x000D_\ntwo_x000d_three</t></si><si><r><t>a_x0009_b_x0000_</t></r><r><t>_x005F_x000D_ _x00_ __x0041__</t></r></si></sst>`;
    const rows = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>c_x000D_\nd</t></is></c><c t="str"><v>e_x000A_f</v></c></row>`;

    const file = await rowsOf(await workbook(rows, { "xl/sharedStrings.xml": texts }));

    expect(file.rows[0]?.cells).toEqual(["one\ntwo\nthree", "a\tb_x000D_ _x00_ _A_", "c\nd", "e\nf"]);
  });

  test("shows postcodes and ids with their zeros and letters, and other numbers as such", async () => {
    const formats: [code: string, number: string, shown: string][] = [
      ["00000", "1067", "01067"],
      ["&quot;R&quot;000000", "77", "R000077"],
      ["\\D\\-00000", "4109", "D-04109"],
      ["00000\\-0000;@", "5010123", "00501-0123"],
      ["[$-407]000 000;[Red]-0", "1234567", "1234 567"],
      ["[Blue]0000_)", "12", "0012"],
      ["00000", "-5", "-5"],
      ["00000", "1.5", "1.5"],
      ["0", "7", "7"],
      ["0.00", "7", "7"],
      ["#,##0", "7000", "7000"],
      ["00%", "0.5", "0.5"],
      ["[&lt;100]000;0000", "7", "7"],
      ["0&quot; guests&quot;", "7", "7"],
    ];
    const codes = formats.map(([code], at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join("");
    const styles = formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join("");
    const cells = formats.map(([, number], at) => `<c s="${at}"><v>${number}</v></c>`).join("");

    const file = await rowsOf(
      await workbook(`<row r="1">${cells}</row>`, {
        "xl/styles.xml": `${XML}<styleSheet ${MAIN}><numFmts>${codes}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
      }),
    );

    expect(file.rows[0]?.cells).toEqual(formats.map(([, , shown]) => shown));
    expect(file.rows[0]?.numbers?.get(1)).toBe("77");
  });

  test("with a million blank rows takes no more than the others, and merged cells are told", async () => {
    const blank = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 2}"/>`).join("");
    const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = `<row r="1">${text("A1", "Name")}</row>${blank}<row r="1000002">${text("A1000002", "Last One")}</row>`;
    const merged = `<mergeCells count="2"><mergeCell ref="A5:B6"/><mergeCell ref="C9:C12"/></mergeCells>`;

    const file = await rowsOf(await workbook(rows, {}, merged));

    expect(file.rows.at(-1)).toEqual({ line: 1_000_002, cells: ["Last One"] });
    expect(file.notes).toEqual([
      { line: 5, key: "merged", values: { cells: "A5:B6", first: "A5" } },
      { line: 9, key: "merged", values: { cells: "C9:C12", first: "C9" } },
    ]);
  }, 60_000);

  test("with more merged areas than anybody reads has the first fifty thousand told, and how many follow", async () => {
    const areas = Array.from({ length: 50_002 }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`).join("");

    const { notes } = await rowsOf(await workbook(`<row r="1"/>`, {}, `<mergeCells>${areas}</mergeCells>`));

    expect(notes).toHaveLength(50_001);
    expect(notes.slice(-2)).toEqual([
      { line: 50_000, key: "merged", values: { cells: "A50000:B50000", first: "A50000" } },
      { line: 50_000, key: "mergedMore", values: { number: 2 } },
    ]);
  });

  test("with more columns than a sheet has keeps those that it has; a list with more headings is refused", async () => {
    const cell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>${place}</t></is></c>`;
    const listOf = async (columns: number) => {
      const text = `${Array.from({ length: columns }, (_, at) => `c${at}`).join(",")}\n`;
      const bytes = async function* () {
        yield Buffer.from(text);
      };
      const no = () => false;
      return tableOf(await openFile(bytes), no, no);
    };

    const { rows } = await rowsOf(await workbook(`<row r="1">${cell("A1")}${cell("XFD1")}${cell("XFE1")}</row>`));

    expect(rows[0]?.cells).toHaveLength(16_384);
    expect(rows[0]?.cells.at(-1)).toBe("XFD1");
    expect((await listOf(16_384)).headings).toHaveLength(16_384);
    await expect(listOf(16_385)).rejects.toThrow("tooManyColumns");
  });

  test("tells each formula that was saved without its value, and not those whose value is empty", async () => {
    const rows =
      `<row r="1"><c r="A1" t="str"><v>Name</v></c></row>` +
      `<row r="2"><c r="A2" t="str"><v>Ann</v></c><c r="C2"><f>A1&amp;B1</f></c></row>` +
      `<row r="3"><c r="A3"><f>1+1</f></c><c r="B3" t="str"><f>""</f><v></v></c></row>`;

    const file = await rowsOf(await workbook(rows));

    expect(file.rows).toEqual([
      { line: 1, cells: ["Name"] },
      { line: 2, cells: ["Ann"], unkept: [2] },
      { line: 3, cells: [], unkept: [0] },
    ]);
  });

  test("whose rows are a million signs long has them told, and the others are read", async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = `<row r="1">${text("Name")}</row><row r="2">${text("x".repeat(1_000_001))}</row><row r="3">${text("Ann")}</row>`;

    const file = await rowsOf(await workbook(rows));

    expect(file.rows.map(({ line, problem }) => [line, problem?.key])).toEqual([
      [1, undefined],
      [2, "hugeRow"],
      [3, undefined],
    ]);
  });

  test("has its texts also where they stand in CDATA, and the parts in UTF-16", async () => {
    const texts = `${XML}<sst ${MAIN}><si><t><![CDATA[Fish & Co]]></t></si><si><t>A<![CDATA[<b>]]>C</t></si></sst>`;
    const rows = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t><![CDATA[Zo\u00eb]]></t></is></c></row>`;
    const wide = (xml: string, mark: string) => Buffer.from(mark + xml, "utf16le").swap16();
    const sheet = `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
    const parts = {
      "xl/sharedStrings.xml": Buffer.from(`\ufeff${texts}`, "utf16le"),
      "xl/worksheets/sheet2.xml": wide(sheet, "\ufeff"),
    };

    for (const of of [
      { "xl/sharedStrings.xml": texts },
      parts,
      { ...parts, "xl/worksheets/sheet2.xml": wide(sheet, "") },
    ])
      expect((await rowsOf(await workbook(rows, of))).rows[0]?.cells).toEqual(["Fish & Co", "A<b>C", "Zo\u00eb"]);
  });

  test("shows hours that have passed as such, and not as a day", async () => {
    const codes = ["[h]:mm", "[hh]:mm:ss", "[mm]:ss", "&quot;[h]&quot; dd.mm.yyyy"];
    const formats = codes.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join("");
    const styles = [46, 170, 171, 172, 173].map((id) => `<xf numFmtId="${id}"/>`).join("");
    const cells = [1.25, 1.25, 40.5, 0.0005, 36526].map((days, at) => `<c s="${at}"><v>${days}</v></c>`).join("");
    const xml = `${XML}<styleSheet ${MAIN}><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`;

    const file = await rowsOf(await workbook(`<row r="1">${cells}</row>`, { "xl/styles.xml": xml }));

    expect(file.rows[0]?.cells).toEqual(["30:00", "30:00", "972:00", "0:00:43", "2000-01-01"]);
  });

  test("is found by what its parts say of each other, whatever they are called", async () => {
    const rows = `<row r="1"><c t="s"><v>0</v></c></row>`;
    const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const parts = {
      "/_rels/.rels": `${XML}<Relationships><Relationship Id="1" Type="${kind}/officeDocument" Target="/Book/Main.xml"/></Relationships>`,
      "/Book/main.xml": `${XML}<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Guests" sheetId="1" r:id="s"/></sheets></workbook>`,
      "/Book/_rels/main.xml.rels": `${XML}<Relationships><Relationship Id="s" Type="${kind}/worksheet" Target="../Sheets/One.xml"/><Relationship Id="t" Type="${kind}/sharedStrings" Target="Texts.xml"/></Relationships>`,
      "\\Sheets\\one.xml": `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
      "/Book/texts.xml": `${XML}<sst ${MAIN}><si><t>Name</t></si></sst>`,
    };

    const file = await rowsOf(Buffer.concat([await zipOf(parts), Buffer.from("\r\n")]));

    expect(file).toMatchObject({ facts: { sheet: "Guests" }, rows: [{ line: 1, cells: ["Name"] }] });
  });

  test("whose first sheets are empty or a title is read by the first list, unless a sheet is asked for", async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.map(text).join("")}</row>`;
    const list = row("Name", "Email") + row("Ann", "ann@cover.example");
    const sheetOf = async (...sheets: string[]) => (await rowsOf(await bookOf(sheets))).facts.sheet;

    expect(await sheetOf("", row("Guests of 2026") + row("as of May"), list)).toBe("S3");
    expect(await sheetOf(row("ann@cover.example"), list)).toBe("S1");
    expect(await sheetOf(Array.from({ length: 40 }, (_, at) => row(`Guest ${at}`)).join(""), list)).toBe("S1");
    expect(await sheetOf(`<row><c><f>A2</f></c><c><f>B2</f></c></row>`, list)).toBe("S1");
    expect(await sheetOf("", row("Only a title"))).toBe("S2");
    expect(await sheetOf("", "")).toBe("S1");
    await expect(rowsOf(await bookOf([]))).rejects.toThrow("noSheet");
  });

  test.each([
    ["with a password", Buffer.from("d0cf11e0a1b11ae1", "hex"), "protectedOrOld"],
    ["cut off", Buffer.from("PK\u0003\u0004 and no more"), "damaged"],
    ["that unfolds without end", () => bomb(), "unfolds"],
    ["with more shared texts than memory holds", () => bombOf("xl/sharedStrings.xml", texts()), "tooMuchText"],
    ["with a text without end", () => bombOf("xl/sharedStrings.xml", `<sst><si><t>${noise(8_000_000)}`), "tooMuchText"],
    ["with elements within each other without end", () => bombOf("xl/styles.xml", "<a>".repeat(300_000)), "damaged"],
    ["with entities that unfold", () => workbook("&boom;"), "damaged"],
    ["with a cell that refers to no text", () => workbook(`<row><c t="s"><v>9</v></c></row>`), "damaged"],
    ["that is another kind of zip", () => other(), "otherZip"],
    ["of more parts than any real one", () => ofParts(5001), "tooManyParts"],
    ["of OpenDocument", () => zipOf({ mimetype: "x", "content.xml": "<x/>" }), "otherKind.*ods"],
    ["of Apple", () => zipOf({ "Index/Document.iwa": "x" }), "otherKind.*Numbers"],
    ["of the binary kind", () => zipOf({ "xl/workbook.bin": "x" }), "otherKind.*xlsb"],
    ["that is a PDF", Buffer.from("%PDF-1.7\n"), "otherKind.*PDF"],
    ["that is a picture", Buffer.from("89504e470d0a1a0a", "hex"), "otherKind.*PNG"],
    ["whose parts are encrypted", () => encrypted(), "protected "],
  ])("%s is refused with its reason", async (_, file, words) => {
    await expect(async () => rowsOf(typeof file === "function" ? await file() : file)).rejects.toThrow(
      new RegExp(words),
    );
  });
});

async function* once<T>(rows: T) {
  yield rows as never;
}

/** A sheet that claims and unfolds to far more than its size. */
async function bomb(): Promise<Buffer> {
  const rows = "<row></row>".repeat(3_000_000);
  expect(deflateRawSync(Buffer.from(rows)).length * 400).toBeLessThan(rows.length);
  return workbook(rows);
}

/** A workbook one of whose parts is not what it should be. */
const bombOf = (path: string, xml: string) => workbook(`<row r="1"/>`, { [path]: `${XML}${xml}` });

/** Signs that do not fold well, so that nobody takes them for a bomb by their ratio. */
function noise(length: number): string {
  let seed = 7;
  let some = "";
  while (some.length < 50_000) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    some += seed.toString(36);
  }
  return some.repeat(Math.ceil(length / some.length));
}

/** Millions of texts, which fold to a three-hundredth. */
function texts(): string {
  return `<sst>${`<si><t>${noise(100).slice(0, 90)}</t></si>`.repeat(1_200_000)}</sst>`;
}

/** A workbook whose parts say that they are encrypted. */
async function encrypted(): Promise<Buffer> {
  const file = Buffer.from(await workbook(`<row r="1"/>`));
  for (const [sign, at] of [
    ["PK\u0001\u0002", 8],
    ["PK\u0003\u0004", 6],
  ] as const) {
    for (let found = file.indexOf(sign, 0, "latin1"); found >= 0; found = file.indexOf(sign, found + 4, "latin1"))
      file.writeUInt16LE(file.readUInt16LE(found + at) | 1, found + at);
  }
  return file;
}

const other = () => zipOf({ "readme.txt": "hello" });

/** A zip file of so many parts; they are not compressed, which takes longest. */
function ofParts(number: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (let at = 0; at < number; at++) zip.addBuffer(Buffer.alloc(0), `part${at}`, { compress: false });
  zip.end();
  return whole(zip.outputStream as AsyncIterable<Buffer>);
}

/** A workbook of several sheets, from the rows of each. */
function bookOf(sheets: readonly string[]): Promise<Buffer> {
  const ids = sheets.map((_, at) => at + 1);
  const named = ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="r${id}"/>`).join("");
  const related = ids.map((id) => `<Relationship Id="r${id}" Target="worksheets/s${id}.xml"/>`).join("");
  return zipOf({
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="r"><sheets>${named}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${related}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/s${at + 1}.xml`,
        `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}
