import { manifestsOf } from "../entries.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";

export const requires: Rule = {
  name: "plugin/requires",
  severity: "error",
  summary: "What an area requires exists, and no area requires itself by a detour.",
  why: "Areas are set up in the order of what they require; a circle has no order.",
  example: '"requires": ["agneda"]',
  check(project, report) {
    const all = new Map(manifestsOf(project).map((source) => [source.value.id as string, source]));
    for (const [id, source] of all) {
      for (const [at, wanted] of (source.value.requires ?? []).entries()) {
        const here = { source, pointer: `/requires/${at}` };
        const way = wayBack(wanted, id, (from) => all.get(from)?.value.requires ?? []);
        if (way) report(here, `A circle: ${[id, ...way].join(" → ")}`);
        if (all.has(wanted)) continue;
        report(here, `There is no area "${wanted}"`, { suggestion: didYouMean(wanted, all.keys()) });
      }
    }
  },
};

function wayBack(
  from: string,
  to: string,
  next: (id: string) => readonly string[],
  seen = new Set<string>(),
): string[] | undefined {
  if (from === to) return [to];
  if (seen.has(from)) return undefined;
  seen.add(from);
  for (const id of next(from)) {
    const rest = wayBack(id, to, next, seen);
    if (rest) return [from, ...rest];
  }
  return undefined;
}
