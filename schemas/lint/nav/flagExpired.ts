import { manifestsOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const flagExpired: Rule = {
  name: "nav/flag-expired",
  severity: "warning",
  summary: "A flag is gone by the day it should be gone.",
  why: "Flags that outlive their purpose double what must be thought of. Remove the flag and its conditions, or set another day.",
  example: '"flags": [{ "key": "beta", "source": "app.beta", "default": false, "until": "2024-01-31" }]',
  check(project, report) {
    for (const source of manifestsOf(project)) {
      source.value.flags?.forEach((flag, at) => {
        if (flag.until === undefined || flag.until >= project.today) return;
        report(
          { source, pointer: `/flags/${at}/until` },
          `The flag "${flag.key}" should have been gone by ${flag.until}`,
        );
      });
    }
  },
};
