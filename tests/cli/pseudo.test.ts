// The files that `i18n check --pseudo` writes: whole, with their placeholders, and no language that anybody has to translate.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pseudo } from "../../cli/commands/pseudo.ts";
import { folder, lanyard } from "../support/lanyard.ts";

const read = (project: string, file: string) =>
  JSON.parse(readFileSync(join(project, file), "utf8")) as Record<string, string>;

test("every file of the source language gets its pseudo-locale, key by key, and is not checked as a language", async () => {
  const project = folder();

  const { status, stdout } = await lanyard(["i18n", "check", "--pseudo"], { cwd: project });

  for (const at of ["locales/nav", "plugins/notes/locales"]) {
    const source = read(project, `${at}/en-gb.json`);
    const made = read(project, `${at}/en-xa.json`);
    expect(Object.keys(made)).toEqual(Object.keys(source));
    for (const [key, text] of Object.entries(made)) {
      expect(text).toMatch(/^\[.*\]$/s);
      expect(text.length).toBeGreaterThan((source[key] as string).length + 2);
    }
  }
  expect(stdout).toMatch(/wrote \d+ files of the pseudo-locale en-xa/);
  expect(stdout).not.toContain("en-xa:");
  expect((await lanyard(["i18n", "check"], { cwd: project })).status).toBe(status);
});

test("placeholders, nested texts and tags stay as they are", () => {
  const text = pseudo("Hello {{name}}, see <a>all</a> $t(common:more)");

  for (const kept of ["{{name}}", "<a>", "</a>", "$t(common:more)"]) expect(text).toContain(kept);
  expect(text).not.toContain("Hello");
});

test("without --pseudo nothing is written", async () => {
  const project = folder();

  await lanyard(["i18n", "check"], { cwd: project });

  expect(existsSync(join(project, "locales/nav/en-xa.json"))).toBe(false);
});
