// Takes away findings that an earlier report knows, and reports those of the earlier report that are no more.
import { readFileSync } from "node:fs";
import type { Finding } from "#schemas/core.ts";
import { fingerprint } from "./fingerprint.ts";
import { Failure } from "./outcome.ts";

/** New findings only, and an error for each entry of the baseline that nothing matches any more, though it could be found. */
export function withoutBaseline(
  findings: readonly Finding[],
  file: string,
  couldBeFound: (known: Finding) => boolean,
): Finding[] {
  const known = new Map<string, Finding[]>();
  for (const finding of readBaseline(file))
    known.set(fingerprint(finding), [...(known.get(fingerprint(finding)) ?? []), finding]);
  const fresh = findings.filter((finding) => known.get(fingerprint(finding))?.shift() === undefined);
  const gone = [...known.values()].flat().filter(couldBeFound);
  const stale = gone.map((finding): Finding => {
    const message = `The baseline knows a finding that is no more: ${finding.rule} in ${finding.file}: ${finding.message}`;
    return {
      rule: "baseline/stale",
      severity: "error",
      message,
      file,
      line: 1,
      column: 1,
      pointer: "",
      suggestion: "write the baseline again",
    };
  });
  return [...fresh, ...stale];
}

function readBaseline(file: string): Finding[] {
  try {
    const report = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, "")) as {
      tool?: string;
      findings?: Finding[];
    };
    if (report.tool === "lanyard" && Array.isArray(report.findings)) return report.findings;
  } catch (error) {
    throw new Failure(`The baseline ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  throw new Failure(`${file} is not a report of lanyard: write one with --format json --output ${file}`);
}
