// Reports in the formats of others, whatever they tell of, hold what Jenkins and code-scanning services check them with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../cli/outcome.ts";
import { junit } from "../../cli/report/junit.ts";
import { sarif } from "../../cli/report/sarif.ts";

const schema = (name: string) => readFileSync(join(import.meta.dirname, "schemas", name));
const jenkins = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema("jenkins-junit.xsd")));

// The schema is of draft 4: what that calls id is $id now, and nothing else of it is used.
const { id: _, $schema: __, ...sarifSchema } = JSON.parse(schema("sarif-2.1.0-rtm.5.json").toString());
const addFormats = ((addFormatsModule as { default?: unknown }).default ?? addFormatsModule) as (ajv: Ajv) => void;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const isSarif = ajv.compile(sarifSchema);

/** Nothing, or what Jenkins says against a report. */
function faultOfJunit(text: string): string | undefined {
  const document = XmlDocument.fromString(text);
  try {
    jenkins.validate(document);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    document.dispose();
  }
}

function faultOfSarif(text: string): unknown {
  return isSarif(JSON.parse(text)) ? undefined : isSarif.errors;
}

const words = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u0000\u001b]]>", "a<b>&\"'", "\ud800", ""),
);
const place = fc.nat({ max: 1_000_000 }).map((at) => at + 1);
const finding = fc.record(
  {
    rule: fc.constantFrom("nav/unknown-ref", "api/contract", "lanyard/nothing-checked"),
    severity: fc.constantFrom("error" as const, "warning" as const, "note" as const),
    message: words,
    file: fc.constantFrom("nav.config.json", "", "plugins/a b/plugin.json", "/tmp/ü&.json"),
    line: place,
    column: place,
    pointer: words,
    suggestion: words,
  },
  { requiredKeys: ["rule", "severity", "message", "file", "line", "column", "pointer"] },
);
const endpoint = fc.record({
  method: fc.constantFrom("GET", "POST"),
  path: words,
  status: fc.constantFrom(0, 200, 403, 500),
  expected: fc.constant(200),
  ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
  ok: fc.boolean(),
  class: fc.constantFrom("ok" as const, "api" as const, "unexpected-allow" as const),
});
const outcome: fc.Arbitrary<Outcome> = fc.record(
  {
    command: fc.constantFrom("nav lint", "api smoke"),
    checked: fc.nat(),
    findings: fc.array(finding, { maxLength: 4 }),
    exit: fc.constantFrom(0 as const, 1 as const, 2 as const),
    endpoints: fc.array(endpoint, { maxLength: 4 }),
  },
  { requiredKeys: ["command", "checked", "findings", "exit"] },
);

describe("whatever is told", () => {
  test("the JUnit report is one that Jenkins takes", () => {
    fc.assert(fc.property(outcome, (told) => void expect(faultOfJunit(junit(told))).toBeUndefined()));
  });

  test("the SARIF report has the shape of SARIF 2.1.0", () => {
    fc.assert(
      fc.property(outcome, (told) => void expect(faultOfSarif(sarif(told, { version: "1.2.3" }))).toBeUndefined()),
    );
  });
});

test("both checks refuse a report that is wrong", () => {
  expect(faultOfJunit('<testsuites><testsuite tests="1"/></testsuites>')).toContain("'name' is required");
  expect(faultOfSarif('{"version":"2.1.0","runs":[{"results":[{"level":"fatal"}]}]}')).toBeDefined();
});
