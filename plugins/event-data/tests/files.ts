// Files as an import reads them: in pieces, and workbooks made from their XML.
import { ZipFile } from "yazl";
import { openFile } from "../server/import/read/open.ts";
import { whole } from "./factories.ts";

/** What an import reads in a file that comes in pieces. */
export async function rowsOf(file: Buffer) {
  const bytes = async function* () {
    for (let at = 0; at < file.length; at += 1000) yield file.subarray(at, at + 1000);
  };
  const opened = await openFile(bytes);
  const rows = [];
  for await (const row of opened.rows) rows.push(row);
  return { ...opened, rows };
}

export const XML = `<?xml version="1.0"?>`;
export const MAIN = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;

/** A workbook of one sheet, from its rows as XML. */
export function workbook(rows: string, parts: Record<string, string | Buffer> = {}, after = ""): Promise<Buffer> {
  return zipOf({
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Secret" sheetId="1" state="hidden" r:id="a"/><sheet name="People" sheetId="2" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships><Relationship Id="b" Target="worksheets/sheet2.xml"/><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet2.xml": `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...parts,
  });
}

/** A zip file of parts by their names, also such as the writer of zip files refuses: these are put in afterwards. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  const odd = /^\/|\\/g;
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path.replace(odd, "~"));
  zip.end();
  const file = await whole(zip.outputStream as AsyncIterable<Buffer>);
  for (const path of Object.keys(parts).filter((one) => one.search(odd) >= 0)) {
    const name = path.replace(odd, "~");
    for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) file.write(path, at);
  }
  return file;
}
