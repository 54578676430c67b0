import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Day } from "../contract.ts";
import { availabilityOf, eventDays, hours, ofThing, say } from "./factories.ts";

describe.each(testDatabases)("availability on %s", () => {
  let server: TestApp;
  let place: Place;
  let days: Day[];
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    days = await eventDays(server, place);
  });
  afterAll(() => server.close());

  const history = async (id: number) => {
    const head = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "availability.times" },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    return { head, lines: (await head.post(`${place.path}/history/query`, { filter })).data.rows };
  };

  test("everybody is available throughout until somebody says otherwise; not at all is something else", async () => {
    const ada = await aProfile(place);
    const asked = ofThing(place, ada);

    expect(await availabilityOf(place, ada)).toEqual({ rev: 0, windows: null, taken: [] });
    expect((await place.asker.put(asked, { rev: 0, windows: [] })).data).toMatchObject({ rev: 1, windows: [] });
    expect(await availabilityOf(place, ada)).toMatchObject({ rev: 1, windows: [] });
    expect((await place.asker.put(asked, { rev: 1, windows: null })).data).toMatchObject({ rev: 2, windows: null });
  });

  test("times that adjoin or overlap become one, and stand in their order", async () => {
    const ada = await aProfile(place);
    const [first, second] = days;

    const saved = await say(place, ada, [
      hours(second, 9, 10),
      hours(first, 9, 12),
      hours(first, 12, 13),
      hours(first, 10, 12.5),
    ]);

    expect(saved.windows).toEqual([hours(first, 9, 13), hours(second, 9, 10)]);
    expect(await availabilityOf(place, ada)).toEqual(saved);
  });

  test("what is no time, lies outside of the event or is of no participant is refused with its reason", async () => {
    const ada = await aProfile(place);
    const company = await aProfile(place, { type_id: place.types[2], name: "Acme" });
    const put = (who: { id: number }, windows: unknown) => place.asker.put(ofThing(place, who), { rev: 0, windows });
    const late = hours(days.at(-1), 20, 25);
    const many = Array.from({ length: 51 }, (_, at) => hours(days[0], at / 4, at / 4 + 0.25));

    expect((await put(ada, [hours(days[0], 9, 9.1)])).error).toMatchObject({ code: "availability.no_time" });
    expect((await put(ada, [hours(days[0], 9, 10), late])).error).toMatchObject({
      code: "availability.outside_event",
      fields: { "windows.1.end": expect.any(String) },
    });
    expect((await put(ada, many)).error).toMatchObject({ code: "invalid" });
    expect((await put(ada, [{ start: "soon", end: "later" }])).error).toMatchObject({ code: "invalid" });
    expect((await put(company, [])).error).toMatchObject({ code: "availability.not_participant" });
    expect((await place.asker.get(ofThing(place, company))).error).toMatchObject({
      code: "availability.not_participant",
    });
    expect((await put({ id: 999_999_999 }, [])).status).toBe(404);
    expect(await availabilityOf(place, ada)).toMatchObject({ rev: 0, windows: null });
  });

  test("an event owner reads it and changes nothing", async () => {
    const ada = await aProfile(place);
    const owner = await aPlace(server, "owner");

    expect((await owner.asker.get(ofThing(place, ada))).status).toBe(200);
    expect((await owner.asker.put(ofThing(place, ada), { rev: 0, windows: [] })).error.code).toBe("forbidden");
  });

  test("of several who save at once, from the first on, one does; the others get what stands there now", async () => {
    const ada = await aProfile(place);
    const asked = ofThing(place, ada);
    const at = (hour: number) => [hours(days[0], hour, hour + 1)];

    for (const rev of [0, 1]) {
      const all = await Promise.all([8, 10, 12, 14].map((hour) => place.asker.put(asked, { rev, windows: at(hour) })));
      const [won, ...more] = all.filter(({ status }) => status === 200);
      const late = all.filter(({ status }) => status === 409);
      expect([won !== undefined, more.length, late.length]).toEqual([true, 0, 3]);
      for (const { error } of late)
        expect(error).toMatchObject({ code: "stale", current: { rev: rev + 1, windows: won?.data.windows } });
    }
  });

  test("a change stands in the history and is taken back there, by the rules of any save", async () => {
    const ada = await aProfile(place);
    await say(place, ada, [hours(days[0], 9, 12)]);
    await say(place, ada, []);
    const { head, lines } = await history(ada.id);

    const [last, first] = lines;
    const back = await head.post(`${place.path}/history/${last.id}/revert`, {});

    expect(first).toMatchObject({
      action: "save",
      object_label: `${ada.name} (${ada.id})`,
      before: { availability: "throughout" },
    });
    expect(last).toMatchObject({ after: { availability: "none" }, reversal: "fields" });
    expect(back.status).toBe(200);
    expect(await availabilityOf(place, ada)).toMatchObject({ rev: 3, windows: [hours(days[0], 9, 12)] });
    expect((await history(ada.id)).lines).toHaveLength(3);
  });

  test("when somebody who was removed is erased, so is their name from the history of their times", async () => {
    const ada = await aProfile(place, { last_name: "Forgotten" });
    await say(place, ada, []);
    await place.asker.remove(`${place.path}/thing/${ada.id}?rev=1`);
    const head = await server.as("super");
    const filter = [
      { field: "object_id", op: "eq", value: String(ada.id) },
      { field: "action", op: "eq", value: "remove" },
    ];
    const { rows } = (await head.post(`${place.path}/history/query`, { filter })).data;

    const erased = await head.post(`${place.path}/history/${rows[0].id}/erase`, {});

    expect(erased.status).toBe(200);
    expect((await history(ada.id)).lines).toMatchObject([
      { object_label: "", after: null, erased_at: expect.any(String) },
    ]);
  });

  test("when the event's days or clocks are changed, times stay as they are and may be kept", async () => {
    const ada = await aProfile(place);
    const [first, second] = days;
    const kept = [hours(first, 9, 12), hours(second, 9, 12)];
    await say(place, ada, kept);
    const { write } = server.deps.database;
    const shift = (changed: { date_start: string; timezone: string }) =>
      write.updateTable("core_event").set(changed).where("id", "=", place.eventId).execute();
    const before = await server.deps.database.quick
      .selectFrom("core_event")
      .select(["date_start", "timezone"])
      .where("id", "=", place.eventId)
      .executeTakeFirstOrThrow();

    await shift({ date_start: hours(second, 8, 9).start, timezone: "Asia/Kathmandu" });
    const shown = await availabilityOf(place, ada);
    const same = await place.asker.put(ofThing(place, ada), { rev: 1, windows: kept });
    const more = await place.asker.put(ofThing(place, ada), { rev: 2, windows: [hours(first, 9, 13)] });
    await shift(before);

    expect(shown.windows).toEqual(kept);
    expect(same.data).toMatchObject({ rev: 2, windows: kept });
    expect(more.error.code).toBe("availability.outside_event");
  });
});
