// `lanyard nav lint`: is the navigation sound, and does everybody find what they should?

import { layoutOf } from "#schemas/lint/entries.ts";
import { navRules } from "#schemas/lint/nav.ts";
import type { Project } from "#schemas/lint/project.ts";
import type { Outcome } from "../outcome.ts";
import { runLint } from "./lint.ts";

export interface NavLintOptions {
  root: string;
  config?: string | undefined;
  fix?: "write" | "show" | undefined;
  maxWarnings?: number | undefined;
  baseline?: string | undefined;
  today?: string | undefined;
}

export async function navLint(options: NavLintOptions): Promise<Outcome> {
  const { outcome } = await runLint({
    command: "nav lint",
    rules: navRules,
    load: { config: options.config, today: options.today, textsInPassing: true },
    checked: entriesAndGroups,
    ...options,
  });
  return outcome;
}

/** Entries and groups; where the config cannot be used, the files that were read. */
export function entriesAndGroups(project: Project): number {
  const { entries, groups } = layoutOf(project);
  return entries.length + groups.length;
}
