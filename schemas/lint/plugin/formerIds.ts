import { pointerOf } from "../../json.ts";
import { layoutOf, manifestsOf } from "../entries.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";

export const formerIdTargets: Rule = {
  name: "plugin/former-ids",
  severity: "error",
  summary: "A former id leads to an id that exists, and is not in use itself.",
  why: "Otherwise the rename would lose what it should keep.",
  example: '"formerIds": { "agenda.old": "agenda.gone" }',
  check(project, report) {
    const { facts, routes } = layoutOf(project);
    const renamed = new Set(manifestsOf(project).flatMap((source) => Object.keys(source.value.formerIds ?? {})));
    for (const source of manifestsOf(project)) {
      for (const [old, id] of Object.entries(source.value.formerIds ?? {})) {
        const at = { source, pointer: pointerOf(["formerIds", old]) };
        if (facts.has(old)) report({ ...at, key: true }, `"${old}" is in use, so it is no former id`);
        if (!facts.has(id) && !routes.has(id) && !renamed.has(id))
          report(at, `There is no "${id}"`, { suggestion: didYouMean(id, facts.keys()) });
      }
    }
  },
};
