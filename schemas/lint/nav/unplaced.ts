import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const unplaced: Rule = {
  name: "nav/unplaced",
  severity: "note",
  summary: "Every entry is placed, or hidden on purpose.",
  why: "What nobody places follows the policy of `unplaced`.",
  example: '(an area declares "badges.nav", and nav.config.json does not name it)',
  check(project, report) {
    const { facts, named } = layoutOf(project);
    const { policy, group } = project.nav?.value.unplaced ?? { policy: "append", group: undefined };
    const then = policy === "hide" ? "it is hidden" : `it comes last${group ? `, in the group "${group}"` : ""}`;
    for (const [id, { fact, at }] of project.nav ? facts : []) {
      if (named.has(id)) continue;
      report({ ...at, pointer: `${at.pointer}/id` }, `Nobody placed "${id}", so ${then}`, {
        suggestion: `place it in the group "${fact.group}"`,
      });
    }
  },
};
