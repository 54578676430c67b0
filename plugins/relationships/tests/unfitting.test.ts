// Profiles that move to a data type which the kinds of their links do not allow: the links stay, and it is told before and after.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Loss } from "../../event-data/contract.ts";
import { unfitting } from "../server/unfitting.ts";

describe.each(testDatabases)("links of profiles that move, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let speakers: number;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const chief = await server.as("super");
    const { data } = await chief.get(`${place.path}/type-category`);
    const people = data.find(({ id }: { id: number }) => id === 1).types as { id: number }[];
    speakers = people.map(({ id }) => id).find((id) => id !== place.types[1]) as number;
  });
  beforeEach(() => {
    round += 1;
  });
  afterAll(() => server.close());

  const visitor = () => place.types[1];
  async function aKind(name: string, from: object, to: object): Promise<number> {
    const [one, other] = [
      { label: "has", category: 1, types: [], ...from },
      { label: "is of", category: 1, types: [], ...to },
    ];
    const draft = { name: `${name} ${round}`, from: one, to: other, cardinality: "many-many" };
    const made = await place.asker.post(`${place.path}/relationship`, draft);
    expect(made.status, JSON.stringify(made.error)).toBe(201);
    return made.data.id;
  }
  const link = async (kind: number, from: { id: number }, to: { id: number }) =>
    expect(
      (await place.asker.post(`${place.path}/relationship/${kind}/link`, { from: from.id, to: to.id })).status,
    ).toBe(201);
  const person = (name: string) => aProfile(place, { first_name: name, last_name: `Moves${round}` });
  async function move(ids: readonly number[], type_id: number, mode: string, asker = place.asker) {
    const draft = { selection: { ids }, act: { do: "move", type_id }, mode };
    const started = await asker.post(`${place.path}/thing/bulk`, draft);
    return (await asker.finished(started.data.job.id)).data.result as { changed: number; losses?: Loss[] };
  }
  const linked = async (kind: number) =>
    (await place.asker.post(`${place.path}/relationship/${kind}/link/query`, {})).data.total;

  test("each link that its kind would refuse is told once in the preview and in the result, and stays", async () => {
    const [ada, bea, firm] = [
      await person("Ada"),
      await person("Bea"),
      await aProfile(place, { type_id: place.types[2], name: `Firm ${round}` }),
    ];
    const visits = await aKind("Visits", { category: 2 }, { types: [visitor()] });
    const both = await aKind("Knows", { types: [visitor()] }, { types: [visitor()] });
    const any = await aKind("Any", {}, {});
    await link(visits, firm, ada);
    await link(both, ada, bea);
    await link(any, ada, bea);

    const tried = await move([ada.id, bea.id], speakers, "dry-run");

    const examples = [
      { label: "relationships:moving.example", values: { kind: `Visits ${round}`, from: firm.name, to: ada.name } },
      { label: "relationships:moving.example", values: { kind: `Knows ${round}`, from: ada.name, to: bea.name } },
    ];
    const losses = [{ label: "relationships:moving", count: 2, examples }];
    expect(tried).toMatchObject({ changed: 2, losses });
    expect(await move([ada.id, bea.id], speakers, "apply")).toMatchObject({ changed: 2, losses });
    expect([await linked(visits), await linked(both)]).toEqual([1, 1]);
  });

  test("what did not fit before is no news, and what fits again neither", async () => {
    const [ada, bea] = [await person("Ada"), await person("Bea")];
    const kind = await aKind("Knows", { types: [visitor()] }, {});
    await link(kind, ada, bea);

    expect(await move([ada.id], speakers, "apply")).toMatchObject({ losses: [{ count: 1 }] });
    for (const type of [visitor(), visitor()]) expect(await move([ada.id], type, "apply")).not.toHaveProperty("losses");
    expect(await move([bea.id], speakers, "apply")).not.toHaveProperty("losses");
  });

  test("of two that move one after the other their link is told once", async () => {
    const [ada, bea] = [await person("Ada"), await person("Bea")];
    const kind = await aKind("Knows", { types: [visitor()] }, { types: [visitor()] });
    await link(kind, ada, bea);

    expect(await move([ada.id], speakers, "apply")).toMatchObject({ losses: [{ count: 1 }] });
    expect(await move([bea.id], speakers, "apply")).not.toHaveProperty("losses");
  });

  test("an import that moves them tells the same, before and after", async () => {
    const [ada, bea, cy] = [await person("Ada"), await person("Bea"), await person("Cy")];
    const knows = await aKind("Knows", { types: [visitor()] }, { types: [visitor()] });
    const any = await aKind("Any", {}, {});
    await link(knows, ada, bea);
    await link(knows, bea, cy);
    await link(any, ada, bea);
    const lines = [ada, bea].map(({ id }) => `${id},${speakers}`);
    const read = async (mode: string) => {
      const query = `kind=thing&format=csv&mode=${mode}&key=id`;
      return (await place.asker.importFile(place.eventId, query, ["ID,Type", ...lines].join("\n"))).data.result;
    };
    const named = (from: { name: string }, to: { name: string }) => ({
      label: "relationships:moving.example",
      values: { kind: `Knows ${round}`, from: from.name, to: to.name },
    });

    const tried = await read("dry-run");

    const losses = [{ label: "relationships:moving", count: 2, examples: [named(ada, bea), named(bea, cy)] }];
    expect(tried).toMatchObject({ updated: 2, losses });
    expect(await read("apply")).toMatchObject({ updated: 2, losses });
    expect(await linked(knows)).toBe(2);
    expect(await read("dry-run")).not.toHaveProperty("losses");
  });

  test("whoever may not read links is told how many, and not whose", async () => {
    const [ada, bea] = [await person("Ada"), await person("Bea")];
    const kind = await aKind("Knows", { types: [visitor()] }, {});
    await link(kind, ada, bea);
    const links = await place.asker.post(`${place.path}/relationship/${kind}/link/query`, {});
    const ids = links.data.rows.map(({ id }: { id: number }) => id);
    const { read: db } = server.deps.database;
    const about = (key: string) =>
      unfitting.about?.(
        {
          ...{ db: db as never, event: { id: place.eventId, app_id: server.apps.northwind }, locale: "en-gb" },
          ...{ who: { accessRole: 200, permissions: { [key]: true } }, offered: server.deps.offered, now: new Date() },
        },
        ids,
      );

    expect(await about("things")).toEqual({});
    expect((await about("relationships"))?.examples).toHaveLength(1);
  });
});
