import { type At, layoutOf, manifestsOf } from "../entries.ts";
import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unknownIcon: Rule = {
  name: "nav/unknown-icon",
  severity: "error",
  summary: "Every icon is one of Blueprint's.",
  why: "An unknown icon would leave a hole beside the label.",
  example: '{ "id": "events", "label": "nav:events", "icon": "calender" }',
  check(project, report) {
    const { icons } = project;
    if (!icons) return;
    const { facts, groups, entries } = layoutOf(project);
    const named: (At & { icon: string | undefined })[] = [
      ...groups.map(({ group, source, pointer }) => ({ source, pointer, icon: group.icon })),
      ...entries.filter((entry) => entry.link).map(({ at, icon }) => ({ ...at, icon })),
      ...[...facts.values()].map(({ fact, at }) => ({ ...at, icon: fact.icon })),
      ...manifestsOf(project).flatMap((source) =>
        (source.value.actions ?? []).map(({ icon }, at) => ({ source, pointer: `/actions/${at}`, icon })),
      ),
    ];
    for (const { source, pointer, icon } of named) {
      if (icon === undefined || icons.has(icon)) continue;
      const at = { source, pointer: `${pointer}/icon` };
      report(at, `There is no icon "${icon}"`, meant(at, icon, icons.all()));
    }
  },
};
