// How the house is kept: file sizes, names, decisions, generated files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { filesIn, root } from "./graph.ts";

/** Files of more than 400 lines with a reason. One that has become smaller fails, so that the list only shrinks. */
const large: Record<string, string> = {};

const LINES = 400;

test("no file has more than 400 lines, and every exception is still needed", () => {
  const files = filesIn(["schemas", "src", "server", "plugins", "cli", "scripts", "tests"], /\.(?:tsx?|mjs)$/);
  const long = files
    .filter(({ file, text }) => !isGenerated(file) && text.split("\n").length > LINES + 1)
    .map(({ file }) => file);

  expect(long.filter((file) => !(file in large))).toEqual([]);
  expect(Object.keys(large).filter((file) => !long.includes(file))).toEqual([]);
});

function isGenerated(file: string): boolean {
  return file === "schemas/validators.mjs";
}

test("no file or folder is called after no owner", () => {
  const forbidden = /(?:^|\/)(?:utils?|helpers?|managers?|services?|misc|handler2)(?:\.|\/|$)/i;
  const files = filesIn(["schemas", "src", "server", "plugins", "cli", "scripts", "tests"], /./).map(
    ({ file }) => file,
  );

  expect(files.filter((file) => forbidden.test(file))).toEqual([]);
});

test("decisions have one number each, a verdict as their name, and say what was refused", () => {
  const folder = join(root, "docs", "decisions");
  const files = readdirSync(folder).sort();
  const numbers = files.map((file) => file.slice(0, 3));

  expect(files.filter((file) => !/^\d{3}-[a-z0-9]+(?:-[a-z0-9]+){2,}\.md$/.test(file))).toEqual([]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text, `${file} is longer than a page`).toSatisfy(() => text.split("\n").length <= 80);
    expect(text, `${file} begins with its title`).toMatch(/^# /);
  }
});

test("what is generated is fresh", async () => {
  const { staleFiles } = (await import(pathToFileURL(join(root, "scripts", "gen.mjs")).href)) as {
    staleFiles: () => Promise<string[]>;
  };

  expect(await staleFiles()).toEqual([]);
});

test("every sentence of the specification's list of tests names a test that exists", () => {
  const list = join(root, "tests", "specification.md");
  const titles = existsSync(list)
    ? [...readFileSync(list, "utf8").matchAll(/`([^`\n]+\.(?:test|spec)\.tsx?)`[:,]? [“"]([^”"\n]+)[”"]/g)]
    : [];
  const missing = titles
    .filter(([, file = "", title = ""]) => !holdsTitle(file, title))
    .map(([, file, title]) => `${file}: ${title}`);

  expect(existsSync(list)).toBe(true);
  expect(titles.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

function holdsTitle(file: string, title: string): boolean {
  const path = join(root, file);
  return existsSync(path) && readFileSync(path, "utf8").includes(title);
}
