import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";

export const empty: Rule = {
  name: "i18n/empty",
  severity: "error",
  summary: "No text is empty.",
  why: "An empty text leaves a hole where people look for a word.",
  example: '"title": ""',
  check(project, report) {
    for (const { namespace, locale, source } of project.texts) {
      for (const key of Object.keys(source.value)) {
        if (source.value[key]?.trim() === "")
          report({ source, pointer: pointerOf([key]) }, `"${namespace}:${key}" is empty in ${locale}`);
      }
    }
  },
};
