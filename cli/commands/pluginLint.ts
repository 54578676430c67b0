// `lanyard plugin lint`: is each area what it says it is?

import { didYouMean } from "#schemas/lint/near.ts";
import { pluginRules } from "#schemas/lint/plugin.ts";
import { areaFolders } from "#schemas/node.ts";
import { Failure, type Outcome } from "../outcome.ts";
import { runLint } from "./lint.ts";

export interface PluginLintOptions {
  root: string;
  names?: string[];
  maxWarnings?: number;
  baseline?: string;
}

export async function pluginLint({ root, names = [], maxWarnings, baseline }: PluginLintOptions): Promise<Outcome> {
  const known = areaFolders(root);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no area "${unknown}". ${didYouMean(unknown, known) ?? ""}`.trim());
  const inNames = (file: string) => names.length === 0 || names.some((name) => file.startsWith(`plugins/${name}/`));
  const { outcome } = await runLint({
    command: "plugin lint",
    root,
    rules: pluginRules,
    load: { contracts: true, code: true },
    checked: (project) => project.areas.filter((area) => inNames(`plugins/${area.folder}/`)).length,
    maxWarnings,
    baseline,
    only: (draft) => inNames(draft.file),
  });
  return outcome;
}
