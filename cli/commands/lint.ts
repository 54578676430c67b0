// What `nav lint`, `plugin lint` and `i18n check` have in common: load, check, repair, set against a baseline.
import { readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Draft, Edit, Project } from "#schemas/lint/project.ts";
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
  let project = await load(options.root, options.load);
  let drafts = check(project, options);
  const lines: string[] = [];
  const edits = options.fix ? drafts.flatMap((draft) => draft.edits ?? []) : [];
  if (edits.length > 0) lines.push(...applyEdits(options.root, edits, options.fix === "write"));
  if (edits.length > 0 && options.fix === "write") {
    project = await load(options.root, options.load);
    drafts = check(project, options);
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

/** Puts the edits into their files, or only shows what would change. Everything else keeps its bytes. */
function applyEdits(root: string, edits: readonly Edit[], write: boolean): string[] {
  const byFile = groupByFile(edits);
  const lines: string[] = [];
  for (const [file, ofFile] of byFile) {
    const path = resolve(root, file);
    const text = readFileSync(path, "utf8");
    let fixed = text;
    for (const { start, end, text: replacement } of [...ofFile].sort((a, b) => b.start - a.start)) {
      fixed = fixed.slice(0, start) + replacement + fixed.slice(end);
    }
    if (write) writeFileSync(path, fixed);
    lines.push(...patch(relative(root, path), text, fixed));
  }
  return lines;
}

function groupByFile(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) groups.set(edit.file, [...(groups.get(edit.file) ?? []), edit]);
  return groups;
}

/** The changed lines. Repairs change lines in place, so that both texts have the same number of them. */
function patch(file: string, before: string, after: string): string[] {
  const old = before.split("\n");
  const lines = after
    .split("\n")
    .flatMap((line, at) => (line === old[at] ? [] : [`@@ -${at + 1} +${at + 1} @@`, `-${old[at]}`, `+${line}`]));
  return [`--- ${file}`, `+++ ${file}`, ...lines];
}
