// Speakers and sponsors as Open Event writes them: a list of objects, as a table whose headings are their keys. Each object
// is parsed by itself, and twice: for the headings, and for its row; all of them at once might be more than memory holds.
import { pause } from "#server";
import { decode } from "./encoding.ts";
import { type Bytes, type Encoding, type FileRow, type OpenFile, refused, upToLimit } from "./table.ts";

const KEYS = 16_384;
/** Keys of sessions, tracks, rooms and events, and those of speakers and sponsors. */
const ELSE = /^(?:(?:font)?color|(?:start|end)s?(?:time|date|at)|latitude|longitude|floor|microlocation)$/;
const PEOPLE = /mail|biography|organi[sz]ation|company|logo|firstname|lastname/;
/** What the import of the agenda knows sessions by. */
const START = /^(?:start_time|starts[-_]at)$/;

export async function openOpenEvent(bytes: Bytes, known?: Encoding, signal?: AbortSignal): Promise<OpenFile> {
  const { encoding, notes, text: decoded } = await decode(() => upToLimit(bytes()), known);
  const pieces: string[] = [];
  for await (const piece of decoded) pieces.push(piece);
  const text = pieces.join("").replace(/^\ufeff/, "");
  const keys = new Set<string>();
  const giveWay = pause();
  let count = 0;
  let last = 0;
  let sharesLines = false;
  for (const { line, value } of membersOf(text)) {
    for (const key of Object.keys(recordOf(value) ?? {})) keys.add(key);
    if (keys.size > KEYS) throw refused("tooManyColumns", { number: keys.size, limit: KEYS });
    sharesLines ||= line === last;
    last = line;
    count += 1;
    await giveWay();
    signal?.throwIfAborted();
  }
  const all = [...keys];
  const words = all.map((key) => key.toLowerCase().replaceAll(/[^a-z]/g, ""));
  if (words.some((word) => ELSE.test(word)) && !words.some((word) => PEOPLE.test(word)))
    throw refused(all.some((key) => START.test(key)) ? "schedule" : "otherRecords");
  const isSponsors = all.some((key) => /^logo/.test(key)) && !all.some((key) => /biography/.test(key));
  const records = count > 0 ? { records: isSponsors ? ("sponsors" as const) : ("speakers" as const) } : {};
  const place = { number: 0 };
  return {
    facts: { format: "open-event", ...records, encoding },
    notes,
    rows: rowsOf(all, text, sharesLines, place, signal),
    share: () => place.number / Math.max(1, count),
  };
}

/** Where records share lines, as in a file that is one long line, they are told by their number. */
async function* rowsOf(
  keys: string[],
  text: string,
  sharesLines: boolean,
  place: { number: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<FileRow> {
  for (const { line, value } of membersOf(text)) {
    signal?.throwIfAborted();
    place.number += 1;
    const { number } = place;
    if (number === 1) yield { line: 1, cells: keys };
    const record = recordOf(value);
    const at = sharesLines ? number : line;
    if (record) {
      const missing = keys.flatMap((key, place) => (Object.hasOwn(record, key) ? [] : [place]));
      yield { line: at, cells: keys.map((key) => textOf(record[key])), ...(missing.length > 0 ? { missing } : {}) };
    } else yield { line: at, cells: [JSON.stringify(value).slice(0, 1000)], problem: { key: "noRecord" } };
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Lists and objects, such as the sessions of a speaker, are not values of a profile. */
function textOf(value: unknown): string {
  if (typeof value === "string") return unescaped(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name] as string);
}

/** The members of the outermost list, each with the line on which it begins. */
function* membersOf(text: string): Generator<{ line: number; value: unknown }> {
  const begin = /^\s*/.exec(text)?.[0].length ?? 0;
  if (text[begin] !== "[") throw refused(kindOf(text), { line: 1 });
  let line = 1 + breaksIn(text, 0, begin);
  let at = begin + 1;
  for (let isFirst = true; ; isFirst = false) {
    const from = at;
    at = endOf(text, from);
    const member = text.slice(from, at);
    const blank = /^\s*/.exec(member)?.[0].length ?? 0;
    const isEnd = text[at] === "]";
    if (blank < member.length) {
      const start = line + breaksIn(member, 0, blank);
      yield { line: start, value: parsed(member, line) };
    } else if (!(isEnd && isFirst)) throw refused("noJson", { line: line + breaksIn(member, 0, blank) });
    line += breaksIn(member, 0, member.length);
    if (isEnd) break;
    if (at >= text.length) throw refused("noJson", { line });
    at += 1;
  }
  if (text.slice(at + 1).trim() !== "") throw refused("noJson", { line });
}

/** Where the member that begins at `from` ends: at the comma after it, the end of the list, or of the text. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
        for (at += 1; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at += 1;
        break;
      case 91: // [
      case 123: // {
        depth += 1;
        break;
      case 93: // ]
      case 125: // }
        if (depth === 0) return at;
        depth -= 1;
        break;
      case 44: // ,
        if (depth === 0) return at;
    }
  }
  return text.length;
}

function parsed(member: string, line: number): unknown {
  try {
    return JSON.parse(member);
  } catch (error) {
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? member.length);
    throw refused("noJson", { line: line + breaksIn(member, 0, at) });
  }
}

/** Why something that is no list is refused: what people send instead is told by what it is. */
function kindOf(text: string): "noJson" | "noList" | "schedule" | "event" {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "noJson";
  }
  const object = recordOf(value) ?? {};
  if (recordOf(recordOf(object["schedule"])?.["conference"])) return "schedule";
  const keys = Object.keys(object);
  return keys.includes("name") && keys.some((key) => START.test(key)) ? "event" : "noList";
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
