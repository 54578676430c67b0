// The rows of one sheet, as its XML arrives: never more of it in memory than one piece.
import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import type { FileNote, FileRow } from "./table.ts";
import type { Shared } from "./xlsx.ts";
import { bare } from "./xml.ts";
import { broken } from "./zip.ts";

const COLUMNS = 16_384;
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

export async function* rowsOfSheet(stream: Readable, shared: Shared, notes: FileNote[]): AsyncGenerator<FileRow> {
  const sheet = new SheetReader(shared);
  const decoder = new TextDecoder();
  try {
    for await (const piece of stream) {
      sheet.write(decoder.decode(piece as Buffer, { stream: true }));
      yield* sheet.take();
    }
  } catch (error) {
    // The zip reader says in its own words that a part is damaged or longer than it claims.
    throw error instanceof Error && error.name === "Error" ? broken() : error;
  }
  if (sheet.merged > 0) notes.push({ line: sheet.mergedLine, key: "merged", values: { number: sheet.merged } });
}

class SheetReader {
  merged = 0;
  mergedLine = 1;
  private readonly parser = new SaxesParser();
  private ready: FileRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private at = -1;
  private type = "n";
  private style = 0;
  private text = "";
  private isValue = false;
  private isPhonetic = false;

  constructor(private readonly shared: Shared) {
    this.parser.on("opentag", ({ name, attributes }) => this.open(bare(name), attributes as Record<string, string>));
    this.parser.on("closetag", ({ name }) => this.close(bare(name)));
    this.parser.on("text", (text) => {
      if (this.isValue) this.text += text;
    });
    this.parser.on("error", () => {
      throw broken();
    });
  }

  write(xml: string): void {
    this.parser.write(xml);
  }

  take(): FileRow[] {
    const { ready } = this;
    this.ready = [];
    return ready;
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.line = Number(attributes["r"] ?? this.line + 1);
      this.cells = [];
      this.at = -1;
    } else if (name === "c") {
      this.at = attributes["r"] ? columnOf(attributes["r"]) : this.at + 1;
      this.type = attributes["t"] ?? "n";
      this.style = Number(attributes["s"] ?? 0);
      this.text = "";
    } else if (name === "rPh") this.isPhonetic = true;
    else if (name === "v" || name === "t") this.isValue = !this.isPhonetic;
    else if (name === "mergeCell") {
      this.merged += 1;
      if (this.merged === 1) this.mergedLine = Number(/\d+/.exec(attributes["ref"] ?? "")?.[0] ?? 1);
    }
  }

  private close(name: string): void {
    if (name === "v" || name === "t") this.isValue = false;
    else if (name === "rPh") this.isPhonetic = false;
    else if (name === "c") this.keep();
    else if (name === "row" && this.cells.length > 0) this.ready.push({ line: this.line, cells: this.cells });
  }

  private keep(): void {
    if (this.text === "" || this.at >= COLUMNS) return;
    while (this.cells.length < this.at) this.cells.push("");
    this.cells[this.at] = this.valueOf();
  }

  private valueOf(): string {
    const { text, type, shared } = this;
    if (type === "s") return shared.texts[Number(text)] ?? "";
    if (type === "b") return text === "1" ? "true" : "false";
    if (type !== "n") return text;
    const number = Number(text);
    if (!Number.isFinite(number)) return text;
    const date = shared.dates[this.style];
    // Fifteen figures are what the format keeps; the rest is noise of its arithmetic.
    return date ? dateOf(number, date, shared.startsIn1904) : String(Number(number.toPrecision(15)));
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

function dateOf(days: number, kind: "date" | "time", startsIn1904: boolean): string {
  const time = Math.round(((startsIn1904 ? EPOCH_1904 : EPOCH) + days * DAY_MS) / 1000) * 1000;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(days);
  const iso = date.toISOString();
  if (days >= 0 && days < 1) return iso.slice(11, 16);
  return kind === "time" && iso.slice(11, 19) !== "00:00:00" ? iso.slice(0, 16).replace("T", " ") : iso.slice(0, 10);
}
