import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { isBlank, keysOf } from "../texts.ts";

export const empty: Rule = {
  name: "i18n/empty",
  severity: "error",
  summary: "No text is empty.",
  why: "An empty text leaves a hole where people look for a word.",
  example: '"title": ""',
  check(project, report) {
    for (const { namespace, locale, source } of project.texts) {
      for (const key of keysOf(source.value)) {
        if (isBlank(source.value[key]))
          report({ source, pointer: pointerOf([key]) }, `"${namespace}:${key}" is empty in ${locale}`);
      }
    }
  },
};
