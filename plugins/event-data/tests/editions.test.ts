// Courses of events over each other: each is known by its name alone, so a lone one is never drawn.
import { expect, test } from "vitest";
import { editions } from "../server/figures.ts";

const event = (id: number, name: string, start: string, before: number, ...days: [string, number][]) => ({
  id,
  name,
  start,
  today: "2026-06-15",
  arrivals: { before, days: new Map(days) },
});
const summit = event(1, "Summit", "2026-07-10", 40, ["2026-06-14", 2]);
const expo = event(2, "Expo", "2026-05-01", 7);
const bare = event(3, "Bare", "2026-07-01", 0);
const farAway = event(4, "Far away", "2027-03-01", 12);
const namesOf = (...told: Parameters<typeof editions>) => editions(...told)?.series.map(({ name }) => name);

test("of all events are told those that have grown, and none where one alone has", () => {
  expect(namesOf([summit, bare, expo], false)).toEqual([{ text: "Summit" }, { text: "Expo" }]);
  expect(namesOf([bare, expo], false)).toBeUndefined();
  // Of no day within its course anything is known yet.
  expect(namesOf([farAway, expo], false)).toBeUndefined();
});

test("editions of one name are told apart by their first days, and by their numbers where they share those", () => {
  const again = event(5, "Summit", "2026-05-01", 3);
  expect(namesOf([summit, again, expo], false)).toEqual([
    { text: "Summit (2026-07-10)" },
    { text: "Summit (2026-05-01)" },
    { text: "Expo" },
  ]);
  const twin = event(6, "Summit", "2026-07-10", 3);
  expect(namesOf([summit, twin], true)).toEqual([{ text: "Summit (1)" }, { text: "Summit (6)" }]);
});

test("of one beside another both are told, whoever has grown", () => {
  expect(namesOf([bare, expo], true)).toEqual([{ text: "Bare" }, { text: "Expo" }]);
  expect(namesOf([farAway, bare], true)).toEqual([{ text: "Far away" }, { text: "Bare" }]);
  const [own] = editions([bare, summit], true)?.series ?? [];
  expect(own?.values.slice(0, 85)).toEqual(Array.from({ length: 85 }, () => 0));
  expect(own?.values.slice(85)).toEqual(Array.from({ length: 16 }, () => null));
  expect(namesOf([summit], true)).toBeUndefined();
});
