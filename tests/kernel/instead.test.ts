// Words of an answer are said by their key, else by that of the area that has them alone, else as they are.
import { beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { say } from "../../src/kernel/i18n/words.ts";

beforeAll(async () => {
  const texts = { history: { "action.save": "Changed" }, badges: { "told.action.print": "Printed for {{name}}" } };
  await startLanguage("en-gb", async () => texts);
});

test.each([
  ["save", "Changed"],
  ["print", "Printed for Ada"],
  ["hang_up", "hang up"],
])("what is done as %s is called %s", (action, text) => {
  const [key, instead] = [`history:action.${action}`, `badges:told.action.${action}`];

  expect(say({ key, instead, values: { name: "Ada" }, otherwise: action.replace("_", " ") })).toBe(text);
});
