// Texts by namespace, seen from the source language: what the rules about translations share.
import { DEFAULT_LOCALE } from "../scalars.ts";
import type { Texts } from "../texts.ts";
import type { Project, TextFile } from "./project.ts";

/** One namespace: its texts in the source language and in the others. */
export interface Namespace {
  name: string;
  source: TextFile | undefined;
  others: TextFile[];
  /** Those of them that the rules must look at: they do not simply follow the source. */
  doubtful: TextFile[];
}

const known = new WeakMap<Project, Namespace[]>();

export function namespacesOf(project: Project): Namespace[] {
  let all = known.get(project);
  if (all) return all;
  const source = sourceLocale(project);
  const byName = new Map<string, Namespace>();
  for (const file of project.texts) {
    const one = byName.get(file.namespace) ?? { name: file.namespace, source: undefined, others: [], doubtful: [] };
    byName.set(file.namespace, one);
    if (file.locale === source) one.source = file;
    else {
      one.others.push(file);
      if (file.follows === undefined) one.doubtful.push(file);
    }
  }
  all = [...byName.values()];
  known.set(project, all);
  return all;
}

/** The language that the others are translated from. */
export function sourceLocale(project: Project): string {
  return project.locales.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : (project.locales[0] ?? DEFAULT_LOCALE);
}

const pluralEnding = /^(.+)_(zero|one|two|few|many|other)$/;

/** The key without its plural ending, when the same file has other forms of it or it ends with `_other`. */
export function pluralBase(key: string, texts: Record<string, string>): string | undefined {
  if (!key.includes("_")) return undefined;
  const base = pluralEnding.exec(key)?.[1];
  return base !== undefined && `${base}_other` in texts ? base : undefined;
}

const plainWords = new Map<string, boolean>();

/** Whether what stands between braces is a name and nothing else; most texts have one such, and it is the same one again and again. */
function isWord(text: string): boolean {
  let known = plainWords.get(text);
  if (known === undefined) {
    known = /^\w+$/.test(text);
    plainWords.set(text, known);
  }
  return known;
}

const categories = new Map<string, string[]>();

/** The plural forms that a language has. */
export function pluralForms(locale: string): string[] {
  let forms = categories.get(locale);
  if (!forms) {
    forms = formsOf(locale);
    categories.set(locale, forms);
  }
  return forms;
}

function formsOf(locale: string): string[] {
  try {
    return new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  } catch {
    return ["one", "other"];
  }
}

const keys = new WeakMap<Texts, string[]>();

/** The keys of a file of texts, listed once. */
export function keysOf(texts: Texts): string[] {
  let list = keys.get(texts);
  if (!list) {
    list = Object.keys(texts);
    keys.set(texts, list);
  }
  return list;
}

/** Whether a text is there and says nothing. A letter at its beginning settles that for nearly every text. */
export function isBlank(text: string | undefined): boolean {
  return text !== undefined && !(text.charCodeAt(0) > 32) && text.trim() === "";
}

/** Words between double braces and keys of nested texts, sorted, each once. */
export function placeholdersOf(text: string): string {
  const nested = text.includes("$t(");
  const open = text.indexOf("{{");
  if (open === -1 && !nested) return "";
  if (!nested && text.indexOf("{{", open + 2) === -1) {
    const close = text.indexOf("}}", open);
    const word = close === -1 ? "" : text.slice(open + 2, close);
    if (isWord(word)) return word;
  }
  const names = [...text.matchAll(/\{\{\s*-?\s*([^},\s]+)[^}]*\}\}|\$t\(([^),]+)/g)].map(
    ([, name, nested]) => name ?? `$t(${nested})`,
  );
  return [...new Set(names)].sort().join(", ");
}

/** Whether a list of patterns (`namespace:key`, or with a star at the end) names a key. */
export function matcher(patterns: readonly string[]): (key: string) => string | undefined {
  const whole = new Set(patterns.filter((pattern) => !pattern.endsWith("*")));
  const beginnings = patterns.filter((pattern) => pattern.endsWith("*"));
  return (key) => (whole.has(key) ? key : beginnings.find((pattern) => key.startsWith(pattern.slice(0, -1))));
}

/** What the house and the areas list: keys that are put together, or texts that may equal their source. */
export function declaredIn(project: Project, list: "dynamic" | "sameAsSource"): ReturnType<typeof matcher> {
  return matcher(project.textRules.flatMap((rules) => rules.value[list] ?? []));
}
