// Which commands match what was typed, and in what order. Pure; ten thousand commands are ranked between two frames.
import { fold, foldedWords } from "#schemas/fold.ts";
import type { Command } from "./commands.ts";

export interface Section {
  kind: string;
  commands: readonly Command[];
  /** More match than are listed. */
  more?: boolean;
}

const MOST = 7;
const FIRST_PAGES = 8;
const RECENT = 6;

/** Folded texts: to take accents off ten thousand names takes longer than the time between two keys. */
const folded = new Map<string, string>();
const MOST_FOLDED = 50_000;

function foldOnce(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  if (folded.size >= MOST_FOLDED) folded.clear();
  const made = fold(text);
  folded.set(text, made);
  return made;
}

/** How well a text matches the words; 0 when a word is missing. Whole beginnings beat beginnings of words beat the middle. */
export function score(text: string, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    sum += at === 0 ? 6 : isBeginning(text, at) ? 4 : 1;
  }
  return sum / words.length + 1 / (2 + text.length);
}

const ORDER: readonly string[] = ["page", "event", "app", "action", "setting"];

/** Sections to draw: recent ones first while nothing is typed, else by how well the best of each matches. */
export function sections(commands: readonly Command[], typed: string, recent: readonly string[]): Section[] {
  const words = foldedWords(typed);
  if (words.length === 0) return untyped(commands, recent);
  const best = new Map<string, { command: Command; points: number }[]>();
  for (const command of commands) {
    const label = foldOnce(command.label);
    const own = score(label, words);
    const points = own || (command.note ? score(`${label} ${foldOnce(command.note)}`, words) / 3 : 0);
    if (points === 0) continue;
    const list = best.get(command.kind) ?? [];
    list.push({ command, points: points + (recent.includes(command.id) ? 3 : 0) });
    best.set(command.kind, list);
  }
  return [...best]
    .map(([kind, all]) => ({
      kind,
      list: all.sort((a, b) => b.points - a.points).slice(0, MOST),
      more: all.length > MOST,
    }))
    .sort(
      (a, b) => (b.list[0]?.points ?? 0) - (a.list[0]?.points ?? 0) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    )
    .map(({ kind, list, more }) => ({ kind, commands: list.map(({ command }) => command), ...(more && { more }) }));
}

/**
 * What the server found stands before what merely holds the typed letters somewhere: whoever types "mann" means Mann, and not an
 * event called Kaufmann.
 */
export function withFound<Part>(own: readonly Part[], found: readonly Part[], isMeant: boolean): Part[] {
  return isMeant ? [...own, ...found] : [...found, ...own];
}

/** Whether some command has, for each of the words, one that begins with it. */
export function isMeant(listed: readonly Section[], typed: string): boolean {
  const words = foldedWords(typed);
  const begins = ({ label, note }: Command) => {
    const text = foldOnce(`${label} ${note ?? ""}`);
    return words.every((word) => [...placesOf(text, word)].some((at) => isBeginning(text, at)));
  };
  return words.length === 0 || listed.some(({ commands }) => commands.some(begins));
}

function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) yield at;
}

const isBeginning = (text: string, at: number) => at === 0 || /[\s\-/(›]/.test(text[at - 1] ?? "");

function untyped(commands: readonly Command[], recent: readonly string[]): Section[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const lately = recent.flatMap((id) => byId.get(id) ?? []).slice(0, RECENT);
  const isLately = new Set(lately.map(({ id }) => id));
  const rest = (kind: string, most: number) =>
    commands.filter((command) => command.kind === kind && !isLately.has(command.id)).slice(0, most);
  return [
    { kind: "recent", commands: lately },
    { kind: "page", commands: rest("page", FIRST_PAGES) },
    { kind: "action", commands: rest("action", MOST) },
    { kind: "setting", commands: rest("setting", MOST) },
  ].filter((section) => section.commands.length > 0);
}
