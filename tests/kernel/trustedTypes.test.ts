// What may become HTML in the page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policy } from "../../src/app/trustedTypes.ts";

const html = (text: string, sink = "Element innerHTML") => policy.createHTML(text, "TrustedHTML", sink);

test.each([
  '<div class="ag-cell" role="gridcell"><span ref="eText"></span></div>',
  '<form class="ag-filter-wrapper"><input type="text"></form>',
  "a < b and on the other hand c = d",
])("a template without script passes: %s", (text) => expect(html(text)).toBe(text));

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<svg><a href="javascript:alert(1)">x</a></svg>',
  '<iframe srcdoc="x"></iframe>',
  '<base href="//evil.test/">',
  "<ScRiPt >1</sCrIpT>",
])("what could run is refused: %s", (text) => expect(html(text)).toBeNull());

test.each([
  '<img src="https://evil.test/seen.png">',
  '<a href="https://evil.test/">Log in</a>',
  "<Acme> & Söhne",
  '<div title="<b class="></b>">x</div>',
  '<span class="a"href="x">x</span>',
  "<style>*{display:none}</style>",
  "<!-- <div>",
  "<math><b>",
])("other markup is text and nothing else: %s", (text) => expect(html(text)).not.toMatch(/<[a-z/!?]/i));

test("every template of the grid passes", () => {
  const templates = gridTemplates();
  expect(templates.length).toBeGreaterThan(300);
  expect(templates.filter((template) => html(template) !== template)).toEqual([]);
});

/** Runs of markup in the grid's packages, as they are once their places are filled in. */
function gridTemplates(): string[] {
  const texts = ["@ag-grid-community", "@ag-grid-enterprise"].flatMap((scope) => {
    const folder = join(process.cwd(), "node_modules", scope);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /dist[\\/][\w-]+\.esm\.js$/.test(file))
      .map((file) => readFileSync(join(folder, file), "utf8").replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));
  });
  const tags = texts.flatMap((text) => text.match(/<\/?[a-z][a-z-]*(?:\s[^<>;]*)?>/g) ?? []);
  // The console tells how to load the grid.
  const own = [...new Set(tags)].filter((tag) => !/^<\/?script\b/.test(tag));
  return own.map((tag) => tag.replace(/\$\{[^}]*\}/g, "x"));
}

test("a document that is only read may hold anything: nothing in it runs", () => {
  expect(html("<p onclick=x>text</p>", "DOMParser parseFromString")).toContain("text");
});

test("code comes from our own server only", () => {
  expect(policy.createScriptURL("/assets/x.js")).toBe("/assets/x.js");
  expect(policy.createScriptURL("https://evil.test/x.js")).toBeNull();
});
