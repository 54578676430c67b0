// `--fix` on a sound navigation in any layout, in which one thing has been spoilt: every byte comes back.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { navLint } from "../../cli/commands/navLint.ts";
import { patch } from "../../cli/patch.ts";
import { folder } from "../support/lanyard.ts";

const NAMES = ["agenda", "speakers", "widgets", "homepage", "branding"];

/** A project of five areas, each with one entry; the config stands in it as the text that is given. */
function project(text: string): string {
  const root = folder("empty");
  for (const id of NAMES) {
    const routes = [{ id: `${id}.main`, path: `/${id}`, screen: "OneScreen", title: `${id}:title` }];
    const nav = [{ id: `${id}.nav`, route: `${id}.main`, label: `${id}:title`, group: "main" }];
    const flags = [{ key: id, source: `managementSettings.feature_control.${id}`, default: false }];
    write(root, `plugins/${id}/plugin.json`, JSON.stringify({ manifestVersion: 1, id, flags, routes, nav }));
    for (const locale of ["en-gb", "de"]) write(root, `plugins/${id}/locales/${locale}.json`, '{"title":"One"}');
  }
  for (const locale of ["en-gb", "de"]) write(root, `locales/nav/${locale}.json`, '{"main":"Main"}');
  write(root, "nav.config.json", text);
  return root;
}

function write(root: string, file: string, text: string): void {
  mkdirSync(join(root, file, ".."), { recursive: true });
  writeFileSync(join(root, file), text);
}

const read = (root: string) => readFileSync(join(root, "nav.config.json"), "utf8");

/** A sound config, with white space of every kind between its parts. */
const sound = fc
  .tuple(fc.shuffledSubarray(NAMES, { minLength: 5 }), fc.array(fc.constantFrom("", " ", "\n", "\r\n", "\t", "  ")))
  .map(([names, spaces]) => {
    let at = 0;
    const space = () => spaces[at++ % Math.max(1, spaces.length)] ?? "";
    const items = names.map((name) => ({ ref: `${name}.nav`, visibleWhen: { flag: name } }));
    const groups = [{ id: "main", label: "nav:main", icon: "calendar", items }];
    const text = JSON.stringify({ schemaVersion: 1, unplaced: { policy: "append", group: "main" }, groups });
    return text.replace(/[{}[\],:](?=[^"]*(?:"[^"]*"[^"]*)*$)/g, (sign) => `${space()}${sign}${space()}`);
  });

/** One thing that goes wrong, and can only be meant one way. */
const spoilt: [string, (text: string) => string][] = [
  ["a ref with two letters swapped", (text) => text.replace('"agenda.nav"', '"agneda.nav"')],
  ["a ref with a letter too few", (text) => text.replace('"speakers.nav"', '"speakrs.nav"')],
  ["a ref with a letter too many", (text) => text.replace('"homepage.nav"', '"homeepage.nav"')],
  ["an unknown flag", (text) => text.replace(/"widgets"/, '"widget"')],
  ["a misspelt key", (text) => text.replace('"groups"', '"gruops"')],
  ["a misspelt policy", (text) => text.replace('"append"', '"apend"')],
  ["a misspelt operator", (text) => text.replace('"flag"', '"flga"')],
  ["a key said twice with the same value", (text) => text.replace(/"append"/, '"append","policy":"append"')],
  ["a key without quotes", (text) => text.replace('"groups"', "groups")],
  ["a comma too many in a list", (text) => text.replace(/\](?=\s*\})/, ",]")],
  ["a byte order mark", (text) => `\ufeff${text}`],
  ["a condition that always holds", (text) => text.replace('"calendar"', '"calendar","visibleWhen":{"permission":[]}')],
  ["an item said twice", (text) => text.replace(/\{\s*"ref"[^}]*\}\s*\}/, (item) => `${item},${item}`)],
  ["an unknown group for what is unplaced", (text) => text.replace(/"main"/, '"mian"')],
];

describe("--fix", () => {
  test.each(spoilt)("brings every byte back after %s", async (_, spoil) => {
    await fc.assert(
      fc.asyncProperty(sound, async (text) => {
        const root = project(spoil(text));

        const first = await navLint({ root, fix: "write" });
        const once = read(root);
        await navLint({ root, fix: "write" });

        expect(once).toBe(text);
        expect(read(root)).toBe(once);
        expect(first.findings.filter((finding) => finding.severity === "error")).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  test("settles all of them at once, and a second time there is nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(sound, fc.subarray(spoilt.slice(0, 9), { minLength: 2 }), async (text, several) => {
        const root = project(several.reduce((result, [, spoil]) => spoil(result), text));

        await navLint({ root, fix: "write" });
        const once = read(root);
        const { lines } = await navLint({ root, fix: "write" });

        expect(once).toBe(text);
        expect(read(root)).toBe(once);
        expect(lines).toContain("There is nothing to repair without doubt.");
      }),
      { numRuns: 8 },
    );
  });

  test("places an entry that nobody placed where it stands anyway, laid out as its neighbours", async () => {
    const items = NAMES.slice(0, 3).map((name) => `        { "ref": "${name}.nav" }`);
    const text = (lines: string[]) =>
      `{\n  "schemaVersion": 1,\n  "unplaced": { "policy": "append", "group": "main" },\n  "groups": [\n    {\n      "id": "main", "label": "nav:main",\n      "items": [\n${lines.join(",\n")}\n      ]\n    }\n  ]\n}\n`;
    const root = project(text(items));

    const { lines } = await navLint({ root, fix: "write" });

    const added = NAMES.slice(3)
      .sort()
      .map((name) => `        { "ref": "${name}.nav" }`);
    expect(read(root)).toBe(text([...items, ...added]));
    expect(lines?.join("\n")).toContain("Repaired 2 findings in 1 file.");
  });

  test("leaves alone what could be meant in two ways, and what would let people in", async () => {
    const access = '"access":{"all":[{"accessRole":299},{"flag":"widget"}]}';
    const link = `{"link":{"id":"old.link","kind":"legacy","path":"/old","label":"nav:main",${access}}}`;
    const text = `{"schemaVersion":1,"groups":[{"id":"main","label":"nav:main","items":[{"ref":"xyz.nav"},${link}]}]}`;
    const root = project(text);

    await navLint({ root, fix: "write" });

    expect(read(root)).toContain('{"ref":"xyz.nav"}');
    expect(read(root)).toContain(access);
  });

  test("shows with --fix-dry-run the same patch, and writes nothing", async () => {
    const text =
      '{"schemaVersion":1,"groups":[{"id":"main","label":"nav:main",\n"items":[{"ref":"agneda.nav"},\n{"ref":"widgets.nav"}]}]}\n';
    const root = project(text);

    const shown = await navLint({ root, fix: "show" });
    expect(read(root)).toBe(text);
    const written = await navLint({ root, fix: "write" });

    const changes = (lines: string[] = []) => lines.filter((line) => /^[-+@]/.test(line));
    expect(changes(shown.lines)).toEqual(changes(written.lines));
    expect(changes(shown.lines)).toContain('-"items":[{"ref":"agneda.nav"},');
    expect(shown.exit).toBe(1);
  });
});

test("a patch says what was taken out and put in, with its lines", () => {
  expect(patch("x", "a\nb\nc\nd\n", "a\nc\nd\ne\n")).toEqual([
    "--- x",
    "+++ x",
    "@@ -2 +1,0 @@",
    "-b",
    "@@ -4,0 +4 @@",
    "+e",
  ]);
  expect(patch("x", "same", "same")).toEqual([]);
});
