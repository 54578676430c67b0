// What `nav lint`, `plugin lint` and `i18n check` have in common: load, check, repair, set against a baseline.
import type { Finding } from "#schemas/core.ts";
import { type Draft, faultOf, type Project } from "#schemas/lint/project.ts";
import { findingOf, lint, type Rule } from "#schemas/lint/rule.ts";
import { suppress } from "#schemas/lint/suppress.ts";
import { CONFIG, type LoadOptions, thisDay } from "#schemas/node.ts";
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
  /** Only findings that this accepts. */
  only?: ((finding: Finding) => boolean) | undefined;
}

/** What rules are about; each command has its own. */
const LINTED = new Set(["nav", "plugin", "i18n"]);

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
  const { baseline } = options;
  const findings = baseline
    ? (await import("../baseline.ts")).withoutBaseline(told, baseline, couldFind(project, options))
    : told;
  const fatal = drafts.some((draft) => draft.fatal);
  if (checked === 0 && !fatal) findings.push(nothingChecked(options.command));
  const exit = exitOf(findings, fatal, options.maxWarnings);
  return { project, outcome: { command: options.command, checked, findings, exit, lines } };
}

function check(project: Project, options: LintOptions): Draft[] {
  const { rules, only } = options;
  const names = new Set(rules.map((rule) => rule.name as string));
  const drafts = suppress(project, lint(project, rules), names, isWhole(options));
  return only ? drafts.filter(only) : drafts;
}

/** Whether the project is looked at as it stands, today and in every language: a draft of its navigation says nothing about the rest. */
function isWhole({ load: { config = CONFIG, onlyLocales, today } }: LintOptions): boolean {
  return config === CONFIG && !onlyLocales && (today === undefined || today === thisDay());
}

/** Whether this look would find again what a baseline knows, if it were still there. */
function couldFind(project: Project, options: LintOptions): (known: Finding) => boolean {
  const { config } = options.load;
  const seesAll = isWhole(options);
  const areaOf = (rule: string) => rule.slice(0, rule.indexOf("/"));
  const own = new Set(options.rules.map((rule) => areaOf(rule.name)));
  return (known) =>
    !faultOf(project) &&
    (seesAll || known.file === config) &&
    (own.has(areaOf(known.rule)) || !LINTED.has(areaOf(known.rule))) &&
    (options.only === undefined || options.only(known));
}

function exitOf(findings: Outcome["findings"], fatal: boolean, maxWarnings = Number.POSITIVE_INFINITY): ExitCode {
  if (fatal) return EXIT.failure;
  return countOf(findings, "error") > 0 || countOf(findings, "warning") > maxWarnings ? EXIT.findings : EXIT.clean;
}

/** Nothing checked is a failure, not a success. */
export function nothingChecked(command: string): Outcome["findings"][number] {
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
