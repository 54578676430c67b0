import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Meeting, MeetingChange } from "../contract.ts";
import { PARTICIPANT } from "../server/bookings.ts";
import { aMeeting, aPerson, arrange, aTable, at, meetingsOf } from "./factories.ts";

describe.each(testDatabases)("meetings on %s", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const save = (meeting: Pick<Meeting, "id">, change: MeetingChange) =>
    place.asker.patch(`${place.path}/meeting/${meeting.id}`, change);

  test("two people are brought together, and each of them has the meeting with the other", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const table = await aTable(server, place, "Table by the window");

    const made = await arrange(place, [ada, bo], 0, { location_id: table, message: " Prices " });

    expect(made.data).toMatchObject({
      ...{ rev: 1, start: at(0), end: at(30), state: "accepted", source: "admin", message: "Prices", gone: 0 },
      location: { id: table, name: "Table by the window" },
      participants: [{ id: ada.id }, { id: bo.id }],
    });
    expect(await meetingsOf(place, ada)).toEqual([made.data]);
    expect(await meetingsOf(place, bo)).toEqual([made.data]);
  });

  test("nobody has two accepted meetings at a time; one may begin when another ends", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    const first = await aMeeting(place, [ada, bo], 0);

    const overlapping = await arrange(place, [cy, ada], 15);
    const after = await arrange(place, [cy, ada], 30);
    const before = await arrange(place, [cy, ada], -30);

    expect(overlapping.status).toBe(409);
    expect(overlapping.error).toMatchObject({
      code: "networking.taken",
      current: {
        taken: [{ what: "participant", id: ada.id, name: ada.name, meeting_id: first.id, start: at(0), end: at(30) }],
      },
    });
    expect([after.status, before.status]).toEqual([201, 201]);
    expect(await meetingsOf(place, cy)).toHaveLength(2);
  });

  test("a place holds no two meetings at a time", async () => {
    const [ada, bo, cy, di] = [await aPerson(place), await aPerson(place), await aPerson(place), await aPerson(place)];
    const table = await aTable(server, place, "The only table");
    await aMeeting(place, [ada, bo], 0, { location_id: table });

    const late = await arrange(place, [cy, di], 29, { location_id: table });

    expect(late.error.current).toMatchObject({ taken: [{ what: "location", id: table, name: "The only table" }] });
    expect((await arrange(place, [cy, di], 30, { location_id: table })).status).toBe(201);
  });

  test("of many who take the same person and place at once, one gets them", async () => {
    const ada = await aPerson(place);
    const table = await aTable(server, place, "Much wanted");
    const others = await Promise.all(Array.from({ length: 8 }, () => aPerson(place)));

    const all = await Promise.all(others.map((other) => arrange(place, [ada, other], 0)));
    const pairs = [0, 2, 4, 6].map((one) => others.slice(one, one + 2));
    const atTable = await Promise.all(pairs.map((pair) => arrange(place, pair, 600, { location_id: table })));

    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(atTable.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await meetingsOf(place, ada)).toHaveLength(1);
  });

  test("of many requests that are accepted at once, one is, and what two people move stays possible", async () => {
    const ada = await aPerson(place);
    const others = await Promise.all(Array.from({ length: 5 }, () => aPerson(place)));
    const asked: Meeting[] = [];
    for (const other of others) asked.push(await aMeeting(place, [other, ada], 0, { state: "requested" }));

    const accepted = await Promise.all(asked.map((one) => save(one, { rev: 1, state: "accepted" })));
    const later = await aMeeting(place, [ada, others[0] as { id: number }], 60);
    const held = (await meetingsOf(place, ada)).find(({ state, id }) => state === "accepted" && id !== later.id);
    const times = (minutes: number) => ({ start: at(minutes), end: at(minutes + 30) });
    const swapped = await Promise.all([
      save(later, { rev: 1, ...times(0) }),
      save(held as Meeting, { rev: 2, ...times(60) }),
    ]);

    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const now = (await meetingsOf(place, ada)).filter(({ state }) => state === "accepted");
    expect(swapped.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(now.map(({ start }) => start)).size).toBe(now.length);
  });

  test("the database itself takes no second booking of a person at a time", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0);
    const { write } = server.deps.database;
    const minute = Date.parse(at(10)) / 60_000;
    const row = { meeting_id: meeting.id + 1_000_000, event_id: place.eventId, kind: PARTICIPANT, subject_id: ada.id };

    const attempt = await write
      .withTables<{ networking_booking: Record<string, number> }>()
      .insertInto("networking_booking")
      .values({ ...row, from_minute: minute, to_minute: minute + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning("subject_id")
      .execute();

    expect(attempt).toEqual([]);
  });

  test("a check tells what stands in the way, which places are taken, and the next three times that are free", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    const table = await aTable(server, place, "Checked");
    const meeting = await aMeeting(place, [ada, bo], 0, { location_id: table });
    await aMeeting(place, [cy, await aPerson(place)], 45);
    const asked = { participants: [ada.id, cy.id], start: at(0), end: at(30), location_id: null };

    const check = (more: object = {}) => place.asker.post(`${place.path}/meeting/check`, { ...asked, ...more });

    expect((await check()).data).toEqual({
      away: [],
      refused: [],
      taken: [{ what: "participant", id: ada.id, name: ada.name, meeting_id: meeting.id, start: at(0), end: at(30) }],
      free: [at(75), at(90), at(105)],
      locations: expect.arrayContaining([table]),
    });
    const moved = (await check({ meeting_id: meeting.id })).data;
    expect(moved).toMatchObject({ taken: [], free: [] });
    expect(moved.locations).not.toContain(table);
    expect((await check({ start: at(30), end: at(45) })).data).toMatchObject({ taken: [], free: [] });
  });

  test("a request is accepted, cancelled with its reason, and taken up again; what does not follow is refused", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0, { state: "requested" });

    const accepted = await save(meeting, { rev: 1, state: "accepted" });
    const declined = await save(meeting, { rev: 2, state: "declined" });
    const cancelled = await save(meeting, { rev: 2, state: "cancelled", reason: " ill " });
    const free = await arrange(place, [ada, await aPerson(place)], 15);
    const again = await save(meeting, { rev: 3, state: "accepted" });

    expect(accepted.data).toMatchObject({ state: "accepted", rev: 2 });
    expect(declined.error.code).toBe("networking.not_from_here");
    expect(cancelled.data).toMatchObject({ state: "cancelled", reason: "ill", rev: 3 });
    expect(free.status).toBe(201);
    expect(again.error.code).toBe("networking.taken");
    expect((await save(meeting, { rev: 2, state: "accepted" })).error).toMatchObject({
      code: "stale",
      current: { state: "cancelled", rev: 3 },
    });
  });

  test("one that was cancelled is moved neither in time nor in place until it is taken up again", async () => {
    const meeting = await aMeeting(place, [await aPerson(place), await aPerson(place)], 0);
    const table = await aTable(server, place, "Table of the cancelled");
    await save(meeting, { rev: 1, state: "cancelled" });

    const later = await save(meeting, { rev: 2, start: at(60), end: at(90) });
    const elsewhere = await save(meeting, { rev: 2, location_id: table });
    const inWords = await save(meeting, { rev: 2, message: "Until next year" });
    const again = await save(meeting, { rev: 3, state: "accepted", start: at(60), end: at(90), location_id: table });

    expect([later.status, later.error?.code]).toEqual([400, "networking.off"]);
    expect(elsewhere.error?.code).toBe("networking.off");
    expect(inWords.data).toMatchObject({ start: at(0), location: null, message: "Until next year" });
    expect(again.data).toMatchObject({ state: "accepted", start: at(60), location: { id: table } });
  });

  test("what is no meeting is refused with its reason", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const firm = await aProfile(place, { type_id: place.types[2], name: "Acme", first_name: "", last_name: "" });
    const codeOf = async (...given: Parameters<typeof arrange>) => (await arrange(...given)).error.code;

    expect(await codeOf(place, [ada, bo], 0, { end: at(4) })).toBe("networking.too_long");
    expect(await codeOf(place, [ada, bo], 0, { end: at(121) })).toBe("networking.too_long");
    expect(await codeOf(place, [ada, bo], 0, { end: at(-10) })).toBe("networking.too_long");
    expect(await codeOf(place, [ada, bo], -60 * 24 * 60)).toBe("networking.past");
    expect(await codeOf(place, [ada, firm], 0)).toBe("networking.not_participant");
    expect(await codeOf(place, [ada, { id: 9_999_999 }], 0)).toBe("not_found");
    expect(await codeOf(place, [ada, bo], 0, { location_id: 9_999_999 })).toBe("networking.closed");
    expect(await codeOf(place, [ada, ada], 0)).toBe("invalid");
    expect(await codeOf(place, [ada], 0)).toBe("invalid");
    expect(await meetingsOf(place, ada)).toEqual([]);
  });

  test("participants are found by words, and companies are not", async () => {
    const one = await aProfile(place, { first_name: "Quirina", last_name: "Quast" });
    await aProfile(place, { type_id: place.types[2], name: "Quast & Sons", first_name: "", last_name: "" });

    const found = await place.asker.post(`${place.path}/meeting/find`, { words: "quast" });

    expect(found.data).toMatchObject([{ id: one.id, name: "Quirina Quast" }]);
  });

  test("every change stands in the history and can be taken back there", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0);
    await save(meeting, { rev: 1, state: "cancelled", reason: "ill" });
    const chief = await server.as("super");
    const { data } = await chief.post(`${place.path}/history/query`, {
      filter: [{ field: "object_id", op: "eq", value: String(meeting.id) }],
    });

    const line = data.rows.find((one: { object_type: string }) => one.object_type === "networking.meeting");
    const back = await chief.post(`${place.path}/history/${line.id}/revert`, {});

    expect(line).toMatchObject({ before: { state: "accepted" }, after: { state: "cancelled", reason: "ill" } });
    expect(back.status).toBe(200);
    expect(await meetingsOf(place, ada)).toMatchObject([{ state: "accepted", reason: "", rev: 3 }]);
    expect((await arrange(place, [ada, await aPerson(place)], 0)).status).toBe(409);
  });

  test("many meetings come in parts, each behind the last of the one before, also where several begin together", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    for (const minutes of [90, 30, 30, 30, 0]) await aMeeting(place, [ada, bo], minutes, { state: "requested" });
    const all = await meetingsOf(place, ada);
    const part = async (query = "") =>
      (await place.asker.get(`${place.path}/thing/${ada.id}/meeting?limit=2${query}`)).data as Meeting[];

    const behind = (last?: Meeting) =>
      part(`&after_start=${encodeURIComponent(last?.start ?? "")}&after_id=${last?.id}`);
    const first = await part();
    const second = await behind(first.at(-1));
    const third = await behind(second.at(-1));

    expect(all.map(({ start }) => start)).toEqual([0, 30, 30, 30, 90].map(at));
    expect([first, second, third]).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  });

  test("a copy of the event takes no meetings along", async () => {
    await aMeeting(place, [await aPerson(place), await aPerson(place)], 0);
    const partner = await server.as("partner");

    const copy = await partner.post(`${place.path}/copy`, { name: "Copied", date_start: at(0) });
    const count = await server.deps.database.quick
      .withTables<{ networking_meeting: { id: number; event_id: number } }>()
      .selectFrom("networking_meeting")
      .select("id")
      .where("event_id", "=", copy.data.id)
      .execute();

    expect(copy.status).toBe(201);
    expect(count).toEqual([]);
  });

  test("an event owner reads and does not write; without the permission nobody sees meetings", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0);
    const owner = await aPlace(server, "owner");
    const registration = await server.as("registration");

    expect(await meetingsOf(owner, ada)).toHaveLength(1);
    expect((await arrange(owner, [ada, bo], 60)).status).toBe(403);
    expect((await owner.asker.patch(`${place.path}/meeting/${meeting.id}`, { rev: 1 })).status).toBe(403);
    expect((await registration.get(`${place.path}/thing/${ada.id}/meeting`)).status).toBe(403);
    expect((await place.asker.get(`${place.path}/thing/9999999/meeting`)).status).toBe(404);
    expect((await save({ id: 9_999_999 }, { rev: 1, state: "cancelled" })).status).toBe(404);
  });
});
