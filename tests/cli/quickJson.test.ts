// The quick reader of JSON answers only where the thorough one has nothing to say, and then the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_DEPTH, readJson } from "#schemas/json.ts";
import { quickValue } from "#schemas/quickJson.ts";

describe("the quick reader", () => {
  test("reads what the thorough one reads, in any layout", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, layout) => {
        const text = JSON.stringify(value, null, layout);

        const quick = quickValue(text);

        if (quick !== undefined) expect(quick).toEqual(readJson(text).value);
        else expect(text).toContain("\\");
      }),
    );
  });

  test("leaves every text to the thorough one in which a key stands twice, or that is not JSON", () => {
    const key = fc.constantFrom("a", "b", "", "__proto__");
    const pair = fc.tuple(key, fc.constantFrom('"x"', "1", "{}", '{"a":1}', '{"a":1,"a":2}', "[]", "[1,]"));
    const object = fc
      .array(pair, { maxLength: 4 })
      .map((pairs) => `{${pairs.map(([k, v]) => `"${k}":${v}`).join(" , ")}}`);

    fc.assert(
      fc.property(object, (text) => {
        const thorough = readJson(text);
        const sound = thorough.fault === undefined && thorough.duplicates.length === 0;

        expect(quickValue(text) !== undefined).toBe(sound);
      }),
      { numRuns: 1000 },
    );
  });

  test("leaves to it what is nested too deep, byte order marks and comments", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

    expect(quickValue(nested(JSON_DEPTH))).toBeDefined();
    for (const text of [nested(JSON_DEPTH + 1), nested(5_000), "\ufeff{}", "{} // x", ""])
      expect(quickValue(text), text.slice(0, 9)).toBeUndefined();
  });
});
