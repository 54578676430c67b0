// Judges an edit of nav.config.json by the same rules as the command line, and by the promises that it was to keep.

import { shapeDrafts, shapes } from "#schemas/lint/misshapen.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { findingOf, lint } from "#schemas/lint/rule.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { loadProject } from "#schemas/node.ts";
import type { CheckNavigation } from "./navigation.ts";

/** Whose findings are told: an area's are not the edit's. */
const FILES = ["nav.config.json", "nav.expect.json"];

/** The judge that a server uses for its own folder. A text with errors is not served. */
export function checkNavigation(root: string): CheckNavigation {
  return (text) => {
    const project = loadProject(root, { configText: text, sayer: { shapes, shapeDrafts } });
    const findings = lint(project, navRules)
      .map(findingOf)
      .filter((finding) => FILES.includes(finding.file));
    const isBad = findings.some((finding) => finding.severity === "error");
    return { config: project.misshapen ? undefined : (project.nav?.value as NavConfig | undefined), isBad, findings };
  };
}
