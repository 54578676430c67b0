import { expect, test } from "vitest";
import { fold, wordsOf } from "#server";
import { typeCalled } from "../server/import/readRow.ts";
import { asChanged, asNew, mustBeUnique } from "../server/rules.ts";
import { aThing, someValues, TYPES } from "./factories.ts";

test("first and last name make a participant's name", () => {
  const made = asNew({ type_id: 1, first_name: " Ada ", last_name: "Byron\n King" }, TYPES);

  expect(made).toMatchObject({
    first_name: "Ada",
    last_name: "Byron King",
    name: "Ada Byron King",
    status: "imported",
  });
});

test("a participant of whom only the address is known is named by it", () => {
  expect(asNew({ type_id: 1, email: "Someone@Example.org" }, TYPES)).toMatchObject({
    name: "someone@example.org",
    email: "someone@example.org",
  });
});

test("a profile without a name is refused beside the field that needs it", () => {
  expect(() => asNew({ type_id: 1 }, TYPES)).toThrow("event-data.name_missing");
  expect(() => asNew({ type_id: 2, first_name: "Ada" }, TYPES)).toThrow("event-data.name_missing");
});

test("a data type that the event does not have is refused", () => {
  expect(() => asNew({ type_id: 9, name: "Nobody" }, TYPES)).toThrow("event-data.type_unknown");
});

test("a change leaves what it does not name, merges own fields and takes away those that are null", () => {
  const before = aThing({ fields: { diet: "vegan", badge: 4 } });

  const after = asChanged(before, { rev: 1, job_title: "Countess", fields: { diet: null, vip: true } }, TYPES);

  expect(after).toEqual(someValues({ job_title: "Countess", fields: { badge: 4, vip: true } }));
});

test("a new last name renames the participant", () => {
  expect(asChanged(aThing(), { rev: 1, last_name: "King" }, TYPES).name).toBe("Ada King");
});

test("only participants must have an address of their own", () => {
  expect(mustBeUnique(someValues(), TYPES)).toBe(true);
  expect(mustBeUnique(someValues({ type_id: 2 }), TYPES)).toBe(false);
  expect(mustBeUnique(someValues({ email: "" }), TYPES)).toBe(false);
});

test.each([
  ["Müller", "muller"],
  ["Łódź", "lodz"],
  ["GROẞ", "gross"],
  ["Ångström", "angstrom"],
  ["Đorđević", "dordevic"],
  ["محمّد", "محمد"],
])("%s is compared as %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("an address is found by each of its words", () => {
  expect(wordsOf("Zoë O’Brien <zoe.obrien@oak-ash.example>")).toEqual([
    "zoe",
    "o",
    "brien",
    "zoe",
    "obrien",
    "oak",
    "ash",
    "example",
  ]);
});

test("a file names a type as everywhere or as the event calls it, one or several, in any language", () => {
  const labels = { de: { one: "Gast", many: "Gäste" }, "en-gb": { one: "Exhibitor", many: "" } };
  const types = [
    { id: 7, name: "Speaker", categoryId: 1, labels },
    { id: 8, name: "Exhibitor", categoryId: 2 },
  ];
  const called = (text: string) => typeCalled(types, text)?.id;

  expect(["speaker", "GAST", "gäste", "7", "exhibitor", "", "Visitor"].map(called)).toEqual([
    7,
    7,
    7,
    7,
    8,
    undefined,
    undefined,
  ]);
});
