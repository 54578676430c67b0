import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Day, Windows } from "../contract.ts";
import { availabilityOf, eventDays, hours, ofThing, say } from "./factories.ts";

type Person = Awaited<ReturnType<typeof aProfile>>;

describe.each(testDatabases)("times of profiles that leave or are merged, on %s", () => {
  let server: TestApp;
  let place: Place;
  let days: Day[];
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    days = await eventDays(server, place);
  });
  afterAll(() => server.close());

  const merge = async (keep: Person, drop: Person) => {
    const sides = { keep: { id: keep.id, rev: keep.rev }, drop: { id: drop.id, rev: drop.rev } };
    return (await place.asker.post(`${place.path}/thing/merge`, { ...sides, take: [] })).data;
  };
  const undo = (id: number) => place.asker.post(`${place.path}/thing/merge/${id}/undo`, {});
  const windowsOf = async (who: Person): Promise<Windows> => (await availabilityOf(place, who)).windows;
  const couple = async (): Promise<[Person, Person]> => [await aProfile(place), await aProfile(place)];

  test("the one that stays keeps what is said of it, and takes over the other's where nothing is", async () => {
    const [ada, bo] = await couple();
    const [cy, di] = await couple();
    const [mornings, evenings] = [[hours(days[0], 8, 12)], [hours(days[0], 17, 20)]];
    await say(place, ada, mornings);
    await say(place, bo, evenings);
    await say(place, di, evenings);

    const both = await merge(ada, bo);
    const one = await merge(cy, di);

    expect([await windowsOf(ada), await windowsOf(cy)]).toEqual([mornings, evenings]);
    expect(JSON.stringify(both)).toContain("availability:merging");
    expect(JSON.stringify(one)).not.toContain("availability:merging");
  });

  test("a merge that is undone gives both what they had; what was said since of the one that stayed stands", async () => {
    const [ada, bo] = await couple();
    const [cy, di] = await couple();
    const [em, fe] = await couple();
    const [mornings, evenings] = [[hours(days[0], 8, 12)], [hours(days[0], 17, 20)]];
    for (const [one, other] of [
      [ada, bo],
      [cy, di],
    ] as const) {
      await say(place, one, mornings);
      await say(place, other, evenings);
    }
    const merges = [await merge(ada, bo), await merge(cy, di), await merge(em, fe)];
    await say(place, cy, []);
    await say(place, em, []);

    for (const { id } of merges) expect((await undo(id)).status).toBe(200);

    expect([await windowsOf(ada), await windowsOf(bo)]).toEqual([mornings, evenings]);
    expect([await windowsOf(cy), await windowsOf(di)]).toEqual([[], evenings]);
    expect([await windowsOf(em), await windowsOf(fe)]).toEqual([[], null]);
  });

  test("times that came with a merge and have been changed since stay, and that is told", async () => {
    const [ada, bo] = await couple();
    const [cy, di] = await couple();
    const [mornings, evenings] = [[hours(days[0], 8, 12)], [hours(days[0], 17, 20)]];
    await say(place, bo, evenings);
    await say(place, cy, evenings);
    const merges = [await merge(ada, bo), await merge(cy, di)];
    for (const one of [ada, cy]) await say(place, one, mornings);

    const [took, kept] = [await undo(merges[0].id), await undo(merges[1].id)];

    expect([await windowsOf(ada), await windowsOf(bo)]).toEqual([mornings, evenings]);
    expect(took.data.left).toEqual([{ label: "availability:back", count: 1 }]);
    // The merge had changed nothing of these.
    expect(await windowsOf(cy)).toEqual(mornings);
    expect(kept.data.left).toEqual([]);
  });

  test("who is removed has no times any more, and has them back with an undoing", async () => {
    const ada = await aProfile(place);
    const windows = [hours(days[1], 9, 17)];
    await say(place, ada, windows);
    const selection = { question: { filter: [{ field: "id", op: "in", value: [ada.id] }] } };
    const act = { do: "remove", confirm: 1 };

    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode: "apply" })).data;
    await place.asker.finished(job.id);
    const gone = await place.asker.get(ofThing(place, ada));
    const left = await server.deps.database.quick
      .selectFrom("availability_times" as never)
      .selectAll()
      .where("thing_id" as never, "=", ada.id as never)
      .execute();
    const back = (await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {})).data;
    await place.asker.finished(back.job.id);

    expect([gone.status, left]).toEqual([404, []]);
    expect(await windowsOf(ada)).toEqual(windows);
  });
});
