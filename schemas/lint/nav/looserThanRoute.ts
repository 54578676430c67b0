import { NOBODY } from "../../audience.ts";
import { sayAudience } from "../../sayAudience.ts";
import { layoutOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const looserThanRoute: Rule = {
  name: "nav/looser-than-route",
  severity: "warning",
  summary: "A link with a route asks for at least what the route asks for.",
  why: "A link's own access cannot open the route; whoever the link lets in and the route does not, never sees the link.",
  example:
    '{ "link": { "id": "teams.link", "route": "teams.main", "access": { "accessRole": 300 } } }   (the route: 299)',
  check(project, report) {
    const { entries, universe } = layoutOf(project);
    for (const { link, route, at, id } of entries) {
      if (!link?.access || !route?.access) continue;
      const witness = universe.simplest(universe.minus(universe.set(link.access), universe.set(route.access)));
      if (!witness || universe.set(link.access) === NOBODY) continue;
      report(
        { ...at, pointer: `${at.pointer}/access` },
        `"${id}" lets in ${sayAudience(witness)}, whom the route ${route.id} refuses`,
      );
    }
  },
};
