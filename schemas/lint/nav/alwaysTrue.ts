import { EVERYBODY } from "../../audience.ts";
import { conditionsOf, layoutOf } from "../entries.ts";
import { remove } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const alwaysTrue: Rule = {
  name: "nav/always-true",
  severity: "warning",
  summary: "A condition leaves somebody out.",
  why: "A condition that always holds says nothing, and usually something else was meant. An empty permission list always holds.",
  example: '{ "visibleWhen": { "any": [{ "flag": "widgets" }, { "not": { "flag": "widgets" } }] } }',
  check(project, report) {
    const { universe } = layoutOf(project);
    for (const { source, pointer, condition } of conditionsOf(project)) {
      if (universe.set(condition) === EVERYBODY)
        report({ source, pointer }, "This always holds, so it says nothing", {
          edits: /\/(?:visibleWhen|enabledWhen)$/.test(pointer) ? remove(source, pointer) : [],
        });
    }
  },
};
