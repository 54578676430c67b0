import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";
import { conditionParts, flagKeys, grants } from "../words.ts";

export const unknownFlag: Rule = {
  name: "nav/unknown-flag",
  severity: "error",
  summary: "Every flag in a condition is declared by a feature area.",
  why: "A flag that nobody declares has no source, so the condition would never hold. Flags are declared under `flags` in plugin.json.",
  example: '{ "visibleWhen": { "flag": "widget" } }',
  check(project, report) {
    const keys = flagKeys(project);
    for (const { source, pointer, condition } of conditionParts(project)) {
      if (!("flag" in condition) || keys.has(condition.flag)) continue;
      const at = { source, pointer: `${pointer}/flag` };
      const message = `No feature area declares the flag "${condition.flag}"`;
      report(
        at,
        message,
        meant(at, condition.flag, keys, () => !grants(pointer)),
      );
    }
  },
};
