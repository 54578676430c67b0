// Languages are called by their names in the reader's language, not by their codes.
import { expect, test } from "vitest";
import { languageHere } from "../../src/kernel/i18n/languages.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

test("a language has its name in the language of whoever reads it", async () => {
  await startLanguage("en-gb", async () => ({}));
  expect(["en-gb", "de"].map(languageHere)).toEqual(["British English", "German"]);

  await startLanguage("de", async () => ({}));
  expect(["en-gb", "de"].map(languageHere)).toEqual(["Englisch (Vereinigtes Königreich)", "Deutsch"]);
});

test("a tag that names no language stays as it is", () => {
  expect(["qqx", "de-1"].map(languageHere)).toEqual(["qqx", "de-1"]);
});
