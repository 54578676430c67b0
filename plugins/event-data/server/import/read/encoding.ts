// Bytes to text: by the mark at the beginning, else UTF-8 if most of it is, else as its words tell or the detector finds.
import chardet from "chardet";
import { dosText, isDosPage } from "./dos.ts";
import { judgeLetters } from "./letters.ts";
import { type Bytes, type Encoding, type FileNote, refused } from "./table.ts";

const SAMPLE = 256 * 1024;
/** Letters beyond ASCII from which on the detector's word is better than the usual guess. */
const TELLING = 40;
const SURE = 50;
const ONE_BYTE = /^(?:windows|iso-8859)-/;
/** What the detector may answer; the others are too easily mistaken for each other. */
const FOREIGN = new Set([
  ..."ISO-8859-2 ISO-8859-5 ISO-8859-7 ISO-8859-9 windows-1250 windows-1251 windows-1253 windows-1254".split(" "),
  ..."KOI8-R Shift_JIS EUC-JP EUC-KR Big5 GB18030".split(" "),
]);

interface Found {
  encoding: Encoding;
  notes: FileNote[];
}

/** The text of a file in pieces, how it was written, and what is to be told of that. */
export async function decode(bytes: Bytes, known?: Encoding): Promise<Found & { text: AsyncGenerator<string> }> {
  const found = known ? as(known) : await encodingOf(bytes);
  return { ...found, text: textOf(bytes, found.encoding) };
}

const as = (encoding: Encoding, ...notes: FileNote[]): Found => ({ encoding, notes });

async function* textOf(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  if (isDosPage(encoding)) {
    for await (const piece of bytes()) yield dosText(piece, encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  // Bytes that mean nothing in these would be control signs, which nobody sees.
  const read = (text: string) => (ONE_BYTE.test(encoding) ? text.replace(/[\x80-\x9f]/g, "\ufffd") : text);
  for await (const piece of bytes()) yield read(decoder.decode(piece, { stream: true }));
  yield decoder.decode();
}

async function encodingOf(bytes: Bytes): Promise<Found> {
  const sample = await beginningOf(bytes);
  // UTF-32 begins as UTF-16 does; nobody saves lists so.
  if (sample.subarray(0, 4).toString("hex") === "fffe0000") throw refused("noText");
  const mark = sample.subarray(0, 2).toString("hex");
  if (mark === "fffe") return as("utf-16le");
  if (mark === "feff") return as("utf-16be");
  if (sample.subarray(0, 3).toString("hex") === "efbbbf") return as("utf-8");
  const wide = withoutMark(sample);
  if (wide) return as(wide);
  if (isNoText(sample)) throw refused("noText");
  return (await isUtf8(bytes)) ? as("utf-8") : foreign(await beyondAscii(bytes));
}

async function beginningOf(bytes: Bytes): Promise<Buffer> {
  for await (const piece of bytes()) return piece.subarray(0, SAMPLE);
  return Buffer.alloc(0);
}

/** A few bytes that mean nothing spoil their cells alone; of what is no text at all one in fifty and more are such. */
function isNoText(sample: Buffer): boolean {
  let odd = 0;
  for (const byte of sample) if (byte < 32 && !MEANT.has(byte)) odd += 1;
  return odd * 50 > sample.length;
}

/** Control signs of texts: tab, ends of lines, of pages and, in old files, of the file. */
const MEANT: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26]);

/** UTF-16 without a mark: of Latin letters nearly every second byte is nothing; of others, that of ends of lines and separators. */
function withoutMark(sample: Buffer): Encoding | undefined {
  if (sample.length < 8) return undefined;
  const zeros = [0, 0];
  const end = Math.min(sample.length, 4096) & ~1;
  for (let at = 0; at < end; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > end * 0.35 && even < end * 0.05) return "utf-16le";
  if (even > end * 0.35 && odd < end * 0.05) return "utf-16be";
  if (even === 0 && odd > 2 && isOfLines(sample.subarray(0, end), "utf-16le")) return "utf-16le";
  if (odd === 0 && even > 2 && isOfLines(sample.subarray(0, end), "utf-16be")) return "utf-16be";
  return undefined;
}

/** Whether bytes read so are lines of signs that there are: those of another encoding have ends of lines in neither half. */
function isOfLines(sample: Buffer, encoding: Encoding): boolean {
  const text = new TextDecoder(encoding).decode(sample);
  // The last sign may be cut in its middle.
  return /[\n\r]/.test(text) && !/[^\P{C}\t\n\r\p{Cf}]/u.test(text.slice(0, -1));
}

async function isUtf8(bytes: Bytes): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of bytes()) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return isMostlyUtf8(bytes);
  }
}

/**
 * Of another encoding hardly any letter beyond ASCII is one of UTF-8 as well. A few wrong bytes among many letters, as where
 * somebody has pasted a line, must not spoil the others: the cells that hold them are told.
 */
async function isMostlyUtf8(bytes: Bytes): Promise<boolean> {
  const count = { right: 0, wrong: 0 };
  for await (const text of textOf(bytes, "utf-8")) {
    for (const [sign] of text.matchAll(/[^\0-\x7f]/gu)) count[sign === "\ufffd" ? "wrong" : "right"] += 1;
  }
  return count.right > count.wrong;
}

/** The lines that hold letters beyond ASCII: the others tell nothing. They stay whole, since letters are told by their words. */
async function beyondAscii(bytes: Bytes): Promise<Buffer> {
  const lines: Buffer[] = [];
  let length = 0;
  let begun: Buffer = Buffer.alloc(0);
  const keep = (line: Buffer) => {
    if (!line.some((byte) => byte > 127)) return;
    lines.push(line);
    length += line.length;
  };
  for await (const piece of bytes()) {
    const all = begun.length > 0 ? Buffer.concat([begun, piece]) : piece;
    let from = 0;
    for (let found = all.indexOf(10); found >= 0 && length < SAMPLE; found = all.indexOf(10, from)) {
      keep(all.subarray(from, found + 1));
      from = found + 1;
    }
    begun = all.subarray(from);
    if (length >= SAMPLE || begun.length >= SAMPLE) break;
  }
  if (length < SAMPLE) keep(begun);
  return Buffer.concat(lines).subarray(0, SAMPLE);
}

function foreign(sample: Buffer): Found {
  const { encoding, doubt, odd } = judgeLetters(sample);
  if (encoding.startsWith("windows")) {
    const best = detected(sample);
    if (best) return as(best);
  }
  if (!doubt) return odd ? as(encoding, { line: 1, key: "oddLetters", values: { word: odd, encoding } }) : as(encoding);
  const { other, word, otherWord } = doubt;
  return as(encoding, { line: 1, key: "unsureLetters", values: { word, otherWord, other } });
}

function detected(sample: Buffer): Encoding | undefined {
  let letters = 0;
  for (const byte of sample) if (byte > 127) letters += 1;
  if (letters < TELLING) return undefined;
  const [best] = chardet.analyse(sample);
  return best && best.confidence >= SURE && FOREIGN.has(best.name) ? (best.name.toLowerCase() as Encoding) : undefined;
}
