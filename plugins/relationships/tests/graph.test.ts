// @vitest-environment node
import { expect, test } from "vitest";
import type { Kind } from "../contract.ts";
import { graphOf } from "../web/graph.ts";

const TYPES = [
  { id: 1, type: "Visitor", category: 1 },
  { id: 2, type: "Speaker", category: 1 },
  { id: 3, type: "Exhibitor", category: 2 },
];
const COUNTS = new Map([
  [1, 40],
  [2, 10],
  [3, 7],
]);
const aKind = (id: number, from: Partial<Kind["from"]>, to: Partial<Kind["to"]>, links: number): Kind => ({
  ...{ id, rev: 1, name: `Kind ${id}`, cardinality: "many-many", visible: true, position: 0, links },
  from: { label: "a", category: null, types: [], ...from },
  to: { label: "b", category: null, types: [], ...to },
  ...{ created_at: "", updated_at: "" },
});
const words = (category: number) => ["Everybody", "People", "Companies"][category] ?? "";

test("an end is drawn as the types that its kind names, or as its category with all of its profiles, and once for all kinds", () => {
  const kinds = [
    aKind(1, { category: 2 }, { category: 1 }, 100),
    aKind(2, { category: 2 }, { category: 1, types: [1, 2] }, 25),
  ];

  const { first, second, kinds: middle, toKinds, toSecond } = graphOf(kinds, TYPES, COUNTS, words);

  expect(first.map(({ text, count }) => [text, count])).toEqual([["Companies", 7]]);
  expect(second.map(({ text, count }) => [text, count])).toEqual([
    ["People", 50],
    ["Visitor", 40],
    ["Speaker", 10],
  ]);
  expect(middle.map(({ text, count }) => [text, count])).toEqual([
    ["Kind 1", 100],
    ["Kind 2", 25],
  ]);
  expect(toKinds.map(({ from, to, share }) => [from, to, share])).toEqual([
    [0, 0, 1],
    [0, 1, 0.25],
  ]);
  expect(toSecond.map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [1, 1],
    [1, 2],
  ]);
});
