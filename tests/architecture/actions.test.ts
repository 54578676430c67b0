// Whatever is written to the history has words there: no reader meets a name of ours.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The actions that the server's sources name, but not those of tests. */
function actions(): string[] {
  const areas = readdirSync(join(root, "plugins")).filter((area) => !area.startsWith("_"));
  const folders = ["server", ...areas.map((area) => `plugins/${area}/server`)];
  const found = folders.flatMap(sourcesIn).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/\baction: "([a-z_]+)"/g)].map(([, action]) => action as string);
  });
  return [...new Set(found)].sort();
}

function sourcesIn(folder: string): string[] {
  try {
    const names = readdirSync(join(root, folder), { recursive: true }) as string[];
    return names.filter((name) => name.endsWith(".ts")).map((name) => join(root, folder, name));
  } catch {
    // An area without a server part.
    return [];
  }
}

test.each(["en-gb", "de"])("every action of the history has words in %s", (locale) => {
  const texts = JSON.parse(readFileSync(join(root, `plugins/history/locales/${locale}.json`), "utf8"));
  const named = actions();

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((action) => !texts[`action.${action}`])).toEqual([]);
});
