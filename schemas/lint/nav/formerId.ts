import { formerIds, layoutOf } from "../entries.ts";
import { rewrite } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const formerId: Rule = {
  name: "nav/former-id",
  severity: "error",
  summary: "A `ref` uses the present id of an entry, not a former one.",
  why: "The area that renamed the entry keeps the old id under `formerIds`; `--fix` writes the new one.",
  example: '{ "ref": "schedule.nav" }   (agenda: "formerIds": { "schedule.nav": "agenda.nav" })',
  check(project, report) {
    const { facts, named } = layoutOf(project);
    for (const [old, id] of formerIds(project)) {
      if (facts.has(old)) continue;
      for (const at of named.get(old) ?? []) {
        const edits = named.has(id) ? [] : rewrite(at.source, at.pointer, id);
        report(at, `"${old}" is now called "${id}"`, { suggestion: `write "${id}"`, edits });
      }
    }
  },
};
