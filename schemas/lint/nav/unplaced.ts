import { layoutOf } from "../entries.ts";
import { append } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unplaced: Rule = {
  name: "nav/unplaced",
  severity: "note",
  summary: "Every entry is placed, or hidden on purpose.",
  why: "What nobody places follows the policy of `unplaced`; where the file has none, it is hidden.",
  example: '(an area declares "badges.nav", and nav.config.json does not name it)',
  check(project, report) {
    const { entries, facts, groups, named } = layoutOf(project);
    const links = new Set(entries.flatMap((entry) => (entry.link ? [entry.id] : [])));
    const isKnown = (id: string) => facts.has(id) || links.has(id);
    // Nothing said means hidden, as arrange() in the browser has it.
    const { policy = "hide", group } = project.nav?.value.unplaced ?? {};
    const then = policy === "hide" ? "it is hidden" : `it comes last${group ? `, in the group "${group}"` : ""}`;
    // A name that nobody knows, or a former one, may be the name of an entry that only seems unplaced.
    const settled = !project.faults.length && [...named.keys()].every((id) => isKnown(id));
    for (const [id, { fact, at }] of project.nav ? facts : []) {
      if (named.has(id)) continue;
      const home = groups.find((one) => one.group.id === (group ?? fact.group));
      report({ ...at, pointer: `${at.pointer}/id` }, `Nobody placed "${id}", so ${then}`, {
        suggestion: `place it in the group "${fact.group}"`,
        // Where it stands anyway; only said.
        edits:
          policy === "append" && settled && home
            ? append(home.source, `${home.pointer}/items`, `{ "ref": ${JSON.stringify(id)} }`)
            : [],
      });
    }
  },
};
