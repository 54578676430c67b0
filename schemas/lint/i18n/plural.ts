import { pointerOf } from "../../json.ts";
import type { Texts } from "../../texts.ts";
import type { Rule } from "../rule.ts";
import { keysOf, namespacesOf, placeholdersOf, pluralBase, pluralForms } from "../texts.ts";

export const plural: Rule = {
  name: "i18n/plural",
  severity: "error",
  summary: "A text that counts has all plural forms of its language, with the same placeholders.",
  why: "Languages have between one and six forms; a form that is missing falls back to another language.",
  example: '"rows_one": "{{count}} row"   (without "rows_other")',
  check(project, report) {
    for (const { name, source, doubtful } of namespacesOf(project)) {
      if (!source) continue;
      for (const { locale, source: file } of [source, ...doubtful])
        for (const { key, isKey, told } of pluralFaults(source.source.value, file.value, locale))
          report(
            { source: file, pointer: key === undefined ? "" : pointerOf([key]), ...(isKey ? { key: true } : {}) },
            `"${name}:${told}`,
          );
    }
  },
};

interface PluralFault {
  /** The text that it is told at; the whole file where none of the forms is there. */
  key: string | undefined;
  isKey?: boolean;
  /** What is wrong, from the name of the text on. */
  told: string;
}

/** What is wrong with the plural forms of one file, set against those of the source language. */
export function pluralFaults(wanted: Texts, texts: Texts, locale: string): PluralFault[] {
  const bases = new Set(keysOf(wanted).flatMap((key) => pluralBase(key, wanted) ?? []));
  const faults: PluralFault[] = [];
  for (const key of keysOf(texts)) {
    if (
      key.includes("_") &&
      /_(one|two|few|many|zero)$/.test(key) &&
      pluralBase(key, texts) === undefined &&
      (key.endsWith("_one") || bases.has(key.replace(/_\w+$/, "")))
    )
      faults.push({
        key,
        isKey: true,
        told: `${key}" counts, but "${key.replace(/_\w+$/, "_other")}" is missing in ${locale}`,
      });
  }
  for (const base of bases) {
    const lacking = pluralForms(locale).filter((form) => texts[`${base}_${form}`] === undefined);
    const there = pluralForms(locale).filter((form) => !lacking.includes(form));
    if (lacking.length > 0)
      faults.push({
        key: there[0] && `${base}_${there[0]}`,
        told: `${base}" lacks the plural ${lacking.join(", ")} in ${locale}`,
      });
    const other = placeholdersOf(wanted[`${base}_other`] ?? "");
    for (const form of there) {
      const has = placeholdersOf(texts[`${base}_${form}`] ?? "");
      const counted = form === "other" || form === "many" || form === "few";
      if (has !== other && (counted || !isPartOf(has, other)))
        faults.push({
          key: `${base}_${form}`,
          told: `${base}_${form}" has ${has || "no placeholder"} in ${locale}, and ${other || "none"} in the source language`,
        });
    }
  }
  return faults;
}

/** "One row" may leave the number out. */
function isPartOf(has: string, other: string): boolean {
  return has
    .split(", ")
    .filter(Boolean)
    .every((word) => other.split(", ").includes(word));
}
