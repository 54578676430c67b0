// Every rule on tiny projects: each case folder is laid over tests/cli/base, and expected.json holds all that may be found.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { i18nRules } from "#schemas/lint/i18n.ts";
import * as sayer from "#schemas/lint/misshapen.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { pluginRules } from "#schemas/lint/plugin.ts";
import { lint } from "#schemas/lint/rule.ts";
import { suppress } from "#schemas/lint/suppress.ts";
import { loadProject } from "#schemas/node.ts";
import { FAULTS } from "../../cli/outcome.ts";
import { rulesPage } from "../../cli/rulesPage.ts";

const here = import.meta.dirname;
const rules = [...navRules, ...pluginRules, ...i18nRules];
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const areas = folders(here).filter((name) => name !== "base");
const temporary = mkdtempSync(join(tmpdir(), "lanyard-rules-"));
afterAll(() => rmSync(temporary, { recursive: true }));

/** What is found in a case, in the words of its expected.json. */
function found(area: string, rule: string, name: string): string[] {
  const project = join(temporary, `${area}-${rule}-${name}`);
  cpSync(join(here, "base"), project, { recursive: true });
  cpSync(join(here, area, rule, name), project, { recursive: true });
  for (const file of removed(project)) rmSync(join(project, file), { recursive: true });
  const loaded = loadProject(project, { contracts: true, code: true, today: "2026-06-15", sayer });
  loaded.icons ??= { has: (icon) => icon === "calendar", all: () => ["calendar"] };
  const drafts = suppress(loaded, lint(loaded, rules), new Set(rules.map(({ name: ruleName }) => ruleName)));
  return drafts.map(({ rule: by, severity, file, line, column, message, suggestion }) => {
    return `${file}:${line}:${column} ${severity} ${by} ${message}${suggestion ? ` (${suggestion})` : ""}`;
  });
}

/** A case may take files of the base away. */
function removed(project: string): string[] {
  const list = join(project, "removed.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as string[]) : [];
}

for (const area of areas) {
  for (const rule of folders(join(here, area))) {
    describe(`${area}/${rule}`, () => {
      test.each(folders(join(here, area, rule)))("%s", (name) => {
        const expected = JSON.parse(readFileSync(join(here, area, rule, name, "expected.json"), "utf8")) as string[];

        expect(found(area, rule, name)).toEqual(expected);
      });
    });
  }
}

test("every rule has a case that triggers it and one that does not", () => {
  const lacking = rules.flatMap(({ name }) => {
    const folder = join(here, ...name.split("/"));
    const cases = existsSync(folder) ? folders(folder) : [];
    const expected = cases.map((one) => readFileSync(join(folder, one, "expected.json"), "utf8"));
    const triggers = expected.some((text) => text.includes(` ${name} `));
    const silent = expected.some((text) => !text.includes(` ${name} `));
    return triggers && silent ? [] : [name];
  });

  expect(lacking).toEqual([]);
});

test("every rule that can be reported stands on the page of rules", () => {
  const areas = "nav|plugin|i18n|json|suppress|baseline|lanyard|server";
  const files = ["cli", "schemas"].flatMap((floor) =>
    readdirSync(join(here, "../..", floor), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(here, "../..", floor, name), "utf8")),
  );
  const named = files.flatMap((text) => text.match(new RegExp(`(?<=")(?:${areas})/[a-z-]+(?=")`, "g")) ?? []);
  const reported = new Set([...named, ...rules.map(({ name }) => name), ...FAULTS.map((fault) => `api/${fault}`)]);

  const page = rulesPage();

  expect(reported.size).toBeGreaterThan(60);
  expect([...reported].filter((name) => !page.includes(`### ${name}\n`))).toEqual([]);
});
