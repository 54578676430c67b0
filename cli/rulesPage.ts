// docs/rules.md, made from the rules themselves; and what is found by others than the linter's rules.
import { i18nRules } from "#schemas/lint/i18n.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { pluginRules } from "#schemas/lint/plugin.ts";
import type { Rule } from "#schemas/lint/rule.ts";
import { looserThanItsRoute } from "./commands/navProve.ts";
import type { FAULTS } from "./outcome.ts";

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

const differing: Described[] = [
  {
    name: "nav/audience-changed",
    severity: "note",
    summary: "Nobody gains or loses an entry.",
    why: "An error with `--exit-code`. Only the formats `sarif`, `junit` and `github` call it a finding; the others tell the changes themselves.",
    example: "lanyard nav diff main nav.config.json --exit-code --format github",
  },
];

const fault = (what: (typeof FAULTS)[number], summary: string, why: string, example: string): Described => ({
  name: `api/${what}`,
  severity: "error",
  summary,
  why,
  example,
});

const smoking: Described[] = [
  fault(
    "api",
    "An endpoint answers with the status that its description promises.",
    "The server is wrong, or its description.",
    "GET /1/api/permission: it answered 500",
  ),
  fault(
    "contract",
    "A reply has the shape that the description promises, and a body that it refuses is refused.",
    "Whoever relies on the description would be mistaken.",
    "GET /1/api/type: the reply breaks its contract: /data/0/id must be integer",
  ),
  fault(
    "unexpected-allow",
    "An endpoint refuses whom it promises to refuse, and everybody without a token.",
    "The protection is missing: settle this first.",
    "GET /1/api/outbox: role and permissions promise a refusal",
  ),
  fault(
    "unexpected-deny",
    "An endpoint answers whom role and permissions let in.",
    "A screen that asks it would fail for them.",
    "GET /1/api/type: role and permissions promise an answer",
  ),
  fault(
    "token",
    "The token is accepted everywhere; after three refusals in a row nothing more is asked.",
    "The exit code is 4: log in again.",
    "GET /1/api/type: the token is refused",
  ),
  fault(
    "network",
    "An endpoint answers at all.",
    "The exit code is 3 where none does.",
    "GET /1/api/type: ETIMEDOUT: Timeout awaiting 'request' for 15000ms",
  ),
];

const keeping: Described[] = [
  {
    name: "server/history-broken",
    severity: "error",
    summary: "No line of the history was changed or taken out after it was written.",
    why: "Each line holds the hash of the one before it. With `--noted` it is also proven that nothing was cut off at the end.",
    example: "Line 17 of the history was changed after it was written; 16 lines before it are sound",
  },
];

const sections: [string, readonly Described[]][] = [
  ["Files", reading],
  ["`lanyard nav lint`", navRules],
  ["`lanyard nav prove`", [looserThanItsRoute]],
  ["`lanyard nav diff`", differing],
  ["`lanyard plugin lint`", pluginRules],
  ["`lanyard i18n check`", i18nRules],
  ["`lanyard api smoke`", smoking],
  ["`lanyard server verify-history`", keeping],
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
