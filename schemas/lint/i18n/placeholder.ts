import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { namespacesOf, placeholdersOf, pluralBase } from "../texts.ts";

export const placeholder: Rule = {
  name: "i18n/placeholder",
  severity: "error",
  summary: "A translation has the placeholders of its source, and closes their braces.",
  why: "A placeholder that is missing loses a value; one that is misspelt shows its braces.",
  example: '"hello": "Hallo {{nmae}}"   (source: "Hello {{name}}")',
  check(project, report) {
    for (const { name, source, others } of namespacesOf(project)) {
      if (!source) continue;
      for (const file of [source, ...others]) {
        for (const [key, text] of Object.entries(file.source.value)) {
          const at = { source: file.source, pointer: pointerOf([key]) };
          if (text.includes("{{") || text.includes("}}")) {
            if (text.split("{{").length !== text.split("}}").length)
              report(at, `"${name}:${key}" does not close its braces in ${file.locale}`);
          }
          const wanted = file === source ? undefined : source.source.value[key];
          if (
            wanted === undefined ||
            wanted === text ||
            text.trim() === "" ||
            pluralBase(key, file.source.value) !== undefined
          )
            continue;
          const [has, should] = [placeholdersOf(text), placeholdersOf(wanted)];
          if (has !== should)
            report(
              at,
              `"${name}:${key}" has ${has || "no placeholder"} in ${file.locale}, and ${should || "none"} in the source language`,
            );
        }
      }
    }
  },
};
