// Opens a file by what it is: asked for a format, it must be that; asked for none, the first bytes decide.
import { openCsv } from "./csv.ts";
import { openOpenEvent } from "./openEvent.ts";
import { type Bytes, type FileFacts, type HowWritten, type OpenFile, refused } from "./table.ts";
import { openXlsx } from "./xlsx.ts";

type Format = FileFacts["format"];

interface Wanted extends HowWritten {
  format?: Format | undefined;
  sheet?: string | undefined;
}

/** Whoever reads it is told by `signal` that nobody waits for it any more. */
export async function openFile(
  bytes: Bytes,
  { format, sheet, ...how }: Wanted = {},
  signal?: AbortSignal,
): Promise<OpenFile> {
  const found = await formatOf(bytes);
  if (format && found !== format) {
    if (format === "csv" && found === "xlsx") throw refused("workbook");
    if (format === "xlsx") throw refused("noWorkbook");
  }
  switch (format ?? found) {
    case "xlsx":
      return openXlsx(bytes, sheet, signal);
    case "open-event":
      return openOpenEvent(bytes, how.encoding, signal);
    default:
      return openCsv(bytes, how, signal);
  }
}

/** What people send by mistake, by its first bytes. */
const OTHERS = [
  ["%PDF-", "PDF"],
  ["{\\rtf", "RTF"],
  ["\u0089PNG", "PNG"],
  ["\u00ff\u00d8\u00ff", "JPEG"],
  ["\u001f\u008b", "gzip"],
  ["7z\u00bc\u00af", "7-Zip"],
  ["Rar!", "RAR"],
] as const;
/** Bytes in which a file tells what it is, also below a line or two of comments. */
const HEAD = 1024;

async function formatOf(bytes: Bytes): Promise<Format> {
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of bytes()) {
    head = piece.subarray(0, HEAD);
    break;
  }
  if (head.subarray(0, 8).toString("hex") === "d0cf11e0a1b11ae1") {
    throw refused("protectedOrOld");
  }
  const kind = OTHERS.find(([mark]) => head.toString("latin1").startsWith(mark))?.[1];
  if (kind) throw refused("otherKind", { kind });
  if (head.subarray(0, 4).toString("latin1") === "PK\u0003\u0004") return "xlsx";
  // Also in UTF-16, of which every second byte is nothing, and with a mark of any encoding.
  const start = head.toString("latin1").replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)|\0/g, "");
  if (/^\s*begin:vcalendar\b/i.test(start)) throw refused("schedule");
  if (/^\s*begin:vcard\b/i.test(start)) throw refused("otherKind", { kind: "vCard (.vcf)" });
  if (/^\s*<(?:!--|(?:\?xml|!doctype|html|table|schedule)\b)/i.test(start))
    throw refused(/<schedule[\s>]/i.test(start) ? "schedule" : "markup");
  return /^\s*[[{]/.test(start) ? "open-event" : "csv";
}
