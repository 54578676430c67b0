// The links of a kind in the order of the names at either end.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Link } from "../contract.ts";

describe.each(testDatabases)("links by the names of their ends on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let way: string;
  const companies: Record<string, { id: number; rev: number }> = {};
  const people: Record<string, { id: number; rev: number }> = {};
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const end = (label: string, category: number) => ({ label, category, types: [] });
    const ends = { from: end("has", 2), to: end("is of", 1) };
    const draft = { name: "Sorted", cardinality: "many-many", ...ends };
    const { id } = (await place.asker.post(`${place.path}/relationship`, draft)).data;
    way = `${place.path}/relationship/${id}/link`;
    for (const name of ["Öl AG", "zinc", "Amber"])
      companies[name] = await aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" });
    for (const name of ["Cy", "Ada"]) people[name] = await aProfile(place, { first_name: name, last_name: "Order" });
    for (const to of Object.values(people))
      for (const from of Object.values(companies)) await place.asker.post(way, { from: from.id, to: to.id });
  });
  afterAll(() => server.close());

  const named = async (question: object) => {
    const { data } = await place.asker.post(`${way}/query`, question);
    return (data.rows as Link[]).map(({ from, to }) => `${from.name} ${to.name.split(" ")[0]}`);
  };
  const by = (...fields: [string, "asc" | "desc"][]) => ({
    sort: fields.map(([field, direction]) => ({ field, direction })),
  });

  test("they stand in that order whichever end it is, upper case and umlauts among the others, either way", async () => {
    const both = await named(by(["from", "asc"], ["to", "desc"]));
    const down = await named(by(["to", "desc"], ["from", "desc"]));

    expect(both).toEqual(["Amber Cy", "Amber Ada", "Öl AG Cy", "Öl AG Ada", "zinc Cy", "zinc Ada"]);
    expect(down).toEqual(["zinc Cy", "Öl AG Cy", "Amber Cy", "zinc Ada", "Öl AG Ada", "Amber Ada"]);
  });

  test("page by page each comes once, also among what a search finds", async () => {
    const pages = [];
    for (const offset of [0, 2, 4]) pages.push(await named({ ...by(["from", "asc"]), offset, limit: 2 }));
    const found = await named({ ...by(["from", "desc"]), search: "ada" });

    expect(pages.map((page) => page.map((pair) => pair.replace(/ \w+$/, "")))).toEqual([
      ["Amber", "Amber"],
      ["Öl AG", "Öl AG"],
      ["zinc", "zinc"],
    ]);
    expect(new Set(pages.flat()).size).toBe(6);
    expect(found).toEqual(["zinc Ada", "Öl AG Ada", "Amber Ada"]);
  });

  test("who is called something else stands in another place at once", async () => {
    const zinc = companies["zinc"] as { id: number; rev: number };
    await place.asker.patch(`${place.path}/thing/${zinc.id}`, { rev: zinc.rev, name: "Aachen" });

    expect((await named(by(["from", "asc"])))[0]).toBe("Aachen Cy");
  });

  test("an end is sorted by and not filtered: for that there is the search", async () => {
    const filter = [{ field: "from", op: "eq", value: "Amber" }];

    expect((await place.asker.post(`${way}/query`, { filter })).status).toBe(400);
  });
});
