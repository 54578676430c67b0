import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultMessages } from "../server/schedule/faults.ts";

function texts(locale: string): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../locales/${locale}.json`), "utf8"));
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe("the faults of a file", () => {
  test("say on the screen what the server says", () => {
    const english = texts("en-gb");

    for (const [code, message] of Object.entries(faultMessages))
      expect([code, english[`fault.${code}`]]).toEqual([code, message]);
  });

  test("are told in every language with the same values", () => {
    const german = texts("de");

    for (const [code, message] of Object.entries(faultMessages)) {
      expect([code, placeholders(german[`fault.${code}`] ?? "")]).toEqual([code, placeholders(message)]);
    }
  });
});
