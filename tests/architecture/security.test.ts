// The table of docs/security.md: every chapter says how it is met and names tests that are there.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/security.md"), "utf8");
const rows = text.split("\n").filter((line) => /^\| V\d/.test(line));
const testsIn = (line: string) => [...line.matchAll(/`((?:tests|plugins)\/[^`]+)`/g)].map(([, path]) => path ?? "");
const isTest = (name: string) => /\.(test|spec)\.ts$/.test(name);

function hasTests(path: string): boolean {
  const place = join(root, path);
  if (!existsSync(place)) return false;
  return statSync(place).isFile() ? isTest(path) : (readdirSync(place, { recursive: true }) as string[]).some(isTest);
}

test("all seventeen chapters stand in the table", () => {
  const chapters = rows.map((line) => Number(/^\| V(\d+)/.exec(line)?.[1]));

  expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
});

test("every chapter that concerns the product names a test", () => {
  const without = rows.filter((line) => !/\| none \|/.test(line) && testsIn(line).length === 0);

  expect(without).toEqual([]);
});

test("every test that is named is there", () => {
  expect(testsIn(text).length).toBeGreaterThan(20);
  expect(testsIn(text).filter((path) => !hasTests(path))).toEqual([]);
});
