import { type At, layoutOf, manifestsOf } from "../entries.ts";
import { placeOf, spoken } from "../project.ts";
import type { Report, Rule } from "../rule.ts";

export const duplicateId: Rule = {
  name: "nav/duplicate-id",
  severity: "error",
  summary: "Ids of groups, entries and routes are unique.",
  why: "The last one would win silently, and which one is last depends on the order of folders.",
  example: '"groups": [{ "id": "events", … }, { "id": "events", … }]',
  check(project, report) {
    const groups = layoutOf(project).groups.map(({ group, source, pointer }) => ({
      id: group.id,
      source,
      pointer: `${pointer}/id`,
    }));
    reportTwice(report, "group", groups);
    const all = manifestsOf(project);
    for (const kind of ["routes", "nav"] as const) {
      const ids = all.flatMap((source) =>
        (source.value[kind] ?? []).map(({ id }, at) => ({ id, source, pointer: `/${kind}/${at}/id` })),
      );
      reportTwice(report, kind === "nav" ? "entry" : "route", ids);
    }
  },
};

function reportTwice(report: Report, kind: string, ids: (At & { id: string })[]): void {
  const first = new Map<string, At>();
  for (const { id, ...at } of ids) {
    const before = first.get(id);
    if (before)
      report(at, `The ${kind} "${id}" exists twice; first at ${spoken(placeOf(before.source, before.pointer))}`);
    else first.set(id, at);
  }
}
