// Meetings ask whether those who are to meet are available.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { Day } from "../../availability/contract.ts";
import { availabilityOf, eventDays, hours, say } from "../../availability/tests/factories.ts";
import type { MeetingDraft } from "../contract.ts";
import { freeTimes } from "../server/rules.ts";
import { aMeeting, aPerson, arrange, meetingsOf } from "./factories.ts";

describe.each(testDatabases)("meetings and availability on %s", () => {
  let server: TestApp;
  let place: Place;
  let days: Day[];
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    days = await eventDays(server, place);
  });
  afterAll(() => server.close());

  const at = (from: number, to: number, day = days[0]) => hours(day, from, to);
  const meet = (
    who: readonly { id: number }[],
    when: { start: string; end: string },
    draft: Partial<MeetingDraft> = {},
  ) => arrange(place, who, 0, { ...when, ...draft });
  const save = ({ id, rev }: { id: number; rev: number }, change: object) =>
    place.asker.patch(`${place.path}/meeting/${id}`, { rev, ...change });

  test("who is not available is told while one chooses, with their times of that day and the next at which everybody is", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    await say(place, ada, [at(10, 12)]);
    await say(place, bo, [at(11, 13), at(9, 10, days[1])]);

    const participants = [ada.id, bo.id, cy.id];
    const body = { participants, location_id: null, ...at(10.5, 11.25) };
    const { data } = await place.asker.post(`${place.path}/meeting/check`, body);

    expect(data).toMatchObject({ taken: [], away: [{ id: bo.id, name: bo.name, times: [at(11, 13)] }], refused: [] });
    expect(data.free).toEqual([at(11, 12).start, at(11.25, 12).start]);
  });

  test("a meeting is not arranged, accepted or moved to a time at which somebody is away; as a request it waits", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    await say(place, bo, [at(10, 12)]);

    const refused = await meet([ada, bo], at(11.5, 12.5));
    const nothing = await meetingsOf(place, ada);
    const asked = await meet([ada, bo], at(11.5, 12.5), { state: "requested" });
    const accepted = await save(asked.data, { state: "accepted" });
    const there = await meet([ada, bo], at(10, 10.5));
    const moved = await save(there.data, at(9.75, 10.25));

    for (const one of [refused, accepted, moved]) {
      expect(one).toMatchObject({ status: 409, error: { code: "networking.away" } });
      expect(one.error.current).toMatchObject({ taken: [], away: [{ id: bo.id, times: [at(10, 12)] }] });
    }
    expect(nothing).toEqual([]);
    expect(asked.status).toBe(201);
    expect(await meetingsOf(place, bo)).toMatchObject([
      { state: "accepted", ...at(10, 10.5) },
      { state: "requested", ...at(11.5, 12.5) },
    ]);
  });

  test("an administrator arranges, accepts and moves it all the same where they say so; what is taken stays so", async () => {
    const [ada, bo, cy] = [await aPerson(place), await aPerson(place), await aPerson(place)];
    await say(place, bo, []);
    const asked = await aMeeting(place, [ada, bo], 0, { ...at(14, 14.5), state: "requested" });

    const arranged = await meet([ada, bo], at(9, 9.5), { anyway: true });
    const moved = await save(arranged.data, { ...at(10, 10.5), anyway: true });
    const accepted = await save(asked, { state: "accepted", anyway: true });
    const taken = await meet([cy, bo], at(10, 10.5), { anyway: true });

    expect([arranged.status, moved.status, accepted.status]).toEqual([201, 200, 200]);
    expect(taken.error.code).toBe("networking.taken");
  });

  test("what was settled stays when somebody says later that they are away, may be changed but for its time, and comes back from the history", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0, at(15, 15.5));
    await say(place, bo, [at(9, 10)]);

    const named = await save(meeting, { message: "At the bar" });
    const cancelled = await save(named.data, { state: "cancelled" });
    const again = await save(cancelled.data, { state: "accepted" });
    const head = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "networking.meeting" },
      { field: "object_id", op: "eq", value: String(meeting.id) },
    ];
    const { rows } = (await head.post(`${place.path}/history/query`, { filter })).data;
    const back = await head.post(`${place.path}/history/${rows[0].id}/revert`, {});

    expect([named.status, cancelled.status]).toEqual([200, 200]);
    expect(again.error.code).toBe("networking.away");
    expect(back.status).toBe(200);
    expect(await meetingsOf(place, ada)).toMatchObject([{ state: "accepted", ...at(15, 15.5) }]);
  });

  test("their confirmed meetings stand beside the times of a participant, without names for whoever may not read meetings", async () => {
    const [ada, bo] = [await aPerson(place), await aPerson(place)];
    const meeting = await aMeeting(place, [ada, bo], 0, at(16, 16.5));
    await aMeeting(place, [ada, bo], 0, { ...at(17, 17.5), state: "requested" });
    await say(place, ada, []);

    const { taken } = await availabilityOf(place, ada);

    expect(taken).toEqual([{ id: meeting.id, ...at(16, 16.5), with: [bo.name] }]);
  });
});

test("free times lie within the times of everybody who is not available throughout, and none is passed over", () => {
  const noon = Date.UTC(2026, 4, 5, 12) / 60_000;
  const time = fc.tuple(fc.integer({ min: -60, max: 90 }), fc.integer({ min: 1, max: 30 }));
  const open = fc.array(fc.array(time, { maxLength: 4 }), { maxLength: 3 });
  fc.assert(
    fc.property(open, fc.constantFrom(15, 30, 50), (all, length) => {
      const times = all.map((some) =>
        some.map(([at, long]) => ({ from: noon + at * 15, to: noon + (at + long) * 15 })),
      );
      const fits = (from: number) =>
        times.every((some) => some.some((one) => one.from <= from && one.to >= from + length));
      const wanted = { from: noon, to: noon + length };
      const found = freeTimes(wanted, [], "UTC", new Date(0), times).map((instant) => Date.parse(instant) / 60_000);
      expect(found.every(fits)).toBe(true);
      const byDay = (from: number) => from % 1440 >= 480 && (from % 1440) + length <= 1200;
      const expected = Array.from({ length: 288 }, (_, at) => noon + at * 15).filter(
        (from) => fits(from) && byDay(from),
      );
      expect(found).toEqual(expected.slice(0, 3));
    }),
  );
});
