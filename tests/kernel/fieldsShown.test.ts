// Which fields a page shows, in which order, and what a field says of matches.
import { describe, expect, test } from "vitest";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import type { Field } from "#schemas/fields.ts";
import { type FieldQuestion, type Known, narrowed, ordered } from "../../src/kernel/fields/fieldsShown.ts";
import { matchEffect } from "../../src/kernel/fields/matchEffect.ts";

const field = (id: number, key: string, facts: Partial<Field> = {}) =>
  ({
    id,
    key,
    event_id: 5,
    kind: "text",
    type_ids: [],
    required: false,
    match_weight: 0,
    places: ["profile"],
    archived_at: null,
    ...facts,
  }) as Field;
const use = (
  key: string,
  answered: number,
  asked: number,
  options: Record<string, number> = {},
  answers = answered,
): FieldUse => ({
  key,
  answers,
  answered,
  asked,
  events: 1,
  options,
});
const diet = field(1, "diet", { kind: "choice", match_weight: 3, places: ["profile", "filter"], type_ids: [7] });
const arrival = field(2, "arrival", { kind: "date", required: true, places: ["profile", "onboarding"] });
const topics = field(3, "topics", { kind: "choices", event_id: 0, match_weight: 9 });
const all = [diet, arrival, topics];
const known: Known = {
  use: [use("diet", 50, 100), use("arrival", 100, 100)],
  nameOf: ({ key }) => `The ${key}`,
  kindOf: ({ kind }) => kind,
  typesOf: ({ type_ids }) => type_ids.join(),
  locale: "en-GB",
};
const keys = (fields: readonly Field[]) => fields.map(({ key }) => key).join(" ");

describe("a page of fields", () => {
  test.each<[Partial<FieldQuestion>, string]>([
    [{}, "diet arrival topics"],
    [{ words: "THE arr" }, "arrival"],
    [{ kind: "choice" }, "diet"],
    [{ type: 8 }, "arrival topics"],
    [{ mark: "filter" }, "diet"],
    [{ mark: "onboarding" }, "arrival"],
    [{ mark: "required" }, "arrival"],
    [{ mark: "matching" }, "diet topics"],
    [{ mark: "shared" }, "topics"],
    [{ mark: "unanswered" }, "diet topics"],
    [{ kind: "choice", mark: "required" }, ""],
  ])("asked for %j it shows these: %s", (question, shown) => {
    const asked = { order: undefined, words: "", kind: "", type: 0, mark: undefined, ...question };

    expect(keys(narrowed(all, asked, known))).toBe(shown);
  });

  test("who answered and is no longer asked answers for nobody who is", () => {
    const half = { ...known, use: [use("arrival", 5, 10, {}, 40), use("diet", 6, 10)] };
    const question = { order: undefined, words: "", kind: "", type: 0, mark: "unanswered" } as const;

    expect(keys(narrowed([arrival, diet], question, half))).toBe("arrival diet");
    expect(keys(ordered([arrival, diet], "answers", half))).toBe("diet arrival");
  });

  test.each([
    ["name", "arrival diet topics"],
    ["key", "arrival diet topics"],
    ["kind", "diet topics arrival"],
    ["scope", "topics diet arrival"],
    ["types", "arrival topics diet"],
    ["answers", "arrival diet topics"],
    ["unanswered", "topics diet arrival"],
    ["filterable", "diet arrival topics"],
    ["matching", "topics diet arrival"],
  ] as const)("by %s they stand so: %s", (order, stands) => {
    expect(keys(ordered(all, order, known))).toBe(stands);
  });
});

describe("how much a field changes matches", () => {
  test("is counted from pairs: of whom both answer, with which answers, and from the weights of all fields", () => {
    const effect = matchEffect(diet, 3, use("diet", 4, 5, { vegan: 2, meat: 2 }), all);

    // Of ten pairs both answer in six; two of those are alike.
    expect(effect).toEqual({ compared: 0.6, alike: 2 / 6, weight: 3 / 12 });
    expect(matchEffect(diet, 9, use("diet", 4, 5, { vegan: 4 }), all)).toEqual({
      compared: 0.6,
      alike: 1,
      weight: 0.5,
    });
    // Who is no longer asked is in no pair.
    expect(matchEffect(diet, 3, use("diet", 4, 5, { vegan: 50, meat: 50 }, 100), all)?.compared).toBe(0.6);
  });

  test.each(["boolean", "country"] as const)("knows how often two answers to a field of %s are alike", (kind) => {
    const one = field(9, "one", { kind });

    expect(matchEffect(one, 1, use("one", 4, 4, { true: 2, false: 2 }), [one])?.alike).toBe(2 / 6);
  });

  test("leaves open what counts do not tell, and says nothing where no two are asked", () => {
    expect(matchEffect(topics, 9, use("topics", 4, 4, { one: 4 }), all)?.alike).toBeUndefined();
    expect(matchEffect(diet, 0, use("diet", 1, 4, { vegan: 1 }), [diet])).toEqual({
      compared: 0,
      alike: undefined,
      weight: 0,
    });
    expect(matchEffect(diet, 3, use("diet", 0, 4), [diet])?.compared).toBe(0);
    expect(matchEffect(diet, 3, use("diet", 1, 1), all)).toBeUndefined();
  });
});
