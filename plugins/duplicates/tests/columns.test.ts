import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";

const PAIRS = "beside.duplicates.pairs";

describe.each(testDatabases)("profiles in suspected pairs as a list, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("expert");
  });
  afterAll(() => server.close());

  const search = async () => {
    const started = await place.asker.post(`${place.path}/duplicate/search`);
    await place.asker.finished(started.data.job.id);
    await tidyBeside(tidyContext(server.deps));
  };
  const suspected = async (who = place.asker, more: object[] = []) => {
    const filter = [{ field: PAIRS, op: "gt", value: 0 }, ...more];
    return who.post(`${place.path}/thing/query`, { filter, columns: ["name"], limit: 250 });
  };
  const ids = async (who?: Asker, more?: object[]) =>
    (await suspected(who, more)).data.rows.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
  const values = async (some: readonly { id: number }[]) => {
    const body = { columns: [PAIRS], ids: some.map(({ id }) => id) };
    const rows: { id: number; values: Record<string, number> }[] = (
      await place.asker.post(`${place.path}/thing/column`, body)
    ).data;
    return some.map(({ id }) => rows.find((row) => row.id === id)?.values[PAIRS]);
  };
  const twin = (last_name: string, more: object = {}) =>
    aProfile(place, { first_name: "Ada", last_name, company_name: "Twin Ltd", ...more });

  test("before a search nobody is in a pair; after it both are found, counted, sorted and grouped, also with other filters", async () => {
    const before = await suspected();
    const [one, other, third] = [await twin("Threefold"), await twin("Threefold"), await twin("Threefold")];
    const alone = await twin("Alone");

    await search();

    expect(before.data).toMatchObject({ matched: 0, rows: [] });
    expect(await values([one, other, third, alone])).toEqual([2, 2, 2, 0]);
    const mine = [{ field: "last_name", op: "eq", value: "Threefold" }];
    expect(await ids(undefined, mine)).toEqual([one.id, other.id, third.id]);
    const sort = [{ field: PAIRS, direction: "desc" }];
    const sorted = await place.asker.post(`${place.path}/thing/query`, { sort, limit: 3, columns: ["id"] });
    expect(sorted.data.rows.map(({ id }: { id: number }) => id).sort()).toEqual([one.id, other.id, third.id].sort());
    const grouped = await place.asker.post(`${place.path}/thing/group`, { by: PAIRS, filter: mine });
    expect(grouped.data.groups).toMatchObject([{ count: 3 }]);
  });

  test("a pair that is kept apart, is merged or whose profile leaves and comes back changes the list at once", async () => {
    const [one, other] = [await twin("Settled"), await twin("Settled")];
    const [first, second] = [await twin("Merged"), await twin("Merged")];
    const [go, stay] = [await twin("Gone"), await twin("Gone")];
    await search();
    const pairOf = async (name: string) =>
      (await place.asker.post(`${place.path}/duplicate/query`, { search: name })).data.rows[0].id;
    const pair = await pairOf("Settled");

    const dismissed = await place.asker.post(`${place.path}/duplicate/${pair}/dismiss`, { dismissed: true });
    const apart = await values([one, other]);
    const merged = await place.asker.post(`${place.path}/thing/merge`, {
      ...{ keep: { id: first.id, rev: 1 }, drop: { id: second.id, rev: 1 } },
      take: [],
    });
    const alone = await values([first]);
    await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`, {});
    const back = await values([first, second]);
    const body = { selection: { ids: [go.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const removed = (await place.asker.post(`${place.path}/thing/bulk`, body)).data.job;
    await place.asker.finished(removed.id);
    const left = await values([stay]);
    const undone = await place.asker.post(`${place.path}/thing/bulk/${removed.id}/undo`, {});
    await place.asker.finished(undone.data.job.id);

    expect(dismissed.status).toBeLessThan(300);
    expect([apart, alone, back, left]).toEqual([[0, 0], [0], [1, 1], [0]]);
    expect(await values([go, stay])).toEqual([1, 1]);
    const found = await ids();
    expect(found).toEqual(expect.arrayContaining([go.id, stay.id, first.id, second.id]));
    expect(found).not.toContain(one.id);
  });

  test("whoever may not see the field by which profiles were suspected has no such column until the next search", async () => {
    const field = await expert.post(`${place.path}/field`, {
      ...{ key: "phone", labels: { "en-gb": "Phone" }, kind: "phone", type_ids: [place.types[1]] },
    });
    expect(field.status).toBe(201);
    const phone = { fields: { phone: "+44 20 7946 0000" } };
    const [one, other] = [
      await aProfile(place, { first_name: "Una", last_name: "Uhlenbeck", ...phone }),
      await aProfile(place, { first_name: "Una", last_name: "Uhlenbek", ...phone }),
    ];
    await search();
    const open = await ids();
    const rev = (await expert.get(`${place.path}/field`)).data.find(({ key }: { key: string }) => key === "phone").rev;

    await expert.patch(`${place.path}/field/${field.data.id}`, { rev, see_role: 95 });
    const hiddenFrom = await suspected();
    const columns = (await place.asker.get(`${place.path}/thing/column`)).data.map(
      (one: { field: string }) => one.field,
    );
    const seenBy = await ids(expert);
    await search();

    expect(open).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(hiddenFrom.status).toBe(400);
    expect(columns).not.toContain(PAIRS);
    expect(seenBy).toContain(one.id);
    const after = await ids();
    expect(after).not.toContain(one.id);
  });
});
