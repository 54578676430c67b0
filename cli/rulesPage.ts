// docs/rules.md, made from the rules themselves; and the rules that the reading of files answers for.
import { i18nRules } from "#schemas/lint/i18n.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { pluginRules } from "#schemas/lint/plugin.ts";
import type { Rule } from "#schemas/lint/rule.ts";

type Described = Pick<Rule, "name" | "severity" | "summary" | "why" | "example" | "needsCode">;

const shape = (area: string, what: string, example: string): Described => ({
  name: `${area}/shape`,
  severity: "error",
  summary: `${what} has the shape that its schema describes.`,
  why: "The schema stands in the file's `$schema`, so an editor completes and underlines while one types.",
  example,
});

/** What is found while files are read, before any rule looks at them. */
const reading: Described[] = [
  {
    name: "json/syntax",
    severity: "error",
    summary:
      "A JSON file is JSON: no comments, no comma before a closing bracket, no byte order mark, double quotes only.",
    why: "What cannot be read cannot be checked, so the exit code is 2.",
    example: '{ "id": "agenda", }',
  },
  {
    name: "json/unreadable",
    severity: "error",
    summary: "A JSON file exists, may be read, is UTF-8, and is not larger than 16 MB.",
    why: "What cannot be read cannot be checked, so the exit code is 2.",
    example: "(a file saved as UTF-16)",
  },
  {
    name: "json/duplicate-key",
    severity: "error",
    summary: "An object says every key once.",
    why: "Of two, the last one would win silently.",
    example: '{ "id": "agenda", "id": "schedule" }',
  },
  shape("nav", "nav.config.json, and nav.expect.json,", '{ "schemaVersion": 1, "gruops": [] }'),
  shape("plugin", "plugin.json", '{ "id": "Agenda" }'),
  shape("i18n", "A file of texts", '{ "title": 7 }'),
  shape(
    "suppress",
    "lanyard.suppress.json",
    '{ "rule": "nav/unplaced", "file": "nav.config.json" }   (without reason and until)',
  ),
  {
    name: "suppress/expired",
    severity: "error",
    summary: "A suppression has not ended.",
    why: "Settle the finding, or give a new reason and a new day.",
    example: '{ "rule": "nav/unplaced", …, "until": "2024-01-31" }',
  },
  {
    name: "suppress/unused",
    severity: "error",
    summary: "A suppression meets a finding.",
    why: "The finding has been settled; the suppression would hide the next one.",
    example: '{ "rule": "nav/unplaced", "file": "plugins/gone/plugin.json", … }',
  },
  {
    name: "baseline/stale",
    severity: "error",
    summary: "Every finding of the baseline is still found.",
    why: "A baseline only shrinks; write it again with `--format json --output FILE`.",
    example: "(a finding of the baseline has been settled)",
  },
  {
    name: "lanyard/nothing-checked",
    severity: "error",
    summary: "There is something to check.",
    why: "Nothing checked is a failure, not a success.",
    example: "(lanyard nav lint in an empty folder)",
  },
];

const sections: [string, readonly Described[]][] = [
  ["Files", reading],
  ["`lanyard nav lint`", navRules],
  ["`lanyard plugin lint`", pluginRules],
  ["`lanyard i18n check`", i18nRules],
];

/** A rule by its name. */
export function ruleNamed(name: string): Described | undefined {
  return sections.flatMap(([, rules]) => rules).find((rule) => rule.name === name);
}

/** The page of all rules. */
export function rulesPage(): string {
  const parts = sections.flatMap(([title, rules]) => [`## ${title}`, ...rules.map(ruleText)]);
  return `${["# Rules", "Generated from the rules by `npm run gen`. Their names are stable.", ...parts].join("\n\n")}\n`;
}

function ruleText({ name, severity, summary, why, example }: Described): string {
  return [`### ${name}`, `*${severity}* · ${summary}`, why, ["```", example, "```"].join("\n")].join("\n\n");
}
