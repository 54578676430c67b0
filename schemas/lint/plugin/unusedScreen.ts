import { screensOf } from "../code.ts";
import type { Rule } from "../rule.ts";

export const unusedScreen: Rule = {
  name: "plugin/unused-screen",
  severity: "warning",
  summary: "Every screen that a web face offers is the screen of a route.",
  why: "Nobody can reach a screen without a route.",
  example: "(web/index.ts offers OldScreen, and no route names it)",
  needsCode: true,
  check(project, report) {
    for (const area of project.areas) {
      if (!area.manifest) continue;
      const named = new Set((area.manifest.value.routes ?? []).map((route) => route.screen));
      for (const { name } of screensOf(area)) {
        if (!named.has(name))
          report({ source: area.manifest, pointer: "/routes" }, `The web face offers "${name}", and no route opens it`);
      }
    }
  },
};
