// For people at a terminal: a finding a paragraph, its place first, a tally last.
import { countOf, type Outcome, type SmokedEndpoint } from "../outcome.ts";
import type { ReportOptions } from "./report.ts";

const colors = { error: 31, warning: 33, note: 36, bold: 1, dim: 2, ok: 32 } as const;

export function pretty(outcome: Outcome, { color }: ReportOptions): string {
  const paint = (kind: keyof typeof colors, text: string) => (color ? `\u001b[${colors[kind]}m${text}\u001b[0m` : text);
  const lines = [...(outcome.lines ?? [])];
  for (const endpoint of outcome.endpoints ?? []) lines.push(endpointLine(endpoint, paint));
  for (const { rule, severity, message, file, line, column, suggestion } of outcome.findings) {
    const place = file === "" ? "" : `${paint("bold", `${file}:${line}:${column}`)} `;
    lines.push(`${place}${paint(severity, severity)} ${message} ${paint("dim", rule)}`);
    if (suggestion) lines.push(`    ${suggestion}`);
  }
  lines.push(tally(outcome, paint));
  return `${lines.join("\n")}\n`;
}

function endpointLine(endpoint: SmokedEndpoint, paint: (kind: keyof typeof colors, text: string) => string): string {
  const { method, path, status, expected, ms, ok, class: fault } = endpoint;
  const mark = ok ? paint("ok", "✓") : paint("error", "✗");
  const told = ok ? "" : ` expected ${expected}: ${fault}`;
  return `${mark} ${method.padEnd(6)} ${String(status).padStart(3)} ${String(Math.round(ms)).padStart(5)} ms  ${path}${told}`;
}

function tally(outcome: Outcome, paint: (kind: keyof typeof colors, text: string) => string): string {
  const error = countOf(outcome.findings, "error");
  const warning = countOf(outcome.findings, "warning");
  const note = countOf(outcome.findings, "note");
  const counts = [
    error && plural(error, "error"),
    warning && plural(warning, "warning"),
    note && plural(note, "note"),
  ].filter(Boolean);
  const text = `${outcome.command}: ${outcome.checked} checked, ${counts.length > 0 ? counts.join(", ") : "nothing to report"}`;
  return paint(outcome.exit === 0 ? "ok" : "error", text);
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
