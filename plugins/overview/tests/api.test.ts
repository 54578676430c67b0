import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Count, Share } from "#schemas/overview.ts";
import { telling } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("the overview of an event on %s", (database) => {
  let lanyard: TestApp;
  let admin: Asker;
  beforeAll(async () => {
    lanyard = await app({ database, areaDemo: true });
    admin = await lanyard.as("super");
  });
  afterAll(() => lanyard.close());

  const overview = (who: Asker, eventId: number) => who.get(`/1/api/container/${eventId}/overview`);
  const count = (share: Share, id: string) => share.counts.find((one: Count) => one.id === id)?.value;
  const figure = (share: Share, id: string) => share.figures.find((one) => one.id === id);
  const sum = (values: readonly (number | null)[] = []) => values.reduce<number>((all, one) => all + (one ?? 0), 0);

  test("counts what the lists hold", async () => {
    const { bigEventId } = lanyard;

    const { data } = await overview(admin, bigEventId);

    const listed = async (query: string, filter: unknown[] = []) =>
      (await admin.post(`/1/api/container/${bigEventId}/thing/query?${query}`, { limit: 1, filter })).data.matched;
    const invited = [{ field: "status", op: "eq", value: "invited" }];
    expect(count(data, "event-data.participants")).toBe(await listed("category=1"));
    expect(count(data, "event-data.companies")).toBe(await listed("category=2"));
    expect(count(data, "event-data.items")).toBe(await listed("category=3"));
    expect(count(data, "event-data.invited")).toBe(await listed("category=1", invited));
    const sessions = (await admin.get(`/1/api/container/${bigEventId}/session`)).data;
    const clashes = (await admin.get(`/1/api/container/${bigEventId}/session/clash`)).data;
    expect(count(data, "agenda.sessions")).toBe(sessions.length);
    expect(count(data, "agenda.clashes")).toBe(clashes.length);
    expect(data.silent).toEqual([]);
  });

  test("an event in which nothing has been planned has nothing to be proud of in its agenda", async () => {
    const dates = { date_start: "2031-03-03T08:00:00.000Z", date_end: "2031-03-04T17:00:00.000Z" };
    const draft = { ...dates, format: "hybrid", timezone: "Europe/London", active: 0, web_networking_activated: 0 };
    const made = await admin.post("/1/api/container", { ...draft, name: "An event without sessions" });

    const { data } = await overview(admin, made.data.id);

    const steps = (data as Share).steps.filter(({ id }) => id.startsWith("agenda."));
    expect(steps.map(({ id, done }) => [id, done])).toEqual([["agenda.planned", false]]);
    expect((data as Share).counts.find(({ id }) => id === "agenda.clashes")?.tone).toBe("plain");
  });

  test("draws figures whose sums are the counts, each with a value for every place", async () => {
    const { data } = await overview(admin, lanyard.bigEventId);

    const growth = figure(data, "event-data.growth");
    expect(growth?.series[0]?.values.at(-1)).toBe(count(data, "event-data.participants"));
    expect(sum(figure(data, "event-data.types")?.series.flatMap(({ values }) => values))).toBe(6200);
    expect(sum(figure(data, "agenda.days")?.series[0]?.values)).toBe(count(data, "agenda.sessions"));
    for (const { along, series, paths } of (data as Share).figures) {
      for (const { values } of series) expect(values).toHaveLength(along.places.length);
      if (paths) expect(paths).toHaveLength(along.places.length);
    }
  });

  test("tells how far participants have come, each step with the list of those who took it", async () => {
    const { bigEventId } = lanyard;

    const { data } = await overview(admin, bigEventId);

    // It knows log-ins as well, and stands where the one of states does in events that have none.
    const funnel = figure(data, "app-access.funnel");
    expect(figure(data, "event-data.funnel")).toBeUndefined();

    const found = (funnel?.paths ?? []).map(async (path) => {
      const filter = JSON.parse(new URL(path, "http://lanyard.test").searchParams.get("filter") ?? "[]");
      const asked = filter.map(([field, op, value]: unknown[]) => ({ field, op, value }));
      const list = `/1/api/container/${bigEventId}/thing/query?category=1`;
      return (await admin.post(list, { limit: 0, filter: asked })).data.matched;
    });
    const steps = (funnel?.series[0]?.values ?? []) as number[];
    expect(await Promise.all(found)).toEqual(steps);
    expect(steps).toHaveLength(5);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => b - a));
  });

  test("tells of an event with nothing in it what comes first", async () => {
    const draft = {
      name: "Empty",
      format: "in_person",
      timezone: "Asia/Kathmandu",
      date_start: "2027-05-04T07:00:00.000Z",
      date_end: "2027-05-05T15:00:00.000Z",
      active: 0,
      web_networking_activated: 0,
    };
    const { data: event } = await admin.post("/1/api/container", draft);

    const { data } = await overview(admin, event.id);

    const open = (data as Share).steps.filter(({ done }) => !done).map(({ id }) => id);
    expect(open).toEqual(["events.active", "events.networking", "event-data.people-in", "agenda.planned"]);
    expect(count(data, "event-data.participants")).toBe(0);
    expect(figure(data, "agenda.stages")).toMatchObject({ along: { places: [] }, series: [] });
  });

  test("puts arrivals on the days of the event's zone, and tells what changed", async () => {
    const draft = {
      name: "Far east",
      format: "in_person",
      timezone: "Pacific/Kiritimati",
      date_start: "2027-05-04T07:00:00.000Z",
      date_end: "2027-05-05T15:00:00.000Z",
      active: 0,
      web_networking_activated: 0,
    };
    const { data: event } = await admin.post("/1/api/container", draft);
    const types = (await admin.get(`/1/api/container/${event.id}/type-category`)).data[0].types;
    const { data: thing } = await admin.post(`/1/api/container/${event.id}/thing`, {
      type_id: types[0].id,
      first_name: "Ada",
      last_name: "Byron",
    });

    const { data } = await overview(admin, event.id);

    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Pacific/Kiritimati" }).format(new Date(thing.created_at));
    const action = { key: "history:action.create" };
    expect(data.changes).toMatchObject([
      { object: { text: "Ada Byron" }, action },
      { object: { text: "Far east" }, action },
    ]);
    expect(figure(data, "event-data.growth")).toMatchObject({ along: { places: [day] }, series: [{ values: [1] }] });
  });

  test("tells of what has no name by its kind, in words that each reader's language has", async () => {
    const path = `/1/api/container/${lanyard.bigEventId}`;
    const made = [];
    for (const label of ["Height", "Weight"])
      made.push((await admin.post(`${path}/field`, { labels: { "en-gb": label }, kind: "text" })).data);
    const order = await admin.put(`${path}/field/order`, { fields: made.reverse().map(({ id }) => ({ id })) });
    expect(order.status).toBe(200);

    const { data } = await overview(admin, lanyard.bigEventId);

    const object = { key: "history:object.event-data-fields" };
    expect(data.changes[0]).toMatchObject({ object, action: { key: "history:action.order" } });
  });

  test("calls data types as the event does, in the reader's language; figures of several events as the app does", async () => {
    const path = `/1/api/container/${lanyard.bigEventId}`;
    const { data: rules } = await admin.get(`${path}/type-rule`);
    const { id } = rules.types.find(({ type }: { type: string }) => type === "Attendee");
    const labels = { "en-gb": { one: "Visitor", many: "" }, de: { one: "Gast", many: "" } };
    const looks = [{ type: id, labels }];
    const saved = await admin.put(`${path}/type-rule`, { cells: [], settings: [], looks, order: [], rev: rules.rev });
    expect(saved.status).toBe(200);
    const placesOf = async (address: string) =>
      figure((await admin.get(address)).data, "event-data.types")?.along.places;
    const span = "from=2026-01-01&to=2026-02-01";

    expect(await placesOf(`${path}/overview`)).toContain("Visitor");
    expect(await placesOf(`${path}/overview?locale=de`)).toContain("Gast");
    expect(await placesOf(`/1/api/insights?${span}&event=${lanyard.bigEventId}&locale=de`)).toContain("Gast");
    expect(await placesOf(`/1/api/insights?${span}&locale=de`)).toContain("Attendee");
    await admin.put(`${path}/type-rule`, { cells: [], settings: [], looks: [], order: [], rev: saved.data.rev });
  });

  test("tells each person only what that person may see", async () => {
    const owner = await overview(await lanyard.as("owner"), lanyard.bigEventId);
    const matchmaker = await overview(await lanyard.as("matchmaker"), lanyard.bigEventId);

    expect(owner.data.changes).toEqual([]);
    expect(count(owner.data, "account.invites")).toBeUndefined();
    expect(count(owner.data, "event-data.participants")).toBe(5000);
    expect(matchmaker.status).toBe(200);
    expect((await overview(await lanyard.as("registration"), lanyard.bigEventId)).error.code).toBe("forbidden");
    expect((await overview(await lanyard.as("owner", "harbour"), lanyard.bigEventId)).status).toBe(404);
  });

  test("is whole but for an area that fails, and names it", async () => {
    const { deps, bigEventId } = lanyard;
    const { offered } = deps;
    const broken = { area: "broken", rank: 1, access: {}, ofEvent: () => Promise.reject(new Error("no")) };
    deps.offered = ((key) => [...offered(key), ...(key.name === telling.name ? [broken] : [])]) as typeof offered;

    const { data } = await overview(admin, bigEventId);

    deps.offered = offered;
    expect(data.silent).toEqual(["broken"]);
    expect(count(data, "event-data.participants")).toBe(5000);
  });
});
