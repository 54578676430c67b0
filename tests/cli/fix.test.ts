// Repairs, baselines, suppressions and watching.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

/** A config in somebody's own layout, with a former id in it. */
const config =
  '{"schemaVersion":1,\r\n\t"groups" : [ {"id":"main", "label":"nav:main",\r\n  "items":[{ "ref":"old.nav" },   {"link":{"id":"nav.old","kind":"legacy","path":"/a","label":"nav:main"}}]}]}\r\n\r\n';

function renamed(): string {
  const project = folder();
  const manifest = join(project, "plugins/notes/plugin.json");
  const value = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...value, formerIds: { "old.nav": "notes.nav" } }));
  writeFileSync(join(project, "nav.config.json"), config);
  return project;
}

describe("--fix", () => {
  test("writes the present id and leaves every other byte as it was", async () => {
    const project = renamed();

    const { status, stdout } = await lanyard(["nav", "lint", "--fix"], { cwd: project });

    expect(readFileSync(join(project, "nav.config.json"), "utf8")).toBe(config.replace("old.nav", "notes.nav"));
    expect(stdout).toContain('+  "items":[{ "ref":"notes.nav" }');
    expect(status).toBe(0);
  });

  test("changes nothing with --fix-dry-run, and shows what it would change", async () => {
    const project = renamed();

    const { status, stdout } = await lanyard(["nav", "lint", "--fix-dry-run"], { cwd: project });

    expect(readFileSync(join(project, "nav.config.json"), "utf8")).toBe(config);
    expect(stdout).toContain('-  "items":[{ "ref":"old.nav" }');
    expect(status).toBe(1);
  });

  test("is no change for anybody: the audiences before and after are the same", async () => {
    const project = renamed();
    writeFileSync(join(project, "before.json"), config);
    await lanyard(["nav", "lint", "--fix"], { cwd: project });

    const { status, stdout } = await lanyard(["nav", "diff", "before.json", "nav.config.json", "--exit-code"], {
      cwd: project,
    });

    expect(stdout).toContain("Nobody gains or loses anything");
    expect(status).toBe(0);
  });
});

describe("a suppression that holds", () => {
  const list = "lanyard.suppress.json";
  const suppressing = (file: string) => {
    const project = folder();
    const suppressed = { rule: "nav/unknown-ref", file, reason: "comes with the next release", until: "2999-01-01" };
    writeFileSync(join(project, list), JSON.stringify({ schemaVersion: 1, suppress: [suppressed] }));
    const items = [{ ref: "notes.nav" }, { ref: "far-away.nav" }];
    const text = JSON.stringify({ schemaVersion: 1, groups: [{ id: "main", label: "nav:main", items }] });
    writeFileSync(join(project, "nav.config.json"), text);
    writeFileSync(join(project, "draft.json"), text);
    return project;
  };
  const left = (project: string) => JSON.parse(readFileSync(join(project, list), "utf8")).suppress.length;

  test.each([
    ["is not JSON", "{"],
    ["has the wrong shape", '{ "schemaVersion": 1 }'],
  ])("stays when the navigation %s", async (_, text) => {
    const project = suppressing("nav.config.json");
    writeFileSync(join(project, "nav.config.json"), text);

    const { stdout } = await lanyard(["nav", "lint", "--fix"], { cwd: project });

    expect(left(project)).toBe(1);
    expect(stdout).not.toContain("suppress/unused");
  });

  test("is met by the file under another name for its place", async () => {
    const project = suppressing("nav.config.json");
    const absolute = join(project, "nav.config.json");

    const { status, stdout } = await lanyard(["nav", "lint", "--fix", "--config", absolute], { cwd: project });

    expect({ status, left: left(project) }).toEqual({ status: 0, left: 1 });
    expect(stdout).not.toContain("nav/unknown-ref");
  });

  test.each([
    ["another file", ["--config", "draft.json"]],
    ["another day", ["--at", "2998-12-31"]],
  ])("stays when %s is looked at", async (_, flags) => {
    const project = suppressing("plugins/notes/plugin.json");

    await lanyard(["nav", "lint", "--fix", ...flags], { cwd: project });

    expect(left(project)).toBe(1);
  });
});

describe("a baseline", () => {
  const groups = (...refs: string[]) =>
    JSON.stringify(
      { schemaVersion: 1, groups: [{ id: "main", label: "nav:main", items: refs.map((ref) => ({ ref })) }] },
      null,
      2,
    );

  test("takes known findings away, though their lines have moved, and lets new ones through", async () => {
    const project = folder();
    writeFileSync(join(project, "nav.config.json"), groups("notes.nav", "a.nav"));
    await lanyard(["nav", "lint", "--format", "json", "--output", "known.json"], { cwd: project });

    writeFileSync(join(project, "nav.config.json"), `\n\n${groups("notes.nav", "a.nav")}`);
    // As some shells and editors write it.
    const known = readFileSync(join(project, "known.json"), "utf8");
    writeFileSync(join(project, "known.json"), `\ufeff${known.replaceAll("\n", "\r\n")}`);
    const same = await lanyard(["nav", "lint", "--baseline", "known.json"], { cwd: project });
    writeFileSync(join(project, "nav.config.json"), groups("b.nav", "notes.nav", "a.nav"));
    const more = await lanyard(["nav", "lint", "--baseline", "known.json"], { cwd: project });

    expect(same.status).toBe(0);
    expect(more.stdout).toContain('"b.nav"');
    expect(more.stdout).not.toContain('"a.nav"');
    expect(more.status).toBe(1);
  });

  test("says nothing of what another command finds, nor of what cannot be seen", async () => {
    const project = folder();
    writeFileSync(join(project, "nav.config.json"), groups("notes.nav", "a.nav"));
    await lanyard(["nav", "lint", "--format", "json", "--output", "known.json"], { cwd: project });

    const other = await lanyard(["plugin", "lint", "notes", "--baseline", "known.json"], { cwd: project });
    writeFileSync(join(project, "nav.config.json"), "{");
    const unread = await lanyard(["nav", "lint", "--baseline", "known.json"], { cwd: project });

    expect(other.stdout + unread.stdout).not.toContain("baseline/stale");
    expect(unread.status).toBe(2);
  });

  test("that knows a finding which is no more is an error", async () => {
    const project = folder();
    writeFileSync(join(project, "nav.config.json"), groups("notes.nav", "a.nav"));
    await lanyard(["nav", "lint", "--format", "json", "--output", "known.json"], { cwd: project });
    writeFileSync(join(project, "nav.config.json"), groups("notes.nav"));

    const { status, stdout } = await lanyard(["nav", "lint", "--baseline", "known.json"], { cwd: project });

    expect(stdout).toContain("baseline/stale");
    expect(status).toBe(1);
  });
});

describe("--watch", () => {
  test("checks again when the file or a text changes, survives that the file vanishes, and ends on a signal", async () => {
    const project = folder();
    const file = join(project, "nav.config.json");
    const sound = readFileSync(file, "utf8");
    const bin = join(import.meta.dirname, "..", "..", "bin", "lanyard.cjs");
    const child = spawn(process.execPath, [bin, "nav", "lint", "--watch"], { cwd: project });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    const hears = (words: string) => expect.poll(() => said, { timeout: 10_000, interval: 50 }).toContain(words);

    await hears("nothing to report");
    said = "";
    rmSync(file);
    await hears("does not exist");
    said = "";
    writeFileSync(file, sound);
    await hears("nothing to report");
    said = "";
    const texts = join(project, "plugins/notes/locales/en-gb.json");
    const whole = readFileSync(texts, "utf8");
    writeFileSync(texts, whole.replace('"nav"', '"nave"'));
    await hears("notes:nav");
    said = "";
    writeFileSync(texts, whole);
    await hears("nothing to report");
    child.kill("SIGINT");
    const status = await new Promise((resolve) => child.once("close", resolve));

    expect(status).toBe(0);
  });
});
