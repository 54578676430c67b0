import { nodeAt, plainValue } from "../../json.ts";
import { type At, layoutOf } from "../entries.ts";
import { placeOf, spoken } from "../project.ts";
import { remove } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const duplicateEntry: Rule = {
  name: "nav/duplicate-entry",
  severity: "error",
  summary: "An entry stands in one place only.",
  why: "Listed twice, or both listed and hidden, it is not clear what was meant.",
  example: '"items": [{ "ref": "agenda.nav" }, { "ref": "agenda.nav" }]',
  check(project, report) {
    for (const [id, [first, ...others]] of layoutOf(project).named) {
      if (!first) continue;
      for (const at of others)
        report(at, `"${id}" stands here a second time; first at ${spoken(placeOf(first.source, first.pointer))}`, {
          edits: saysTheSame(first, at) ? remove(at.source, itemOf(at.pointer)) : [],
        });
    }
  },
};

/** Beside each other in one list and word for word the same, so that the second one can go. */
function saysTheSame(first: At, second: At): boolean {
  if (first.source !== second.source || listOf(first) !== listOf(second)) return false;
  const text = ({ source, pointer }: At) => {
    const node = nodeAt(source.document, itemOf(pointer))?.node;
    return node && JSON.stringify(plainValue(node));
  };
  return text(first) === text(second);
}

/** The item of a list in which a ref or the id of a link stands. */
function itemOf(pointer: string): string {
  return pointer.replace(/\/(?:ref|link\/id)$/, "");
}

function listOf({ pointer }: At): string {
  return itemOf(pointer).replace(/\/\d+$/, "");
}
