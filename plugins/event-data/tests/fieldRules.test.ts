// What a field must be like: each refusal is said at its field, and in every language.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FieldDraft } from "#schemas/fields.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { ProblemError } from "#server";
import { asNewField } from "../server/fields/rules.ts";

const root = join(import.meta.dirname, "../../..");
const textsOf = (locale: string) =>
  JSON.parse(readFileSync(join(root, `locales/common/${locale}.json`), "utf8")) as Record<string, string>;

const named = (key: string, name: string) => ({ key, labels: { "en-gb": name }, archived: false });
const choice = { kind: "choice", labels: { "en-gb": "Diet" } } as const;
const number = { kind: "number", labels: { "en-gb": "Size" } } as const;

function refusalOf(draft: object): ProblemError {
  try {
    asNewField(draft as FieldDraft, { taken: ["badge"], typeIds: [1], mainLocale: "en-gb" });
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error("The field was taken");
}

describe("a field that is not possible is refused", () => {
  test.each([
    ["a built-in name", { ...number, key: "email" }, "key", { key: "email" }],
    ["a key that is taken", { ...number, key: "badge" }, "key", { key: "badge" }],
    ["a data type that is not there", { ...number, type_ids: [7] }, "type_ids", { id: 7 }],
    ["options of a number", { ...number, options: [named("a", "A")] }, "options", {}],
    ["yes or no given once", { kind: "boolean", labels: { "en-gb": "Vegan" }, unique: true }, "unique", {}],
    ["types of a number", { ...number, limits: { types: ["image/png"] } }, "limits.types", {}],
    ["steps of a text", { kind: "text", labels: { "en-gb": "Word" }, limits: { step: 2 } }, "limits.step", {}],
    ["a choice without options", choice, "options", {}],
    ["a largest below the smallest", { ...number, limits: { min: 3, max: 2 } }, "limits.max", {}],
    [
      "a last day before the first",
      { kind: "date", labels: { "en-gb": "Day" }, limits: { earliest: "2026-02-01", latest: "2026-01-01" } },
      "limits.latest",
      {},
    ],
    ["a key twice", { ...choice, options: [named("a", "A"), named("a", "B")] }, "options", { key: "a" }],
    ["a name twice", { ...choice, options: [named("a", "Vegan"), named("b", " vegan")] }, "options", { name: "vegan" }],
  ])("%s", (_, draft, field, values) => {
    const { fields = {}, reasons = {} } = refusalOf(draft).detail;
    const reason = reasons[field];

    expect(Object.keys(fields)).toEqual([field]);
    expect(reason?.values).toEqual(values);
    for (const locale of LOCALES) {
      const text = textsOf(locale)[reason?.text.replace("common:", "") ?? ""] ?? "";
      const wanted = [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name);
      expect(text).not.toBe("");
      expect(wanted).toEqual(Object.keys(values));
    }
  });
});
