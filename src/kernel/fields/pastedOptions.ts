// Options out of pasted lines: one a line, or a table of a spreadsheet with a column for each language. Pure.
import { type FieldOption, keyFor, takenBeside } from "#schemas/fields.ts";

const MOST = 1000;
const LONGEST = 120;

/** Those that are not there yet under one of their names; no name is taken twice. */
export function pastedOptions(
  text: string,
  options: readonly FieldOption[],
  locales: readonly string[],
): FieldOption[] {
  const keys = new Set(options.map(({ key }) => key));
  const names = new Set(options.flatMap(({ labels }) => Object.entries(labels).map(([at, name]) => nameKey(at, name))));
  const fresh: FieldOption["labels"][] = [];
  for (const line of text.split(/\r?\n/)) {
    const cells = line.split("\t").map((cell) => cell.trim().slice(0, LONGEST));
    const labels = Object.fromEntries(
      locales.flatMap((locale, at) => (cells[at] ? [[locale, cells[at] as string]] : [])),
    );
    const own = Object.entries(labels).map(([at, name]) => nameKey(at, name));
    if (own.length === 0 || own.some((name) => names.has(name)) || options.length + fresh.length >= MOST) continue;
    for (const name of own) names.add(name);
    fresh.push(labels);
  }
  const words = [...options.map(({ labels }) => labels), ...fresh].flatMap((labels) => Object.values(labels));
  const called = new Set(words.map((name) => name.trim().toLowerCase()));
  return fresh.map((labels) => {
    const name = Object.values(labels)[0] as string;
    const key = keyFor(name, takenBeside(name.toLowerCase(), keys, called));
    keys.add(key);
    return { key, labels };
  });
}

const nameKey = (locale: string, name: string) => `${locale} ${name.trim().toLowerCase()}`;
