// Which columns are those of the event's own fields, by their headings; and headings that tell fields of one name apart. Pure.
import { usualField } from "#schemas/usualFields.ts";
import type { Example } from "./examples.ts";
import { wordOf } from "./recall.ts";
import { PLAIN } from "./words.ts";

interface Headings {
  headings: readonly string[];
  fields: readonly Example[];
  locale: string;
  /** Columns whose fields are known already. */
  known: ReadonlyMap<number, string | null>;
  /** The field of a profile for which a heading stands everywhere. */
  builtIn: (word: string) => string | undefined;
}

/**
 * The field of each column whose heading is one of the event's fields. A heading with the key behind it, as our own files have
 * it where a name is there twice, is none but that field's; columns of one heading fill, in their order, a profile's own field
 * of that name and those of the event. One column alone is the profile's own field where that is called so.
 */
export function ownColumns({ headings, fields, locale, known, builtIn }: Headings): Map<number, string> {
  const own = ownHeadings(headings, fields, locale);
  const keyed = new Map(
    fields.flatMap(({ key, labels }) => Object.values(labels).map((label) => [wordOf(label + key), key] as const)),
  );
  const found = new Map<number, string>();
  const taken = new Set(known.values());
  const places = new Map<string, number[]>();
  for (const [at, title] of headings.entries()) {
    const word = wordOf(title);
    if (!word || known.has(at)) continue;
    const key = own.has(word) || !title.trimEnd().endsWith(")") ? undefined : keyed.get(word);
    if (key === undefined) places.set(word, [...(places.get(word) ?? []), at]);
    else {
      found.set(at, `fields.${key}`);
      taken.add(`fields.${key}`);
    }
  }
  for (const [word, all] of places) {
    const candidates = own.get(word) ?? [];
    const field = builtIn(word);
    const isMixed =
      field !== undefined && (all.length > 1 || PLAIN.has(word) || candidates.some((one) => taken.has(one)));
    const every = isMixed ? [field, ...candidates] : candidates;
    const free = every.filter((one) => !taken.has(one));
    for (const [nth, at] of all.entries()) {
      const one = free[nth] ?? every.at(-1);
      if (one !== undefined) found.set(at, one);
    }
  }
  return found;
}

/**
 * The fields of each heading: what a field is called here comes before what such a field is called elsewhere, and the language
 * of the file, which most headings share, before the others; of two such languages the reader's.
 */
function ownHeadings(headings: readonly string[], fields: readonly Example[], locale: string): Map<string, string[]> {
  const there = new Set(headings.map(wordOf));
  const labels = fields.flatMap(({ key, labels: all }) =>
    Object.entries(all).map(([language, label]) => ({ language, word: wordOf(label), field: `fields.${key}` })),
  );
  const counts = new Map<string, number>();
  for (const { language, word } of labels) if (there.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const rank = ({ language }: { language: string }) => (counts.get(language) ?? 0) * 2 + (language === locale ? 1 : 0);
  const best = Math.max(...labels.map(rank));
  const words = new Map<string, string[]>();
  for (const some of [
    labels.filter((one) => rank(one) === best),
    fields.map(({ key }) => ({ word: wordOf(key), field: `fields.${key}` })),
    labels.filter((one) => rank(one) < best),
    fields.flatMap(({ key }) => usualHeadings(key).map((word) => ({ word, field: `fields.${key}` }))),
  ]) {
    const before = new Set(words.keys());
    for (const { word, field } of some)
      if (!before.has(word)) words.set(word, [...new Set([...(words.get(word) ?? []), field])]);
  }
  return words;
}

/** Headings under which files write what a field usually holds. */
function usualHeadings(key: string): string[] {
  const usual = usualField(key);
  return usual ? [...Object.values(usual.labels).map(wordOf), ...usual.headings.split(" ").filter(Boolean)] : [];
}

/** Columns with headings that mean one field each: of one name with another column, or another field, it has its key behind it. */
export function distinctTitles(
  columns: readonly { field: string; title: string }[],
  fields: readonly (Pick<Example, "key" | "labels"> & { archived_at: string | null })[],
): string[] {
  const names = new Map<string, Set<string>>();
  const add = (name: string, field: string) =>
    names.set(wordOf(name), (names.get(wordOf(name)) ?? new Set()).add(field));
  for (const { field, title } of columns) add(title, field);
  for (const { key, labels, archived_at } of fields)
    if (!archived_at) for (const label of Object.values(labels)) add(label, `fields.${key}`);
  return columns.map(({ field, title }) => {
    const word = wordOf(title);
    const isOwn = field.startsWith(OWN) && ((names.get(word)?.size ?? 0) > 1 || PLAIN.has(word));
    return isOwn ? `${title} (${field.slice(OWN.length)})` : title;
  });
}

const OWN = "fields.";
