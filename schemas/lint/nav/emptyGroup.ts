import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const emptyGroup: Rule = {
  name: "nav/empty-group",
  severity: "warning",
  summary: "A group holds something.",
  why: "An empty group is never shown; remove it, or place entries in it.",
  example: '{ "id": "teams", "label": "nav:teams", "items": [] }',
  check(project, report) {
    const { entries, groups } = layoutOf(project);
    const { policy, group: home } = project.nav?.value.unplaced ?? {};
    const taken = new Set(policy === "append" ? [home, ...entries.map((entry) => entry.groups.at(-1))] : []);
    for (const { group, source, pointer } of groups) {
      if (group.items.length === 0 && !taken.has(group.id))
        report({ source, pointer, key: true }, `The group "${group.id}" is empty`);
    }
  },
};
