import { NOBODY } from "../../audience.ts";
import { sayAudience } from "../../sayAudience.ts";
import { layoutOf, shownTo } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const roleDirection: Rule = {
  name: "nav/role-direction",
  severity: "error",
  summary: "What a weaker role sees, a stronger one sees too.",
  why: 'A lower role id means more power. `accessRole: 299` means "299 or stronger"; with `not` around it the direction turns.',
  example: '{ "visibleWhen": { "not": { "accessRole": 299 } } }',
  check(project, report) {
    const layout = layoutOf(project);
    for (const entry of layout.entries) {
      const shown = shownTo(layout, entry);
      const witness = shown === NOBODY ? undefined : layout.universe.weakerOnly(shown);
      if (!witness) continue;
      const turned = entry.clauses.find(
        (clause) => clause.effect === "shows" && layout.universe.weakerOnly(layout.universe.set(clause.condition)),
      );
      const at = turned ?? entry.at;
      report(
        { source: at.source, pointer: at.pointer },
        `"${entry.id}" is seen by ${sayAudience(witness.weaker)}, but not by the stronger role ${witness.stronger}`,
      );
    }
  },
};
