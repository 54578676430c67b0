// The report for programs, and what `--baseline` reads (INTERFACES §6).
import { countOf, type Outcome } from "../outcome.ts";
import type { ReportOptions } from "./report.ts";

export function json(outcome: Outcome, { version }: Pick<ReportOptions, "version">): string {
  const { command, checked, findings, endpoints, extra } = outcome;
  const summary = {
    checked,
    error: countOf(findings, "error"),
    warning: countOf(findings, "warning"),
    note: countOf(findings, "note"),
  };
  const value = { tool: "lanyard", version, command, summary, findings, ...(endpoints ? { endpoints } : {}), ...extra };
  return `${JSON.stringify(value, null, 2)}\n`;
}
