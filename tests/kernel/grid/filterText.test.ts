// Filters in words, as a person would write them in each language.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chipsOf } from "../../../src/kernel/grid/filterText.ts";
import type { GridColumn } from "../../../src/kernel/grid/grid.ts";
import { loadTexts, startLanguage } from "../../../src/kernel/i18n/setup.ts";

const colour: GridColumn = {
  field: "colour",
  title: "Farbe",
  kind: "choice",
  choices: ["Rot", "Blau", "Grün", "Gelb", "Grau"].map((label) => ({ value: label, label })),
};

test.each([
  ["en-gb", "is not Rot", "is none of Rot, Blau", "is none of Rot, Blau, Grün", "is none of Rot, Blau, Grün, 2 more"],
  [
    "de",
    "ist nicht Rot",
    "ist weder Rot noch Blau",
    "ist weder Rot, Blau noch Grün",
    "ist weder Rot, Blau, Grün noch 2 weitere",
  ],
])("of one value that is excluded, of several, and of more than are named: %s", async (locale, ...said) => {
  const folder = join(import.meta.dirname, "../../../locales/grid");
  await startLanguage(locale, async (path) =>
    path.endsWith("/grid.json") ? JSON.parse(readFileSync(join(folder, `${locale}.json`), "utf8")) : {},
  );
  await loadTexts("grid");

  const told = [1, 2, 3, 5].map((count) => {
    const value = ["Rot", "Blau", "Grün", "Gelb", "Grau"].slice(0, count);
    return chipsOf([{ field: "colour", op: "in", value }], [colour])[0]?.turned?.text;
  });
  expect(told).toEqual(said.map((words) => `Farbe ${words}`));
});
