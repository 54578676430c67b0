// What was said of two profiles holds for whomever they have gone into, whichever merges stand.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

type Made = { id: number };
type Pair = readonly [number, number];

describe.each(testDatabases)("pairs kept apart, of whom both are merged, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  beforeEach(() => {
    surname = surnameFor(count++);
  });
  afterAll(() => server.close());

  const { search, pairs } = queueOf(
    () => place,
    () => surname,
  );
  const namesakes = async (number: number) => {
    const all: Made[] = [];
    for (let at = 0; at < number; at++) {
      const values = { first_name: "Vera", last_name: surname, company_name: "Chain Ltd" };
      // Two after each other have one mailbox.
      all.push(await aProfile(place, { ...values, email: `${surname}${at >> 1}+${at}@chain.example` }));
    }
    return all;
  };
  const inOrder = (all: readonly Pair[]) =>
    [...new Set(all.map(([one, other]) => JSON.stringify([Math.min(one, other), Math.max(one, other)])))].sort();
  const keepApart = async (...said: Pair[]) => {
    const open = await pairs();
    for (const pair of said) {
      const found = open.find(({ one, other }) => [one.id, other.id].every((id) => pair.includes(id)));
      await place.asker.post(`${place.path}/duplicate/${found?.id}/dismiss`, { dismissed: true });
    }
  };
  /** Those that are kept apart now, told or not. */
  const apart = async (among: readonly Made[]) => {
    const ids = among.map(({ id }) => id);
    const rows = await server.deps.database.quick
      .withTables<{ duplicates_pair: { one_id: number; other_id: number; state: string } }>()
      .selectFrom("duplicates_pair")
      .select(["one_id", "other_id"])
      .where("state", "=", "dismissed")
      .where("one_id", "in", ids)
      .execute();
    return inOrder(rows.map(({ one_id, other_id }) => [one_id, other_id] as const));
  };
  const seen = async (id: number) => {
    const { rev } = (await place.asker.get(`${place.path}/thing/${id}`)).data;
    return { id, rev };
  };
  const merge = async (drop: Made, keep: Made) => {
    const draft = { keep: await seen(keep.id), drop: await seen(drop.id), take: [] };
    return (await place.asker.post(`${place.path}/thing/merge`, draft)).data.id as number;
  };
  const undo = async (id: number) => (await place.asker.post(`${place.path}/thing/merge/${id}/undo`)).status === 200;
  const bulk = async (...all: Made[]) => {
    const selection = { ids: all.map(({ id }) => id) };
    const order = { selection, act: { do: "merge", by: "mail" }, mode: "apply" };
    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, order)).data;
    expect((await place.asker.finished(job.id)).data.result).toMatchObject({ groups: 1, changed: 1 });
    return job.id as number;
  };
  const undoBulk = async (id: number) => {
    const { job } = (await place.asker.post(`${place.path}/thing/bulk/${id}/undo`, {})).data;
    expect((await place.asker.finished(job.id)).data.result).toMatchObject({ changed: 1, skipped: 0 });
  };

  test.each([
    [0, 1],
    [1, 0],
  ])("two merges of many are undone in any order: %i, then %i", async (first, second) => {
    const all = await namesakes(4);
    const [one, goes, stays, other] = all as [Made, Made, Made, Made];
    await search();
    await keepApart([goes.id, other.id]);
    // The older one of a mailbox stays.
    const jobs = [await bulk(one, goes), await bulk(stays, other)];
    const merged = await apart(all);

    await undoBulk(jobs[first] as number);
    const between = await apart(all);
    await undoBulk(jobs[second] as number);

    expect(merged).toEqual(inOrder([[one.id, stays.id]]));
    expect(between).toEqual(inOrder([first === 0 ? [goes.id, stays.id] : [one.id, other.id]]));
    expect(await apart(all)).toEqual(inOrder([[goes.id, other.id]]));
  });

  test("who is looked at again by somebody's wish stays so, whatever other merge is undone", async () => {
    const all = await namesakes(6);
    const [goes, stays, other, left, right, third] = all as [Made, Made, Made, Made, Made, Made];
    await search();
    await keepApart([goes.id, other.id], [left.id, third.id]);
    await merge(goes, stays);
    const is = (pair: { one: Made; other: Made }) =>
      [pair.one.id, pair.other.id].every((id) => [stays.id, other.id].includes(id));
    const again = (await pairs("dismissed")).find(is);
    await place.asker.post(`${place.path}/duplicate/${again?.id}/dismiss`, { dismissed: false });
    const before = await apart(all);

    await undo(await merge(left, right));

    expect(before).toEqual(inOrder([[left.id, third.id]]));
    expect(await apart(all)).toEqual(before);
  });

  test("whatever is kept apart, merged and undone, what is kept apart follows from the merges that stand", async () => {
    const who = fc.integer({ min: 0, max: 4 });
    const two = fc.uniqueArray(who, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[number, number]>;
    const merges = fc.array(fc.record({ merge: two }), { minLength: 2, maxLength: 4 });
    const undos = fc.array(fc.record({ undo: fc.nat(4) }), { minLength: 1, maxLength: 4 });
    const acts = fc.tuple(merges, undos, merges, undos).map((all) => all.flat());
    const merged = (...pair: [number, number]) => ({ merge: pair });
    const undone = (undo: number) => ({ undo });
    type Example = [[number, number][], ({ merge: [number, number] } | { undo: number })[]];
    const SAID_BY_TWO_MERGES: Example = [
      [
        [1, 2],
        [3, 0],
      ],
      [
        merged(4, 2),
        merged(2, 1),
        undone(1),
        merged(4, 3),
        merged(4, 2),
        merged(0, 1),
        undone(1),
        undone(0),
        undone(1),
      ],
    ];
    const SAID_AGAIN: Example = [
      [
        [2, 0],
        [3, 2],
        [0, 1],
      ],
      [
        ...[merged(2, 4), merged(1, 0), undone(4), undone(3), merged(1, 4), merged(2, 0), merged(4, 3)],
        ...[undone(4), undone(1), undone(4), undone(3)],
      ],
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(two, { minLength: 2, maxLength: 4 }), acts, async (said, steps) => {
        surname = `${surnameFor(count)}run${Math.random().toString(36).slice(2)}`;
        const all = await namesakes(5);
        const idOf = (at: number) => (all[at] as Made).id;
        await search();
        await keepApart(...said.map(([one, other]) => [idOf(one), idOf(other)] as const));
        const standing: { id: number; from: number; to: number }[] = [];
        const nowOf = (id: number): number => {
          const into = standing.find(({ from }) => from === id);
          return into ? nowOf(into.to) : id;
        };
        const expected = () =>
          inOrder(
            said
              .map(([one, other]) => [nowOf(idOf(one)), nowOf(idOf(other))] as const)
              .filter(([one, other]) => one !== other),
          );

        for (const step of steps) {
          if ("merge" in step) {
            const [from, to] = step.merge.map((at) => nowOf(idOf(at))) as [number, number];
            if (from !== to) standing.push({ id: await merge({ id: from }, { id: to }), from, to });
          } else {
            const at = step.undo % Math.max(1, standing.length);
            const one = standing[at];
            if (one && (await undo(one.id))) standing.splice(at, 1);
          }
          expect(await apart(all)).toEqual(expected());
        }
        for (const { id } of standing.splice(0).toReversed()) await undo(id);
        expect(await apart(all)).toEqual(expected());
      }),
      { numRuns: 8, endOnFailure: true, examples: [SAID_BY_TWO_MERGES, SAID_AGAIN] },
    );
  });
});
