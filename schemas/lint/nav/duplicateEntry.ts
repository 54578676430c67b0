import { layoutOf } from "../entries.ts";
import { placeOf, spoken } from "../project.ts";
import type { Rule } from "../rule.ts";

export const duplicateEntry: Rule = {
  name: "nav/duplicate-entry",
  severity: "error",
  summary: "An entry stands in one place only.",
  why: "Listed twice, or both listed and hidden, it is not clear what was meant.",
  example: '"items": [{ "ref": "agenda.nav" }, { "ref": "agenda.nav" }]',
  check(project, report) {
    for (const [id, [first, ...others]] of layoutOf(project).named) {
      if (!first) continue;
      for (const at of others)
        report(at, `"${id}" stands here a second time; first at ${spoken(placeOf(first.source, first.pointer))}`);
    }
  },
};
