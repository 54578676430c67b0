import { NOBODY } from "../../audience.ts";
import { layoutOf, shownTo } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const pastWindow: Rule = {
  name: "nav/past-window",
  severity: "warning",
  summary: "An entry with dates can still be seen some day.",
  why: "All its days are past, so nobody will see it again: remove it, or set other dates.",
  example: '{ "ref": "surveys.nav", "visibleWhen": { "until": "2024-01-31" } }',
  check(project, report) {
    const layout = layoutOf(project);
    const { universe } = layout;
    const future = universe.from(project.today);
    for (const entry of layout.entries) {
      const shown = shownTo(layout, entry);
      if (shown === NOBODY || universe.and(shown, future) !== NOBODY) continue;
      report(entry.at, `Nobody will see "${entry.id}" again: all its days are past`);
    }
  },
};
