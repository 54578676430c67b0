// Two changes of one thing: what is to be chosen, and what comes of each choice.
import { expect, test } from "vitest";
import { compared } from "../../src/kernel/form/compared.ts";

const BASE = { name: "Press", colour: "blue", see: [1] };

test("only what both sides changed to different values is chosen; what one side changed stays", () => {
  const theirs = { ...BASE, name: "Theirs", colour: "pink" };

  const both = compared(BASE, { ...BASE, name: "Mine", colour: "pink", see: [2] }, theirs);

  expect([both.clashing, both.others]).toEqual([["name"], ["colour", "see"]]);
  expect(both.settled(new Set())).toEqual({ name: "Mine", colour: "pink", see: [2] });
  expect(both.settled(new Set(["name"]))).toEqual({ name: "Theirs", colour: "pink", see: [2] });
});

test("what one side took away, and the other changed, is chosen, too", () => {
  const said = { ...BASE, "names.de": "Presse" };

  const both = compared(said, BASE, { ...said, "names.de": "Medien" });

  expect(both.clashing).toEqual(["names.de"]);
  expect(both.settled(new Set())["names.de"]).toBeUndefined();
  expect(both.settled(new Set(["names.de"]))["names.de"]).toBe("Medien");
});
