// Languages by their tags, named in the reader's language as countries are.
import { languageTag } from "./setup.ts";

let names: { tag: string; format: Intl.DisplayNames } | undefined;

/** A language in the reader's words; a tag that names none stays as it is. */
export function languageHere(locale: string): string {
  const tag = languageTag();
  if (names?.tag !== tag) names = { tag, format: new Intl.DisplayNames(tag, { type: "language" }) };
  try {
    return names.format.of(languageTag(locale)) ?? locale;
  } catch {
    return locale;
  }
}
