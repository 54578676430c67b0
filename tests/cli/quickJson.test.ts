// The quick reader of JSON answers only where the thorough one has nothing to say, and then the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_DEPTH, readJson } from "#schemas/json.ts";
import { isFlatJson, quickValue, saysSomething } from "#schemas/quickJson.ts";

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

describe("a look at texts", () => {
  const isFlat = (text: string) => {
    const { fault, value } = readJson(text);
    const isObject = fault === undefined && value !== null && typeof value === "object" && !Array.isArray(value);
    return isObject && Object.values(value).every((one) => typeof one === "string");
  };

  test("takes any object of texts for sound, and nothing else", () => {
    const value = fc.oneof(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), fc.jsonValue());

    fc.assert(
      fc.property(value, fc.constantFrom(0, 2, "\t"), (one, layout) => {
        const text = JSON.stringify(one, null, layout);
        expect(isFlatJson(text)).toBe(isFlat(text));
      }),
      { numRuns: 150 },
    );
  });

  test("refuses what is JSON no longer after any one change", () => {
    const sign = fc.constantFrom('"', "\\", ",", ":", "{", "}", "1", " ", "\n", "\u00a0", "\t", "u", "x");
    const good = '{ "a.b" : "x\\u00e9\\n", "c" : "\\\\" }';

    expect(isFlatJson(good)).toBe(true);
    fc.assert(
      fc.property(fc.nat(good.length), fc.boolean(), sign, (at, isPut, put) => {
        const text = good.slice(0, at) + put + good.slice(isPut ? at : at + 1);
        expect(isFlatJson(text)).toBe(isFlat(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("has room for a large file, and leaves one that is larger to the parser", () => {
    const many = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key.${at}`, "x"])));

    expect(isFlatJson(many(50_000))).toBe(true);
    expect(isFlatJson(many(100_000))).toBe(false);
  });

  test("never finds a text that the parser does not find", () => {
    const key = fc.constantFrom("a", "b", "ab", 'a"', "a\\", "", " ");
    const said = fc.constantFrom("", " ", "x", "a", '"a": "x"', '{"a":"x"}', "\n", '\\"a": "');

    fc.assert(
      fc.property(fc.array(fc.tuple(key, said), { maxLength: 5 }), key, (pairs, asked) => {
        const text = `{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(",")}}`;
        const { [asked]: found } = JSON.parse(text);
        if (saysSomething(text, asked)) expect(found?.trim()).not.toBe("");
        else if (found !== undefined && /^\w+$/.test(asked)) expect(found).toMatch(/^($|[\s"\\])/);
      }),
      { numRuns: 2000 },
    );
  });
});
