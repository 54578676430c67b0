// A workbook as rows. Only the parts that hold a table are read, as a stream: names of the sheets, shared texts, number
// formats, and the one sheet. Formulas count as the value that was kept with them.
import { aheadOfClocks } from "#schemas/time.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { rowsOfSheet } from "./sheet.ts";
import { type Bytes, type FileNote, type OpenFile, refused, wholeOf } from "./table.ts";
import { readPart, unescaped } from "./xml.ts";
import { broken, openZip, type Zip } from "./zip.ts";

/** Bytes that shared texts may take in memory: two each sign at most, and what each text takes besides. */
const TEXT_BYTES = 250_000_000;
const BESIDES = 48;
/** Signs of one shared text; of longer ones only as many are kept, and told as too long. */
const TEXT = 1_000_000;
const STYLES = 100_000;
const SHEETS = 10_000;

/** Whether a date is shown alone or with a time; and by which clocks, where a name behind it tells. */
export interface DateLook {
  kind: "date" | "time";
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

export async function openXlsx(bytes: Bytes, wanted?: string): Promise<OpenFile> {
  const zip = await openZip(await wholeOf(bytes()));
  const book = await readBook(zip);
  const visible = book.sheets.filter((sheet) => !sheet.isHidden);
  const all = visible.length > 0 ? visible : book.sheets;
  const sheet = wanted === undefined ? all[0] : all.find(({ name }) => name === wanted);
  if (!sheet) throw wanted === undefined ? refused("noSheet") : refused("sheetGone", { name: wanted });
  const stream = await zip.open(sheet.path);
  if (!stream) throw broken();
  const shared = {
    texts: await readTexts(zip),
    ...(await readFormats(zip)),
    startsIn1904: book.startsIn1904,
  };
  const notes: FileNote[] = [];
  return {
    facts: { format: "xlsx", sheets: all.map(({ name }) => name), sheet: sheet.name },
    notes,
    rows: rowsOfSheet(stream, shared, notes),
  };
}

async function readBook(zip: Zip) {
  const targets = new Map<string, string>();
  await readPart(zip, "xl/_rels/workbook.xml.rels", (name, { Id = "", Target = "" }) => {
    const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`;
    if (name === "Relationship" && targets.size < SHEETS) targets.set(Id, path);
  });
  const sheets: { name: string; path: string; isHidden: boolean }[] = [];
  let startsIn1904 = false;
  const isBook = await readPart(zip, "xl/workbook.xml", (name, attributes) => {
    if (name === "workbookPr") startsIn1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
    if (name !== "sheet") return;
    const { name: title = "", state = "visible" } = attributes;
    const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key) && key !== "sheetId")?.[1] ?? "";
    const path = targets.get(id);
    if (path && sheets.length < SHEETS) sheets.push({ name: title, path, isHidden: state !== "visible" });
  });
  if (!isBook) throw refused("otherZip");
  return { sheets, startsIn1904 };
}

async function readTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let bytes = 0;
  let isShown = false;
  let isPhonetic = false;
  await readPart(
    zip,
    "xl/sharedStrings.xml",
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

async function readFormats(zip: Zip): Promise<Pick<Shared, "dates" | "figures">> {
  const formats = new Map<number, string>();
  const dates: Shared["dates"] = [];
  const figures: Shared["figures"] = [];
  let isInStyles = false;
  await readPart(
    zip,
    "xl/styles.xml",
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

function dateLook(id: number, code: string | undefined): DateLook | undefined {
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
