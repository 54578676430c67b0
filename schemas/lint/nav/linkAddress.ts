import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const linkAddress: Rule = {
  name: "nav/link-address",
  severity: "error",
  summary: "A link's address is of its kind.",
  why: "`legacy` is a path in the old dashboard, beginning with a slash; `external` a full address that begins with https. The other way round, it leads nowhere.",
  example: '{ "kind": "legacy", "path": "https://help.example/" }',
  check(project, report) {
    for (const { id, link, at } of layoutOf(project).entries) {
      if (!link || link.path.startsWith("/") === (link.kind === "legacy")) continue;
      const fits = link.kind === "legacy" ? "external" : "legacy";
      report(
        { ...at, pointer: `${at.pointer}/kind` },
        `"${id}" is ${link.kind}, but ${link.path} is an address of the kind ${fits}`,
        {
          suggestion: `write "${fits}", or another path`,
        },
      );
    }
  },
};
