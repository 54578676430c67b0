import type { FlagFact, Manifest } from "../../manifest.ts";
import { type At, layoutOf, manifestsOf } from "../entries.ts";
import { placeOf, type Source, spoken } from "../project.ts";
import type { Report, Rule } from "../rule.ts";

export const duplicateId: Rule = {
  name: "nav/duplicate-id",
  severity: "error",
  summary:
    "Ids of groups, entries, links, routes and actions are unique, and areas that declare one flag read it alike.",
  why: "The last one would win silently, and which one is last depends on the order of folders.",
  example: '"groups": [{ "id": "events", … }, { "id": "events", … }]',
  check(project, report) {
    const layout = layoutOf(project);
    const groups = layout.groups.map(({ group, source, pointer }) => ({
      id: group.id,
      source,
      pointer: `${pointer}/id`,
    }));
    reportTwice(report, "group", groups);
    const all = manifestsOf(project);
    for (const kind of ["routes", "nav", "actions"] as const) {
      const ids = all.flatMap((source) =>
        (source.value[kind] ?? []).map(({ id }, at) => ({ id, source, pointer: `/${kind}/${at}/id` })),
      );
      reportTwice(report, NAMES[kind], ids);
    }
    for (const { link, id, at } of layout.entries) {
      const own = link && layout.facts.get(id)?.at;
      if (!own) continue;
      const there = spoken(placeOf(own.source, `${own.pointer}/id`));
      report(
        { ...at, pointer: `${at.pointer}/id` },
        `The link "${id}" is called like an entry of an area, at ${there}`,
      );
    }
    reportUnlike(report, all);
  },
};

const NAMES = { routes: "route", nav: "entry", actions: "action" };

/** A flag that two areas declare is one flag. */
function reportUnlike(report: Report, manifests: Source<Manifest>[]): void {
  const first = new Map<string, { flag: FlagFact; place: At }>();
  for (const source of manifests) {
    source.value.flags?.forEach((flag, at) => {
      const place = { source, pointer: `/flags/${at}` };
      const before = first.get(flag.key);
      if (!before) return first.set(flag.key, { flag, place });
      const part = (["source", "default"] as const).find((name) => flag[name] !== before.flag[name]);
      if (!part) return;
      const there = spoken(placeOf(before.place.source, `${before.place.pointer}/${part}`));
      report({ source, pointer: `/flags/${at}/${part}` }, `The flag "${flag.key}" has another ${part} at ${there}`);
    });
  }
}

function reportTwice(report: Report, kind: string, ids: (At & { id: string })[]): void {
  const first = new Map<string, At>();
  for (const { id, ...at } of ids) {
    const before = first.get(id);
    if (before)
      report(at, `The ${kind} "${id}" exists twice; first at ${spoken(placeOf(before.source, before.pointer))}`);
    else first.set(id, at);
  }
}
