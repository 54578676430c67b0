// SARIF 2.1.0, for code-scanning services.
import type { Finding } from "#schemas/core.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Outcome } from "../outcome.ts";
import { ruleNamed } from "../rulesPage.ts";
import type { ReportOptions } from "./report.ts";

export function sarif(outcome: Outcome, { version }: Pick<ReportOptions, "version">): string {
  const names = [...new Set(outcome.findings.map((finding) => finding.rule))].sort();
  const driver = { name: "lanyard", version, semanticVersion: version, rules: names.map(ruleOf) };
  const run = {
    tool: { driver },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { PROJECT: { description: { text: "The project's folder" } } },
    invocations: [{ executionSuccessful: outcome.exit < 2, exitCode: outcome.exit }],
    results: outcome.findings.map((finding) => resultOf(finding, names.indexOf(finding.rule))),
  };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function ruleOf(name: string): object {
  const rule = ruleNamed(name);
  return {
    id: name,
    shortDescription: { text: rule?.summary ?? name },
    fullDescription: { text: rule?.why ?? name },
    help: { text: rule ? `${rule.why}\n\nExample: ${rule.example}` : name },
    defaultConfiguration: { level: rule?.severity ?? "error" },
  };
}

function resultOf(finding: Finding, ruleIndex: number): object {
  const { rule, severity, message, file, line, column, pointer, suggestion } = finding;
  const artifactLocation = { uri: encodeURI(file), uriBaseId: "PROJECT" };
  const physicalLocation = { artifactLocation, region: { startLine: line, startColumn: column } };
  const logicalLocations = pointer === "" ? undefined : [{ fullyQualifiedName: pointer, kind: "member" }];
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: suggestion ? `${message} (${suggestion})` : message },
    locations: file === "" ? [] : [{ physicalLocation, ...(logicalLocations ? { logicalLocations } : {}) }],
    partialFingerprints: { "lanyard/v1": fingerprint(finding) },
  };
}
