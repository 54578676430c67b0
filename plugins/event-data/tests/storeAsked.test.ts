// What the browser asks of lists of profiles: in whose language they stand, and no count that nobody waits for.
import { expect, test } from "vitest";
import type { Env } from "#web";
import { findParticipants } from "../../availability/web/findParticipants.ts";
import { EventDataStore } from "../web/store.ts";
import { ThingFinder } from "../web/ThingFinder.ts";

interface Asked {
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

function asking() {
  const asked: Asked[] = [];
  const call = async (_: unknown, of: Asked) => {
    asked.push(of);
    return { rows: [], total: 0, matched: 0 };
  };
  return { asked, env: { api: { call }, session: { typeCategories: [] } } as unknown as Env };
}
const { signal } = new AbortController();

test.for([
  ["type_id", true],
  ["fields.diet", true],
  ["beside.event-data.source", true],
  ["name", false],
] as const)("a list that is sorted or grouped by %s says in which language: %s", async ([field, isSaid]) => {
  const { asked, env } = asking();
  const store = EventDataStore.create({}, env);
  await store.queryThings(1, {}, { sort: [{ field, direction: "asc" }] }, signal);
  await store.groupThings(1, {}, { by: field } as never, signal);

  expect(asked.map(({ query }) => "locale" in query)).toEqual([isSaid, isSaid]);
});

test("who is looked for by words is not counted", async () => {
  const { asked, env } = asking();
  await ThingFinder.find(env, { words: "ada", limit: 5, eventId: 1, signal } as never);
  await ThingFinder.recall?.(env, { ids: ["3"], eventId: 1, signal } as never);
  await findParticipants(env.api, 1, "ada", signal);

  expect(asked.map(({ body }) => body["counts"])).toEqual(["about", "about", "about", "about"]);
});
