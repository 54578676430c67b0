import { formerIds, layoutOf } from "../entries.ts";
import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unknownRef: Rule = {
  name: "nav/unknown-ref",
  severity: "error",
  summary: "Every `ref` names an entry of a feature area.",
  why: "A misspelt name would silently leave the entry out. An entry is declared under `nav` in the area's plugin.json.",
  example: '{ "ref": "agneda.nav" }',
  check(project, report) {
    const { facts, named, entries } = layoutOf(project);
    const unread = project.areas.filter((area) => !area.manifest).map((area) => area.folder);
    const renamed = formerIds(project);
    const links = new Set(entries.flatMap((entry) => (entry.link ? [entry.id] : [])));
    for (const [id, places] of named) {
      if (unread.some((folder) => id.startsWith(`${folder}.`))) continue;
      if (facts.has(id) || links.has(id) || renamed.has(id)) continue;
      for (const at of places)
        report(
          at,
          `No feature area has an entry "${id}"`,
          meant(at, id, facts.keys(), (name) => !named.has(name)),
        );
    }
  },
};
