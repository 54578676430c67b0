import { layoutOf, manifestsOf } from "../entries.ts";
import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";

export const unknownRoute: Rule = {
  name: "nav/unknown-route",
  severity: "error",
  summary: "Every entry, every action, every redirect and every link names a route that exists.",
  why: "An entry without its route would lead nowhere. Routes are declared under `routes` in plugin.json.",
  example: '{ "id": "agenda.nav", "route": "agenda.mian" }',
  check(project, report) {
    const { facts, routes, entries } = layoutOf(project);
    for (const { fact, at } of facts.values()) {
      if (routes.has(fact.route)) continue;
      const place = { ...at, pointer: `${at.pointer}/route` };
      report(place, `There is no route "${fact.route}"`, meant(place, fact.route, routes.keys()));
    }
    for (const source of manifestsOf(project)) {
      source.value.actions?.forEach(({ route }, at) => {
        if (routes.has(route)) return;
        const place = { source, pointer: `/actions/${at}/route` };
        report(place, `There is no route "${route}"`, meant(place, route, routes.keys()));
      });
      source.value.redirects?.forEach(({ to }, at) => {
        if (routes.has(to)) return;
        const place = { source, pointer: `/redirects/${at}/to` };
        report(place, `There is no route "${to}"`, meant(place, to, routes.keys()));
      });
    }
    for (const { link, at } of entries) {
      if (link?.route === undefined || routes.has(link.route)) continue;
      const place = { ...at, pointer: `${at.pointer}/route` };
      report(place, `There is no route "${link.route}"`, meant(place, link.route, routes.keys()));
    }
  },
};
