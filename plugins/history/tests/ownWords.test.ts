// An area's own words for what it alone writes are found beside those that areas share.
import { expect, test } from "vitest";
import { actionWord, fieldWord, objectWord, type Say, Words } from "../contract/words.ts";

const texts: Record<string, string> = {
  "history:action.save": "Changed",
  "history:field.name": "Name",
  "floor-plans:told.action.hang_up": "Hung up",
  "floor-plans:told.field.text": "Text of the note",
  "floor-plans:told.object.note": "Note",
  "badges:told.field.text": "Inscription",
};
const say: Say = (key, values) => texts[key] ?? String(values?.["defaultValue"] ?? key);
const about = (type: string) => ({ say, locale: "en-gb", fields: [], type });

test("what an area alone writes is called as the area calls it", () => {
  expect(objectWord(say, "floor-plans.note")).toBe("Note");
  expect(actionWord(say, "hang_up", "floor-plans.note")).toBe("Hung up");
  expect(fieldWord(about("floor-plans.note"), "text")).toBe("Text of the note");
  expect(fieldWord(about("badges.badge"), "text")).toBe("Inscription");
});

test("what areas share is called alike everywhere", () => {
  expect(actionWord(say, "save", "floor-plans.note")).toBe("Changed");
  expect(fieldWord(about("floor-plans.note"), "name")).toBe("Name");
});

test("what nobody names any more is shown as it is", () => {
  expect(objectWord(say, "gone-area.paper_note")).toBe("gone area paper note");
  expect(objectWord(say, "session")).toBe("session");
  expect(actionWord(say, "hang_up", "gone-area.note")).toBe("hang up");
  expect(fieldWord(about("session"), "wall_colour")).toBe("wall colour");
});

test("parts of a value are named as the fields of the same line are", () => {
  const speech = { number: String, moment: String, country: String, language: String, answer: () => "" };
  const words = new Words({ ...about("badges.badge"), ...speech, list: (all) => all.join(", ") }, {});

  expect(words.value("front", { text: "Ada" })).toBe("Inscription: Ada");
});
