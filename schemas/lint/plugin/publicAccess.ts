import { manifestsOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const publicAccess: Rule = {
  name: "plugin/public-access",
  severity: "error",
  summary: "A route that opens without log-in asks for nothing.",
  why: "Nobody who is not logged in has a role or a permission, so `public` and `access` contradict each other.",
  example: '{ "public": true, "access": { "accessRole": 299 } }',
  check(project, report) {
    for (const source of manifestsOf(project)) {
      source.value.routes?.forEach((route, at) => {
        if (route.public && route.access)
          report(
            { source, pointer: `/routes/${at}/access`, key: true },
            `"${route.id}" opens without log-in and asks for something all the same`,
          );
      });
    }
  },
};
