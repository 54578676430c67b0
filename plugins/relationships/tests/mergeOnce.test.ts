// A merge reads the links of its two profiles once: a company has a hundred thousand.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

let server: TestApp;
let place: Place;
let heard: string[] = [];
beforeAll(async () => {
  server = await app({ hear: (text) => void heard.push(text) });
  place = await aPlace(server);
});
afterAll(() => server.close());

test("the links of two that become one are read once at either end, and move", async () => {
  const firm = (name: string) => aProfile(place, { type_id: place.types[2], first_name: "", last_name: "", name });
  const [keep, drop] = [await firm("Read Once"), await firm("Read Once")];
  const people = [await aProfile(place), await aProfile(place)];
  const end = (label: string, category: number) => ({ label, category, types: [] });
  const ends = { from: end("employs", 2), to: end("works for", 1) };
  const draft = { name: "Read once", cardinality: "many-many", ...ends };
  const kind = `${place.path}/relationship/${(await place.asker.post(`${place.path}/relationship`, draft)).data.id}`;
  const untouched = { ...draft, name: "Untouched" };
  await place.asker.post(`${place.path}/relationship`, untouched);
  for (const [at, to] of people.entries())
    await place.asker.post(`${kind}/link`, { from: (at ? keep : drop).id, to: to.id });
  heard = [];

  const of = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });
  const merged = await place.asker.post(`${place.path}/thing/merge`, { keep: of(keep), drop: of(drop), take: [] });

  expect(merged.status).toBe(201);
  const whole = heard.filter((text) =>
    /^select .*"from_place".* from "relationships_link" where "event_id"/.test(text),
  );
  expect(whole).toHaveLength(2);
  const links = (await place.asker.get(`${place.path}/thing/${keep.id}/relationship`)).data;
  expect(links).toHaveLength(2);
});
