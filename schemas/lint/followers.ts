// Translations that follow their source text for text: no rule has anything to say about them, and they are not even parsed.
import { isFlatJson } from "../quickJson.ts";
import type { Texts } from "../texts.ts";
import { closesBraces } from "./i18n/placeholder.ts";
import { pluralFaults } from "./i18n/plural.ts";
import { isSameByRight } from "./i18n/sameAsSource.ts";
import type { TextFile } from "./project.ts";
import { isBlank, type matcher, placeholdersOf, pluralBase, pluralForms } from "./texts.ts";

/** A text of the source as it is written in its file, and what a translation of it must have. */
interface Wanted {
  /** The key with its quotes. */
  key: string;
  text: string;
  placeholders: string;
}

/** How many texts a file has that follows its source; nothing where it may not. */
export type Followers = (locale: string, raw: string) => number | undefined;

/**
 * Tells which files of other languages follow a file of the source language: the same keys in the same order, and each text said, different from its
 * source, with its placeholders. A doubt is a no: then the file is read as any other, and the rules look at every text.
 */
export function followersOf(
  { namespace, locale: own, source }: TextFile,
  mayBeSame: ReturnType<typeof matcher>,
): Followers {
  let facts: ReturnType<typeof factsOf> | undefined;
  return (locale, raw) => {
    facts ??= factsOf(source.value, own);
    const { wanted, isSound, forms } = facts;
    if (!isSound || (forms && forms !== String(pluralForms(locale))) || !isFlatJson(raw)) return undefined;
    let at = raw.indexOf('"');
    for (const text of wanted) {
      if (!raw.startsWith(text.key, at)) return undefined;
      const from = raw.indexOf('"', raw.indexOf(":", at + text.key.length)) + 1;
      const to = endOf(raw, from);
      if (!isRight(text, raw.slice(from, to), locale)) return undefined;
      at = raw.indexOf('"', to + 1);
    }
    return at === -1 ? wanted.length : undefined;
  };

  function isRight({ key, text, placeholders }: Wanted, written: string, locale: string): boolean {
    const other = written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
    if (isBlank(other)) return false;
    if (other === text && !isSameByRight(other, own, locale, () => mayBeSame(`${namespace}:${JSON.parse(key)}`)))
      return false;
    if (!other.includes("{{") && !other.includes("}}") && !other.includes("$t(")) return placeholders === "";
    return closesBraces(other) && placeholdersOf(other) === placeholders;
  }
}

/** What is asked of every translation of a file. */
function factsOf(texts: Texts, own: string): { wanted: Wanted[]; isSound: boolean; forms: string | undefined } {
  const wanted = wantedOf(texts);
  const counts = Object.keys(texts).some((key) => pluralBase(key, texts) !== undefined);
  return {
    wanted,
    isSound: wanted.every(({ text }) => closesBraces(text)) && pluralFaults(texts, texts, own).length === 0,
    forms: counts ? String(pluralForms(own)) : undefined,
  };
}

function wantedOf(texts: Texts): Wanted[] {
  return Object.entries(texts).map(([key, text]) => ({
    key: JSON.stringify(key),
    text,
    placeholders: placeholdersOf(text),
  }));
}

/** Where a text ends that begins after its quote. */
function endOf(raw: string, from: number): number {
  let at = raw.indexOf('"', from);
  while (isEscaped(raw, at)) at = raw.indexOf('"', at + 1);
  return at;
}

function isEscaped(raw: string, at: number): boolean {
  let before = at;
  while (raw[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}
