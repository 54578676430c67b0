import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Count } from "#schemas/overview.ts";
import { telling } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("the home of an app on %s", (database) => {
  let lanyard: TestApp;
  let admin: Asker;
  beforeAll(async () => {
    lanyard = await app({ database, areaDemo: true });
    admin = await lanyard.as("super");
  });
  afterAll(() => lanyard.close());

  const standings = async (who: Asker, events: number[]) =>
    (await who.post("/1/api/container/standing", { events })).data;
  const draft = {
    name: "Barely begun",
    format: "in_person",
    timezone: "Europe/Berlin",
    date_start: "2031-05-04T07:00:00.000Z",
    date_end: "2031-05-05T15:00:00.000Z",
    active: 0,
    web_networking_activated: 0,
  };

  test("tells of events in short what their own homes tell", async () => {
    const { bigEventId } = lanyard;

    const { events, silent } = await standings(admin, [bigEventId]);

    const whole = (await admin.get(`/1/api/container/${bigEventId}/overview`)).data;
    expect(silent).toEqual([]);
    expect(events).toHaveLength(1);
    expect(events[0].steps).toEqual(whole.steps);
    const ofApp = (id: string) => id.startsWith("account.") || id.startsWith("outbox.");
    expect(events[0].counts).toEqual(whole.counts.filter(({ id }: Count) => !ofApp(id)));
    expect(events[0].counts.length).toBeGreaterThan(4);
  });

  test("offers as columns what every event counts", async () => {
    const { columns, counts } = (await admin.get("/1/api/container/standing")).data;

    const { events } = await standings(admin, [lanyard.bigEventId]);

    const counted = events[0].counts.map(({ id }: Count) => id);
    expect(columns.map(({ id }: Count) => id)).toEqual(
      expect.arrayContaining(["event-data.participants", "agenda.sessions", "networking.met"]),
    );
    for (const { id } of columns) expect(counted).toContain(id);
    expect(counts.map(({ id }: Count) => id)).toContain("account.invites");
  });

  test("names the latest changes with their events, and leads to them", async () => {
    const made = (await admin.post("/1/api/container", draft)).data;

    const { changes } = (await admin.get("/1/api/container/standing")).data;

    expect(changes[0]).toMatchObject({ event: made.id, object: { text: "Barely begun" } });
    const open = Number(new URL(changes[0].path, "http://lanyard.test").searchParams.get("open"));
    expect(changes[0].path).toContain(`/event-details/${made.id}/history`);
    expect(open).toBe(changes[0].id);
    await admin.patch("/1/api/application", { name: "Northwind Events" });
    const later = (await admin.get("/1/api/container/standing")).data.changes;
    // What is no event's is read in the history of the whole app.
    for (const change of later.filter(({ event }: { event?: number }) => event === undefined))
      expect(change.path).toContain("of=app");
  });

  test("leaves out events that the person may not open, and those of other apps", async () => {
    const owner = await lanyard.as("owner", "harbour");
    const theirs: { id: number }[] = (await owner.post("/1/api/container/query", {})).data.rows;
    const [own = 0] = theirs.map(({ id }) => id);

    const { events } = await standings(owner, [lanyard.bigEventId, own, 999_999]);

    expect(events.map(({ id }: { id: number }) => id)).toEqual([own]);
    // The history is not for owners.
    expect((await owner.get("/1/api/container/standing")).data.changes).toEqual([]);
  });

  test("is refused to those who see no events, and for too many events at a time", async () => {
    const registration = await lanyard.as("registration");
    expect((await registration.get("/1/api/container/standing")).status).toBe(403);
    expect((await registration.post("/1/api/container/standing", { events: [1] })).status).toBe(403);
    const many = Array.from({ length: 51 }, (_, at) => at + 1);
    expect((await admin.post("/1/api/container/standing", { events: many })).status).toBe(400);
  });

  test("names an area that fails, and hears the others", async () => {
    const { deps, bigEventId } = lanyard;
    const { offered } = deps;
    const no = () => Promise.reject(new Error("no"));
    const broken = { area: "broken", rank: 1, access: {}, ofEvent: no, ofApp: no };
    deps.offered = ((key) => [...offered(key), ...(key.name === telling.name ? [broken] : [])]) as typeof offered;

    const home = (await admin.get("/1/api/container/standing")).data;
    const { events, silent } = await standings(admin, [bigEventId]);

    deps.offered = offered;
    expect([home.silent, silent]).toEqual([["broken"], ["broken"]]);
    expect(events[0].steps.length).toBeGreaterThan(1);
  });
});
