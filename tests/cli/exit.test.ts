// Exit codes and sentences: clean, findings, wrong use and unreadable files, nothing reached.
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

const config = (project: string) => join(project, "nav.config.json");

describe("nav lint", () => {
  test("is content with a sound project", async () => {
    const project = folder();

    const { status, stdout } = await lanyard(["nav", "lint"], { cwd: project });

    expect(stdout).toContain("nothing to report");
    expect(status).toBe(0);
  });

  const bad: [string, number, RegExp, (project: string) => void][] = [
    [
      "a file that is no JSON",
      2,
      /nav\.config\.json:1:1 error Expected a value/,
      (at) => writeFileSync(config(at), "groups:"),
    ],
    ["an empty file", 2, /The file is empty/, (at) => writeFileSync(config(at), "")],
    ["UTF-16", 2, /is UTF-16/, (at) => writeFileSync(config(at), Buffer.from("\ufeff{}", "utf16le"))],
    ["UTF-16 without a mark", 2, /is UTF-16/, (at) => writeFileSync(config(at), Buffer.from("{}", "utf16le"))],
    ["bytes that are no UTF-8", 2, /is not UTF-8/, (at) => writeFileSync(config(at), Buffer.from([0x7b, 0xff, 0x7d]))],
    [
      "a byte order mark",
      2,
      /byte order mark/,
      (at) => writeFileSync(config(at), '\ufeff{ "schemaVersion": 1, "groups": [] }'),
    ],
    ["comments", 2, /Comments are not allowed/, (at) => writeFileSync(config(at), "{ /* words */ }")],
    ["50 MB", 2, /is larger than 16 MB \(50 MB\)/, (at) => writeFileSync(config(at), " ".repeat(50 * 1024 * 1024))],
    [
      "depth 10,000",
      2,
      /Nested more than 200 levels/,
      (at) => writeFileSync(config(at), "[".repeat(10_000) + "]".repeat(10_000)),
    ],
    ["a folder for a file", 2, /is a folder, not a file/, (at) => (rmSync(config(at)), mkdirSync(config(at)))],
    ["no file", 2, /does not exist/, (at) => rmSync(config(at))],
    [
      "a file of the wrong shape",
      1,
      /"groups" is missing/,
      (at) => writeFileSync(config(at), '{ "schemaVersion": 1 }'),
    ],
    ["a list for an object", 1, /should be an object/, (at) => writeFileSync(config(at), "[]")],
    [
      "a manifest that is no JSON",
      2,
      /plugin\.json:1:2/,
      (at) => writeFileSync(join(at, "plugins/notes/plugin.json"), "{"),
    ],
    [
      "an unknown name",
      1,
      /nav\/unknown-ref/,
      (at) =>
        writeFileSync(
          config(at),
          '{ "schemaVersion": 1, "groups": [{ "id": "a", "label": "nav:main", "items": [{ "ref": "no.nav" }] }] }',
        ),
    ],
    [
      "nothing to check",
      1,
      /There was nothing to check/,
      (at) => (
        rmSync(join(at, "plugins"), { recursive: true }),
        writeFileSync(config(at), '{ "schemaVersion": 1, "groups": [] }')
      ),
    ],
  ];
  test.each(bad)("says what is wrong with %s and exits %i", async (_, code, sentence, spoil) => {
    const project = folder();
    spoil(project);

    const { status, stdout, stderr } = await lanyard(["nav", "lint"], { cwd: project });

    expect(stdout + stderr).toMatch(sentence);
    expect(status).toBe(code);
  });

  test("says that links go in a circle", async () => {
    const project = folder();
    rmSync(config(project));
    symlinkSync("nav.config.json", config(project));

    const { status, stdout } = await lanyard(["nav", "lint"], { cwd: project });

    expect(stdout).toContain("its links go in a circle");
    expect(status).toBe(2);
  });

  // Root may read everything, so for root there is nothing to test.
  if (process.getuid?.() !== 0) {
    test("says that a file may not be read", async () => {
      const project = folder();
      chmodSync(config(project), 0);

      const { status, stdout } = await lanyard(["nav", "lint"], { cwd: project });

      expect(stdout).toContain("permission denied");
      expect(status).toBe(2);
    });
  }

  test("in an empty folder is a failure, not a success", async () => {
    const { status, stdout } = await lanyard(["nav", "lint"], { cwd: folder("empty") });

    expect(stdout).toContain("nav.config.json does not exist");
    expect(status).toBe(2);
  });

  test("takes another file with --config, from where it is called", async () => {
    const project = folder();
    writeFileSync(join(project, "other.json"), '{ "schemaVersion": 1, "gruops": [] }');

    const { status, stdout } = await lanyard(["nav", "lint", "--config", "other.json"], { cwd: project });

    expect(stdout).toContain('did you mean "groups"?');
    expect(status).toBe(1);
  });

  test("fails on more warnings than --max-warnings allows", async () => {
    const project = folder();
    writeFileSync(
      config(project),
      '{ "schemaVersion": 1, "groups": [{ "id": "main", "label": "nav:main", "items": [{ "ref": "notes.nav" }] }, { "id": "empty", "label": "nav:main", "items": [] }] }',
    );

    expect((await lanyard(["nav", "lint"], { cwd: project })).status).toBe(0);
    expect((await lanyard(["nav", "lint", "--max-warnings", "1"], { cwd: project })).status).toBe(0);
    expect((await lanyard(["nav", "lint", "--max-warnings", "0"], { cwd: project })).status).toBe(1);
  });
});

describe("wrong use", () => {
  const wrong: [string, string[]][] = [
    ["no command at all", []],
    ["an unknown command", ["nva", "lint"]],
    ["an unknown part of a command", ["nav", "lnt"]],
    ["an unknown flag", ["nav", "lint", "--fixx"]],
    ["an unknown format", ["nav", "lint", "--format", "xml"]],
    ["a number that is none", ["nav", "lint", "--max-warnings", "many"]],
    ["a day that does not exist", ["nav", "at", "2026-02-30"]],
    ["an unknown entry", ["nav", "explain", "nots.nav"]],
    ["a baseline that is no report", ["nav", "lint", "--baseline", "nav.config.json"]],
    ["a baseline that does not exist", ["nav", "lint", "--baseline", "gone.json"]],
    ["a revision that does not exist", ["nav", "diff", "nav.config.json", "no-such-revision"]],
    ["a smoke test without a token", ["api", "smoke", "--base-url", "http://127.0.0.1:1"]],
    ["a smoke test without an address", ["api", "smoke", "--token", "t".repeat(30)]],
    ["an area that does not exist", ["plugin", "lint", "nots"]],
    ["a language that does not exist", ["i18n", "check", "--locale", "xx"]],
    ["an output that cannot be written", ["nav", "lint", "--output", "no/such/folder/report.txt"]],
    ["a language that has no name", ["i18n", "check", "--locale", ""]],
    ["a smoke test of something that is no address", ["api", "smoke", "--token", "t".repeat(30), "--base-url", "nope"]],
    [
      "a smoke test that asks nothing at a time",
      ["api", "smoke", "--token", "t".repeat(30), "--base-url", "http://127.0.0.1:1", "--concurrency", "0"],
    ],
    ["to repair and to repair nothing", ["nav", "lint", "--fix", "--fix-dry-run"]],
    ["a backup into a folder that is not there", ["server", "backup", "no/such/folder/copy.db"]],
    ["two formats on one output", ["nav", "lint", "--format", "json,sarif"]],
  ];
  test.each(wrong)("is told and exits 2: %s", async (_, args) => {
    const { status, stdout, stderr } = await lanyard(args, { cwd: folder() });

    expect(stdout + stderr).not.toBe("");
    expect(stderr).not.toContain("fault of its own");
    expect(stderr).not.toMatch(/^ +at /m);
    expect(status).toBe(2);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk behind the output is told in one sentence", () => {
    const full = openSync("/dev/full", "w");
    const bin = join(import.meta.dirname, "..", "..", "bin", "lanyard.cjs");
    const ran = spawnSync(process.execPath, [bin, "nav", "lint"], { cwd: folder(), stdio: ["ignore", full, "pipe"] });
    closeSync(full);

    expect(String(ran.stderr)).toMatch(/^This cannot be printed: .*\n$/);
    expect(ran.status).toBe(2);
  });

  test("an unknown entry is told with the nearest one", async () => {
    const { stderr } = await lanyard(["nav", "explain", "nots.nav"], { cwd: folder() });

    expect(stderr).toContain('did you mean "notes.nav"?');
  });

  test("help of every command shows how it is called", async () => {
    const commands = ["nav lint", "nav explain", "nav matrix", "nav diff", "nav at", "nav prove", "i18n check"];
    for (const command of [...commands, "api smoke", "plugin new", "plugin lint"]) {
      const { status, stdout } = await lanyard([...command.split(" "), "--help"], { cwd: folder("empty") });

      expect(status).toBe(0);
      expect(stdout).toContain(`Examples:\n  $ lanyard ${command}`);
    }
  });

  test("help and version are no failure", async () => {
    expect((await lanyard(["--help"], { cwd: folder("empty") })).status).toBe(0);
    expect((await lanyard(["nav", "lint", "--help"], { cwd: folder("empty") })).status).toBe(0);
    expect((await lanyard(["--version"], { cwd: folder("empty") })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
