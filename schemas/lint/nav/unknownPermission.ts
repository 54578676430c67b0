import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";
import { conditionParts, grants, permissionKeys } from "../words.ts";

export const unknownPermission: Rule = {
  name: "nav/unknown-permission",
  severity: "error",
  summary: "Every permission key in a condition exists.",
  why: "Nobody can hold a key that does not exist, so the condition would never hold.",
  example: '{ "visibleWhen": { "permission": ["session"] } }',
  check(project, report) {
    const keys = permissionKeys(project);
    for (const { source, pointer, condition } of conditionParts(project)) {
      if (!("permission" in condition)) continue;
      condition.permission.forEach((key, at) => {
        if (keys.has(key)) return;
        const place = { source, pointer: `${pointer}/permission/${at}` };
        report(
          place,
          `There is no permission key "${key}"`,
          meant(place, key, keys, () => !grants(pointer)),
        );
      });
    }
  },
};
