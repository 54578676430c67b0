// A meeting's place is taken back by which one it was, whatever places have come to be called since.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fold } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { revertMeeting } from "../server/revert.ts";
import type { NetworkingTables } from "../server/tables.ts";
import { aMeeting, aPerson, aTable } from "./factories.ts";

describe.each(testDatabases)("the place of a meeting that is taken back, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  const places = () => server.deps.database.write.withTables<NetworkingTables>();
  const rename = (id: number, name: string) =>
    places()
      .updateTable("networking_location")
      .set({ name, name_key: fold(name) })
      .where("id", "=", id)
      .execute();
  /** A meeting that was moved from one place to another, and the line of that. */
  const moved = async (from: number, to: number, minutes: number) => {
    const meeting = await aMeeting(place, [await aPerson(place), await aPerson(place)], minutes, { location_id: from });
    const saved = await place.asker.patch(`${place.path}/meeting/${meeting.id}`, { rev: 1, location_id: to });
    expect(saved.status).toBe(200);
    const filter = [
      { field: "object_type", op: "eq", value: "networking.meeting" },
      { field: "object_id", op: "eq", value: String(meeting.id) },
    ];
    const { rows } = (await chief.post(`${place.path}/history/query`, { filter })).data;
    return { meeting, line: rows[0].id as number };
  };
  const revert = (line: number) => chief.post(`${place.path}/history/${line}/revert`, {});
  const placeOf = async (id: number) =>
    (
      await places()
        .selectFrom("networking_meeting")
        .select("location_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).location_id;

  test("is the one that was meant, though another is called so by now", async () => {
    const [one, two] = [await aTable(server, place, "Table one"), await aTable(server, place, "Table two")];
    const { meeting, line } = await moved(one, two, 0);
    await rename(one, "Table nought");
    await rename(two, "Table one");

    const reverted = await revert(line);

    expect([reverted.status, reverted.error?.message]).toEqual([200, undefined]);
    expect(await placeOf(meeting.id)).toBe(one);
  });

  test("is refused where it is gone, and what goes between two looks is refused in words", async () => {
    const [one, two] = [await aTable(server, place, "Gone table"), await aTable(server, place, "Other table")];
    const { meeting, line } = await moved(one, two, 60);
    await places().deleteFrom("networking_location").where("id", "=", one).execute();

    const reverted = await revert(line);

    const context = { db: server.deps.database.write, event: { id: place.eventId } };
    const late = revertMeeting.write(context as never, "9999999", {}, { calls_off: false, tells: false });
    await expect(late).rejects.toMatchObject({ code: "history.object_gone" });
    expect(reverted.error.code).toBe("history.object_gone");
    expect(reverted.error.reasons).toEqual({
      "": { text: "common:gone.told", values: { name: `Gone table (${one})` } },
    });
    expect(await placeOf(meeting.id)).toBe(two);
  });
});
