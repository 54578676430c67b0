import { LINK_VARIABLES } from "../../manifest.ts";
import { type At, layoutOf } from "../entries.ts";
import { didYouMean, onlyNear } from "../near.ts";
import { rewrite } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unknownVariable: Rule = {
  name: "nav/unknown-variable",
  severity: "error",
  summary: "The {variables} of an address are ones that can be filled, and its braces are closed.",
  why: "Anything else would stay in the address as it is written.",
  example: '{ "kind": "legacy", "path": "/{appID}/groups" }',
  check(project, report) {
    const { facts, entries } = layoutOf(project);
    const addresses: (At & { text: string | undefined })[] = [
      ...entries
        .filter((entry) => entry.link)
        .map(({ at, link }) => ({ source: at.source, pointer: `${at.pointer}/path`, text: link?.path })),
      ...[...facts.values()].flatMap(({ fact, at }) => [
        { source: at.source, pointer: `${at.pointer}/legacy`, text: fact.legacy },
        { source: at.source, pointer: `${at.pointer}/query`, text: fact.query },
      ]),
    ];
    for (const { text, ...at } of addresses) {
      if (text === undefined) continue;
      for (const [, variable] of text.matchAll(/\{([^{}]*)\}/g)) {
        if (LINK_VARIABLES.some((known) => known === variable)) continue;
        const message = `{${variable}} cannot be filled; there are ${LINK_VARIABLES.map((known) => `{${known}}`).join(", ")}`;
        const only = onlyNear(variable ?? "", LINK_VARIABLES);
        report(at, message, {
          suggestion: didYouMean(variable ?? "", LINK_VARIABLES),
          edits: only ? rewrite(at.source, at.pointer, text.replaceAll(`{${variable}}`, `{${only}}`)) : [],
        });
      }
      if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ""))) report(at, `A brace of ${text} is not closed, or not opened`);
    }
  },
};
