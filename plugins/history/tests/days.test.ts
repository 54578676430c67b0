// Days of the history are those of the clocks on which its times are shown.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile } from "../../../tests/support/place.ts";
import { momentIn } from "../server/rules.ts";

/** Half past eleven the next morning in Auckland. */
const NOW = new Date("2026-03-10T22:30:00.000Z");
const AUCKLAND = "Pacific/Auckland";

describe.each(testDatabases)("days on %s", (database) => {
  let lanyard: TestApp;
  let base: string;
  beforeAll(async () => {
    lanyard = await app({ database, now: () => NOW });
    const place = await aPlace(lanyard);
    base = `${place.path}/history`;
    await aProfile(place);
  });
  afterAll(() => lanyard.close());

  test.each([
    [AUCKLAND, "2026-03-11", "2026-03-10"],
    ["America/Los_Angeles", "2026-03-10", "2026-03-11"],
    [undefined, "2026-03-10", "2026-03-11"],
  ])("in %s a change of this moment is of %s", async (zone, day, other) => {
    const chief = await lanyard.as("super");
    const matched = async (value: string) => {
      const question = { filter: [{ field: "at", op: "eq", value }], ...(zone && { zone }) };
      return (await chief.post(`${base}/query`, question)).data.matched;
    };
    const days = (await chief.get(`${base}/day${zone ? `?zone=${encodeURIComponent(zone)}` : ""}`)).data;

    expect([(await matched(day)) > 0, await matched(other)]).toEqual([true, 0]);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ day, person: await matched(day) });
  });

  test("of every event count what the list of every event shows: lines of those that one may open", async () => {
    const chief = await lanyard.as("super");
    const other = lanyard.events["Northwind Summit, last year"] as number;
    const elsewhere = await aPlace(lanyard);
    await aProfile({ ...elsewhere, path: `/1/api/container/${other}` });
    const today = async () => {
      const { person } = (await chief.get(`${base}/day?everywhere=true`)).data.at(-1);
      const filter = [{ field: "actor_kind", op: "eq", value: "person" }];
      const { matched } = (await chief.post(`${base}/query`, { everywhere: true, filter, limit: 0 })).data;
      return [person, matched];
    };
    const open = async (events: number[]) => {
      const { write } = lanyard.deps.database;
      const only = write.updateTable("core_membership").set({ allowed_events: JSON.stringify(events) });
      await only.where("user_id", "=", chief.userId).execute();
      return today();
    };

    const [all, shown] = await today();
    const [some, shownOfSome] = await open([lanyard.bigEventId]);
    await open([-1]);

    expect([all, some]).toEqual([shown, shownOfSome]);
    expect(some).toBeLessThan(all);
    expect(some).toBeGreaterThan(0);
  });

  test("a file holds the lines of those days, and a zone that nobody knows is refused", async () => {
    const chief = await lanyard.as("super");
    const filter = [
      { field: "at", op: "eq", value: "2026-03-11" },
      { field: "action", op: "eq", value: "create" },
    ];
    const started = await chief.post(`${base}/export`, { filter, zone: AUCKLAND });
    const done = (await chief.finished(started.data.job.id)).data;

    expect(done.result.rows).toBe(1);
    const file = await chief.get(`/1/api/job/${done.id}/file`);
    expect(file.response.body).toContain(",2026-03-11T11:30:00+13:00,");
    for (const refused of [
      await chief.post(`${base}/query`, { zone: "Mars/Olympus" }),
      await chief.post(`${base}/export`, { zone: "Mars/Olympus" }),
      await chief.get(`${base}/day?zone=Mars/Olympus`),
    ])
      expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ["zone"]]);
  });
});

test.each([
  ["America/St_Johns", "2026-01-31T12:00:05.000Z", "2026-01-31T08:30:05-03:30"],
  ["Asia/Kolkata", "2026-01-31T20:00:00.000Z", "2026-02-01T01:30:00+05:30"],
  ["Europe/London", "2026-07-01T08:00:00.000Z", "2026-07-01T09:00:00+01:00"],
  ["UTC", "2026-07-01T08:00:00.000Z", "2026-07-01T08:00:00+00:00"],
])("a moment in %s says its zone", (zone, instant, told) => {
  expect(momentIn(zone, instant)).toBe(told);
});
