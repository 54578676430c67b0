import { expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import type { ThingRow } from "../contract.ts";
import { Walk } from "../web/walk.ts";

const BY_NAME: ListQuestion = { sort: [{ field: "name", direction: "asc" }] };
/** A list of so many profiles, whose ids are their places plus 1000. */
const listOf = (matched: number) => {
  const asked: ListQuestion[] = [];
  const ask = async (question: ListQuestion) => {
    asked.push(question);
    const { offset = 0, limit = 0 } = question;
    const ids = Array.from({ length: Math.max(0, Math.min(limit, matched - offset)) }, (_, at) => 1000 + offset + at);
    return { rows: ids.map((id) => ({ id, type_id: 1, rev: 1 }) as ThingRow), total: matched, matched };
  };
  return { ask, asked };
};
async function begun(matched: number, offset = 0) {
  const walk = new Walk();
  const list = listOf(matched);
  const question = { ...BY_NAME, offset, limit: 100 };
  walk.note(question, await list.ask(question));
  list.asked.length = 0;
  return { walk, ...list };
}

test("it is told where a profile stands and of how many; not where it has not been seen", async () => {
  const { walk } = await begun(3480);

  expect(walk.placeOf(1011)).toEqual({ at: 11, of: 3480, isAbout: false });
  expect(walk.placeOf(1200)).toBeUndefined();
});

test("one walks beyond the rows that are there: the list is asked as it is sorted and filtered, once for many steps", async () => {
  const { walk, ask, asked } = await begun(250);

  expect(await walk.beside(1098, 1, ask)).toBe(1099);
  expect(asked).toEqual([]);
  expect(await walk.beside(1099, 1, ask)).toBe(1100);
  expect(await walk.beside(1100, 1, ask)).toBe(1101);
  expect(await walk.beside(1100, -1, ask)).toBe(1099);

  expect(asked).toEqual([{ ...BY_NAME, offset: 100, limit: 100, columns: ["name"] }]);
});

test("at both ends there is nobody beside, and nobody beside whom the list does not have", async () => {
  const { walk, ask, asked } = await begun(2);

  expect(await walk.beside(1000, -1, ask)).toBeUndefined();
  expect(await walk.beside(1001, 1, ask)).toBeUndefined();
  expect(await walk.beside(7, 1, ask)).toBeUndefined();
  expect(asked).toEqual([]);
});

test("a count that was an estimate is made good, and rows stay", async () => {
  const walk = new Walk();
  const rows = [
    { id: 5, type_id: 1, rev: 1 },
    { id: 6, type_id: 1, rev: 1 },
  ] as ThingRow[];
  walk.note({ ...BY_NAME, offset: 0, limit: 100 }, { rows, total: 900, matched: 800, about: true });
  expect(walk.placeOf(6)).toEqual({ at: 1, of: 800, isAbout: true });

  walk.note({ ...BY_NAME, limit: 0 }, { rows: [], total: 900, matched: 812 });

  expect(walk.placeOf(6)).toEqual({ at: 1, of: 812, isAbout: false });
});

test("when rows have moved, what was known of the others is forgotten", async () => {
  const { walk, ask } = await begun(250);
  await walk.beside(1099, 1, ask);
  expect(walk.placeOf(1150)).toBeDefined();

  const shorter = listOf(249);
  const question = { ...BY_NAME, offset: 0, limit: 100 };
  walk.note(question, await shorter.ask(question));

  expect(walk.placeOf(1150)).toBeUndefined();
  expect(walk.placeOf(1050)?.of).toBe(249);
});

test("within a group one walks along the group", async () => {
  const { walk, ask } = await begun(250);
  const filter = [{ field: "country", op: "eq" as const, value: "NO" }];
  const rows = [
    { id: 1003, type_id: 1, rev: 1 },
    { id: 1200, type_id: 1, rev: 1 },
  ] as ThingRow[];
  walk.note({ ...BY_NAME, filter, offset: 0, limit: 100 }, { rows, total: 250, matched: 2 });

  expect(walk.placeOf(1003)).toMatchObject({ at: 0, of: 2 });
  expect(await walk.beside(1003, 1, ask)).toBe(1200);
});

test("a profile that the list has not shown is looked for once, and one walks on from there", async () => {
  const { walk, ask, asked } = await begun(1_000_000);
  const sought: ListQuestion[] = [];
  const placeIn = async (question: ListQuestion) => {
    sought.push(question);
    return 654_321;
  };

  await Promise.all([walk.find(655_321, placeIn, ask), walk.find(655_321, placeIn, ask)]);

  expect(sought).toEqual([BY_NAME]);
  expect(asked).toEqual([{ ...BY_NAME, offset: 654_300, limit: 100, columns: ["name"] }]);
  expect(walk.placeOf(655_321)).toEqual({ at: 654_321, of: 1_000_000, isAbout: false });
  expect(await walk.beside(655_321, -1, ask)).toBe(655_320);
  await walk.find(1005, placeIn, ask);
  expect(sought).toHaveLength(1);
});

test("whoever is not in the list is not looked for again until it changes", async () => {
  const { walk, ask } = await begun(250);
  let sought = 0;
  const placeIn = async () => {
    sought += 1;
    return null;
  };

  await walk.find(7, placeIn, ask);
  await walk.find(7, placeIn, ask);
  expect([sought, walk.placeOf(7)]).toEqual([1, undefined]);

  const question = { ...BY_NAME, offset: 0, limit: 100 };
  walk.note(question, await listOf(251).ask(question));
  await walk.find(7, placeIn, ask);
  expect(sought).toBe(2);
});
