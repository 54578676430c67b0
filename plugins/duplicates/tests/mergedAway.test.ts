// The address of a profile that went into another.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("a profile that was merged away, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  const merge = async (one: { id: number; rev: number }, other: { id: number; rev: number }) => {
    const [keep, drop] = [one, other].map(({ id, rev }) => ({ id, rev }));
    return (await place.asker.post(`${place.path}/thing/merge`, { keep, drop, take: [] })).data;
  };
  const asked = ({ id }: { id: number }) => place.asker.get(`${place.path}/thing/${id}`);
  const became = ({ id, name }: { id: number; name: string }) => ({
    code: "not_found",
    reasons: { "": { text: "event-data:gone.merged", values: { id, name } } },
  });
  const gone = { code: "not_found", reasons: { "": { text: "event-data:gone.profile" } } };

  test("tells who it became, by the name of today, through any number of merges", async () => {
    const [first, second, last] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const { kept } = await merge(second, first);
    await merge(last, kept);
    await place.asker.patch(`${place.path}/thing/${last.id}`, { rev: 2, last_name: "Lovelace" });

    const answer = await asked(first);

    expect(answer.status).toBe(404);
    expect(answer.error).toMatchObject(became({ id: last.id, name: "Ada Lovelace" }));
  });

  test("tells it no longer once they are parted again, nor where the other has left or was erased", async () => {
    const [one, two, three] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const { id, kept } = await merge(one, two);
    await place.asker.post(`${place.path}/thing/merge/${id}/undo`);
    const parted = (await asked(two)).data;
    await place.asker.remove(`${place.path}/thing/${two.id}?rev=${parted.rev}`);
    const removed = await asked(two);
    const now = (await asked(kept)).data;
    await merge(now, three);
    const filter = [
      { field: "object_id", op: "eq", value: String(three.id) },
      { field: "action", op: "eq", value: "merge_into" },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
    await chief.post(`${place.path}/history/${line.id}/erase`);

    expect(parted.id).toBe(two.id);
    expect(removed.error).toMatchObject(gone);
    expect((await asked(three)).error).toMatchObject(gone);
  });
});
