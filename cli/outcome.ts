// What a command answers. Commands compute it, reports print it, and only main turns it into an exit code.
import type { Finding } from "#schemas/core.ts";

/** INTERFACES §6: clean, findings, wrong use or tool failure, nothing reached, token refused. */
export const EXIT = { clean: 0, findings: 1, failure: 2, unreachable: 3, refused: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What `api smoke` may say of an answer that is not as promised: whose fault it is. */
export const FAULTS = ["api", "contract", "unexpected-allow", "unexpected-deny", "token", "network"] as const;

/** One endpoint that `api smoke` asked. */
export interface SmokedEndpoint {
  method: string;
  path: string;
  status: number;
  expected: number;
  ms: number;
  ok: boolean;
  class: "ok" | (typeof FAULTS)[number];
}

export interface Outcome {
  command: string;
  /** How many things were looked at. */
  checked: number;
  findings: Finding[];
  exit: ExitCode;
  /** What the command has to say besides its findings, as lines for people. */
  lines?: string[];
  /** What the command has to say besides its findings, as further keys of the JSON report. */
  extra?: Record<string, unknown>;
  endpoints?: SmokedEndpoint[];
  /** What `lines` or `extra` tell already, as findings for the formats that have neither. */
  alsoFindings?: Finding[];
}

/** Wrong use, or a failure of the tool: one sentence and exit code 2. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exit: ExitCode = EXIT.failure,
  ) {
    super(message);
  }
}

export function countOf(findings: readonly Finding[], severity: Finding["severity"]): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
