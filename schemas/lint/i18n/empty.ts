import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { isBlank, keysOf, namespacesOf } from "../texts.ts";

export const empty: Rule = {
  name: "i18n/empty",
  severity: "error",
  summary: "No text is empty.",
  why: "An empty text leaves a hole where people look for a word.",
  example: '"title": ""',
  check(project, report) {
    for (const { name, source: first, doubtful } of namespacesOf(project)) {
      for (const { locale, source } of first ? [first, ...doubtful] : doubtful) {
        for (const key of keysOf(source.value)) {
          if (isBlank(source.value[key]))
            report({ source, pointer: pointerOf([key]) }, `"${name}:${key}" is empty in ${locale}`);
        }
      }
    }
  },
};
