import { accessCondition } from "../../access.ts";
import { NOBODY, Universe } from "../../audience.ts";
import { type AnyEndpoint, isSafe } from "../../endpoint.ts";
import { sayAudience } from "../../sayAudience.ts";
import { endpointNames, screensOf } from "../code.ts";
import type { Area, Project } from "../project.ts";
import type { Rule } from "../rule.ts";

export const looserThanApi: Rule = {
  name: "plugin/looser-than-api",
  severity: "error",
  summary: "Whoever may open a screen may ask what the screen reads.",
  why: "Otherwise the page opens and then refuses. Endpoints that write may ask for more; the screen hides their buttons. So may one whose access the code of the area names before it asks: `isAllowed(listNotes.access)`.",
  example: "(the route asks for accessRole 299, the endpoint that its screen lists from for 95)",
  needsCode: true,
  check(project, report) {
    for (const { area, route, at, endpoint } of readsOf(project)) {
      const wanted = endpoint.access === "public" ? undefined : accessCondition(endpoint.access);
      const universe = new Universe([route.access, wanted]);
      const refused = universe.minus(universe.set(route.access), universe.set(wanted));
      if (refused === NOBODY || route.public || asksFirst(area, endpoint)) continue;
      const who = sayAudience(
        universe.simplest(refused) ?? {
          accessRole: 0,
          permissions: [],
          flags: [],
          event: null,
          environment: "production",
          today: "",
        },
      );
      const source = area.manifest;
      if (source)
        report(
          { source, pointer: `/routes/${at}${route.access ? "/access" : ""}` },
          `The route ${route.id} opens for ${who}, but ${endpoint.name} (${endpoint.method} ${endpoint.path}), which its screen reads, refuses`,
        );
    }
  },
};

/** Whether the screen itself tells who may not read a part of it. */
function asksFirst(area: Area, { name }: AnyEndpoint): boolean {
  const asked = new RegExp(`isAllowed\\(\\s*${name}\\.access\\b`);
  return area.code.some(({ text }) => asked.test(text));
}

/** Every route with every endpoint that its screen reads from. */
export function* readsOf(project: Project) {
  const endpoints = new Map<string, AnyEndpoint>();
  for (const contract of [project.core, ...project.areas.map((area) => area.contract)]) {
    for (const endpoint of contract?.endpoints ?? []) endpoints.set(endpoint.name, endpoint);
  }
  for (const area of project.areas) {
    const screens = new Map(screensOf(area).map((screen) => [screen.name, screen.file]));
    for (const [at, route] of (area.manifest?.value.routes ?? []).entries()) {
      const file = screens.get(route.screen);
      for (const name of file ? endpointNames(area, file) : []) {
        const endpoint = endpoints.get(name);
        if (endpoint && isSafe(endpoint)) yield { area, route, at, endpoint };
      }
    }
  }
}
