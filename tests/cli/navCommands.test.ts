// The commands about the navigation as people call them, on the small sound project; and a fault of the tool itself.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

const SEEN =
  "roles 1 to 299 (super, partner, app, expertplus, expert, matchmaker, owner), with permission things, flag widgets on";
let project = "";
beforeAll(() => {
  project = folder();
  const config = JSON.parse(readFileSync(join(project, "nav.config.json"), "utf8"));
  config.groups[0].items[0].visibleWhen = { all: [{ from: "2027-01-10" }, { until: "2027-01-31" }] };
  writeFileSync(join(project, "dated.json"), JSON.stringify(config, null, 2));
});
const run = async (...args: string[]) => lanyard(["nav", ...args], { cwd: project });

describe("lanyard nav", () => {
  test("matrix tells for every named role what an entry asks for besides", async () => {
    const { status, stdout } = await run("matrix", "--format", "json");

    expect(status).toBe(0);
    const [row, ...more] = JSON.parse(stdout).matrix;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ entry: "notes.nav", group: "main" });
    expect(row.cells).toMatchObject({ owner: "with permission things, flag widgets on", registration: "–" });
  });

  test("at tells who sees an entry on a day, and when that changes", async () => {
    const { status, stdout } = await run("at", "2027-02-15", "--config", "dated.json");

    expect(status).toBe(0);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "notes.nav: on 2027-02-15 seen by nobody",
      `  from 2027-01-10 seen by ${SEEN}`,
      "  from 2027-02-01 seen by nobody",
    ]);
  });

  test("diff tells whom a change concerns, and answers 1 for it only when asked to", async () => {
    const told = await run("diff", "nav.config.json", "dated.json");
    const asked = await run("diff", "nav.config.json", "dated.json", "--exit-code");

    expect(told.stdout).toContain(`${SEEN}, until 2027-01-09 and from 2027-02-01 loses notes.nav`);
    expect([told.status, asked.status]).toEqual([0, 1]);
  });

  test("explain tells each clause with its place and truth, the first cause, and the smallest change", async () => {
    const { status, stdout } = await run("explain", "notes.nav", "--role", "300", "--flag", "widgets");

    expect(status).toBe(0);
    expect(stdout).toContain("✗ role 299 or stronger  plugins/notes/plugin.json:12:27");
    expect(stdout).toContain("✓ flag widgets on  plugins/notes/plugin.json:12:80");
    expect(stdout).toContain("first cause: the route notes.main, plugins/notes/plugin.json:12:17");
    expect(stdout).toContain("to be shown: role 299 or stronger and the permission things\n");
  });

  test("prove says what it has proven", async () => {
    const { status, stdout } = await run("prove");

    expect(status).toBe(0);
    expect(stdout).toContain("Proven: for every audience, 1 entries lead only where it may go");
  });
});

test("prove calls it a finding when there is nothing to prove, in every format", async () => {
  const project = folder();
  rmSync(join(project, "plugins"), { recursive: true });
  writeFileSync(join(project, "nav.config.json"), '{ "schemaVersion": 1, "groups": [] }');

  const { status, stdout } = await lanyard(["nav", "prove", "--format", "github"], { cwd: project });

  expect(status).toBe(1);
  expect(stdout).toContain("title=lanyard/nothing-checked");
});

test("a fault of the tool itself is told as one and exits 2", () => {
  const bin = join(import.meta.dirname, "..", "..", "bin", "lanyard.cjs");
  const gone = mkdtempSync(join(tmpdir(), "lanyard-gone-"));
  const script = `process.chdir(${JSON.stringify(gone)}); require("node:fs").rmdirSync(${JSON.stringify(gone)}); process.argv.push("nav", "lint"); require(${JSON.stringify(bin)});`;

  const { status, stderr, stdout } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });

  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("lanyard stopped on a fault of its own");
});
