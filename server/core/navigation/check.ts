// Judges an edit of nav.config.json by the same rules as the command line.

import { shapeDrafts, shapes } from "#schemas/lint/misshapen.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { findingOf, lint } from "#schemas/lint/rule.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { loadProject } from "#schemas/node.ts";
import type { CheckNavigation } from "./navigation.ts";

/** The judge that a server uses for its own folder. A text with errors is not served. */
export function checkNavigation(root: string): CheckNavigation {
  return (text) => {
    const project = loadProject(root, { configText: text, sayer: { shapes, shapeDrafts } });
    const findings = lint(project, navRules)
      .map(findingOf)
      .filter((finding) => finding.file === "nav.config.json");
    const isBad = findings.some((finding) => finding.severity === "error");
    return { config: project.misshapen ? undefined : (project.nav?.value as NavConfig | undefined), isBad, findings };
  };
}
