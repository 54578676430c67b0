// The rows of one sheet, as its XML arrives: never more of it in memory than one piece.
import { SaxesParser } from "saxes";
import { isErrorText } from "#schemas/formula.ts";
import { inFigures } from "./figures.ts";
import { dateOf } from "./serial.ts";
import type { FileNote, FileRow } from "./table.ts";
import type { Shared } from "./xlsx.ts";
import { bare, Measured, partDecoder, TEXTS, unescaped } from "./xml.ts";
import { broken } from "./zip.ts";

const COLUMNS = 16_384;
const LINES = 1_048_576;
/** Signs that the cells of a row may have together; no list has longer rows. */
const ROW = 1_000_000;
const MERGED_TOLD = 50_000;
/** Bytes that are read at once: rows of many blank cells are some thousand times as large as their XML. */
const PIECE = 16 * 1024;

export async function* rowsOfSheet(
  stream: AsyncIterable<Buffer>,
  shared: Shared,
  notes: FileNote[],
): AsyncGenerator<FileRow> {
  const sheet = new SheetReader(shared);
  const decode = partDecoder();
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      sheet.write(decode(bytes.subarray(at, at + PIECE)));
      yield* sheet.take();
    }
  }
  for (const note of sheet.merged) notes.push(note);
  const more = sheet.mergedCount - sheet.merged.length;
  if (more > 0) notes.push({ line: sheet.merged.at(-1)?.line ?? 1, key: "mergedMore", values: { number: more } });
}

class SheetReader {
  readonly merged: FileNote[] = [];
  mergedCount = 0;
  private readonly measured = new Measured();
  private readonly parser = new SaxesParser();
  private ready: FileRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private at = -1;
  private type = "n";
  private style = 0;
  private text = "";
  private length = 0;
  private isValue = false;
  private isPhonetic = false;
  /** Whether the cell has a formula, and a value that was kept with it, be it an empty one. */
  private hasFormula = false;
  private hasValue = false;
  private unkept: number[] = [];
  private texts: number[] = [];
  private numbers = new Map<number, string>();

  constructor(private readonly shared: Shared) {
    const { measured } = this;
    this.parser.on("opentag", ({ name, attributes }) => {
      measured.opened();
      this.open(bare(name), attributes as Record<string, string>);
    });
    this.parser.on("closetag", ({ name }) => {
      measured.closed();
      this.close(bare(name));
    });
    for (const kind of TEXTS)
      this.parser.on(kind, (text) => {
        measured.seen();
        if (this.isValue && this.text.length <= ROW) this.text += text;
      });
    this.parser.on("error", () => {
      throw broken();
    });
  }

  write(xml: string): void {
    this.measured.add(xml);
    this.parser.write(xml);
  }

  take(): FileRow[] {
    const { ready } = this;
    this.ready = [];
    return ready;
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      // Whoever makes files may leave the number out; one that does not come after those before it is none.
      const number = Number(attributes["r"]);
      this.line = number > this.line && number <= LINES ? Math.floor(number) : this.line + 1;
      // A row may be some thousand times as large as its XML.
      if (this.line > LINES) throw broken();
      this.cells = [];
      this.unkept = [];
      this.texts = [];
      this.numbers = new Map();
      this.length = 0;
      this.at = -1;
    } else if (name === "c") {
      this.at = attributes["r"] ? columnOf(attributes["r"]) : this.at + 1;
      this.type = attributes["t"] ?? "n";
      this.style = Number(attributes["s"] ?? 0);
      this.text = "";
      this.hasFormula = false;
      this.hasValue = false;
    } else if (name === "f") this.hasFormula = true;
    else if (name === "rPh") this.isPhonetic = true;
    else if (name === "v" || name === "t") {
      this.hasValue = true;
      this.isValue = !this.isPhonetic;
    } else if (name === "mergeCell") this.merge(attributes["ref"] ?? "");
  }

  private merge(cells: string): void {
    this.mergedCount += 1;
    if (this.merged.length >= MERGED_TOLD) return;
    const [first = ""] = cells.slice(0, 30).split(":");
    this.merged.push({
      line: Number(/\d+/.exec(first)?.[0] ?? 1),
      key: "merged",
      values: { cells: cells.slice(0, 30), first },
    });
  }

  private close(name: string): void {
    if (name === "v" || name === "t") this.isValue = false;
    else if (name === "rPh") this.isPhonetic = false;
    else if (name === "c") this.keep();
    else if (name === "row") this.keepRow();
  }

  private keepRow(): void {
    const { line, cells, unkept, texts, numbers } = this;
    if (this.length > ROW) {
      const shown = cells.slice(0, 1000).map((cell) => cell.slice(0, 1000));
      this.ready.push({ line, cells: shown, problem: { key: "hugeRow", values: { limit: ROW } } });
    } else if (cells.length > 0 || unkept.length > 0)
      this.ready.push({
        line,
        cells,
        ...(unkept.length > 0 ? { unkept } : {}),
        ...(texts.length > 0 ? { texts } : {}),
        ...(numbers.size > 0 ? { numbers } : {}),
      });
  }

  private keep(): void {
    if (this.hasFormula && !this.hasValue && this.at < COLUMNS) this.unkept.push(this.at);
    if (this.text === "" || this.at >= COLUMNS) return;
    const value = this.valueOf();
    this.length += value.length;
    if (this.length > ROW) return;
    while (this.cells.length < this.at) this.cells.push("");
    this.cells[this.at] = value;
    if (isErrorText(value) && (this.type === "s" || this.type === "inlineStr")) this.texts.push(this.at);
  }

  private valueOf(): string {
    const { text, type, shared } = this;
    if (type === "s") {
      const said = shared.texts[Number(text)];
      // A cell that refers to no text would be an empty one, which nobody could tell from those that are.
      if (said === undefined) throw broken();
      return said;
    }
    if (type === "b") return text === "1" ? "true" : "false";
    if (type !== "n") return unescaped(text);
    const number = Number(text);
    if (!Number.isFinite(number)) return text;
    const date = shared.dates[this.style];
    if (date) return dateOf(number, date, shared.startsIn1904);
    const figures = shared.figures[this.style];
    // Fifteen figures are what the format keeps; the rest is noise of its arithmetic.
    const plain = String(Number(number.toPrecision(15)));
    const shown = figures && inFigures(number, figures);
    if (shown !== undefined) this.numbers.set(this.at, plain);
    return shown ?? plain;
  }
}

function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const code = place.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}
