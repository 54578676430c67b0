import { App, AppConfig, Event, ManagementSettings } from "../../session.ts";
import { manifestsOf } from "../entries.ts";
import { didYouMean } from "../near.ts";
import type { Rule } from "../rule.ts";

const roots: Record<string, object> = {
  managementSettings: ManagementSettings,
  config: AppConfig,
  event: Event,
  app: App,
};

export const flagSource: Rule = {
  name: "plugin/flag-source",
  severity: "error",
  summary: "The source of a flag is a field that exists.",
  why: "From a field that does not exist only the default would ever be read.",
  example: '{ "key": "widgets", "source": "managementSettings.feature_control.widget", "default": false }',
  check(project, report) {
    for (const source of manifestsOf(project)) {
      source.value.flags?.forEach((flag, at) => {
        const [root = "", ...path] = flag.source.split(".");
        let shape = roots[root] as { properties?: Record<string, object> } | undefined;
        for (const part of path) {
          const fields = shape?.properties ?? {};
          if (!fields[part]) {
            const suggestion = didYouMean(part, Object.keys(fields));
            report({ source, pointer: `/flags/${at}/source` }, `${flag.source} does not exist: there is no "${part}"`, {
              suggestion,
            });
            return;
          }
          shape = fields[part] as typeof shape;
        }
      });
    }
  },
};
