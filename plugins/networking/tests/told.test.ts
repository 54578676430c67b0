// The history of a profile tells of its meetings, to those who may read meetings.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { aMeeting, aPerson, aTable, at } from "./factories.ts";

describe.each(testDatabases)("meetings in the history of profiles on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const history = async ({ id }: { id: number }, asker: Asker = place.asker) => {
    const { data } = await asker.get(`${place.path}/thing/${id}/history`);
    return (data as { action: string; before: object | null; after: object | null }[]).map(
      ({ action, before, after }) => ({ action, before, after }),
    );
  };

  test("who was asked, what became of it and when it was moved stands with each of those who meet", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const table = await aTable(server, place, "Table of the told");
    const meeting = await aMeeting(place, [ada, bo], 0, { state: "requested" });
    const change = (rev: number, values: object) =>
      place.asker.patch(`${place.path}/meeting/${meeting.id}`, { rev, ...values });
    await change(1, { state: "accepted" });
    await change(2, { start: at(60), end: at(90), location_id: table });
    await change(3, { message: "Only other words" });
    await change(4, { state: "cancelled", reason: "ill" });

    for (const [one, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      const participants = `${other.name} (${other.id})`;
      const location = `Table of the told (${table})`;
      expect(await history(one)).toEqual([
        { action: "cancel_meeting", before: null, after: { participants, start: at(60), location } },
        {
          action: "move_meeting",
          before: { start: at(0), location: null },
          after: { participants, start: at(60), location },
        },
        { action: "accept_meeting", before: null, after: { participants, start: at(0) } },
        { action: "request_meeting", before: null, after: { participants, start: at(0) } },
        { action: "create", before: null, after: expect.anything() },
      ]);
    }
  });

  test("a cancelling that is taken back is told as well", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 600);
    await place.asker.patch(`${place.path}/meeting/${meeting.id}`, { rev: 1, state: "cancelled" });
    const chief = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "networking.meeting" },
      { field: "object_id", op: "eq", value: String(meeting.id) },
      { field: "action", op: "eq", value: "save" },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;

    const back = await chief.post(`${place.path}/history/${line.id}/revert`, {});

    expect(back.status, JSON.stringify(back.error)).toBe(200);
    expect((await history(bo)).map(({ action }) => action)).toEqual([
      "accept_meeting",
      "cancel_meeting",
      "accept_meeting",
      "create",
    ]);
  });

  test("whoever may not read meetings reads nothing of them there, nor on the home of the event", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    await aMeeting(place, [ada, bo], 1200);
    const owner = await server.as("owner");
    const give = (permissions: object | null) =>
      server.deps.database.write
        .updateTable("core_membership")
        .set({ permissions: permissions && JSON.stringify(permissions) })
        .where("user_id", "=", owner.userId)
        .execute();
    const home = async () => JSON.stringify((await owner.get(`${place.path}/overview`)).data.changes ?? []);
    expect((await history(ada, owner)).map(({ action }) => action)).toEqual(["accept_meeting", "create"]);
    expect(await home()).toContain("action.accept_meeting");

    await give({ meetings: false });

    expect((await history(ada, owner)).map(({ action }) => action)).toEqual(["create"]);
    expect(await home()).not.toContain("action.accept_meeting");
    await give(null);
  });
});
