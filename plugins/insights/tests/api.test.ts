import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { dayIn, sql } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("insights on %s", (database) => {
  let lanyard: TestApp;
  let owner: Asker;
  beforeAll(async () => {
    lanyard = await app({ database, areaDemo: true, now: () => new Date("2026-06-15T12:00:00Z") });
    owner = await lanyard.as("owner");
  });
  afterAll(() => lanyard.close());

  const ask = (who: Asker, query: string) => who.get(`/1/api/insights?${query}`);
  const sum = (figure: Figure | undefined) =>
    (figure?.series ?? []).flatMap(({ values }) => values).reduce<number>((all, one) => all + (one ?? 0), 0);
  const named = (figures: Figure[], id: string) => figures.find((one) => one.id === id);

  test("of one event count its arrivals and sessions within the span", async () => {
    const query = `event=${lanyard.bigEventId}`;

    const year = (await ask(owner, `${query}&from=2025-07-01&to=2026-08-01`)).data;
    const day = (await ask(owner, `${query}&from=2026-06-01&to=2026-06-01`)).data;

    expect(year.events).toEqual([{ id: lanyard.bigEventId, name: "Northwind Summit" }]);
    expect(sum(named(year.figures, "event-data.arrivals"))).toBe(5000);
    expect(sum(named(year.figures, "agenda.days"))).toBe(120);
    expect(named(day.figures, "event-data.arrivals")?.along.places).toEqual(["2026-06-01"]);
    expect(sum(named(day.figures, "agenda.days"))).toBe(0);
    expect(sum(named(day.figures, "event-data.types"))).toBe(6200);
  });

  test("know nothing of the arrivals of days to come, and of none on days that are over", async () => {
    const { data } = await ask(owner, `event=${lanyard.bigEventId}&from=2026-06-14&to=2026-06-17`);

    const values = named(data.figures, "event-data.arrivals")?.series[0]?.values ?? [];
    expect(values.map((value) => value === null)).toEqual([false, false, true, true]);
  });

  test("tell where sessions lie if none is within the span, and only then", async () => {
    const query = `event=${lanyard.bigEventId}`;
    const year = named((await ask(owner, `${query}&from=2025-07-01&to=2026-08-01`)).data.figures, "agenda.days");
    const held = year?.along.places ?? [];

    const day = named((await ask(owner, `${query}&from=2026-06-01&to=2026-06-01`)).data.figures, "agenda.days");

    expect(held.length).toBeGreaterThan(0);
    expect(day?.elsewhere).toEqual({ from: held[0], to: held.at(-1) });
    expect(year?.elsewhere).toBeUndefined();
  });

  test.each(["Pacific/Auckland", "America/Los_Angeles"])("of an event in %s count by its clocks", async (zone) => {
    const { write } = lanyard.deps.database;
    const id = lanyard.bigEventId;
    const inZone = (timezone: string) =>
      write.updateTable("core_event").set({ timezone }).where("id", "=", id).execute();
    const { timezone } = (await owner.get(`/1/api/container/${id}`)).data;
    const arrived = sql<{
      at: string;
    }>`select created_at as at from event_data_thing where event_id = ${id} and type_id in
      (select id from core_type where type_category_id = 1)`;
    const expected = new Map<string, number>();
    for (const { at } of (await arrived.execute(write)).rows)
      expected.set(dayIn(zone, at), (expected.get(dayIn(zone, at)) ?? 0) + 1);

    await inZone(zone);
    const told: [string, number][] = [];
    for (const day of expected.keys()) {
      const { data } = await ask(owner, `event=${id}&from=${day}&to=${day}`);
      told.push([day, sum(named(data.figures, "event-data.arrivals"))]);
    }
    await inZone(timezone);

    expect(expected.size).toBeGreaterThan(20);
    expect(told).toEqual([...expected]);
  });

  test("of all events add them up and lay their growth over each other", async () => {
    const { data } = await ask(owner, "from=2025-07-01&to=2026-08-01");

    const editions = named(data.figures, "event-data.editions");
    expect(data.events.map(({ name }: { name: string }) => name)).not.toContain("Northwind Summit, last year");
    expect(editions?.series.length).toBeGreaterThan(1);
    expect(editions?.along.places).toHaveLength(101);
    const summit = editions?.series.find(({ name }) => "text" in name && name.text === "Northwind Summit");
    expect(summit?.values.at(-1)).toBeNull();
    expect(summit?.values[101 - 25]).toBe(5000);
  });

  test("of one event lay its growth over that of another that is named, of this app alone", async () => {
    const query = `event=${lanyard.bigEventId}&from=2026-06-01&to=2026-06-02`;
    const all = named((await ask(owner, "from=2026-06-01&to=2026-06-02")).data.figures, "event-data.editions");
    const second = all?.series.find(({ name }) => "text" in name && name.text !== "Northwind Summit");
    const other = Number(/event-data\/(\d+)/.exec(second?.path ?? "")?.[1]);

    const alone = (await ask(owner, query)).data;
    const beside = (await ask(owner, `${query}&against=${other}`)).data;
    const itself = (await ask(owner, `${query}&against=${lanyard.bigEventId}`)).data;

    const editions = named(beside.figures, "event-data.editions");
    expect(editions?.series.map(({ name }) => name)).toEqual([{ text: "Northwind Summit" }, second?.name]);
    expect(editions?.series[1]).toEqual(second);
    expect(beside.against).toBe(other);
    const rest = beside.figures.filter(({ id }: Figure) => id !== "event-data.editions");
    expect(rest).toEqual(alone.figures);
    expect([itself.against, itself.figures]).toEqual([undefined, alone.figures]);
    expect((await ask(owner, `${query}&against=${lanyard.events["Harbour Expo Spring"]}`)).status).toBe(404);
  });

  test("of an event without participants tell that it has none, by its name, beside one that has some", async () => {
    const { write } = lanyard.deps.database;
    const { id: _, ...big } = await write
      .selectFrom("core_event")
      .selectAll()
      .where("id", "=", lanyard.bigEventId)
      .executeTakeFirstOrThrow();
    await write
      .insertInto("core_event")
      .values({ ...big, name: "Not grown yet" })
      .execute();
    const { id } = await write
      .selectFrom("core_event")
      .select("id")
      .where("name", "=", "Not grown yet")
      .executeTakeFirstOrThrow();

    const { data } = await ask(owner, `event=${id}&against=${lanyard.bigEventId}&from=2026-06-01&to=2026-06-02`);
    await write.deleteFrom("core_event").where("id", "=", id).execute();

    const [own, other] = named(data.figures, "event-data.editions")?.series ?? [];
    expect([own?.name, other?.name]).toEqual([{ text: "Not grown yet" }, { text: "Northwind Summit" }]);
    expect(new Set(own?.values)).toEqual(new Set([0, null]));
  });

  test("of a hundred events leave none out, and of one more say so", async () => {
    const { write } = lanyard.deps.database;
    const shown = async () => {
      const { events, older } = (await ask(owner, "from=2026-06-01&to=2026-06-02")).data;
      return [events.length, older];
    };
    const [there = 0] = await shown();
    const one = await write
      .selectFrom("core_event")
      .selectAll()
      .where("id", "=", lanyard.bigEventId)
      .executeTakeFirstOrThrow();
    const add = async (count: number) => {
      const { id: _, ...rest } = one;
      const rows = Array.from({ length: count }, (_, at) => ({ ...rest, name: `Hundredth ${count} ${at}` }));
      await write.insertInto("core_event").values(rows).execute();
    };

    await add(100 - there);
    const hundred = await shown();
    await add(1);
    const more = await shown();
    await write.deleteFrom("core_event").where("name", "like", "Hundredth %").execute();

    expect([hundred, more]).toEqual([
      [100, 0],
      [100, 1],
    ]);
  });

  test("of an event that has been archived are told, too", async () => {
    const archived = lanyard.events["Northwind Summit, last year"];

    const { status, data } = await ask(owner, `event=${archived}&from=2025-07-01&to=2026-08-01`);

    expect([status, data?.events]).toEqual([200, [{ id: archived, name: "Northwind Summit, last year" }]]);
  });

  test("refuse a span that is none, another app's event, and whoever may not", async () => {
    const harbour = lanyard.events["Harbour Expo Spring"];

    expect((await ask(owner, "from=2026-02-02&to=2026-02-01")).error.code).toBe("insights.span");
    expect((await ask(owner, "from=2020-01-01&to=2026-02-01")).error.code).toBe("insights.span");
    expect((await ask(owner, "from=2026-02-31&to=2026-03-01")).error.code).toBe("invalid");
    expect((await ask(owner, `from=2026-01-01&to=2026-02-01&event=${harbour}`)).status).toBe(404);
    expect((await ask(await lanyard.as("registration"), "from=2026-01-01&to=2026-02-01")).error.code).toBe("forbidden");
  });

  test("are refused where the app's plan does not hold them", async () => {
    const { status, error } = await ask(await lanyard.as("super", "harbour"), "from=2026-01-01&to=2026-02-01");

    expect([status, error.code]).toEqual([403, "insights.off"]);
  });
});
