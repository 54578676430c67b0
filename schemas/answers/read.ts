// How an answer is read, kind by kind: a value of the API, an input of a form and a cell of a file are all understood the
// same way, and what has been read once reads as itself.
import { countryCode } from "../countryNames.ts";
import { readAddress } from "../email.ts";
import { FILE_ANSWER, type Field, type FieldKind, type FieldOption } from "../fields.ts";
import { plainText } from "../plainText.ts";
import { aheadOfClocks, instantOf } from "../time.ts";
import { type Decimal, numberIn } from "./number.ts";

export type { Decimal } from "./number.ts";

/** What may stand under a key of `fields`. */
export type Answer = string | number | boolean | string[];

/** Why an answer cannot be taken. Each has a text `problem:answer.CODE`. */
export const ANSWER_CODES = [
  "ambiguous_date",
  "ambiguous_number",
  "archived",
  "not_boolean",
  "not_country",
  "not_date",
  "not_datetime",
  "not_email",
  "not_file",
  "not_for_type",
  "not_number",
  "not_phone",
  "not_text",
  "not_url",
  "not_whole",
  "not_yours",
  "off_step",
  "option_archived",
  "option_unknown",
  "required",
  "taken",
  "taken_before",
  "taken_elsewhere",
  "too_early",
  "too_few",
  "too_large",
  "too_late",
  "too_long",
  "too_many",
  "too_small",
  "unknown",
] as const;
export type AnswerCode = (typeof ANSWER_CODES)[number];

/** A refusal of one answer, while it is read. */
export class Refusal {
  constructor(
    readonly code: AnswerCode,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {}
}

/** What reading may need besides the value. */
export interface Reading {
  field: Field;
  /** Zone of times that name none. */
  timeZone?: string | undefined;
  /** The sign before decimals where the answer stands, if more is known of it than the answer itself tells. */
  decimal?: Decimal | undefined;
}

type Reader = (value: unknown, reading: Reading) => Answer | Refusal;

/** Reads an answer that is not empty. */
export function readAnswer(value: unknown, reading: Reading): Answer | Refusal {
  return READERS[reading.field.kind](value, reading);
}

const READERS: Record<FieldKind, Reader> = {
  text: (value) => withText(value, oneLine),
  long_text: (value) => withText(value, lines),
  number: readNumber,
  date: (value) => withText(value, (text) => readDate(CLOCK.exec(oneLine(text))?.[1] ?? text), "not_date"),
  datetime: (value, { timeZone }) => withText(value, (text) => readInstant(text, timeZone), "not_datetime"),
  boolean: readBoolean,
  choice: (value, { field }) => withText(value, (text) => readOption(text, field.options)),
  choices: readChoices,
  url: (value) => withText(value, readUrl, "not_url"),
  email: (value) => withText(value, readEmail, "not_email"),
  phone: (value) => withText(value, readPhone, "not_phone"),
  // A table cannot hold files: what stands there is one that was sent before.
  file: (value) =>
    typeof value === "string" && FILE_ANSWER.test(value)
      ? value
      : new Refusal("not_file", { value: cut(String(value)) }),
  country: (value) => withText(value, (text) => countryCode(text) ?? new Refusal("not_country", { value: cut(text) })),
};

function withText(value: unknown, read: (text: string) => string | Refusal, code: AnswerCode = "not_text") {
  if (typeof value === "number" || typeof value === "boolean") return read(String(value));
  return typeof value === "string" ? read(value) : new Refusal(code, { value: cut(JSON.stringify(value) ?? "") });
}

/** One line without signs that cannot be seen. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

function lines(text: string): string {
  return plainText(text)
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll("\t", " ").trimEnd())
    .join("\n")
    .trim();
}

function readNumber(value: unknown, { decimal }: Pick<Reading, "decimal">): number | Refusal {
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (typeof value !== "string") return new Refusal("not_number", { value: cut(String(value)) });
  const read = numberIn(value, decimal);
  if (typeof read === "number") return read;
  return new Refusal(read === "ambiguous" ? "ambiguous_number" : "not_number", { value: cut(value) });
}

/** Year, month and day; day, month and year; and what may be either way round. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?(?:[T ].*)?$/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const EITHER = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;
/** Months in words, as people of our languages write them: 3 May 2025, 3. Mai 2025, May 3rd, 2025, 03-May-2025. */
const DAY_FIRST = /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(\p{L}{3,9})\.?[ ,-] ?(\d{4})$/iu;
const MONTH_FIRST = /^(?:\p{L}{2,10}\.?,? )?(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;

function readDate(text: string): string | Refusal {
  const plain = oneLine(text);
  const wrong = new Refusal("not_date", { value: cut(plain) });
  const iso = YEAR_FIRST.exec(plain);
  if (iso) return day(iso[1], iso[3], iso[4]) ?? wrong;
  const dotted = DOTTED.exec(plain);
  if (dotted) return day(dotted[3], dotted[2], dotted[1]) ?? wrong;
  const [, first, , second, year] = EITHER.exec(plain) ?? [];
  if (year) {
    const [one, other] = [Number(first), Number(second)];
    if (one <= 12 && other <= 12 && one !== other) return new Refusal("ambiguous_date", { value: plain });
    return one > 12 ? (day(year, other, one) ?? wrong) : (day(year, one, other) ?? wrong);
  }
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst) return day(dayFirst[3], monthCalled(dayFirst[2] as string), dayFirst[1]) ?? wrong;
  const monthFirst = MONTH_FIRST.exec(plain);
  return (monthFirst && day(monthFirst[3], monthCalled(monthFirst[1] as string), monthFirst[2])) ?? wrong;
}

let months: readonly string[][] | undefined;

/** The number of a month by its name, or by the beginning of one that no other has; 0 where there is none. */
function monthCalled(text: string): number {
  months ??= Array.from({ length: 12 }, (_, at) =>
    LANGUAGES.map((one) =>
      new Intl.DateTimeFormat(one, { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, at)).toLowerCase(),
    ),
  );
  const name = text.toLowerCase();
  return MONTHS[name] ?? months.findIndex((names) => names.some((one) => one.startsWith(name))) + 1;
}

const LANGUAGES = ["en-GB", "de-DE"];
/** Usual ways to write months that are the beginning of no name. */
const MONTHS: Readonly<Record<string, number>> = { mrz: 3, maerz: 3, jänner: 1, feber: 2 };

function day(...parts: (string | number | undefined)[]): string | undefined {
  const [year, month, date] = parts.map(Number) as [number, number, number];
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : undefined;
}

/** A day, and the time on it: 9:30, 09.30 Uhr, 2:15 p.m., 14:15:00Z. */
const CLOCK =
  /^(.*?\S)(?:T|,? +)(\d{1,2})[:.](\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: Uhr)?(?: ?([+-]\d{2}:?\d{2}|[A-Z]\S{0,14}))?$/i;

function readInstant(text: string, timeZone: string | undefined): string | Refusal {
  const plain = oneLine(text);
  const wrong = new Refusal("not_datetime", { value: cut(plain) });
  const parts = CLOCK.exec(plain);
  if (!parts) {
    // A table that shows midnight may show the day alone.
    const alone = timeZone === undefined ? wrong : readDate(plain);
    if (typeof alone === "string") return instantOf(`${alone}T00:00`, timeZone as string);
    return alone.code === "ambiguous_date" ? alone : wrong;
  }
  const [, written = "", hour = "", minute, seconds = ":00", half, clocks] = parts;
  const date = readDate(written);
  if (date instanceof Refusal) return date.code === "ambiguous_date" ? date : wrong;
  const time = `${hourOf(hour, half)}:${minute}`;
  const zone = clocks && zoneOf(clocks);
  if (clocks ? !zone : !timeZone) return wrong;
  const instant = new Date(`${date}T${time}${seconds}${zone ?? "Z"}`);
  if (Number.isNaN(instant.getTime())) return wrong;
  const kept = zone ? instant.toISOString() : instantOf(`${date}T${time}${seconds}`, timeZone as string);
  // By its offset it may be of a year that has no four figures, and would stand among others where it does not belong.
  return /^\d/.test(kept) ? kept : wrong;
}

/** In two figures, from 00 to 23; what no clock shows stays what it is. */
function hourOf(hour: string, half: string | undefined): string {
  const number = Number(hour);
  if (!half) return hour.padStart(2, "0");
  if (number < 1 || number > 12) return "no hour";
  return String((number % 12) + (half.toLowerCase() === "p" ? 12 : 0)).padStart(2, "0");
}

function zoneOf(clocks: string): string | undefined {
  if (clocks === "Z") return clocks;
  return aheadOfClocks(clocks) ?? (/^[+-]/.test(clocks) ? clocks.replace(/^(...)(\d{2})$/, "$1:$2") : undefined);
}

/** As forms, spreadsheets of both languages and people with a pen say it. */
const YES = /^(?:true|yes|y|ja|j|1(?:[.,]0+)?|wahr|on|an|x|[\u2713\u2714\u2611\u2705]\ufe0f?)$/;
const NO = /^(?:false|no|n|nein|0(?:[.,]0+)?|falsch|off|aus|[\u2717\u2718\u2610\u274c]\ufe0f?)$/;

function readBoolean(value: unknown): boolean | Refusal {
  if (typeof value === "boolean") return value;
  const text = String(value).trim().toLowerCase();
  if (YES.test(text)) return true;
  if (NO.test(text)) return false;
  return new Refusal("not_boolean", { value: cut(String(value)) });
}

/** By its key, else by its name in any language. */
function readOption(text: string, options: readonly FieldOption[]): string | Refusal {
  const plain = oneLine(text);
  const lower = plain.toLowerCase();
  const names = ({ labels }: FieldOption) => Object.values(labels).some((label) => label.toLowerCase() === lower);
  const found =
    options.find((one) => one.key === plain) ??
    options.find((one) => !one.archived && names(one)) ??
    options.find((one) => names(one) || one.key === lower);
  return found ? found.key : new Refusal("option_unknown", { value: cut(plain) });
}

function readChoices(value: unknown, { field }: Reading): string[] | Refusal {
  const parts = Array.isArray(value) ? value : typeof value === "string" ? split(value, field.options) : [value];
  const keys = new Set<string>();
  for (const part of parts) {
    if (typeof part !== "string" && typeof part !== "number")
      return new Refusal("not_text", { value: cut(String(part)) });
    if (String(part).trim() === "") continue;
    const key = readOption(String(part), field.options);
    if (key instanceof Refusal) return key;
    keys.add(key);
  }
  return field.options.map(({ key }) => key).filter((key) => keys.has(key));
}

const PARTED = /[;|,]/;

/** At line breaks, semicolons, bars and commas, but for those within the name of an option. */
function split(text: string, options: readonly FieldOption[]): string[] {
  const names = options.flatMap(({ labels }) => Object.values(labels));
  const longest = Math.max(1, ...names.map((name) => name.split(PARTED).length));
  return text.split("\n").flatMap((line) => {
    const pieces = line.split(PARTED);
    // Pieces and the signs between them take turns, so that an option is put together as it is written.
    const ends = pieces.map(() => 0);
    for (let at = 0, end = -1; at < pieces.length; at++) ends[at] = end += (pieces[at] as string).length + 1;
    const cutOut = (from: number, to: number) => line.slice(from === 0 ? 0 : (ends[from - 1] as number) + 1, ends[to]);
    return inOptions(pieces.length, longest, (from, to) => asOption(cutOut(from, to), options)) ?? pieces;
  });
}

/** The option that stands there; nothing is one, too, as after the last separator. */
function asOption(text: string, options: readonly FieldOption[]): string | undefined {
  if (text.trim() === "") return "";
  const key = readOption(text, options);
  return key instanceof Refusal ? undefined : key;
}

/** The options that pieces make one after another, the longest first; undefined where some piece belongs to none. */
function inOptions(
  count: number,
  longest: number,
  optionOf: (from: number, to: number) => string | undefined,
): string[] | undefined {
  // From the last piece on: which option is next, and where the one after it begins.
  const next: ({ key: string; then: number } | undefined)[] = [];
  for (let from = count - 1; from >= 0; from--)
    for (let then = Math.min(from + longest, count); then > from && !next[from]; then--) {
      const key = then === count || next[then] ? optionOf(from, then - 1) : undefined;
      if (key !== undefined) next[from] = { key, then };
    }
  const found: string[] = [];
  for (let at = 0; at < count; ) {
    const one = next[at];
    if (!one) return undefined;
    found.push(one.key);
    at = one.then;
  }
  return found;
}

function readUrl(text: string): string | Refusal {
  const plain = oneLine(text);
  const wrong = new Refusal("not_url", { value: cut(plain) });
  if (plain.includes(" ")) return wrong;
  const named =
    /^[a-z][a-z0-9+.-]*:/i.test(plain) && !/^[^/:][^/:.]*\.[^/:]+:\d/.test(plain) ? plain : `https://${plain}`;
  try {
    const url = new URL(named);
    const isWeb = url.protocol === "https:" || url.protocol === "http:";
    if (!isWeb || url.username !== "" || !/^(?:[^.]+\.)+[^.]{2,}$/.test(url.hostname)) return wrong;
    return url.href;
  } catch {
    return wrong;
  }
}

function readEmail(text: string): string | Refusal {
  const address = readAddress(text);
  return address && address.length <= 254 ? address : new Refusal("not_email", { value: cut(oneLine(text)) });
}

function readPhone(text: string): string | Refusal {
  const figures = text
    .replace(/\(0\)/g, "")
    .replace(/[\s().\-/\u00a0]/g, "")
    .replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(figures) ? figures : new Refusal("not_phone", { value: cut(text.trim()) });
}

/** So much of a value as a sentence about it bears. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
