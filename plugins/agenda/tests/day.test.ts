// The sessions of a day are those that begin on it by the clocks of the event.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.for(testDatabases)("days of the agenda on %s", (database) => {
  let house: TestApp;
  let expert: Asker;
  let base: string;
  beforeAll(async () => {
    house = await app({ database });
    expert = await house.as("expert");
    base = `/1/api/container/${house.bigEventId}/session`;
    for (const [title, start] of [
      ["Noon in Auckland", "2026-06-01T00:00:00.000Z"],
      ["Last of the evening in Auckland", "2026-06-01T11:45:00.000Z"],
      ["First of the night in Auckland", "2026-06-01T12:00:00.000Z"],
      ["First of the night in Los Angeles", "2026-06-02T07:00:00.000Z"],
    ]) {
      const end = new Date(Date.parse(start as string) + 900_000).toISOString();
      const made = await expert.post(base, { title, start, end, stage_id: null, track_id: null });
      expect(made.error).toBeUndefined();
    }
  });
  afterAll(() => house.close());

  const on = async (day: string) =>
    (await expert.get(`${base}?limit=10&day=${day}`)).data.map(({ title }: { title: string }) => title);

  test.each([
    ["Pacific/Auckland", 2, 2],
    ["America/Los_Angeles", 2, 1],
  ])("in %s", async (timezone, first, second) => {
    const { write } = house.deps.database;
    await write.updateTable("core_event").set({ timezone }).where("id", "=", house.bigEventId).execute();

    expect([await on("2026-06-01"), await on("2026-06-02")].map((titles) => titles.length)).toEqual([first, second]);
  });

  test.each(["0000-01-01", "9999-12-31"])("are none of other times, as %s", async (day) => {
    const { error } = await expert.get(`${base}?day=${day}`);

    expect(error).toMatchObject({ code: "invalid", fields: { day: expect.any(String) } });
  });
});
