// A summary for a pull request or a job's page.
import { countOf, type Outcome } from "../outcome.ts";

export function markdown(outcome: Outcome): string {
  const { command, checked, findings, endpoints, lines } = outcome;
  const counts = `${countOf(findings, "error")} errors, ${countOf(findings, "warning")} warnings, ${countOf(findings, "note")} notes`;
  const parts = [`## lanyard ${command}`, `${checked} checked: ${counts}.`];
  if (lines?.length) parts.push(["```", ...lines, "```"].join("\n"));
  if (findings.length > 0)
    parts.push(
      table(
        ["", "Where", "What", "Rule"],
        findings.map((finding) => [finding.severity, where(finding), what(finding), `\`${finding.rule}\``]),
      ),
    );
  const rows = endpoints?.map((one) => [
    one.ok ? "ok" : one.class,
    `\`${one.method} ${one.path}\``,
    String(one.status),
    String(one.expected),
    `${Math.round(one.ms)} ms`,
  ]);
  if (rows) parts.push(table(["", "Endpoint", "Status", "Expected", "Time"], rows));
  return `${parts.join("\n\n")}\n`;
}

function where({ file, line, column }: { file: string; line: number; column: number }): string {
  return file === "" ? "" : `\`${file}:${line}:${column}\``;
}

function what({ message, suggestion }: { message: string; suggestion?: string }): string {
  return suggestion ? `${message}<br>${suggestion}` : message;
}

function table(head: string[], rows: string[][]): string {
  const row = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replace(/\|/g, "\\|").replace(/\n/g, " ")).join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}
