import { pointerOf } from "../../json.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";
import { keysOf, namespacesOf, pluralBase } from "../texts.ts";

export const extra: Rule = {
  name: "i18n/extra",
  severity: "error",
  summary: "No language has a text that the source language has not.",
  why: "It is a misspelt key, or a text that was removed from the source language only.",
  example: '(de.json has "titel", en-gb.json has not)',
  check(project, report) {
    for (const { name, source, doubtful } of namespacesOf(project)) {
      if (!source) continue;
      const texts = source.source.value;
      for (const other of doubtful) {
        for (const key of keysOf(other.source.value)) {
          const base = pluralBase(key, other.source.value);
          // A language may have more forms than the source, but of a text that counts there as well.
          if (key in texts || (base !== undefined && `${base}_other` in texts)) continue;
          const at = { source: other.source, pointer: pointerOf([key]), key: true };
          report(at, `"${name}:${key}" is not in the source language`, {
            suggestion: didYouMean(key, keysOf(texts)),
          });
        }
      }
    }
  },
};
