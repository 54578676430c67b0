import { NOBODY } from "../../audience.ts";
import { layoutOf, shownTo, usableBy } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const neverEnabled: Rule = {
  name: "nav/never-enabled",
  severity: "error",
  summary: "Every entry that somebody sees can be used by somebody.",
  why: "All who see it would find it disabled for ever.",
  example:
    '{ "ref": "setup.nav", "visibleWhen": { "not": { "event": "selected" } }, "enabledWhen": { "event": "selected" } }',
  check(project, report) {
    const layout = layoutOf(project);
    for (const entry of layout.entries) {
      if (shownTo(layout, entry) === NOBODY || usableBy(layout, entry) !== NOBODY) continue;
      const alone = entry.clauses.some((clause) => layout.universe.set(clause.condition) === NOBODY);
      if (!alone) report(entry.at, `Everybody who sees "${entry.id}" finds it disabled`);
    }
  },
};
