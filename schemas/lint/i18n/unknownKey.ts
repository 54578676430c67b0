import { atOffset, keysInCode } from "../code.ts";
import { hasText, textFiles } from "../labels.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";
import { declaredIn, sourceLocale } from "../texts.ts";

export const unknownKey: Rule = {
  name: "i18n/unknown-key",
  severity: "error",
  summary: "Every key that code names has a text.",
  why: "A key without a text shows itself to people.",
  example: 't("agenda:titel")',
  needsCode: true,
  check(project, report) {
    const texts = textFiles(project);
    const locale = sourceLocale(project);
    const declared = declaredIn(project, "dynamic");
    for (const { namespace, key, whole, code, offset } of keysInCode(project)) {
      const known = texts.get(namespace)?.get(locale)?.source.value;
      if (!whole || hasText(known, key) || declared(`${namespace}:${key}`)) continue;
      report(atOffset(code, offset), `"${namespace}:${key}" has no text`, {
        suggestion: didYouMean(key, Object.keys(known ?? {})),
      });
    }
  },
};
