// Pictures that a merge has stay are let go of with it: undone, or of somebody who is erased.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { aPng } from "../../event-data/tests/pictures.ts";

type Pictured = { id: number; rev: number; photo: string };

describe.each(testDatabases)("pictures that merges hold, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  const pictured = async (): Promise<Pictured> => {
    const { id, rev } = await aProfile(place);
    const headers = { headers: { "content-type": "image/png" } };
    const { photo } = (await chief.ask("PUT", `${place.path}/thing/${id}/photo`, aPng(), headers)).data;
    return { id, rev, photo };
  };
  const merge = async (one: { id: number; rev: number }, other: { id: number; rev: number }) => {
    const [keep, drop] = [one, other].map(({ id, rev }) => ({ id, rev }));
    return (await chief.post(`${place.path}/thing/merge`, { keep, drop, take: [] })).data;
  };
  const undo = async ({ id }: { id: number }) =>
    expect((await chief.post(`${place.path}/thing/merge/${id}/undo`)).status).toBe(200);
  const heldOf = async (...all: Pictured[]) => {
    const rows = (await server.deps.database.quick
      .selectFrom("event_data_held" as never)
      .selectAll()
      .execute()) as { thing_id: number; name: string }[];
    return all.map(({ id, photo }) => rows.some(({ thing_id, name }) => thing_id === id && name === photo));
  };
  const erase = async (id: number, action: string) => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(id) },
      { field: "action", op: "eq", value: action },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
    expect((await chief.post(`${place.path}/history/${line.id}/erase`)).status).toBe(200);
  };

  test("an undoing lets go of both; what another merge may bring back stays", async () => {
    const [one, two, three] = [await pictured(), await pictured(), await pictured()];
    const first = await merge(one, two);
    const second = await merge(first.kept, three);
    const both = await heldOf(one, two, three);
    await undo(second);
    const left = await heldOf(one, two, three);
    await undo(first);

    expect([both, left]).toEqual([
      [true, true, true],
      [true, true, false],
    ]);
    expect(await heldOf(one, two, three)).toEqual([false, false, false]);
  });

  test("with one of the two erased, nothing is held of either", async () => {
    const [one, two] = [await pictured(), await pictured()];
    await merge(one, two);
    expect(await heldOf(one, two)).toEqual([true, true]);

    await erase(two.id, "merge_into");

    expect(await heldOf(one, two)).toEqual([false, false]);
  });
});
