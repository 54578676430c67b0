import { PLANNED_SCREEN } from "../../manifest.ts";
import { screensOf } from "../code.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";

export const unknownScreen: Rule = {
  name: "plugin/unknown-screen",
  severity: "error",
  summary: "Every screen of a route is one that the area's web face offers, and its file exists.",
  why: "The route would open nothing. A screen is offered in web/index.ts, under `screens`.",
  example: '"screen": "AgendScreen"',
  needsCode: true,
  check(project, report) {
    for (const area of project.areas) {
      const screens = screensOf(area);
      const files = new Set(area.code.map(({ file }) => file));
      area.manifest?.value.routes?.forEach((route, at) => {
        if (!area.manifest || route.screen === PLANNED_SCREEN) return;
        const here = { source: area.manifest, pointer: `/routes/${at}/screen` };
        const found = screens.find((screen) => screen.name === route.screen);
        const names = [PLANNED_SCREEN, ...screens.map((screen) => screen.name)];
        if (!found)
          report(here, `The web face offers no screen "${route.screen}"`, {
            suggestion: didYouMean(route.screen, names),
          });
        else if (!files.has(found.file)) report(here, `The file of "${route.screen}" does not exist: ${found.file}`);
      });
    }
  },
};
