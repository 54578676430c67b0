// What may become HTML in the page.
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

test("a document that is only read may hold anything: nothing in it runs", () => {
  expect(html("<p onclick=x>text</p>", "DOMParser parseFromString")).toContain("text");
});

test("code comes from our own server only", () => {
  expect(policy.createScriptURL("/assets/x.js")).toBe("/assets/x.js");
  expect(policy.createScriptURL("https://evil.test/x.js")).toBeNull();
});
