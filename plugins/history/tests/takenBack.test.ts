// What is told of a change that was taken back is what came of it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("a change that is taken back on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  const linesOf = async (id: number) => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    return (await chief.post(`${place.path}/history/query`, { filter })).data.rows as { id: number; action: string }[];
  };
  const renamed = async () => {
    const { id, rev } = await aProfile(place, { first_name: "Ada", last_name: "Byron" });
    await place.asker.patch(`${place.path}/thing/${id}`, { rev, last_name: "Lovelace" });
    const [line] = await linesOf(id);
    return { id, path: `${place.path}/history/${line?.id}/revert` };
  };

  test("is refused where its area's rules leave everything as it is, and no line says otherwise", async () => {
    const { id, path } = await renamed();

    const reverted = await chief.post(path, { fields: ["name"] });

    expect([reverted.status, reverted.error?.code]).toEqual([409, "history.not_possible"]);
    expect((await chief.get(`${place.path}/thing/${id}`)).data.name).toBe("Ada Lovelace");
    expect((await linesOf(id)).map(({ action }) => action)).toEqual(["save", "create"]);
  });

  test("is told with what else changed by those rules", async () => {
    const { id, path } = await renamed();

    const reverted = await chief.post(path, { fields: ["last_name"] });

    expect(reverted.data).toEqual({ fields: ["last_name"] });
    expect((await linesOf(id))[0]).toMatchObject({
      action: "revert",
      before: { last_name: "Lovelace", name: "Ada Lovelace" },
      after: { last_name: "Byron", name: "Ada Byron" },
    });
  });
});
