// Options out of pasted lines.
import { expect, test } from "vitest";
import { pastedOptions } from "../../src/kernel/fields/pastedOptions.ts";

const saved = [{ key: "vegan", labels: { "en-gb": "Vegan", de: "Pflanzlich" } }];

test("each line is an option, its cells are its names in the languages of the app", () => {
  expect(pastedOptions("Fish\tFisch\r\n\n  Lamb \n", saved, ["en-gb", "de"])).toEqual([
    { key: "fish", labels: { "en-gb": "Fish", de: "Fisch" } },
    { key: "lamb", labels: { "en-gb": "Lamb" } },
  ]);
});

test("a name that is there already, saved or pasted, is left out in whatever case, and keys differ", () => {
  const lines = "VEGAN\nFish\nfish\nOther\tpflanzlich\nVegan!";

  expect(pastedOptions(lines, saved, ["en-gb", "de"]).map(({ key }) => key)).toEqual(["fish", "vegan_2"]);
});
