// What is told before a merge of the links that it does not move is what the merge leaves behind, however few of them are read for it.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { linkFollower } from "../server/follower.ts";
import { addLinks } from "../server/repository.ts";
import { singleEnds } from "../server/rules.ts";

const CARDINALITIES = ["many-many", "one-many", "many-one", "one-one"] as const;
const PEOPLE = 7;
const asked: string[] = [];
let server: TestApp;
let place: Place;
let people: number[];
let kinds: { id: number; cardinality: (typeof CARDINALITIES)[number] }[];
beforeAll(async () => {
  server = await app({ hear: (text) => void asked.push(text) });
  place = await aPlace(server);
  people = [];
  for (let at = 0; at < PEOPLE; at++) people.push((await aProfile(place, { first_name: `Stake ${at}` })).id);
  const end = { label: "is above", category: 1, types: [] };
  kinds = [];
  for (const cardinality of CARDINALITIES) {
    const draft = { name: `At stake ${cardinality}`, from: end, to: end, cardinality };
    const made = await place.asker.post(`${place.path}/relationship`, draft);
    kinds.push(made.data);
  }
});
afterAll(() => server.close());

type Pick = readonly [kind: number, from: number, to: number];

/** Links that the rules of their kinds allow: each end that takes one has one, and nobody stands above himself. */
function allowed(picks: readonly Pick[]) {
  const taken = new Set<string>();
  return picks.flatMap(([at, one, other]) => {
    const kind = kinds[at] as (typeof kinds)[number];
    // Upwards only, so that none of these closes a circle.
    const [from, to] = [people[Math.min(one, other)] as number, people[Math.max(one, other)] as number];
    const places = [`${kind.id}/${from}/${to}`];
    for (const side of singleEnds(kind.cardinality)) places.push(`${kind.id}/${side}/${side === "from" ? from : to}`);
    if (from === to || places.some((one) => taken.has(one))) return [];
    for (const one of places) taken.add(one);
    return [{ kind_id: kind.id, from_id: from, to_id: to, source: "hand", created_at: "2026-01-01T00:00:00.000Z" }];
  });
}

test("of any links between any profiles", async () => {
  const place7 = fc.nat({ max: PEOPLE - 1 });
  const picks = fc.array(fc.tuple(fc.nat({ max: 3 }), place7, place7), { minLength: 12, maxLength: 40 });
  const { deps } = server;
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(picks, place7, place7, async (links, one, other) => {
      fc.pre(one !== other);
      const [from, to] = [people[one] as number, people[other] as number];
      let told: unknown;
      let left: unknown;
      const undone = deps.database.write.transaction().execute(async (db) => {
        await addLinks(db as never, place.eventId, allowed(links));
        told = await linkFollower.merging?.(db as never, place.eventId, from, to, deps.offered);
        ({ left } = await linkFollower.move(db as never, place.eventId, from, to, deps.offered));
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      if ((left as unknown[]).length > 0) lost++;
      expect(told).toEqual(left);
    }),
    { numRuns: 40, seed: 7 },
  );
  expect(lost).toBeGreaterThan(5);
});

test("without reading the many links that move", async () => {
  const many = kinds[0]?.id as number;
  const [from = 0, to = 0, ...rest] = people;
  const rows = rest.map((id) => ({
    ...{ kind_id: many, from_id: from, to_id: id, source: "hand", created_at: "2026-01-01T00:00:00.000Z" },
  }));
  const { write } = server.deps.database;
  await addLinks(write as never, place.eventId, rows);
  asked.length = 0;

  await linkFollower.merging?.(write as never, place.eventId, from, to, server.deps.offered);

  const reading = asked.filter((text) => /from "relationships_link"/.test(text));
  expect(reading.length).toBeGreaterThan(0);
  // Those of an end are read where it takes one, and of others only those to known profiles.
  expect(reading.filter((text) => !/"kind_id"/.test(text))).toEqual([]);
});
