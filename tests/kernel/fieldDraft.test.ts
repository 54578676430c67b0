// Two people change one field: what is chosen, what is kept, and what is saved then.
import { expect, test } from "vitest";
import type { Field, FieldOption } from "#schemas/fields.ts";
import { copyOf, draftWith, initialOf, onOwnAct, onTheirs } from "../../src/kernel/fields/fieldDraft.ts";

const option = (key: string, name: string): FieldOption => ({ key, labels: { "en-gb": name } });

const BASE: Field = {
  ...(initialOf(undefined) as Required<ReturnType<typeof initialOf>>),
  id: 3,
  key: "diet",
  event_id: 5,
  event_ids: [],
  kind: "choice",
  labels: { "en-gb": "Diet", de: "Kost" },
  options: [option("none", "None"), option("vegan", "Vegan"), option("fish", "Fish")],
  position: 1,
  archived_at: null,
  rev: 1,
};

test("only what both sides changed differently is chosen, language by language", () => {
  const theirs = { ...BASE, rev: 2, labels: { "en-gb": "Theirs", de: "Ihre" }, required: true };
  const mine = { ...initialOf(BASE), labels: { "en-gb": "Mine", de: "Kost" }, section: "Food", required: true };

  const both = onTheirs({ base: BASE, mine }, theirs);

  expect(both.clashing).toEqual(["labels.en-gb"]);
  expect(both.others).toEqual(["section", "required"]);
  const kept = draftWith(both.settled(new Set()));
  expect(kept).toMatchObject({ labels: { "en-gb": "Mine", de: "Ihre" }, section: "Food", required: true });
  const given = draftWith(both.settled(new Set(["labels.en-gb"])));
  expect(given).toMatchObject({ labels: { "en-gb": "Theirs", de: "Ihre" }, section: "Food" });
});

test("a text that was emptied stays empty on top of theirs", () => {
  const mine = { ...initialOf(BASE), labels: { "en-gb": "Diet", de: "" } };

  const both = onTheirs({ base: BASE, mine }, { ...BASE, rev: 2, section: "Theirs" });

  expect(both.clashing).toEqual([]);
  expect(draftWith(both.settled(new Set()))).toMatchObject({ labels: { "en-gb": "Diet" }, section: "Theirs" });
  expect(draftWith(both.settled(new Set())).labels).not.toHaveProperty("de");
});

test("one's own options take along what they added and leave out what they took out", () => {
  const theirs = {
    ...BASE,
    rev: 2,
    options: [option("none", "None"), option("vegan", "Vegan"), option("option", "Halal")],
  };
  const options = [option("none", "Anything"), ...BASE.options.slice(1), option("option", "Kosher")];

  const both = onTheirs({ base: BASE, mine: { ...initialOf(BASE), options } }, theirs);

  expect(both.clashing).toEqual(["options"]);
  expect(draftWith(both.settled(new Set())).options).toEqual([
    option("none", "Anything"),
    option("vegan", "Vegan"),
    option("option", "Halal"),
    option(expect.stringMatching(/^option_[0-9a-z]+$/), "Kosher"),
  ]);
  expect(draftWith(both.settled(new Set(["options"]))).options).toEqual(theirs.options);
});

test("one's own taking out of an option goes on beside options that are being typed, and so does its undoing", () => {
  const without = { ...BASE, rev: 2, options: [option("none", "None"), option("fish", "Fish")] };
  const typed = [option("none", "None"), option("vegan", "Vegan"), option("fish", "Seafood"), option("new", "Kosher")];

  const after = onOwnAct({ base: BASE, mine: { ...initialOf(BASE), options: typed } }, without);
  expect(after.options).toEqual([option("none", "None"), option("fish", "Seafood"), option("new", "Kosher")]);
  expect(onOwnAct({ base: without, mine: after }, BASE).options).toEqual(typed);
});

test("one's own change of kind lets go what was typed of options", () => {
  const mine = { ...initialOf(BASE), section: "Food", options: [option("none", "Nothing"), ...BASE.options.slice(1)] };

  const after = onOwnAct({ base: BASE, mine }, { ...BASE, rev: 2, kind: "text", options: [] });

  expect(after).toMatchObject({ kind: "text", section: "Food", options: [] });
});

test("a copy's name is cut between signs and never within one", () => {
  const { labels } = copyOf({ ...BASE, labels: { "en-gb": `${"x".repeat(115)}🥗 diet` } });

  expect(labels["en-gb"]).toBe(`${"x".repeat(115)} (2)`);
});
