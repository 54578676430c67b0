import type { Rule } from "../rule.ts";
import { matcher, namespacesOf } from "../texts.ts";

export const staleRule: Rule = {
  name: "i18n/stale-rule",
  severity: "warning",
  summary: "What locales/i18n.json lists still exists.",
  why: "An exception that meets nothing hides the next mistake.",
  example: '"dynamic": ["agenda:gone.*"]',
  check(project, report) {
    const source = project.textRules;
    const keys = namespacesOf(project).flatMap(({ name, source: texts }) =>
      Object.keys(texts?.source.value ?? {}).map((key) => `${name}:${key}`),
    );
    for (const list of ["sameAsSource", "dynamic"] as const) {
      source?.value[list]?.forEach((pattern, at) => {
        const matches = matcher([pattern]);
        if (!keys.some((key) => matches(key)))
          report({ source, pointer: `/${list}/${at}` }, `No text is meant by "${pattern}"`);
      });
    }
  },
};
