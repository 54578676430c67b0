import { NOBODY } from "../../audience.ts";
import { layoutOf, partsOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const looserThanGroup: Rule = {
  name: "nav/looser-than-group",
  severity: "warning",
  summary: "An entry asks for no weaker role than its group allows.",
  why: "Those whom the group leaves out never see the entry, although its own threshold lets them in: one of the two thresholds is not meant.",
  example:
    '{ "id": "insights", "visibleWhen": { "accessRole": 299 }, "items": [{ "ref": "teams.nav" }] }   (teams: "accessRole": 300)',
  check(project, report) {
    const layout = layoutOf(project);
    const { universe } = layout;
    for (const entry of layout.entries) {
      const ofGroup = entry.clauses.filter((clause) => clause.effect === "shows" && clause.of.startsWith("the group "));
      const own = entry.clauses.filter((clause) => clause.effect === "shows" && !clause.of.startsWith("the group "));
      const asks = own.filter((clause) => partsOf(clause.condition, "").some((part) => "accessRole" in part.condition));
      if (asks.length === 0 || ofGroup.length === 0) continue;
      const roles = universe.rolesOf(own.reduce((set, clause) => universe.and(set, universe.set(clause.condition)), 1));
      const allowed = universe.rolesOf(
        ofGroup.reduce((set, clause) => universe.and(set, universe.set(clause.condition)), 1),
      );
      const lost = universe.minus(roles, allowed);
      if (lost === NOBODY || universe.and(roles, allowed) === NOBODY) continue;
      const role = universe.simplest(lost)?.accessRole;
      report(entry.at, `"${entry.id}" lets in role ${role}, but its group does not show to that role`);
    }
  },
};
