// Profiles without a link of a kind, as any list of profiles is asked for them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";
import type { KindDraft } from "../contract.ts";

describe.each(testDatabases)("profiles without a link on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let companies: { id: number }[];
  let way: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const names = ["Lone Birch", "Lone Ash", "Lone Cedar"];
    companies = await Promise.all(
      names.map((name) => aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" })),
    );
    const draft: KindDraft = {
      ...{ name: "Speaks for", cardinality: "one-many" },
      from: { label: "is spoken for by", category: 2, types: [] },
      to: { label: "speaks for", category: 1, types: [] },
    };
    const { id } = (await place.asker.post(`${place.path}/relationship`, draft)).data;
    way = `${place.path}/relationship/${id}/unlinked?end=from`;
  });
  afterAll(() => server.close());

  const aGroup = async (name: string, members: readonly { id: number }[]) => {
    const { id } = (await place.asker.post(`${place.path}/custom-group`, { name, mode: "manual" })).data;
    await place.asker.post(`${place.path}/custom-group/${id}/member`, { words: members.map((one) => String(one.id)) });
    return id as number;
  };

  test("they are filtered and sorted by what other areas know of profiles, such as their groups", async () => {
    const [birch, ash, cedar] = companies as [{ id: number }, { id: number }, { id: number }];
    const late = await aGroup("Zinc", [ash]);
    await aGroup("Amber", [cedar]);
    await aGroup("Mica", [birch]);
    await tidyBeside(tidyContext(server.deps));
    // A list of profiles that asks for it puts what was changed in its place.
    await place.asker.post(`${place.path}/thing/query`, {
      sort: [{ field: "beside.custom-groups.names", direction: "asc" }],
    });
    const ids = async (question: object) => {
      const { data, error } = await place.asker.post(way, { search: "lone", ...question });
      expect(error).toBeUndefined();
      return (data.rows as { id: number }[]).map(({ id }) => id);
    };

    expect(await ids({ filter: [{ field: "group", op: "eq", value: late }] })).toEqual([ash.id]);
    expect(await ids({ sort: [{ field: "beside.custom-groups.names", direction: "asc" }] })).toEqual([
      cedar.id,
      birch.id,
      ash.id,
    ]);
  });

  test("how many have none at each end is what their list counts, also where a linked one has another data type by now", async () => {
    const end = (label: string, category: number, types: number[] = []) => ({ label, category, types });
    const draft = { name: "Counted", cardinality: "many-many" };
    const ends = { from: end("counts", 2), to: end("is counted by", 1, [place.types[1]]) };
    const { data: kind } = await place.asker.post(`${place.path}/relationship`, { ...draft, ...ends });
    const base = `${place.path}/relationship/${kind.id}`;
    const [ada, bo] = [await aProfile(place), await aProfile(place)];
    for (const person of [ada, bo]) await place.asker.post(`${base}/link`, { from: companies[0]?.id, to: person.id });
    const chief = await server.as("super");
    const groups = (await chief.get(`${place.path}/type-category`)).data;
    const people = groups.find(({ id }: { id: number }) => id === 1).types as { id: number }[];
    const elsewhere = people.find(({ id }) => id !== place.types[1])?.id;
    await place.asker.patch(`${place.path}/thing/${bo.id}`, { rev: bo.rev, type_id: elsewhere });
    const listed = async (side: string) =>
      (await place.asker.post(`${base}/unlinked?end=${side}`, { limit: 1 })).data.matched as number;

    const { data } = await place.asker.get(`${base}/unlinked`);

    expect(data).toEqual({ from: await listed("from"), to: await listed("to") });
    expect(data.from).toBeGreaterThan(0);
  });
});
