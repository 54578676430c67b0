// A field of one kind as one of another: its definition, each of its answers, and the filters that name it. Pure.
import { overLimit } from "#schemas/answers/check.ts";
import { type Answer, Refusal, readAnswer } from "#schemas/answers/read.ts";
import { isCountryCode } from "#schemas/countries.ts";
import { OPTIONS_FROM_ANSWERS } from "#schemas/fieldKind.ts";
import {
  FIELD_UNIQUE,
  type Field,
  type FieldKind,
  type FieldOption,
  hasOptions,
  keyFor,
  optionNames,
  takenBeside,
} from "#schemas/fields.ts";
import type { ListFilter } from "#schemas/list.ts";
import { localTime } from "#schemas/time.ts";

/** The words and the clocks in which answers are said. */
export interface Words {
  locale: string;
  timeZone: string;
  yes: string;
  no: string;
}

const LABEL = 120;
const WORDS: readonly FieldKind[] = ["text", "long_text", "choice", "choices"];
const BY_DAY: readonly FieldKind[] = ["date", "datetime"];
const BY_LENGTH: readonly FieldKind[] = ["text", "long_text"];

/** The field as it is then. What it asks of its answers stays where both kinds ask it alike. */
export function asKind(field: Field, kind: FieldKind, options: readonly FieldOption[]): Field {
  const { max_length, earliest, latest } = field.limits;
  const stays = (kinds: readonly FieldKind[]) => kinds.includes(field.kind) && kinds.includes(kind);
  const limits = {
    ...(stays(BY_LENGTH) && max_length !== undefined && { max_length }),
    ...(stays(BY_DAY) && earliest !== undefined && { earliest }),
    ...(stays(BY_DAY) && latest !== undefined && { latest }),
  };
  return { ...field, kind, limits, unique: false, options: hasOptions({ kind }) ? [...options] : [] };
}

/** What the field no longer asks of its answers. */
export function dropped(field: Field, next: Field): ("unique" | "limits")[] {
  const isLooser = Object.keys(field.limits).length > Object.keys(next.limits).length;
  return [...(field.unique ? ["unique" as const] : []), ...(isLooser ? ["limits" as const] : [])];
}

/** Whether the mark can come back with the kind. */
export function mayBeUnique({ kind }: Pick<Field, "kind">): boolean {
  return FIELD_UNIQUE.includes(kind);
}

/** An answer as the other kind has it; one that has been given in the other kind already stays as it is. */
export function convert(from: Field, to: Field, answer: unknown, words: Words): Answer | Refusal {
  const read = readAnswer(saidFor(from, to.kind, answer, words), { field: to, timeZone: words.timeZone });
  if (read instanceof Refusal) return read;
  if (Array.isArray(read) && read.length === 0) return new Refusal("option_unknown", { value: String(answer) });
  return overLimit(to, read, { before: answer as Answer, timeZone: words.timeZone }) ?? read;
}

/** An answer in words. */
export function inWords(field: Field, answer: unknown, words: Words): string {
  const said = saidFor(field, "text", answer, words);
  return Array.isArray(said) ? said.join(", ") : String(said);
}

function saidFor(from: Field, kind: FieldKind, answer: unknown, words: Words): unknown {
  if (hasOptions(from)) {
    if (kind === "choice" && Array.isArray(answer)) return answer.length === 1 ? answer[0] : answer;
    if (hasOptions({ kind })) return answer;
    return optionNames(from, [answer].flat(), words.locale);
  }
  if (typeof answer === "boolean") {
    if (kind === "number") return answer ? 1 : 0;
    return WORDS.includes(kind) ? (answer ? words.yes : words.no) : answer;
  }
  if (from.kind === "country" && WORDS.includes(kind)) return countryName(String(answer), words.locale);
  if (from.kind === "datetime" && kind !== "datetime" && /T.*Z$/.test(String(answer)))
    return localTime(String(answer), words.timeZone).replace("T", " ");
  return answer;
}

function countryName(code: string, locale: string): string {
  if (!isCountryCode(code)) return code;
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Words that answers could give as options, each with how often it is given. */
export class Given {
  private readonly words = new Map<string, { label: string; count: number }>();

  take(from: Field, kind: FieldKind, answer: unknown, words: Words): void {
    const said = inWords(from, answer, words);
    const parts = kind === "choices" ? said.split(/[;|\n,]/) : [said];
    for (const part of parts) this.count(part.replace(/\s+/g, " ").trim());
  }

  private count(label: string): void {
    if (label === "" || [...label].length > LABEL) return;
    const known = this.words.get(label.toLowerCase());
    if (known) known.count += 1;
    else if (this.words.size < 20 * OPTIONS_FROM_ANSWERS) this.words.set(label.toLowerCase(), { label, count: 1 });
  }

  /** The options that are given beforehand, and after them what is given most often. */
  options(first: readonly FieldOption[], locale: string): FieldOption[] {
    const options = [...first];
    const named = new Set(first.flatMap(({ labels }) => Object.values(labels).map((label) => label.toLowerCase())));
    const keys = new Set(first.map(({ key }) => key));
    const names = new Set([...named, ...this.words.keys()]);
    const most = [...this.words].sort(([, one], [, other]) => other.count - one.count);
    for (const [lower, { label }] of most) {
      if (options.length >= OPTIONS_FROM_ANSWERS) break;
      if (named.has(lower)) continue;
      const key = keyFor(label, takenBeside(lower, keys, names));
      keys.add(key);
      options.push({ key, labels: { [locale]: label } });
    }
    return options;
  }
}

/** How filters name answers from now on, where that can be said one by one: options by their names, and names by their options. */
export function answersRenamed(from: Field, to: Field, locale: string): ReadonlyMap<string, string> {
  if (from.kind === "choice" && BY_LENGTH.includes(to.kind))
    return new Map(from.options.map(({ key }) => [key, optionNames(from, [key], locale)]));
  if (BY_LENGTH.includes(from.kind) && to.kind === "choice")
    return new Map(to.options.flatMap(({ key, labels }) => Object.values(labels).map((label) => [label, key])));
  return new Map();
}

/** Whether a filter, once renamed, can still find somebody. */
export function fits({ op, value }: ListFilter, from: Field, to: Field, words: Words): boolean {
  if (op === "empty") return true;
  const renamed = answersRenamed(from, to, words.locale);
  const values = [value].flat().map((one) => renamed.get(String(one)) ?? one);
  if (op === "contains" || op === "startsWith") {
    if (to.kind === "choices") return from.kind === "choices";
    return from.kind !== "choices" && !hasOptions(to) && !["number", "boolean", "date", "datetime"].includes(to.kind);
  }
  if (to.kind === "choices") return false;
  const isOrdered = ["number", "date", "datetime"].includes(to.kind);
  if (op !== "eq" && op !== "ne" && op !== "in" && !isOrdered) return false;
  return values.every((one) => {
    const read = readAnswer(one, { field: to, timeZone: words.timeZone });
    return !(read instanceof Refusal) && JSON.stringify(read) === JSON.stringify(one);
  });
}
