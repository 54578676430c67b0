import { PLANNED_SCREEN } from "../../manifest.ts";
import type { Rule } from "../rule.ts";

export const parts: Rule = {
  name: "plugin/parts",
  severity: "error",
  summary:
    "An area has the parts that its manifest speaks of: README, locales, a web face for its screens, a contract for its server.",
  why: "Every area looks the same inside, so that a reader of one finds the way in all.",
  example: "(plugins/agenda without README.md)",
  check(project, report) {
    for (const { folder, manifest: source, parts: there } of project.areas) {
      if (!source) continue;
      const needs = (part: string, why: string) => {
        if (!there.includes(part)) report({ source, pointer: "/id" }, `plugins/${folder}/${part} is missing: ${why}`);
      };
      needs("README.md", "one page about what the area is for");
      if ((source.value.nav ?? []).length + (source.value.routes ?? []).length > 0)
        needs("locales", "its titles and labels are texts");
      if (source.value.routes?.some((route) => route.screen !== PLANNED_SCREEN))
        needs("web", "its routes have screens");
      if (there.includes("server")) needs("contract.ts", "its server answers endpoints");
      if (there.includes("contract.ts")) needs("contract.json", "run npm run gen");
    }
  },
};
