import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const missingReason: Rule = {
  name: "nav/missing-reason",
  severity: "error",
  summary: "What can be disabled says why.",
  why: "A disabled entry without a reason leaves people guessing. `reason` stands beside `enabledWhen`. That no event is selected explains itself.",
  example:
    '{ "ref": "setup.nav", "enabledWhen": { "eventPhase": "before" } }   (without "reason", here and in the area)',
  check(project, report) {
    const { entries, groups } = layoutOf(project);
    const told = new Set<string>();
    for (const { clauses, fact } of entries) {
      for (const { source, pointer, effect, condition } of clauses) {
        const at = pointer.slice(0, pointer.lastIndexOf("/"));
        const id = `${source.file}#${at}`;
        if (effect !== "enables" || told.has(id) || "event" in condition) continue;
        told.add(id);
        const holder = valueAt(source.value, at) as { reason?: string; ref?: string };
        if (holder.reason !== undefined || (holder.ref !== undefined && fact?.reason !== undefined)) continue;
        report({ source, pointer, key: true }, "This can be disabled, but no reason is given", {
          suggestion: 'add "reason"',
        });
      }
    }
    for (const { group, source, pointer } of groups) {
      if (
        !group.enabledWhen ||
        "event" in group.enabledWhen ||
        group.reason !== undefined ||
        told.has(`${source.file}#${pointer}`)
      )
        continue;
      report({ source, pointer: `${pointer}/enabledWhen`, key: true }, "This can be disabled, but no reason is given", {
        suggestion: 'add "reason"',
      });
    }
  },
};

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce((at, part) => (at as Record<string, unknown>)[part], value);
}
