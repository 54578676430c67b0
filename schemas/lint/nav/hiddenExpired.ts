import type { Rule } from "../rule.ts";

export const hiddenExpired: Rule = {
  name: "nav/hidden-expired",
  severity: "error",
  summary: "What is hidden until a day is looked at again on that day.",
  why: "The day is past: place the entry, or set another day.",
  example: '"hidden": [{ "ref": "surveys.nav", "reason": "launch after beta", "until": "2024-01-31" }]',
  check(project, report) {
    project.nav?.value.hidden?.forEach((hidden, at) => {
      if (hidden.until === undefined || hidden.until >= project.today || !project.nav) return;
      report(
        { source: project.nav, pointer: `/hidden/${at}/until` },
        `"${hidden.ref}" was to be hidden until ${hidden.until}, which is past`,
      );
    });
  },
};
