import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { declaredIn, keysOf, namespacesOf } from "../texts.ts";

export const sameAsSource: Rule = {
  name: "i18n/same-as-source",
  severity: "warning",
  summary: "A translation differs from its source, or may be the same on purpose.",
  why: "The same text usually means that nobody has translated it. Where two languages share a word, i18n.json of the area, or locales/i18n.json, lists it under `sameAsSource`.",
  example: '"save": "Save"   (in de.json)',
  check(project, report) {
    const allowed = declaredIn(project, "sameAsSource");
    for (const { name, source, doubtful } of namespacesOf(project)) {
      if (!source) continue;
      for (const { locale, source: file } of doubtful) {
        for (const key of keysOf(file.value)) {
          const text = file.value[key] as string;
          if (text !== source.source.value[key]) continue;
          if (isSameByRight(text, source.locale, locale, () => allowed(`${name}:${key}`))) continue;
          report(
            { source: file, pointer: pointerOf([key]) },
            `"${name}:${key}" is the same in ${locale} as in the source language: "${text}"`,
          );
        }
      }
    }
  },
};

/** Whether a text may be the same in two languages: they are one language, it has no words, or a list allows it. */
export function isSameByRight(text: string, one: string, other: string, isAllowed: () => unknown): boolean {
  return languageOf(one) === languageOf(other) || !hasWords(text) || isAllowed() !== undefined;
}

function languageOf(locale: string): string {
  return locale.split("-")[0] ?? locale;
}

/** Whether there is anything to translate: a word that is neither a placeholder nor an abbreviation. */
function hasWords(text: string): boolean {
  return /\p{L}\p{Ll}{2}/u.test(text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)/g, ""));
}
