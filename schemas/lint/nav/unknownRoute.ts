import { layoutOf } from "../entries.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";

export const unknownRoute: Rule = {
  name: "nav/unknown-route",
  severity: "error",
  summary: "Every entry and every link names a route that exists.",
  why: "An entry without its route would lead nowhere. Routes are declared under `routes` in plugin.json.",
  example: '{ "id": "agenda.nav", "route": "agenda.mian" }',
  check(project, report) {
    const { facts, routes, entries } = layoutOf(project);
    for (const { fact, at } of facts.values()) {
      if (routes.has(fact.route)) continue;
      report({ ...at, pointer: `${at.pointer}/route` }, `There is no route "${fact.route}"`, {
        suggestion: didYouMean(fact.route, routes.keys()),
      });
    }
    for (const { link, at } of entries) {
      if (link?.route === undefined || routes.has(link.route)) continue;
      report({ ...at, pointer: `${at.pointer}/route` }, `There is no route "${link.route}"`, {
        suggestion: didYouMean(link.route, routes.keys()),
      });
    }
  },
};
