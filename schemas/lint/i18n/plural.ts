import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { keysOf, namespacesOf, placeholdersOf, pluralBase, pluralForms } from "../texts.ts";

export const plural: Rule = {
  name: "i18n/plural",
  severity: "error",
  summary: "A text that counts has all plural forms of its language, with the same placeholders.",
  why: "Languages have between one and six forms; a form that is missing falls back to another language.",
  example: '"rows_one": "{{count}} row"   (without "rows_other")',
  check(project, report) {
    for (const { name, source, others } of namespacesOf(project)) {
      if (!source) continue;
      const bases = new Set(keysOf(source.source.value).flatMap((key) => pluralBase(key, source.source.value) ?? []));
      for (const { locale, source: file } of [source, ...others]) {
        const texts = file.value;
        for (const key of keysOf(texts)) {
          if (
            key.includes("_") &&
            /_(one|two|few|many|zero)$/.test(key) &&
            pluralBase(key, texts) === undefined &&
            (key.endsWith("_one") || bases.has(key.replace(/_\w+$/, "")))
          ) {
            report(
              { source: file, pointer: pointerOf([key]), key: true },
              `"${name}:${key}" counts, but "${key.replace(/_\w+$/, "_other")}" is missing in ${locale}`,
            );
          }
        }
        for (const base of bases) {
          const lacking = pluralForms(locale).filter((form) => texts[`${base}_${form}`] === undefined);
          const there = pluralForms(locale).filter((form) => !lacking.includes(form));
          if (lacking.length > 0)
            report(
              { source: file, pointer: there[0] ? pointerOf([`${base}_${there[0]}`]) : "" },
              `"${name}:${base}" lacks the plural ${lacking.join(", ")} in ${locale}`,
            );
          const other = placeholdersOf(source.source.value[`${base}_other`] ?? "");
          for (const form of there) {
            const has = placeholdersOf(texts[`${base}_${form}`] ?? "");
            const counted = form === "other" || form === "many" || form === "few";
            if (has !== other && (counted || !isPartOf(has, other)))
              report(
                { source: file, pointer: pointerOf([`${base}_${form}`]) },
                `"${name}:${base}_${form}" has ${has || "no placeholder"} in ${locale}, and ${other || "none"} in the source language`,
              );
          }
        }
      }
    }
  },
};

/** "One row" may leave the number out. */
function isPartOf(has: string, other: string): boolean {
  return has
    .split(", ")
    .filter(Boolean)
    .every((word) => other.split(", ").includes(word));
}
