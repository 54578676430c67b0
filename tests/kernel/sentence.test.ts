// What is filled into a sentence stays in its place, from whichever side it is read.
import { expect, test } from "vitest";
import { startLanguage, t } from "../../src/kernel/i18n/setup.ts";
import { roleText } from "../../src/kernel/i18n/words.ts";

const shell = { common: { next: "Next: {{name}}, in {{count}} days" } };

test("a name from right to left is kept apart from the words after it; others are filled in as they are", async () => {
  await startLanguage("en-gb", async () => shell);

  expect(t("common:next", { name: "مؤتمر الشمال", count: 23 })).toBe("Next: \u2068مؤتمر الشمال\u2069, in 23 days");
  expect(t("common:next", { name: "<b>A/B</b> & Söhne", count: 23 })).toBe("Next: <b>A/B</b> & Söhne, in 23 days");
});

test("a name that will be kept is filled in without marks", async () => {
  await startLanguage("en-gb", async () => shell);

  const kept = t("common:next", { name: "مؤتمر", count: 1, interpolation: { escapeValue: false } });

  expect(kept).toBe("Next: مؤتمر, in 1 days");
});

test("a role is named in the language of whoever reads it; one that the texts do not know keeps its name", async () => {
  await startLanguage("de", async () => ({ common: { "role.expert": "Veranstaltungsexperte" } }));

  expect(roleText({ id: 95, name: "Event expert" })).toBe("Veranstaltungsexperte");
  expect(roleText({ id: 4711, name: "Juror" })).toBe("Juror");
});
