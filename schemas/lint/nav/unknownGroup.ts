import { layoutOf, manifestsOf } from "../entries.ts";
import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unknownGroup: Rule = {
  name: "nav/unknown-group",
  severity: "error",
  summary: "The group for unplaced entries exists, or is new on purpose; the group an area suggests exists.",
  why: "`unplaced.group` may name a group that is made for those entries only when no existing group is nearly called the same.",
  example: '"unplaced": { "policy": "append", "group": "insigths" }',
  check(project, report) {
    const ids = layoutOf(project).groups.map(({ group }) => group.id);
    if (!project.nav) return;
    const wanted = project.nav.value.unplaced?.group;
    if (wanted !== undefined && !ids.includes(wanted)) {
      const at = { source: project.nav, pointer: "/unplaced/group" };
      const more = meant(at, wanted, ids);
      if (more.suggestion) report(at, `There is no group "${wanted}"`, more);
    }
    for (const manifest of manifestsOf(project)) {
      manifest.value.nav?.forEach((fact, at) => {
        if (ids.includes(fact.group) || fact.group === wanted) return;
        const place = { source: manifest, pointer: `/nav/${at}/group` };
        const message = `The suggested group "${fact.group}" is not in the config`;
        report(place, message, { ...meant(place, fact.group, ids), severity: "warning" });
      });
    }
  },
};
