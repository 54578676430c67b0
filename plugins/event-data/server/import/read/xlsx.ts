// A workbook as rows. Only the parts that hold a table are read, as a stream: names of the sheets, shared texts, number
// formats, and the one sheet. Formulas count as the value that was kept with them.
import { posix } from "node:path";
import { aheadOfClocks } from "#schemas/time.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { rowsOfSheet } from "./sheet.ts";
import { type Bytes, type FileNote, isAddress, type OpenFile, refused, wholeOf } from "./table.ts";
import { readPart, unescaped } from "./xml.ts";
import { broken, openZip, type Part, type Zip } from "./zip.ts";

/** Bytes that shared texts may take in memory: two each sign at most, and what each text takes besides. */
const TEXT_BYTES = 250_000_000;
const BESIDES = 48;
/** Signs of one shared text; of longer ones only as many are kept, and told as too long. */
const TEXT = 1_000_000;
const STYLES = 100_000;
const SHEETS = 10_000;
/** Sheets that are looked into for a list, and rows of one column that may be words about it. */
const COVERS = 20;
const WORDS = 30;
/** Bytes of a sheet that are looked through for the first row of a list. */
const LOOKED_THROUGH = 32 * 1024 * 1024;

/** Whether a date is shown alone or with a time, or hours as they pass; and by which clocks, where a name behind it tells. */
export interface DateLook {
  kind: "date" | "time" | "elapsed";
  ahead?: string | undefined;
}

/** What the cells of a sheet refer to. */
export interface Shared {
  texts: string[];
  /** By the number of a style: how it shows a date. */
  dates: (DateLook | undefined)[];
  /** By the number of a style: the figures in which it shows numbers, where it prescribes them. */
  figures: (Figures | undefined)[];
  startsIn1904: boolean;
}

export async function openXlsx(bytes: Bytes, wanted?: string, signal?: AbortSignal): Promise<OpenFile> {
  const zip = await openZip(await wholeOf(bytes()), { signal });
  const book = await readBook(zip);
  const visible = book.sheets.filter((sheet) => !sheet.isHidden);
  const all = visible.length > 0 ? visible : book.sheets;
  const shared = {
    texts: await readTexts(zip, book.texts),
    ...(await readFormats(zip, book.styles)),
    startsIn1904: book.startsIn1904,
  };
  const sheet = wanted === undefined ? await withList(zip, all, shared) : named(all, wanted);
  if (!sheet)
    throw wanted === undefined ? refused("noSheet") : refused("sheetGone", { name: wanted, names: namesOf(all) });
  const notes: FileNote[] = [];
  const { stream, size } = await opened(zip, sheet);
  const place = { taken: 0 };
  return {
    facts: {
      format: "xlsx",
      sheets: all.map(({ name }) => name),
      sheet: sheet.name,
      ...(book.startsIn1904 ? { startsIn1904: true } : {}),
    },
    notes,
    rows: rowsOfSheet(counted(stream, place), shared, notes),
    share: () => place.taken / Math.max(1, size),
  };
}

async function* counted(stream: AsyncIterable<Buffer>, place: { taken: number }): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    place.taken += piece.length;
    yield piece;
  }
}

/** Spreadsheets tell names of sheets apart without regard to capitals. */
function named(sheets: readonly Sheet[], wanted: string): Sheet | undefined {
  const plain = (name: string) => name.normalize("NFC").trim().toLowerCase();
  return sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => plain(name) === plain(wanted));
}

function namesOf(sheets: readonly Sheet[]): string {
  const names = sheets.slice(0, COVERS).map(({ name }) => name.slice(0, 31));
  return [...names, ...(sheets.length > COVERS ? ["\u2026"] : [])].join(", ");
}

async function opened(zip: Zip, { path }: Sheet): Promise<Part> {
  const part = await zip.open(path);
  if (!part) throw broken();
  return part;
}

/** The first sheet that is a list: before it may stand an empty one, or one with no more than a title. */
async function withList(zip: Zip, sheets: readonly Sheet[], shared: Shared): Promise<Sheet | undefined> {
  if (sheets.length < 2) return sheets[0];
  let first: Sheet | undefined;
  const seen = new Set<string>();
  for (const sheet of sheets.slice(0, COVERS)) {
    // Sheets of one part hold the same.
    if (seen.has(sheet.path.toLowerCase())) continue;
    seen.add(sheet.path.toLowerCase());
    const { stream } = await opened(zip, sheet);
    const holds = await whatHolds(beginningOf(stream), shared);
    if (holds === "list") return sheet;
    if (holds === "words") first ??= sheet;
  }
  return first ?? sheets[0];
}

async function* beginningOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = LOOKED_THROUGH;
  for await (const piece of stream) {
    yield piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** A list has several columns, an address, or more rows than words about a list. */
async function whatHolds(stream: AsyncIterable<Buffer>, shared: Shared): Promise<"list" | "words" | "nothing"> {
  let rows = 0;
  for await (const { cells, unkept = [] } of rowsOfSheet(stream, shared, [])) {
    const there = cells.filter((cell) => cell.trim() !== "");
    const width = there.length + unkept.length;
    if (width > 0) rows += 1;
    if (width > 1 || there.some(isAddress) || rows > WORDS) return "list";
  }
  return rows > 0 ? "words" : "nothing";
}

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

interface Relation {
  /** The end of the name of its kind, such as `sharedStrings`. */
  type: string;
  id: string;
  path: string;
}

/** The parts that a part refers to; the whole file is the part of no name. */
async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf("/") + 1;
  const relations: Relation[] = [];
  await readPart(zip, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, (name, attributes) => {
    const { Id: id = "", Target: target = "", Type: type = "" } = attributes;
    if (name !== "Relationship" || relations.length >= SHEETS) return;
    const path = posix.resolve("/", part.slice(0, at), target).slice(1);
    relations.push({ type: type.slice(type.lastIndexOf("/") + 1), id, path });
  });
  return relations;
}

async function readBook(zip: Zip) {
  const book = (await relationsOf(zip, "")).find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  const relations = await relationsOf(zip, book);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.path;
  const sheets: Sheet[] = [];
  let startsIn1904 = false;
  const isBook = await readPart(zip, book, (name, attributes) => {
    if (name === "workbookPr") startsIn1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
    if (name !== "sheet") return;
    const { name: title = "", state = "visible" } = attributes;
    const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key) && key !== "sheetId")?.[1] ?? "";
    const path = relations.find((one) => one.id === id)?.path;
    if (path && sheets.length < SHEETS) sheets.push({ name: title, path, isHidden: state !== "visible" });
  });
  if (!isBook) throw ofAnotherProgram(zip) ?? refused("otherZip");
  return {
    sheets,
    startsIn1904,
    texts: partOf("sharedStrings") ?? "xl/sharedStrings.xml",
    styles: partOf("styles") ?? "xl/styles.xml",
  };
}

/** Files of other programs that are zip files as well, by a part that each has. */
const OTHERS: readonly [part: RegExp, name: string][] = [
  [/^xl\/workbook\.bin$/, "Excel (.xlsb)"],
  [/^word\//, "Word (.docx)"],
  [/^ppt\//, "PowerPoint (.pptx)"],
  [/^index(?:\/document\.iwa|\.zip)$/, "Apple Numbers (.numbers)"],
  [/^content\.xml$/, "OpenDocument (.ods)"],
];

function ofAnotherProgram({ names }: Zip) {
  const kind = OTHERS.find(([part]) => names.some((name) => part.test(name)))?.[1];
  return kind && refused("otherKind", { kind });
}

async function readTexts(zip: Zip, part: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let bytes = 0;
  let isShown = false;
  let isPhonetic = false;
  await readPart(
    zip,
    part,
    (name) => {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isShown = !isPhonetic;
    },
    (name) => {
      if (name === "t") isShown = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        texts.push(unescaped(text));
        bytes += text.length * 2 + BESIDES;
        if (bytes > TEXT_BYTES) throw refused("tooMuchText");
      }
    },
    (part) => {
      if (isShown && text.length < TEXT) text += part;
    },
  );
  return texts;
}

/** Signs of a number format that are looked into. */
const LONGEST = 255;
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 22, 45, 46, 47]);
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

async function readFormats(zip: Zip, part: string): Promise<Pick<Shared, "dates" | "figures">> {
  const formats = new Map<number, string>();
  const dates: Shared["dates"] = [];
  const figures: Shared["figures"] = [];
  let isInStyles = false;
  await readPart(
    zip,
    part,
    (name, { numFmtId = "0", formatCode = "" }) => {
      if (name === "cellXfs") isInStyles = true;
      else if (name === "numFmt" && formats.size < STYLES) formats.set(Number(numFmtId), formatCode);
      else if (name === "xf" && isInStyles && dates.length < STYLES) {
        const code = formats.get(Number(numFmtId));
        dates.push(dateLook(Number(numFmtId), code));
        figures.push(code === undefined ? undefined : figuresOf(code));
      }
    },
    (name) => {
      if (name === "cellXfs") isInStyles = false;
    },
  );
  return { dates, figures };
}

/** Hours, minutes or seconds that do not begin anew with the next larger unit. */
const PASSING = /\[(?:h+|m+|s+)\]/i;
const BUILT_IN_PASSING = 46;

function dateLook(id: number, code: string | undefined): DateLook | undefined {
  if (code === undefined ? id === BUILT_IN_PASSING : PASSING.test(code.replace(/"[^"]*"|\\./g, "")))
    return { kind: "elapsed" };
  if (code === undefined) return isBuiltInDate(id) ? { kind: BUILT_IN_TIMES.has(id) ? "time" : "date" } : undefined;
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  if (!/[dmyhs]/i.test(bare) || /general/i.test(bare)) return undefined;
  return /[hs]/i.test(bare) ? { kind: "time", ahead: aheadIn(code) } : { kind: "date" };
}

/** Our own exports, and others, name the clocks at the end: of an hour that these show twice nothing else tells which it is. */
function aheadIn(code: string): string | undefined {
  const [last = ""] = /(?:"[^"]*"|\\.|[ +:-])+$/.exec(code.slice(0, LONGEST).split(";")[0] as string) ?? [];
  return aheadOfClocks(last.replace(/["\\]/g, "").trim());
}
