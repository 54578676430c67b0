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

  const act = async (what: object, { id }: { id: number }): Promise<number> => {
    const selection = { question: { filter: [{ field: "id", op: "eq", value: id }] } };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, { selection, act: what, mode: "apply" });
    await place.asker.finished(data.job.id);
    return data.job.id;
  };
  const undo = async (job: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${job}/undo`, {});
    await place.asker.finished(data.job.id);
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

  test("that the other one left stands with those who remain, and so does that they are back", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    const told = ({ name, id }: { name: string; id: number }) => `${name} (${id})`;
    await aMeeting(place, [ada, bo], 1800);
    await aMeeting(place, [ada, bo, cy], 1860);
    await aMeeting(place, [ada, bo], 1920, { state: "requested" });

    const removed = await act({ do: "remove", confirm: 1 }, ada);

    const left = told(ada);
    expect((await history(bo)).slice(0, 3)).toEqual([
      { action: "cancel_meeting", before: null, after: { left, start: at(1920) } },
      { action: "leave_meeting", before: null, after: { participants: told(cy), left, start: at(1860) } },
      { action: "cancel_meeting", before: null, after: { left, start: at(1800) } },
    ]);
    expect((await history(cy))[0]).toMatchObject({ action: "leave_meeting", after: { participants: told(bo), left } });

    // By now somebody else has the time of one of them.
    await aMeeting(place, [bo, await aPerson(place)], 1800);
    await undo(removed);

    const back = told(ada);
    expect((await history(bo)).slice(0, 3)).toEqual([
      { action: "rejoin_meeting", before: null, after: { back, start: at(1920) } },
      { action: "rejoin_meeting", before: null, after: { participants: told(cy), back, start: at(1860) } },
      { action: "request_meeting", before: null, after: { back, start: at(1800) } },
    ]);
    expect((await history(cy))[0]).toMatchObject({ action: "rejoin_meeting", after: { participants: told(bo), back } });
  });

  test("meetings that are called off with a blocking stand with all who would have met, and once that is undone too", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    const told = ({ name, id }: { name: string; id: number }) => `${name} (${id})`;
    await aMeeting(place, [ada, bo], 2400);
    await aMeeting(place, [ada, bo, cy], 2460);
    const left = told(ada);

    const blocked = await act({ do: "edit", field: "status", value: "blocked", calls_off: true }, ada);

    const others = [told(bo), told(cy)].join(", ");
    expect((await history(ada)).filter(({ action }) => action.endsWith("_meeting")).slice(0, 2)).toEqual([
      { action: "leave_meeting", before: null, after: { participants: others, left, start: at(2460) } },
      { action: "cancel_meeting", before: null, after: { participants: told(bo), left, start: at(2400) } },
    ]);
    expect((await history(bo)).slice(0, 2)).toMatchObject([
      { action: "leave_meeting", after: { participants: told(cy), left } },
      { action: "cancel_meeting", after: { left } },
    ]);
    expect((await history(cy))[0]).toMatchObject({ action: "leave_meeting", after: { participants: told(bo), left } });

    await undo(blocked);

    for (const one of [ada, bo])
      expect((await history(one)).filter(({ action }) => action === "rejoin_meeting")).toHaveLength(2);
    expect((await history(cy))[0]).toMatchObject({ action: "rejoin_meeting", after: { participants: told(bo) } });
  });

  test("what a change that is taken back does to the meetings of others is told as well", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    const save = async (status: string) => {
      const { rev } = (await place.asker.get(`${place.path}/thing/${ada.id}`)).data;
      expect((await place.asker.patch(`${place.path}/thing/${ada.id}`, { rev, status })).status).toBe(200);
    };
    const chief = await server.as("super");
    const takeBack = async ({ id }: { id: number }, action: string, body: object) => {
      const filter = [
        { field: "object_type", op: "eq", value: "event-data.thing" },
        { field: "object_id", op: "eq", value: String(id) },
        { field: "action", op: "eq", value: action },
      ];
      const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
      const back = await chief.post(`${place.path}/history/${line.id}/revert`, body);
      expect(back.status, JSON.stringify(back.error)).toBe(200);
    };
    await save("blocked");
    await save("active");
    await aMeeting(place, [ada, bo], 3000);
    await aMeeting(place, [cy, bo], 3060);

    await takeBack(ada, "save", { calls_off: true });
    await takeBack(cy, "create", {});

    expect((await history(bo)).slice(0, 2)).toEqual([
      { action: "cancel_meeting", before: null, after: { left: `${cy.name} (${cy.id})`, start: at(3060) } },
      { action: "cancel_meeting", before: null, after: { left: `${ada.name} (${ada.id})`, start: at(3000) } },
    ]);
    expect((await history(ada)).slice(0, 2).map(({ action }) => action)).toEqual(["revert", "cancel_meeting"]);
    // Its own line is that it was taken back, and no other.
    expect((await history(ada)).filter(({ action }) => action === "save")).toHaveLength(2);
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
