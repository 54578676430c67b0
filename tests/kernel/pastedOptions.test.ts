// Options out of pasted lines.
import { expect, test } from "vitest";
import { pastedOptions } from "../../src/kernel/fields/pastedOptions.ts";

const saved = [{ key: "vegan", labels: { "en-gb": "Vegan", de: "Pflanzlich" } }];

test("each line is an option, its cells are its names in the languages of the app", () => {
  expect(pastedOptions("Fish\tFisch\r\n\n  Lamb \n", saved, ["en-gb", "de"]).options).toEqual([
    { key: "fish", labels: { "en-gb": "Fish", de: "Fisch" } },
    { key: "lamb", labels: { "en-gb": "Lamb" } },
  ]);
});

test("a name that is there already, saved or pasted, is left out in whatever case, and keys differ", () => {
  const lines = "VEGAN\nFish\nfish\nOther\tpflanzlich\nVegan!";

  expect(pastedOptions(lines, saved, ["en-gb", "de"]).options.map(({ key }) => key)).toEqual(["fish", "vegan_2"]);
});

test("what one option is called is not the key of another, in whichever order they are pasted", () => {
  const keys = (lines: string) =>
    Object.fromEntries(pastedOptions(lines, [], ["en-gb"]).options.map(({ key, labels }) => [labels["en-gb"], key]));

  expect(keys("10+\n10")).toEqual({ "10+": "10_2", "10": "10" });
  expect(keys("10\n10+")).toEqual({ "10": "10", "10+": "10_2" });
  expect(pastedOptions("Vegan!", [{ key: "v", labels: { de: "vegan" } }], ["en-gb"]).options[0]?.key).toBe("vegan_2");
});

test("what is cut and what is beyond the most is told, and what is left out anyway is not", () => {
  const long = "x".repeat(121);
  const many = Array.from({ length: 1001 }, (_, at) => `Option ${at}`);

  expect(pastedOptions(`${long}\t${long}\nvegan\nFish`, saved, ["en-gb", "de"])).toMatchObject({
    options: [{ labels: { "en-gb": long.slice(1), de: long.slice(1) } }, { labels: { "en-gb": "Fish" } }],
    ...{ cut: 2, beyond: 0 },
  });
  const pasted = pastedOptions([...many, "Option 1000", "vegan"].join("\n"), saved, ["en-gb"]);
  expect([pasted.options.length, pasted.cut, pasted.beyond]).toEqual([999, 0, 2]);
  expect(pastedOptions(many.join("\n"), [], ["en-gb"], 200)).toMatchObject({ beyond: 801 });
});

test("a name is cut between signs and never within one", () => {
  const [option] = pastedOptions(`${"x".repeat(119)}🥗`, saved, ["en-gb"]).options;

  expect(option?.labels["en-gb"]).toBe("x".repeat(119));
});
