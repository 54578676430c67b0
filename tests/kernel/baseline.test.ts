// What was typed, on other ground: each side's changes stay apart.
import { expect, test } from "vitest";
import { isOvertaken, rebased } from "../../src/kernel/form/baseline.ts";

const stored = { name: "Ada", email: "ada@one.example", fields: { diet: "vegan", shirt: "s" }, events: [1, 2] };

test("what nobody touched follows what is stored", () => {
  const now = { ...stored, name: "Ada Lovelace", fields: { diet: "vegan" } };

  expect(rebased(stored, stored, now)).toBe(now);
});

test("what was typed stays beside what has changed elsewhere, in answers, too", () => {
  const typed = { ...stored, email: "ada@two.example", fields: { diet: "none", shirt: "s", guests: 2 } };
  const now = { ...stored, name: "Ada Lovelace", fields: { diet: "vegan", shirt: "l" }, events: [3] };

  expect(rebased(typed, stored, now)).toEqual({
    name: "Ada Lovelace",
    email: "ada@two.example",
    fields: { diet: "none", shirt: "l", guests: 2 },
    events: [3],
  });
});

test("what was emptied stays empty, what was taken away elsewhere goes, and a list stays whole", () => {
  const typed = { ...stored, name: "", events: [2] };
  const { email: _, ...now } = { ...stored, name: "Augusta", events: [1, 2, 3] };

  expect(rebased<object>(typed, stored, now)).toEqual({ name: "", fields: stored.fields, events: [2] });
});

test("a key without a value stays where it is stored so, or nothing would count as unchanged again", () => {
  const place: { title: string; track?: number | undefined } = { title: "Keynote", track: undefined };

  expect(Object.keys(rebased({ ...place, title: "Opening" }, place, { ...place }))).toEqual(["title", "track"]);
});

test("only what both sides changed to different values has been overtaken", () => {
  const typed = { ...stored, email: "ada@two.example", fields: { diet: "none", shirt: "s" } };
  const by = (now: object) => isOvertaken(typed, stored, { ...stored, ...now });

  expect(by({ name: "Ada Lovelace", events: [3], fields: { diet: "vegan", shirt: "l" } })).toBe(false);
  expect(by({ email: "ada@two.example" })).toBe(false);
  expect(by({ email: "ada@three.example" })).toBe(true);
  expect(by({ fields: { diet: "fish", shirt: "s" } })).toBe(true);
  expect(by({ fields: { shirt: "s" } })).toBe(true);
  expect(isOvertaken({ events: [1] }, { events: [1, 2] }, { events: [1, 2, 3] })).toBe(true);
});

test("an input that was filled and emptied again has not been touched", () => {
  const typed = { fields: { diet: "" } };
  const now = { fields: { diet: "vegan" } };

  expect(isOvertaken(typed, { fields: {} }, now)).toBe(false);
  expect(rebased<object>(typed, { fields: {} }, now)).toEqual(now);
});
