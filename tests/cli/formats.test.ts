// The six formats, several at once, and what --quiet leaves.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

let project = "";
beforeAll(() => {
  project = folder();
  const items = [{ ref: "notes.nav" }, { ref: "nots.nav" }];
  const groups = [
    { id: "main", label: "nav:main", items },
    { id: "empty", label: "nav:main", items: [] },
  ];
  writeFileSync(join(project, "nav.config.json"), JSON.stringify({ schemaVersion: 1, groups }, null, 2));
});
const report = async (format: string) => (await lanyard(["nav", "lint", "--format", format], { cwd: project })).stdout;

/** Throws where a text is not well-formed XML. */
function parseXml(text: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => names.push(tag.name));
  parser.write(text).close();
  return names;
}

describe("a report", () => {
  test("in JSON has exactly the keys that are promised", async () => {
    const value = JSON.parse(await report("json"));

    expect(Object.keys(value)).toEqual(["tool", "version", "command", "summary", "findings"]);
    expect(value).toMatchObject({
      tool: "lanyard",
      command: "nav lint",
      summary: { checked: 3, error: 1, warning: 1, note: 0 },
    });
    expect(value.findings[0]).toEqual({
      rule: "nav/unknown-ref",
      severity: "error",
      message: 'No feature area has an entry "nots.nav"',
      file: "nav.config.json",
      line: 12,
      column: 18,
      pointer: "/groups/0/items/1/ref",
      suggestion: 'did you mean "notes.nav"?',
    });
  });

  test("in SARIF names version, rules and places from 1", async () => {
    const value = JSON.parse(await report("sarif"));
    const [run] = value.runs;
    const [result] = run.results;

    expect(value).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-2.1.0") });
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
      "nav/empty-group",
      "nav/unknown-ref",
    ]);
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(result.locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: "nav.config.json" },
      region: { startLine: 12, startColumn: 18 },
    });
    // What GitHub's code scanning refuses a file without.
    for (const { ruleId, level, message, locations } of run.results) {
      expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toContain(ruleId);
      expect(["error", "warning", "note"]).toContain(level);
      expect(message.text).not.toBe("");
      expect(locations[0].physicalLocation.artifactLocation.uri).not.toMatch(/^(?:[a-z]+:|\/)/);
      expect(locations[0].physicalLocation.region.startLine).toBeGreaterThan(0);
    }
    expect(result.partialFingerprints["lanyard/v1"]).toMatch(/^[0-9a-f]{24}$/);
  });

  test("in JUnit is well-formed, and counts its failures", async () => {
    const text = await report("junit");

    expect(parseXml(text).filter((name) => name === "failure")).toHaveLength(2);
    expect(text).toContain('<testsuites name="lanyard" tests="2" failures="2"');
    expect(text).toContain('name="nav.config.json:12:18 No feature area');
  });

  test("in JUnit of a clean run is one case that passed", async () => {
    const { stdout } = await lanyard(["nav", "lint", "--format", "junit"], { cwd: folder() });

    expect(parseXml(stdout)).toEqual(["testsuites", "testsuite", "testcase"]);
  });

  test("for GitHub is one annotation a finding, escaped", async () => {
    expect((await report("github")).split("\n")[0]).toBe(
      '::error file=nav.config.json,line=12,col=18,title=nav/unknown-ref::No feature area has an entry "nots.nav" (did you mean "notes.nav"?)',
    );
  });

  test("in Markdown is a table", async () => {
    expect(await report("markdown")).toContain("| error | `nav.config.json:12:18` |");
  });

  test("for people has no colours where there is no terminal", async () => {
    const text = await report("pretty");

    expect(text).toContain("nav.config.json:12:18 error No feature area");
    expect(text).not.toContain("\u001b");
  });
});

test("several formats are written at once, each to its own file", async () => {
  const args = ["nav", "lint", "--format", "pretty", "--output", "sarif=out.sarif", "--output", "junit=out.xml"];

  const { status, stdout } = await lanyard(args, { cwd: project });

  expect(status).toBe(1);
  expect(stdout).toContain("nav lint: 3 checked, 1 error, 1 warning");
  expect(JSON.parse(readFileSync(join(project, "out.sarif"), "utf8")).version).toBe("2.1.0");
  expect(parseXml(readFileSync(join(project, "out.xml"), "utf8"))).toContain("testsuites");
});

test("one format with --output prints nothing", async () => {
  const { stdout } = await lanyard(["nav", "lint", "--format", "json", "--output", "out.json"], { cwd: project });

  expect(stdout).toBe("");
  expect(JSON.parse(readFileSync(join(project, "out.json"), "utf8")).tool).toBe("lanyard");
});

test("--quiet prints errors only, and nothing at all when all is well", async () => {
  const { stdout } = await lanyard(["nav", "lint", "--quiet"], { cwd: project });
  const clean = await lanyard(["nav", "lint", "--quiet"], { cwd: folder() });

  expect(stdout).toContain("nav/unknown-ref");
  expect(stdout).not.toContain("nav/empty-group");
  expect(clean).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("--quiet prints the warnings where there are too many, for the command fails for them", async () => {
  const warned = folder();
  writeFileSync(
    join(warned, "nav.config.json"),
    JSON.stringify({
      schemaVersion: 1,
      groups: [
        { id: "main", label: "nav:main", items: [{ ref: "notes.nav" }] },
        { id: "empty", label: "nav:main", items: [] },
      ],
    }),
  );

  const { status, stdout } = await lanyard(["nav", "lint", "--quiet", "--max-warnings", "0"], { cwd: warned });

  expect(status).toBe(1);
  expect(stdout).toContain("nav/empty-group");
  expect(stdout).toContain("1 warning");
});

describe("nav diff with an entry that somebody loses", () => {
  let differing: string;
  beforeAll(() => {
    differing = folder();
    const items: object[] = [{ link: { id: "nav.old", kind: "legacy", path: "/a", label: "nav:main" } }];
    const text = (more: object[]) =>
      JSON.stringify({ schemaVersion: 1, groups: [{ id: "main", label: "nav:main", items: [...items, ...more] }] });
    writeFileSync(join(differing, "old.json"), text([{ ref: "notes.nav" }]));
    writeFileSync(join(differing, "new.json"), text([]));
  });
  const diff = (...flags: string[]) => lanyard(["nav", "diff", "old.json", "new.json", ...flags], { cwd: differing });

  test.each([
    ["junit", /<testcase classname="nav\/audience-changed".*notes\.nav.*<failure/],
    ["sarif", /"ruleId": "nav\/audience-changed",\s+"ruleIndex": 0,\s+"level": "error"/],
    ["github", /^::error title=nav\/audience-changed::.*notes\.nav/],
  ])("fails with --exit-code, and says so in %s", async (format, told) => {
    const { status, stdout } = await diff("--exit-code", "--format", format);

    expect(stdout).toMatch(told);
    expect(status).toBe(1);
  });

  test("is a notice without --exit-code, and what --quiet leaves with it", async () => {
    const [notice, quiet] = [await diff("--format", "github"), await diff("--exit-code", "--quiet")];

    expect(notice.stdout).toMatch(/^::notice title=nav\/audience-changed::/);
    expect(notice.status).toBe(0);
    expect(quiet.stdout).toContain("loses");
    expect(quiet.stdout).not.toContain("nothing to report");
  });
});
