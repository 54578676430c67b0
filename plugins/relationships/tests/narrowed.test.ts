// Changes of a kind beside links that no longer fit it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("kinds whose links no longer fit, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let speakers: number;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
    const chief = await server.as("super");
    const { data } = await chief.get(`${place.path}/type-category`);
    const people = data.find(({ id }: { id: number }) => id === 1).types as { id: number }[];
    speakers = people.map(({ id }) => id).find((id) => id !== place.types[1]) as number;
  });
  afterAll(() => server.close());

  let count = 0;
  /** Companies and participants of the first type, of whom one is linked. */
  const aKind = async (cardinality = "one-many") => {
    count += 1;
    const from = { label: "is represented by", category: 2, types: [] };
    const to = { label: "represents", category: 1, types: [place.types[1]] };
    const { data } = await place.asker.post(base, { name: `Narrowed ${count}`, from, to, cardinality });
    const company = await aProfile(place, { type_id: place.types[2], name: `Firm ${count}` });
    const person = await aProfile(place, { last_name: `Narrow ${count}` });
    const { status } = await place.asker.post(`${base}/${data.id}/link`, { from: company.id, to: person.id });
    expect(status).toBe(201);
    return { kind: data, company, person };
  };
  const moved = async ({ id, rev }: { id: number; rev: number }) =>
    expect((await place.asker.patch(`${place.path}/thing/${id}`, { rev, type_id: speakers })).status).toBe(200);
  const save = ({ id }: { id: number }, rev: number, change: object) =>
    place.asker.patch(`${base}/${id}`, { rev, ...change });

  test("a kind is renamed and widened though a linked profile has another data type by now", async () => {
    const { kind, person } = await aKind();
    await moved(person);

    const renamed = await save(kind, 1, { name: `Called otherwise ${count}` });
    const widened = await save(kind, 2, { cardinality: "many-many", to: { ...kind.to, label: "speaks for" } });

    expect([renamed.status, widened.status]).toEqual([200, 200]);
  });

  test("what takes a data type from an end is refused with the name of whom it would concern, and of no others", async () => {
    const { kind, person } = await aKind();
    const other = await aProfile(place, { last_name: `Stays ${count}` });
    const company = await aProfile(place, { type_id: place.types[2], name: "Firm of two" });
    await place.asker.post(`${base}/${kind.id}/link`, { from: company.id, to: other.id });
    await moved(person);

    const refused = await save(kind, 1, { to: { ...kind.to, types: [speakers] } });

    expect(refused.error).toMatchObject({
      code: "relationships.ends_broken",
      reasons: { to: { text: "relationships:refused.types", values: { name: other.name } } },
    });
  });

  test("a rule for one link only is refused with the name of one who has several", async () => {
    const { kind, company } = await aKind("many-many");
    const second = await aProfile(place, { last_name: "Second" });
    await place.asker.post(`${base}/${kind.id}/link`, { from: company.id, to: second.id });

    const refused = await save(kind, 1, { cardinality: "one-one" });

    expect(refused.error).toMatchObject({
      code: "relationships.cardinality_broken",
      reasons: { cardinality: { text: "relationships:refused.cardinality", values: { name: company.name } } },
    });
  });

  test("a renaming is taken back in the history though a linked profile has another data type by then", async () => {
    const { kind, person } = await aKind();
    const { name } = kind;
    await save(kind, 1, { name: `For a while ${count}` });
    await moved(person);
    const chief = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "relationships.kind" },
      { field: "object_id", op: "eq", value: String(kind.id) },
      { field: "action", op: "eq", value: "save" },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;

    const back = await chief.post(`${place.path}/history/${line.id}/revert`, {});

    expect(back.error).toBeUndefined();
    const now = (await place.asker.get(base)).data.find(({ id }: { id: number }) => id === kind.id);
    expect(now.name).toBe(name);
  });
});
