import { meant } from "../repair.ts";
import type { Rule } from "../rule.ts";
import { conditionParts, EVENT_FORMATS, grants } from "../words.ts";

export const unknownFormat: Rule = {
  name: "nav/unknown-format",
  severity: "error",
  summary: "Every event format in a condition is one that events have.",
  why: "No event has another format, so the condition would never hold.",
  example: '{ "enabledWhen": { "eventFormat": "engagement-hub" } }',
  check(project, report) {
    for (const { source, pointer, condition } of conditionParts(project)) {
      if (!("eventFormat" in condition) || EVENT_FORMATS.some((format) => format === condition.eventFormat)) continue;
      const message = `No event has the format "${condition.eventFormat}"; there are ${EVENT_FORMATS.join(", ")}`;
      const at = { source, pointer: `${pointer}/eventFormat` };
      report(
        at,
        message,
        meant(at, condition.eventFormat, EVENT_FORMATS, () => !grants(pointer)),
      );
    }
  },
};
