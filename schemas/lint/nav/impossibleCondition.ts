import { NOBODY } from "../../audience.ts";
import { conditionsOf, layoutOf, partsOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const impossibleCondition: Rule = {
  name: "nav/impossible-condition",
  severity: "error",
  summary: "A condition can hold for somebody.",
  why: "Its parts contradict each other, so nobody can ever fulfil it. The smallest contradicting part is reported.",
  example: '{ "all": [{ "flag": "widgets" }, { "not": { "flag": "widgets" } }] }',
  check(project, report) {
    const { universe } = layoutOf(project);
    for (const { source, pointer, condition } of conditionsOf(project)) {
      const impossible = partsOf(condition, pointer).filter((part) => universe.set(part.condition) === NOBODY);
      const innermost = impossible.filter(
        (part) => !impossible.some((other) => other !== part && other.pointer.startsWith(`${part.pointer}/`)),
      );
      for (const part of innermost)
        report({ source, pointer: part.pointer }, "This can never hold: its parts contradict each other");
    }
  },
};
