import { unreadTexts } from "../labels.ts";
import type { Rule } from "../rule.ts";
import { keysOf, namespacesOf, pluralBase, sourceLocale } from "../texts.ts";

export const missing: Rule = {
  name: "i18n/missing",
  severity: "error",
  summary: "Every text of the source language exists in every other language.",
  why: "What is missing shows in the source language, in the middle of another one.",
  example: '(en-gb.json has "title", de.json has not)',
  check(project, report) {
    const unread = unreadTexts(project);
    for (const { name, source, others, doubtful } of namespacesOf(project)) {
      const there = new Set([source, ...others].map((file) => file?.locale));
      const any = source ?? others[0];
      for (const locale of project.locales) {
        if (any && !there.has(locale) && !unread.has(`${name}/${locale}`))
          report({ source: any.source, pointer: "" }, `The namespace "${name}" has no texts in ${locale}`, {
            suggestion: locale === sourceLocale(project) ? "the source language comes first" : undefined,
          });
      }
      if (!source) continue;
      for (const other of doubtful) {
        for (const key of keysOf(source.source.value)) {
          if (key in other.source.value || pluralBase(key, source.source.value) !== undefined) continue;
          report({ source: other.source, pointer: "" }, `"${name}:${key}" is missing in ${other.locale}`);
        }
      }
    }
  },
};
