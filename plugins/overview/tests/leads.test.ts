// Whoever follows a number of a picture arrives at as many rows as it says.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { amountPath, placePath } from "../../../src/kernel/chart/leading.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { SessionRow } from "../../agenda/contract.ts";
import { filtered, place } from "../../agenda/web/placed.ts";

/** Of a year of days so many lie between two that are followed. */
const APART = 11;
const AGENDA = /^\/event-details\/(\d+)\/agenda$/;
const PROFILES = /^\/event-data\/(\d+)\/(category|type)\/(\d+)$/;

describe.each(testDatabases)("numbers of pictures on %s", (database) => {
  let lanyard: TestApp;
  let owner: Asker;
  beforeAll(async () => {
    lanyard = await app({ database, areaDemo: true, now: () => new Date("2026-06-15T12:00:00Z") });
    owner = await lanyard.as("owner");
  });
  afterAll(() => lanyard.close());

  async function rowsAt(path: string): Promise<number> {
    const { pathname, searchParams } = new URL(path, "http://lanyard.test");
    const [, event, by, of] = PROFILES.exec(pathname) ?? [];
    if (event) {
      const filter = (JSON.parse(searchParams.get("filter") ?? "[]") as unknown[][]).map(([field, op, value]) => {
        return { field, op, value };
      });
      return (await owner.post(`/1/api/container/${event}/thing/query?${by}=${of}`, { limit: 0, filter })).data.matched;
    }
    const [, eventId] = AGENDA.exec(pathname) ?? [];
    expect(eventId, path).toBeDefined();
    const sessions: SessionRow[] = (await owner.get(`/1/api/container/${eventId}/session`)).data;
    const { timezone } = (await owner.get(`/1/api/container/${eventId}`)).data;
    const told = (name: string) => searchParams.get(name) ?? undefined;
    const filter = { words: "", day: told("day"), hour: told("hour"), stage: Number(told("stage")) || undefined };
    return filtered(place(sessions, timezone), filter, undefined, timezone).length;
  }

  /** What a figure says and what one finds, for each of its numbers that leads somewhere. */
  async function followed(figure: Figure) {
    const { along, series, id } = figure;
    const said: [string, number | undefined, string][] = [];
    const every = along.places.length > 62 ? APART : 1;
    for (let at = along.places.length - 1; at >= 0; at -= every) {
      const whole = placePath(figure, at);
      const sum = series.reduce((all, { values }) => all + (values[at] ?? 0), 0);
      if (whole) said.push([`${id} ${along.places[at]}`, sum, whole]);
      for (const [of, { values }] of series.entries()) {
        const path = series.length > 1 ? amountPath(figure, of, at) : undefined;
        if (path) said.push([`${id} ${along.places[at]} ${of}`, values[at] ?? undefined, path]);
      }
    }
    const found: typeof said = [];
    for (const [name, , path] of said) found.push([name, await rowsAt(path), path]);
    return { said, found };
  }

  const overTime = "from=2025-07-01&to=2026-08-01";
  test.each<[string, () => string, Record<string, boolean>]>([
    [
      "of the home of an event",
      () => `/1/api/container/${lanyard.bigEventId}/overview`,
      { "event-data.growth": true, "event-data.types": true, "agenda.stages": true, "agenda.days": true },
    ],
    [
      "of one event over time",
      () => `/1/api/insights?${overTime}&event=${lanyard.bigEventId}`,
      { "event-data.arrivals": true, "event-data.types": true, "event-data.countries": true, "agenda.hours": true },
    ],
    [
      "of all events over time, which lead only where one list has their rows",
      () => `/1/api/insights?${overTime}`,
      { "event-data.editions": true, "event-data.arrivals": false, "event-data.types": false },
    ],
  ])("%s are those of the rows that they lead to", async (_, address, expected) => {
    const { figures } = (await owner.get(address())).data as { figures: Figure[] };

    const leads: Record<string, boolean> = {};
    for (const figure of figures) {
      const { said, found } = await followed(figure);
      leads[figure.id] = said.length > 0;
      expect(found).toEqual(said);
    }
    expect(leads).toMatchObject(expected);
  });
});
