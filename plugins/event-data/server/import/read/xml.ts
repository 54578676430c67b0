// The XML parts of a workbook, event by event.
import { SaxesParser } from "saxes";
import { refused } from "./table.ts";
import { broken, type Zip } from "./zip.ts";

type Attributes = Record<string, string>;

/** Signs that a parser may have to keep before it can say what they are: no cell has as many. */
const UNTOLD = 4_000_000;
/** Elements within each other, of which no part of a workbook has as many. */
const DEPTH = 200;

/** What an XML part has its texts in. */
export const TEXTS = ["text", "cdata"] as const;

/** Texts of a workbook say signs that XML has no way to write, and such as break lines, as _xHHHH_. */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  const read = text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
    const sign = String.fromCharCode(Number.parseInt(code, 16));
    return sign < " " && !/[\t\n\r]/.test(sign) ? "" : sign;
  });
  return read.replace(/\r\n?/g, "\n");
}

/** Refuses XML of which more and more would have to be kept, as a text, a name or a comment without end. */
export class Measured {
  private untold = 0;
  private depth = 0;

  add(xml: string): void {
    this.untold += xml.length;
    if (this.untold > UNTOLD) throw refused("tooMuchText");
  }

  /** The parser has said what it has kept. */
  seen(): void {
    this.untold = 0;
  }

  opened(): void {
    this.untold = 0;
    this.depth += 1;
    if (this.depth > DEPTH) throw broken();
  }

  closed(): void {
    this.untold = 0;
    this.depth -= 1;
  }
}

/** The text of a part as its bytes arrive: UTF-8, or UTF-16 where its first two bytes say so, as the format allows. */
export function partDecoder(): (bytes: Buffer) => string {
  let decoder: TextDecoder | undefined;
  return (bytes) => {
    decoder ??= new TextDecoder(encodingOf(bytes));
    return decoder.decode(bytes, { stream: true });
  };
}

function encodingOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "3c00") return "utf-16le";
  return mark === "feff" || mark === "003c" ? "utf-16be" : "utf-8";
}

/** Reads an XML part event by event; false, if there is none. Names come without their prefix. */
export async function readPart(
  zip: Zip,
  path: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onClose: (name: string) => void = () => {},
  onText: (text: string) => void = () => {},
): Promise<boolean> {
  const part = await zip.open(path);
  if (!part) return false;
  const parser = new SaxesParser();
  const decode = partDecoder();
  const measured = new Measured();
  parser.on("opentag", ({ name, attributes }) => {
    measured.opened();
    onOpen(bare(name), attributes as Attributes);
  });
  parser.on("closetag", ({ name }) => {
    measured.closed();
    onClose(bare(name));
  });
  for (const kind of TEXTS)
    parser.on(kind, (text) => {
      measured.seen();
      onText(text);
    });
  parser.on("error", () => {
    throw broken();
  });
  for await (const piece of part.stream) {
    const xml = decode(piece);
    measured.add(xml);
    parser.write(xml);
  }
  parser.close();
  return true;
}

export function bare(name: string): string {
  const at = name.indexOf(":");
  return at < 0 ? name : name.slice(at + 1);
}
