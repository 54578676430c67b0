// What one rule is: a name, what it is for, an example that breaks it, and a pure check of a project.
import type { Finding } from "../core.ts";
import type { At } from "./entries.ts";
import { type Draft, type Edit, type Project, placeOf } from "./project.ts";

/** Reports something at a place; `key` points at the key instead of the value. */
export type Report = (
  at: At & { key?: boolean },
  message: string,
  more?: { suggestion?: string | undefined; edits?: Edit[]; severity?: Finding["severity"] },
) => void;

/** One rule of `nav lint`, `plugin lint` or `i18n check`. Its name is stable. */
export interface Rule {
  name: `${string}/${string}`;
  severity: Finding["severity"];
  /** What must hold, in one sentence. */
  summary: string;
  /** Why it matters, or how it is settled. */
  why: string;
  /** A piece of a file that breaks it. */
  example: string;
  /** Compares with the code, which must have been read. */
  needsCode?: boolean;
  check(project: Project, report: Report): void;
}

/** What the rules say about a project, in the order of files and lines. What was found while reading comes with it. */
export function lint(project: Project, rules: readonly Rule[]): Draft[] {
  const drafts: Draft[] = [...project.faults];
  for (const rule of rules) {
    if (rule.needsCode && !project.withCode) continue;
    rule.check(project, (at, message, more = {}) => {
      const { suggestion, edits, severity } = more;
      const place = placeOf(at.source, at.pointer, at.key ? "key" : "value");
      drafts.push({
        rule: rule.name,
        severity: severity ?? rule.severity,
        message,
        ...place,
        ...(suggestion ? { suggestion } : {}),
        ...(edits ? { edits } : {}),
      });
    });
  }
  return drafts.sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The finding as it is told to others. */
export function findingOf({ rule, severity, message, file, line, column, pointer, suggestion }: Draft): Finding {
  return { rule, severity, message, file, line, column, pointer, ...(suggestion ? { suggestion } : {}) };
}
