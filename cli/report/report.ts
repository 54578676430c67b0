// The formats: what they are called and who writes them.
import type { Outcome } from "../outcome.ts";

export const FORMATS = ["pretty", "json", "sarif", "junit", "github", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

export interface ReportOptions {
  color: boolean;
  version: string;
}

/** An outcome as text; the writer of a format is loaded when it is asked for. */
export async function report(outcome: Outcome, format: Format, options: ReportOptions): Promise<string> {
  switch (format) {
    case "json":
      return (await import("./json.ts")).json(outcome, options);
    case "sarif":
      return (await import("./sarif.ts")).sarif(inFindings(outcome), options);
    case "junit":
      return (await import("./junit.ts")).junit(inFindings(outcome));
    case "github":
      return (await import("./github.ts")).github(inFindings(outcome));
    case "markdown":
      return (await import("./markdown.ts")).markdown(outcome);
    default:
      return (await import("./pretty.ts")).pretty(outcome, options);
  }
}

/** An outcome for a format that knows only findings. */
function inFindings(outcome: Outcome): Outcome {
  return { ...outcome, findings: [...outcome.findings, ...(outcome.alsoFindings ?? [])] };
}
