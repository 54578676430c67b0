// Places that cannot be written to: one sentence, and nothing half made.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pluginNew } from "../../cli/commands/pluginNew.ts";
import { writeAll } from "../../cli/writeAll.ts";
import { folder, lanyard } from "../support/lanyard.ts";

test("where one of some files cannot be written, none is changed", () => {
  const root = folder("empty");
  writeFileSync(join(root, "old.json"), "as it was");

  const texts = new Map([
    ["old.json", "anew"],
    ["new.json", "anew"],
    ["old.json/no-folder.json", "anew"],
  ]);

  expect(() => writeAll(root, texts)).toThrow(/^old.json\/no-folder.json cannot be written, so nothing was: ENOTDIR/);
  expect(readFileSync(join(root, "old.json"), "utf8")).toBe("as it was");
  expect(readdirSync(root)).toEqual(["old.json"]);
});

test("a pseudo-locale that cannot be written is told in one sentence, and none of it is left", async () => {
  const project = folder();
  mkdirSync(join(project, "plugins/notes/locales/en-xa.json"));

  const { status, stderr } = await lanyard(["i18n", "check", "--pseudo"], { cwd: project });

  expect({ status, lines: stderr.trim().split("\n") }).toEqual({
    status: 2,
    lines: [expect.stringMatching(/en-xa\.json cannot be written/)],
  });
  expect(existsSync(join(project, "locales/nav/en-xa.json"))).toBe(false);
});

test("of an area that cannot be made whole, nothing is left", async () => {
  const project = folder();
  cpSync(join(project, "plugins/notes"), join(project, "plugins/_template"), { recursive: true });
  mkdirSync(join(project, "scripts"));
  const generator = `
    import { existsSync } from "node:fs";
    export async function writeGenerated(root) {
      if (existsSync(root + "/plugins/surveys"))
        throw Object.assign(new Error("EROFS: read-only file system, open 'docs/endpoints.md'"), { code: "EROFS" });
    }`;
  writeFileSync(join(project, "scripts/gen.mjs"), generator);

  const made = pluginNew(project, "surveys");

  await expect(made).rejects.toThrow("plugins/surveys cannot be made, and nothing of it is left: EROFS");
  expect(existsSync(join(project, "plugins/surveys"))).toBe(false);
});

test("an area whose making is stopped by Ctrl-C is taken back whole", async () => {
  const project = folder();
  cpSync(join(project, "plugins/notes"), join(project, "plugins/_template"), { recursive: true });
  mkdirSync(join(project, "scripts"));
  const generator = `
    import { existsSync } from "node:fs";
    import { setTimeout as wait } from "node:timers/promises";
    export async function writeGenerated(root) {
      if (!existsSync(root + "/plugins/surveys")) return;
      process.kill(process.pid, "SIGINT");
      await wait(300);
    }`;
  writeFileSync(join(project, "scripts/gen.mjs"), generator);

  const { status, stderr } = await lanyard(["plugin", "new", "surveys"], { cwd: project });

  expect([status, stderr]).toEqual([
    2,
    "Stopping: what was begun is taken back.\nStopped: plugins/surveys was not made.\n",
  ]);
  expect(existsSync(join(project, "plugins/surveys"))).toBe(false);
});
