// What is filled into a sentence stays in its place, from whichever side it is read.
import { expect, test } from "vitest";
import { startLanguage, t } from "../../src/kernel/i18n/setup.ts";
import { roleText } from "../../src/kernel/i18n/words.ts";

const shell = {
  common: {
    next: "Next: {{name}}, in {{count}} days",
    taken_one: "{{count}} member taken",
    taken_other: "{{count}} members taken",
    step: "In steps of {{step}}",
    gone: "There is no group {{id}}",
  },
};

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

test("a number stands in a sentence with the separators of its language; what is called by a number does not", async () => {
  await startLanguage("en-gb", async () => shell);
  expect(t("common:taken", { count: 12345 })).toBe("12,345 members taken");
  expect(t("common:taken", { count: 1 })).toBe("1 member taken");
  expect(t("common:step", { step: 0.0005 })).toBe("In steps of 0.0005");
  expect(t("common:gone", { id: 12345 })).toBe("There is no group 12345");

  await startLanguage("de", async () => shell);
  expect(t("common:taken", { count: 12345 })).toBe("12.345 members taken");
});
