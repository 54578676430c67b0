import type { NavGroup } from "../../nav.ts";
import type { Source } from "../project.ts";
import type { Report, Rule } from "../rule.ts";

export const oneKind: Rule = {
  name: "nav/one-kind",
  severity: "error",
  summary: "An item is either a `ref`, a `link` or a `group`.",
  why: "An item that is none of them shows nothing; of one that is several, only one would be shown.",
  example: '{ "ref": "agenda.nav", "link": { … } }',
  check(project, report) {
    const source = project.nav;
    for (const [at, group] of (source?.value.groups ?? []).entries()) {
      if (source) visit(source, group, `/groups/${at}`, report);
    }
  },
};

function visit(source: Source<unknown>, group: NavGroup, pointer: string, report: Report): void {
  group.items.forEach((item, at) => {
    const here = `${pointer}/items/${at}`;
    const kinds = (["ref", "link", "group"] as const).filter((kind) => item[kind] !== undefined);
    if (kinds.length !== 1)
      report(
        { source, pointer: here },
        kinds.length === 0
          ? "This item is neither a ref nor a link nor a group"
          : `This item is both ${kinds.join(" and ")}`,
      );
    if (item.group) visit(source, item.group, `${here}/group`, report);
  });
}
