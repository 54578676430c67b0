// Every area has the same shape inside, so that a reader of one finds the way in all.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Manifest } from "#schemas/manifest.ts";
import { root } from "./graph.ts";

const plugins = join(root, "plugins");
const areas = readdirSync(plugins).filter((name) => existsSync(join(plugins, name, "plugin.json")));
const known = new Set(
  "README.md contract contract.json contract.ts i18n.json locales offers.ts plugin.json server tests web".split(" "),
);

describe.each(areas)("the area %s", (area) => {
  const folder = join(plugins, area);
  const there = readdirSync(folder);

  test("has known parts only, and the ones that all have", () => {
    expect(there.filter((name) => !known.has(name))).toEqual([]);
    expect(["README.md", "locales", "plugin.json"].filter((name) => !there.includes(name))).toEqual([]);
  });

  test("has a face for each side that it has, and a contract when it has a server", () => {
    for (const side of ["web", "server"].filter((name) => there.includes(name))) {
      expect(existsSync(join(folder, side, "index.ts")), `${side}/index.ts`).toBe(true);
    }
    if (there.includes("server")) expect(there).toContain("contract.ts");
    if (there.includes("contract.ts")) expect(there).toContain("contract.json");
  });

  test("has tests when it has code", () => {
    const code = there.includes("web") || there.includes("server");
    const tests = there.includes("tests") ? readdirSync(join(folder, "tests"), { recursive: true }).map(String) : [];

    if (code) expect(tests.some((name) => /\.(?:test|spec)\.tsx?$/.test(name))).toBe(true);
  });
});

test("every setting of the palette names a field that its area draws", () => {
  const settings = areas.flatMap((area) => {
    const { actions = [] } = JSON.parse(readFileSync(join(plugins, area, "plugin.json"), "utf8")) as Manifest;
    return actions.filter(({ kind }) => kind === "setting").map(({ id, query = "" }) => ({ area, id, query }));
  });
  const web = (area: string) =>
    readdirSync(join(plugins, area, "web"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => readFileSync(join(plugins, area, "web", name), "utf8"))
      .join("\n");
  const lost = settings.filter(({ area, query }) => !web(area).includes(`name="${query.replace(/^field=/, "")}"`));

  expect(settings.length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});

test("every entry opens a route that exists, and every route that stands alone is opened by an entry or by code", () => {
  const manifests = areas.map(
    (area) => JSON.parse(readFileSync(join(plugins, area, "plugin.json"), "utf8")) as Manifest,
  );
  const routes = new Map(manifests.flatMap((manifest) => (manifest.routes ?? []).map((route) => [route.id, route])));
  const opened = new Set(manifests.flatMap((manifest) => (manifest.nav ?? []).map((entry) => entry.route)));
  const isAlone = (path: string) => !/:(?!eventId\b)/.test(path) && !path.includes("*");
  const unopened = [...routes.values()].filter(
    (route) => isAlone(route.path) && !opened.has(route.id) && !route.public && !isNamedInCode(route.path),
  );

  expect([...opened].filter((id) => !routes.has(id))).toEqual([]);
  expect(unopened.map((route) => route.id)).toEqual([]);
});

/** Whether code leads to an address: as text, up to its first parameter. */
function isNamedInCode(path: string): boolean {
  const beginning = path.split("/:")[0] ?? path;
  return codeTexts.some((text) => text.includes(beginning));
}

const codeTexts = [join(root, "src"), plugins].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("/tests"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
);
