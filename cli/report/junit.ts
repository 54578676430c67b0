// For CI servers: a case a finding, named by its place; what is clean is one case that passed. Only what Jenkins' schema knows, which refuses all else.
import type { Finding } from "#schemas/core.ts";
import type { Outcome } from "../outcome.ts";

export function junit(outcome: Outcome): string {
  const cases = [...outcome.findings.map(findingCase), ...(outcome.endpoints ?? []).map(endpointCase)];
  if (cases.length === 0) cases.push(`    <testcase classname="lanyard" name="${escapeXml(outcome.command)}"/>`);
  const failures = cases.filter((text) => text.includes("<failure")).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="lanyard" ${counts}>
  <testsuite name="lanyard ${escapeXml(outcome.command)}" ${counts}>
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
}

function findingCase({ rule, severity, message, file, line, column, pointer, suggestion }: Finding): string {
  const name = `${file === "" ? rule : `${file}:${line}:${column}`} ${message}`;
  const open = `    <testcase classname="${escapeXml(rule)}" name="${escapeXml(name)}"`;
  const text = escapeXml([`${file}:${line}:${column} ${pointer}`, suggestion].filter(Boolean).join("\n"));
  if (severity === "note") return `${open}><system-out>${text}</system-out></testcase>`;
  return `${open}><failure type="${severity}" message="${escapeXml(message)}">${text}</failure></testcase>`;
}

function endpointCase(endpoint: NonNullable<Outcome["endpoints"]>[number]): string {
  const { method, path, status, expected, ms, ok, class: fault } = endpoint;
  const open = `    <testcase classname="api/smoke" name="${escapeXml(`${method} ${path} → ${expected}`)}" time="${(ms / 1000).toFixed(3)}"`;
  return ok
    ? `${open}/>`
    : `${open}><failure type="${fault}" message="${escapeXml(`answered ${status}, expected ${expected}`)}"/></testcase>`;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };
  return [...text].map((sign) => (isXml(sign) ? (entities[sign] ?? sign) : "\ufffd")).join("");
}

/** Control characters but tab and line ends cannot be written in XML at all, nor can half a sign. */
function isXml(sign: string): boolean {
  const code = sign.charCodeAt(0);
  if (sign.length === 1 && code >= 0xd800 && code < 0xe000) return false;
  return (code >= 32 && code < 0xfffe) || code === 9 || code === 10 || code === 13;
}
