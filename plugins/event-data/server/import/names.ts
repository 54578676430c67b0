// Names of people as files write them: whether two can be one person's, and the parts of a name of which a line says only some. Pure.
import { fold } from "#server";
import type { Thing } from "../../contract.ts";

/** What tells nobody from anybody else in a name. */
const COMMON = new Set("dr prof mr mrs ms herr frau gmbh ag kg ltd inc llc co the der die das and und of".split(" "));

function tellingWords(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !COMMON.has(word));
}

/** Whether a name may be another way of writing one that is known. */
function mayBeOne(name: string, known: string): boolean {
  const there = new Set(tellingWords(known));
  return tellingWords(name).some((word) => there.has(word));
}

/** The words that tell somebody by a name, in whatever order they are written. */
export function nameMark(name: string): string {
  return tellingWords(name).sort().join(" ");
}

/** Who a line is about, as far as it says so beside an id; empty where it does not. */
export interface Said {
  email: string;
  name: string;
}

/** Whether a line says anything of whom it is about, and all of it is otherwise in a profile. */
export function contradicts({ email, name }: Said, { email: known, name: knownName }: Said): boolean {
  if (!email && !name) return false;
  return !(email && email === known) && !(name && mayBeOne(name, knownName));
}

/** Whether a line says of a profile both another address and another name. */
export function isAnother(said: Said, thing: Thing): boolean {
  return said.email !== "" && said.name !== "" && contradicts(said, thing);
}

export interface Parts {
  first_name: string;
  last_name: string;
}

/** What begins a last name of several words, where nothing else tells how a name is to be parted. */
const PARTICLES = new Set(
  "von vom van der den de del della di da do dos du la le los ter ten zu zum zur bin ibn al el af av".split(" "),
);

const wordsOf = (name: string) => name.split(/[\s,]+/).filter(Boolean);
const together = (words: readonly string[]) => words.join(" ");

/** Where the words of a part stand in a name; -1 where they do not. */
function placeOf(words: readonly string[], part: readonly string[]): number {
  const folded = words.map(fold);
  const wanted = part.map(fold);
  return folded.findIndex((_, at) => wanted.every((word, next) => folded[at + next] === word));
}

/** The parts on either side of a comma: `Smith, Ann`. */
function besideComma(name: string): Parts | undefined {
  const [last_name = "", first_name = "", ...more] = name.split(",").map((part) => part.trim());
  return last_name && first_name && more.length === 0 ? { first_name, last_name } : undefined;
}

/**
 * Both parts of a name of which one is known: what the whole name has beside it; a name that does not hold it is the other
 * part itself. Nothing where the name says no more than the part.
 */
export function completed(name: string, { first_name, last_name }: Partial<Parts>): Parts | undefined {
  const words = wordsOf(name);
  const known = wordsOf(first_name || last_name || "");
  const from = placeOf(words, known);
  if (from < 0) return { first_name: first_name || name, last_name: last_name || name };
  if (known.length >= words.length) return undefined;
  const comma = besideComma(name);
  if (comma && placeOf(wordsOf(first_name ? comma.first_name : comma.last_name), known) >= 0) return comma;
  const end = from + known.length;
  if (first_name) {
    if (end === words.length) return { first_name, last_name: together(words.slice(0, from)) };
    return { first_name: together(words.slice(0, end)), last_name: together(words.slice(end)) };
  }
  if (from === 0) return { first_name: together(words.slice(end)), last_name: last_name ?? "" };
  return { first_name: together(words.slice(0, from)), last_name: together(words.slice(from)) };
}

/** The parts of a whole name as they follow from those that are known; nothing where it says the same, or less. */
export function parted(name: string, { first_name, last_name }: Parts): Parts | undefined {
  const words = wordsOf(name);
  const [first, last] = [wordsOf(first_name), wordsOf(last_name)];
  const isSameOrder = words.map(fold).join(" ") === [...first, ...last].map(fold).join(" ");
  if (isSameOrder) {
    const [from, to] = [words.slice(0, first.length), words.slice(first.length)].map(together);
    return from === together(first) && to === together(last)
      ? undefined
      : { first_name: from ?? "", last_name: to ?? "" };
  }
  const isTurned = [...words].map(fold).sort().join(" ") === [...first, ...last].map(fold).sort().join(" ");
  if (isTurned || (words.length === 1 && placeOf([...first, ...last], words) >= 0)) return undefined;
  const comma = besideComma(name);
  if (comma) return comma;
  const lastAt = last.length > 0 ? placeOf(words, last) : -1;
  if (lastAt > 0) return { first_name: together(words.slice(0, lastAt)), last_name: together(words.slice(lastAt)) };
  const isFirst = first.length > 0 && first.length < words.length && placeOf(words, first) === 0;
  const at = isFirst ? first.length : lastBegins(words);
  return { first_name: together(words.slice(0, at)), last_name: together(words.slice(at)) };
}

function lastBegins(words: readonly string[]): number {
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && PARTICLES.has(fold(word)));
  return particle > 0 ? particle : words.length - 1;
}
