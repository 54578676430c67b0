// What `nav lint`, `plugin lint` and `i18n check` have in common: load, check, repair, set against a baseline.
import type { Draft, Project } from "#schemas/lint/project.ts";
import { findingOf, lint, type Rule } from "#schemas/lint/rule.ts";
import { suppress } from "#schemas/lint/suppress.ts";
import type { LoadOptions } from "#schemas/node.ts";
import { countOf, EXIT, type ExitCode, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";

export interface LintOptions {
  command: string;
  root: string;
  rules: readonly Rule[];
  load: LoadOptions;
  /** How many things there were to check. */
  checked: (project: Project) => number;
  fix?: "write" | "show" | undefined;
  maxWarnings?: number | undefined;
  baseline?: string | undefined;
  /** Only findings in files that this accepts. */
  only?: ((draft: Draft) => boolean) | undefined;
}

export async function runLint(options: LintOptions): Promise<{ outcome: Outcome; project: Project }> {
  const look = async (instead?: ReadonlyMap<string, string>) => {
    const loaded = await load(options.root, { ...options.load, instead });
    return { project: loaded, drafts: check(loaded, options) };
  };
  let { project, drafts } = await look();
  const lines: string[] = [];
  if (options.fix) {
    const { repair } = await import("../repair.ts");
    lines.push(...(await repair(options.root, drafts, async (instead) => (await look(instead)).drafts, options.fix)));
    if (options.fix === "write" && lines.length > 0) ({ project, drafts } = await look());
  }
  const checked = options.checked(project);
  const told = drafts.map(findingOf);
  const findings = options.baseline ? (await import("../baseline.ts")).withoutBaseline(told, options.baseline) : told;
  const fatal = drafts.some((draft) => draft.fatal);
  if (checked === 0 && !fatal) findings.push(nothingChecked(options.command));
  const exit = exitOf(findings, fatal, options.maxWarnings);
  return { project, outcome: { command: options.command, checked, findings, exit, lines } };
}

function check(project: Project, { rules, only }: LintOptions): Draft[] {
  const names = new Set(rules.map((rule) => rule.name as string));
  const drafts = suppress(project, lint(project, rules), names);
  return only ? drafts.filter(only) : drafts;
}

function exitOf(findings: Outcome["findings"], fatal: boolean, maxWarnings = Number.POSITIVE_INFINITY): ExitCode {
  if (fatal) return EXIT.failure;
  return countOf(findings, "error") > 0 || countOf(findings, "warning") > maxWarnings ? EXIT.findings : EXIT.clean;
}

function nothingChecked(command: string): Outcome["findings"][number] {
  const message = "There was nothing to check: no entry, no feature area, no text was found";
  return {
    rule: "lanyard/nothing-checked",
    severity: "error",
    message,
    file: "",
    line: 1,
    column: 1,
    pointer: "",
    suggestion: `call lanyard ${command} in the project's folder`,
  };
}
