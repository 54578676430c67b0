import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { aMeeting } from "../../networking/tests/factories.ts";
import type { Day, Windows } from "../contract.ts";
import { availabilityOf, eventDays, hours, say } from "./factories.ts";

type Person = { id: number; name: string };

describe.each(testDatabases)("availability of many at once, on %s", () => {
  let server: TestApp;
  let place: Place;
  let days: Day[];
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    days = await eventDays(server, place);
  });
  afterAll(() => server.close());

  const start = (who: readonly Person[], windows: unknown, mode: string) => {
    const selection = { question: { filter: [{ field: "id", op: "in", value: who.map(({ id }) => id) }] } };
    const act = { do: "other", act: "availability.set", with: { windows } };
    return place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode });
  };
  const run = async (who: readonly Person[], windows: Windows, mode = "apply") => {
    const { data } = await start(who, windows, mode);
    return { id: data.job.id as number, ...(await place.asker.finished(data.job.id)).data };
  };
  const undo = async (id: number) => {
    const { data, error } = await place.asker.post(`${place.path}/thing/bulk/${id}/undo`, {});
    return error ? { error } : (await place.asker.finished(data.job.id)).data;
  };
  const windowsOf = (who: readonly Person[]) =>
    Promise.all(who.map(async (one) => (await availabilityOf(place, one)).windows));
  const some = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => aProfile(place)))) as Person[] as [Person, Person, Person];

  test("a trial tells who would change, who cannot and why, and who has confirmed meetings outside, and changes nobody", async () => {
    const [ada, bo, cy] = await some(3);
    const acme = await aProfile(place, { type_id: place.types[2], name: "Acme" });
    const mornings = [hours(days[0], 8, 12)];
    await aMeeting(place, [ada, cy], 0, hours(days[0], 15, 15.5));
    await aMeeting(place, [ada, bo], 0, hours(days[0], 9, 9.5));
    await say(place, cy, mornings);

    const { result } = await run([ada, bo, cy, acme], mornings, "dry-run");

    expect(result).toMatchObject({
      ...{ changed: 2, unchanged: 1, skipped: 1, until: null },
      errors: [{ id: acme.id, message: "Only participants have times at which they are available" }],
      losses: [{ label: "availability:bulk.outside", count: 1 }],
    });
    expect(result.sample).toContainEqual({
      ...{ id: ada.id, name: ada.name, before: "Throughout", after: "4 hours" },
    });
    expect(await windowsOf([ada, bo, cy])).toEqual([null, null, mornings]);
  });

  test("it is done and taken back within ten minutes, but for those of whom somebody has said otherwise since", async () => {
    const [ada, bo, cy] = await some(3);
    const [mornings, evenings] = [[hours(days[0], 8, 12)], [hours(days[0], 17, 20)]];
    await say(place, bo, evenings);

    const done = await run([ada, bo, cy], mornings);
    const after = await windowsOf([ada, bo, cy]);
    await say(place, cy, []);
    const last = (await place.asker.get(`${place.path}/thing/bulk/last`)).data;
    const undone = await undo(done.id);

    expect(done.result).toMatchObject({ changed: 3, skipped: 0 });
    expect(after).toEqual([mornings, mornings, mornings]);
    expect(last).toMatchObject({ job: { id: done.id }, do: "other", act: "availability.set" });
    expect(undone.result).toMatchObject({
      changed: 2,
      errors: [{ id: cy.id, message: "Their availability has been changed since" }],
    });
    expect(await windowsOf([ada, bo, cy])).toEqual([null, evenings, []]);
  });

  test("one act after the other is taken back, the latest first, to where the first began", async () => {
    const people = await some(2);
    const first = await run(people, [hours(days[0], 8, 12)]);
    const second = await run(people, []);

    const [late, early] = [await undo(second.id), await undo(first.id)];

    expect([late.result.changed, early.result.changed]).toEqual([2, 2]);
    expect(await windowsOf(people)).toEqual([null, null]);
  });

  test("each change and each undoing is a line of history, and a change can be taken back there by itself", async () => {
    const [ada, bo] = await some(2);
    const done = await run([ada, bo], []);
    const head = await server.as("super");
    const linesOf = async ({ id }: Person) => {
      const filter = [
        { field: "object_type", op: "eq", value: "availability.times" },
        { field: "object_id", op: "eq", value: String(id) },
      ];
      return (await head.post(`${place.path}/history/query`, { filter })).data.rows;
    };
    const back = await head.post(`${place.path}/history/${(await linesOf(ada))[0].id}/revert`, {});
    const undone = await undo(done.id);

    expect(back.status).toBe(200);
    expect(undone.result).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ada.id }] });
    expect(await windowsOf([ada, bo])).toEqual([null, null]);
    expect(await linesOf(bo)).toMatchObject([
      { action: "undo", after: { availability: "throughout" } },
      { action: "save", actor_kind: "job", before: { availability: "throughout" }, after: { availability: "none" } },
    ]);
  });

  test("what is no order, or of nobody who may, is refused at once", async () => {
    const people = await some(1);
    const owner = await aPlace(server, "owner");
    const selection = { question: {} };
    const named = (act: string) => ({ selection, act: { do: "other", act, with: { windows: null } }, mode: "dry-run" });

    expect((await start(people, "always", "apply")).error).toMatchObject({
      code: "invalid",
      fields: { with: expect.any(String) },
    });
    const outside = await start(people, [hours(days[0], -9, 9)], "apply");
    expect(outside.error).toMatchObject({
      code: "invalid",
      fields: { "with.windows.0.end": "This time lies outside of the days of the event" },
    });
    expect((await place.asker.post(`${place.path}/thing/bulk`, named("nobody.does"))).status).toBe(404);
    expect((await owner.asker.post(`${place.path}/thing/bulk`, named("availability.set"))).error.code).toBe(
      "forbidden",
    );
  });

  test("whoever was removed since is left alone; put back, they have the times that they had when they went", async () => {
    const [ada, bo] = await some(2);
    const done = await run([ada, bo], []);
    await place.asker.remove(`${place.path}/thing/${bo.id}?rev=1`);

    const undone = await undo(done.id);

    expect(undone.result).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: bo.id }] });
    expect(await windowsOf([ada])).toEqual([null]);
  });
});
