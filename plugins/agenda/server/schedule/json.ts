// Reads JSON piece by piece and remembers on which line each object begins, which `JSON.parse` cannot.
import { Tokenizer, TokenType } from "@streamparser/json";
import { wholeText } from "#schemas/plainText.ts";
import { checkUtf8, linesIn, piecesOf } from "./bytes.ts";
import { refuse, ScheduleRefused } from "./faults.ts";
import type { Pace } from "./schedule.ts";

const DEEPEST = 64;

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A value, and the line on which each object in it begins. */
export interface ReadJson {
  value: Json;
  lineOf: (object: object) => number;
}

type Holder = { list: Json[] } | { object: JsonObject; key: string | undefined };
/** What may come next. */
type Expect = "value" | "key" | "colon" | "comma" | "nothing";

/** Reads a whole file. Throws `ScheduleRefused` with the line when it is no JSON. */
export async function readJson(file: Buffer, pace: Pace): Promise<ReadJson> {
  checkUtf8(file);
  const tree = new JsonTree(file);
  const tokenizer = new Tokenizer({ stringBufferSize: 16 * 1024 });
  let failure: Error | undefined;
  tokenizer.onToken = ({ token, value, offset }) => tree.take(token, value as Json, offset);
  tokenizer.onError = (error) => {
    failure ??= error;
  };
  let start = -1;
  for (const { bytes, done } of piecesOf(file)) {
    if (start < 0) start = bytes.byteOffset - file.byteOffset;
    tree.shift = start;
    tokenizer.write(bytes);
    if (failure) throw tree.broken(failure, start);
    await pace.step(done);
  }
  if (!tree.isWhole) throw refuse(linesIn(file, 0, file.length) + 1, "file", "truncated");
  return { value: tree.root as Json, lineOf: (object) => tree.lines.get(object) ?? 0 };
}

/** Builds the value from its tokens. */
class JsonTree {
  root: Json | undefined;
  readonly lines = new WeakMap<object, number>();
  /** Bytes in front of the text that the tokenizer never saw. */
  shift = 0;
  private readonly holders: Holder[] = [];
  private expect: Expect = "value";
  /** A closing bracket may follow only the opening one or a value, not a comma. */
  private justOpened = false;
  private line = 1;
  private counted = 0;

  constructor(private readonly file: Buffer) {}

  get isWhole(): boolean {
    return this.expect === "nothing";
  }

  /** What stopped the tokenizer: its own complaint, or what was thrown here while it handed out a token. */
  broken(error: Error, shift: number): Error {
    if (error instanceof ScheduleRefused) return error;
    const place = /absolute position "(\d+)"/.exec(error.message)?.[1];
    const sign = /Unexpected "(.)"/s.exec(error.message)?.[1];
    const line = place === undefined ? this.line : linesIn(this.file, 0, Number(place) + shift) + 1;
    return refuse(line, "file", "broken-json", { reason: sign ? `“${sign}” was not expected here` : error.message });
  }

  take(token: TokenType, value: Json, offset: number): void {
    const at = offset + this.shift;
    if (token === TokenType.LEFT_BRACE) this.open({ object: Object.create(null) as JsonObject, key: undefined }, at);
    else if (token === TokenType.LEFT_BRACKET) this.open({ list: [] }, at);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.close(token, at);
    else if (token === TokenType.COMMA) this.comma(at);
    else if (token === TokenType.COLON) this.colon(at);
    else if (this.expect === "key" && token === TokenType.STRING) this.key(value as string);
    else this.put(typeof value === "string" ? wholeText(value) : value, at);
  }

  private open(holder: Holder, at: number): void {
    const made = "list" in holder ? holder.list : holder.object;
    this.put(made, at);
    this.line += linesIn(this.file, this.counted, at);
    this.counted = at;
    this.lines.set(made, this.line);
    if (this.holders.push(holder) > DEEPEST) throw refuse(this.line, "file", "too-deep", { limit: String(DEEPEST) });
    this.expect = "list" in holder ? "value" : "key";
    this.justOpened = true;
  }

  private close(token: TokenType, at: number): void {
    const holder = this.holders.pop();
    const fits = holder && ("list" in holder ? token === TokenType.RIGHT_BRACKET : token === TokenType.RIGHT_BRACE);
    if (!fits || !(this.justOpened || this.expect === "comma")) throw this.unexpected(at);
    this.afterValue();
  }

  private comma(at: number): void {
    const holder = this.holders.at(-1);
    if (!holder || this.expect !== "comma") throw this.unexpected(at);
    this.expect = "list" in holder ? "value" : "key";
  }

  private colon(at: number): void {
    if (this.expect !== "colon") throw this.unexpected(at);
    this.expect = "value";
  }

  private key(name: string): void {
    const holder = this.holders.at(-1);
    if (holder && "object" in holder) holder.key = name;
    this.expect = "colon";
    this.justOpened = false;
  }

  private put(value: Json, at: number): void {
    if (this.expect !== "value") throw this.unexpected(at);
    const holder = this.holders.at(-1);
    if (holder === undefined) this.root = value;
    else if ("list" in holder) holder.list.push(value);
    else if (holder.key !== undefined) holder.object[holder.key] = value;
    this.afterValue();
  }

  private afterValue(): void {
    this.justOpened = false;
    this.expect = this.holders.length > 0 ? "comma" : "nothing";
  }

  private unexpected(at: number): Error {
    const line = linesIn(this.file, 0, at) + 1;
    const sign = String.fromCharCode(this.file[at] ?? 63);
    return refuse(line, "file", "broken-json", { reason: `“${sign}” was not expected here` });
  }
}
