// Options out of pasted lines: one a line, or a table of a spreadsheet with a column for each language. Pure.
import { type FieldOption, keyFor, takenBeside } from "#schemas/fields.ts";
import { wholeText } from "#schemas/plainText.ts";

/** As many has a field. */
export const MOST = 1000;
const LONGEST = 120;

/** What pasted lines come to, and what of them does not come along. */
export interface Pasted {
  options: FieldOption[];
  /** Names that are longer than a name may be, and were cut. */
  cut: number;
  /** Options beyond the most that there may be. */
  beyond: number;
}

/** Those that are not there yet under one of their names; no name is taken twice. `most` counts those that are there already. */
export function pastedOptions(
  text: string,
  options: readonly FieldOption[],
  locales: readonly string[],
  most = MOST,
): Pasted {
  const keys = new Set(options.map(({ key }) => key));
  const names = new Set(options.flatMap(({ labels }) => Object.entries(labels).map(([at, name]) => nameKey(at, name))));
  const fresh: FieldOption["labels"][] = [];
  let [cut, beyond] = [0, 0];
  for (const line of text.split(/\r?\n/)) {
    const cells = line.split("\t").map((cell) => cell.trim());
    const told = locales.flatMap((locale, at) => (cells[at] ? [[locale, cells[at] as string] as const] : []));
    const labels = Object.fromEntries(
      told.map(([locale, name]) => [locale, wholeText(name.slice(0, LONGEST)).trimEnd()]),
    );
    const own = Object.entries(labels).map(([at, name]) => nameKey(at, name));
    if (own.length === 0 || own.some((name) => names.has(name))) continue;
    for (const name of own) names.add(name);
    if (options.length + fresh.length >= most) {
      beyond += 1;
      continue;
    }
    cut += told.filter(([, name]) => name.length > LONGEST).length;
    fresh.push(labels);
  }
  const words = [...options.map(({ labels }) => labels), ...fresh].flatMap((labels) => Object.values(labels));
  const called = new Set(words.map((name) => name.trim().toLowerCase()));
  const made = fresh.map((labels) => {
    const name = Object.values(labels)[0] as string;
    const key = keyFor(name, takenBeside(name.toLowerCase(), keys, called));
    keys.add(key);
    return { key, labels };
  });
  return { options: made, cut, beyond };
}

const nameKey = (locale: string, name: string) => `${locale} ${name.trim().toLowerCase()}`;
