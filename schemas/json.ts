// Reads JSON as people write it in files: keeps where every value stands, finds duplicate keys, and says exactly what is wrong and where.

/** A value of the text, with the offsets where it begins and ends. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;
export interface JsonObject {
  kind: "object";
  start: number;
  end: number;
  entries: JsonEntry[];
}
export interface JsonArray {
  kind: "array";
  start: number;
  end: number;
  items: JsonNode[];
}
export interface JsonScalar {
  kind: "scalar";
  start: number;
  end: number;
  value: string | number | boolean | null;
}
export interface JsonEntry {
  key: string;
  keyStart: number;
  keyEnd: number;
  node: JsonNode;
}

/** What is wrong with the text, and where. */
export interface JsonFault {
  offset: number;
  message: string;
  suggestion?: string;
  /** What to write from `offset` to `end` to settle it, where that is beyond doubt. */
  repair?: { end: number; text: string };
}

/** A key that an object says twice; the last one would win silently. */
export interface JsonDuplicate {
  key: string;
  offset: number;
  firstOffset: number;
  pointer: string;
}

/** The text as read. With a fault there is no root and no value. */
export interface JsonDocument {
  text: string;
  root: JsonNode | undefined;
  value: unknown;
  fault: JsonFault | undefined;
  duplicates: JsonDuplicate[];
  lines?: number[];
}

/** Objects and lists inside each other, at most. */
export const JSON_DEPTH = 200;

/** Reads a text; never throws. */
export function readJson(text: string): JsonDocument {
  const reader = new Reader(text);
  try {
    const root = reader.document();
    return { text, root, value: plainValue(root), fault: undefined, duplicates: reader.duplicates };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { text, root: undefined, value: undefined, fault: error.fault, duplicates: [] };
  }
}

class Stop extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault.message);
  }
}

const escapes: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const words: Record<string, true | false | null> = { true: true, false: false, null: null };
const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordShape = /[A-Za-z_$][\w$]*/y;

class Reader {
  at = 0;
  depth = 0;
  path: (string | number)[] = [];
  duplicates: JsonDuplicate[] = [];
  lines?: number[];
  constructor(readonly text: string) {}

  document(): JsonNode {
    this.skip();
    if (this.at >= this.text.length) this.stop("The file is empty");
    const root = this.value();
    this.skip();
    if (this.at < this.text.length) this.stop(`Unexpected ${this.seen()} after the end of the value`);
    return root;
  }

  private value(): JsonNode {
    switch (this.text[this.at]) {
      case "{":
        return this.nested(() => this.object());
      case "[":
        return this.nested(() => this.array());
      case '"':
        return this.scalar(() => this.string());
      default:
        return this.scalar(() => this.numberOrWord());
    }
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > JSON_DEPTH) this.stop(`Nested more than ${JSON_DEPTH} levels deep`);
    const result = read();
    this.depth -= 1;
    return result;
  }

  private object(): JsonObject {
    const start = this.at++;
    const entries: JsonEntry[] = [];
    const seen = new Map<string, number>();
    this.skip();
    while (this.text[this.at] !== "}") {
      const entry = this.entry(seen);
      entries.push(entry);
      this.separator("}", start);
    }
    this.at += 1;
    return { kind: "object", start, end: this.at, entries };
  }

  private entry(seen: Map<string, number>): JsonEntry {
    const keyStart = this.at;
    if (this.text[this.at] !== '"') this.badKey();
    const key = this.string();
    const keyEnd = this.at;
    this.skip();
    if (this.text[this.at] !== ":") this.stop(`Expected ":" after the key "${key}", found ${this.seen()}`);
    this.at += 1;
    this.skip();
    const first = seen.get(key);
    this.path.push(key);
    if (first === undefined) seen.set(key, keyStart);
    else this.duplicates.push({ key, offset: keyStart, firstOffset: first, pointer: pointerOf(this.path) });
    const node = this.value();
    this.path.pop();
    return { key, keyStart, keyEnd, node };
  }

  private array(): JsonArray {
    const start = this.at++;
    const items: JsonNode[] = [];
    this.skip();
    while (this.text[this.at] !== "]") {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
      this.separator("]", start);
    }
    this.at += 1;
    return { kind: "array", start, end: this.at, items };
  }

  /** After a value: a comma and the next one, or the closing bracket. */
  private separator(close: "}" | "]", start: number): void {
    const after = this.at;
    this.skip();
    const found = this.text[this.at];
    if (found === close) return;
    if (found === undefined)
      this.stop(`"${this.text[start]}" of ${this.lineOf(start)} is never closed`, `add ${close}`);
    if (found !== ",") this.stop(`Expected "," or "${close}", found ${this.seen()}`, "a comma may be missing", after);
    const comma = this.at++;
    this.skip();
    if (this.text[this.at] === close)
      this.stop(`A comma before "${close}" is not allowed in JSON`, "remove the comma", comma, {
        end: comma + 1,
        text: "",
      });
  }

  private scalar(read: () => JsonScalar["value"]): JsonScalar {
    const start = this.at;
    const value = read();
    return { kind: "scalar", start, end: this.at, value };
  }

  private string(): string {
    const start = this.at++;
    let result = "";
    let from = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 34) break;
      if (Number.isNaN(code) || code === 10 || code === 13)
        this.stop("This text is not closed", 'add " at its end', start);
      if (code < 32) this.stop(`A control character (U+${hex(code)}) must be written as \\u${hex(code)}`);
      if (code !== 92) {
        this.at += 1;
        continue;
      }
      result += this.text.slice(from, this.at) + this.escape();
      from = this.at;
    }
    result += this.text.slice(from, this.at);
    this.at += 1;
    return result;
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? "";
    if (letter === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.stop("\\u must be followed by four hexadecimal digits");
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = escapes[letter];
    if (meant === undefined) this.stop(`\\${letter} is not an escape that JSON knows`, "write \\\\ for a backslash");
    this.at += 2;
    return meant as string;
  }

  private numberOrWord(): JsonScalar["value"] {
    numberShape.lastIndex = this.at;
    const digits = numberShape.exec(this.text)?.[0];
    if (digits !== undefined) {
      const next = this.text[this.at + digits.length] ?? "";
      if (/[\w.]/.test(next))
        this.stop(`This is not a number of JSON: ${this.text.slice(this.at).match(/^[-\w.+]+/)?.[0]}`);
      this.at += digits.length;
      return Number(digits);
    }
    wordShape.lastIndex = this.at;
    const word = wordShape.exec(this.text)?.[0];
    if (word !== undefined && word in words) {
      this.at += word.length;
      return words[word] as true | false | null;
    }
    return this.stop(
      `Expected a value, found ${word ? `"${word}"` : this.seen()}`,
      this.hint(word),
      this.at,
      this.mend(word),
    );
  }

  /** A word in another case, or a byte order mark, can only be meant one way. */
  private mend(word: string | undefined): JsonFault["repair"] {
    const lower = word?.toLowerCase();
    if (word !== undefined && lower !== undefined && lower in words) return { end: this.at + word.length, text: lower };
    return this.text[this.at] === "\ufeff" ? { end: this.at + 1, text: "" } : undefined;
  }

  private hint(word: string | undefined): string | undefined {
    const lower = word?.toLowerCase();
    if (lower !== undefined && lower in words) return `write ${lower}`;
    if (word !== undefined) return `write "${word}"`;
    if (this.text[this.at] === "\ufeff") return "save the file as UTF-8 without it";
    return this.text[this.at] === "'" ? "use \" instead of '" : undefined;
  }

  private badKey(): never {
    wordShape.lastIndex = this.at;
    const word = wordShape.exec(this.text)?.[0];
    const quoted = word && { end: this.at + word.length, text: `"${word}"` };
    if (quoted) this.stop(`The key ${word} must stand in double quotes`, `write ${quoted.text}`, this.at, quoted);
    if (this.text[this.at] === undefined) this.stop("The file ends inside an object", "add }");
    return this.stop(`Expected a key in double quotes, found ${this.seen()}`, this.hint(undefined));
  }

  private skip(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.at += 1;
      else if (code === 47 || code === 35) this.stop("Comments are not allowed in JSON", "remove the comment");
      else return;
    }
  }

  private seen(): string {
    const found = this.text.codePointAt(this.at);
    if (found === undefined) return "the end of the file";
    if (found === 0xfeff) return "a byte order mark";
    if (found === 34) return "a double quote";
    return found < 32 ? `U+${hex(found)}` : `"${String.fromCodePoint(found)}"`;
  }

  private lineOf(offset: number): string {
    const { line, column } = positionOf(this, offset);
    return `line ${line}, column ${column}`;
  }

  private stop(message: string, suggestion?: string, offset = this.at, repair?: JsonFault["repair"]): never {
    throw new Stop({ message, offset, ...(suggestion ? { suggestion } : {}), ...(repair ? { repair } : {}) });
  }
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}

/** As an assignment would make it. */
const ordinary = { enumerable: true, configurable: true, writable: true };

/** The plain value of a node; of a key that is said twice the last one, as JSON.parse does. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plainValue);
  const result: Record<string, unknown> = {};
  for (const { key, node: inner } of node.entries) {
    if (key === "__proto__") Object.defineProperty(result, key, { ...ordinary, value: plainValue(inner) });
    else result[key] = plainValue(inner);
  }
  return result;
}

/** A JSON pointer (RFC 6901) from its parts. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");
}

/** The parts of a JSON pointer. */
export function pathOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** The node that a pointer names, and the entry that holds it when it stands in an object; the nearest one above where it does not exist. */
export function nodeAt(
  document: JsonDocument,
  pointer: string,
): { node: JsonNode; entry?: JsonEntry; exact: boolean } | undefined {
  if (!document.root) return undefined;
  let node: JsonNode = document.root;
  let entry: JsonEntry | undefined;
  for (const part of pathOf(pointer)) {
    const found = step(node, part);
    if (!found) return { node, ...(entry ? { entry } : {}), exact: false };
    node = found.node;
    entry = found.entry;
  }
  return { node, ...(entry ? { entry } : {}), exact: true };
}

function step(node: JsonNode, part: string): { node: JsonNode; entry?: JsonEntry } | undefined {
  if (node.kind === "array") {
    const item = node.items[Number(part)];
    return item && { node: item };
  }
  if (node.kind !== "object") return undefined;
  const entry = node.entries.findLast((candidate) => candidate.key === part);
  return entry && { node: entry.node, entry };
}

/** Line and column of an offset, both from 1. */
export function positionOf(
  document: Pick<JsonDocument, "text" | "lines">,
  offset: number,
): { line: number; column: number } {
  document.lines ??= lineStarts(document.text);
  let low = 0;
  let high = document.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((document.lines[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (document.lines[low] as number) + 1 };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
