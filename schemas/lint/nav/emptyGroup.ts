import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const emptyGroup: Rule = {
  name: "nav/empty-group",
  severity: "warning",
  summary: "A group holds something.",
  why: "An empty group is never shown; remove it, or place entries in it.",
  example: '{ "id": "teams", "label": "nav:teams", "items": [] }',
  check(project, report) {
    for (const { group, source, pointer } of layoutOf(project).groups) {
      const takesUnplaced = project.nav?.value.unplaced?.group === group.id;
      if (group.items.length === 0 && !takesUnplaced)
        report({ source, pointer, key: true }, `The group "${group.id}" is empty`);
    }
  },
};
