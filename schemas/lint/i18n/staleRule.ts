import type { Rule } from "../rule.ts";
import { keysOf, matcher, namespacesOf } from "../texts.ts";

const lists = ["sameAsSource", "dynamic"] as const;

export const staleRule: Rule = {
  name: "i18n/stale-rule",
  severity: "warning",
  summary: "What an i18n.json lists still exists.",
  why: "An exception that meets nothing hides the next mistake.",
  example: '"dynamic": ["agenda:gone.*"]',
  check(project, report) {
    const keys = namespacesOf(project).flatMap(({ name, source: texts }) =>
      (texts ? keysOf(texts.source.value) : []).map((key) => `${name}:${key}`),
    );
    for (const [source, list] of project.textRules.flatMap((one) => lists.map((name) => [one, name] as const))) {
      source.value[list]?.forEach((pattern, at) => {
        const matches = matcher([pattern]);
        if (!keys.some((key) => matches(key)))
          report({ source, pointer: `/${list}/${at}` }, `No text is meant by "${pattern}"`);
      });
    }
  },
};
