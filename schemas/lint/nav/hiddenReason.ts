import type { Rule } from "../rule.ts";

const empty = /^(?:\W*|todo|tbd|fixme|xxx|none|n\/?a|reason|later|hidden|because|temp(?:orary)?|wip)\W*$/i;

export const hiddenReason: Rule = {
  name: "nav/hidden-reason",
  severity: "error",
  summary: "What is hidden says why, in words.",
  why: "Nobody dares to remove an exception whose reason is not known.",
  example: '"hidden": [{ "ref": "surveys.nav", "reason": "TODO" }]',
  check(project, report) {
    project.nav?.value.hidden?.forEach((hidden, at) => {
      if (!empty.test(hidden.reason.trim()) || !project.nav) return;
      report(
        { source: project.nav, pointer: `/hidden/${at}/reason` },
        `"${hidden.reason}" is no reason for hiding "${hidden.ref}"`,
      );
    });
  },
};
