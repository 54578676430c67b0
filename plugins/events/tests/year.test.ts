import { describe, expect, it } from "vitest";
import type { Event } from "#schemas/session.ts";
import { lengthOf, MOST_BARS, nearOf, yearOf, yearsOf } from "../web/year.ts";

const now = new Date("2026-07-02T12:00:00.000Z");
const event = (id: number, date_start: string, date_end: string) => ({ id, date: { date_start, date_end } }) as Event;
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);

describe("the events of a year", () => {
  it("are those that touch it, by their start, and end with it", () => {
    const events = [
      event(0, "2026-01-01T00:00:00.000Z", "2026-12-31T00:00:00.000Z"),
      event(1, "2026-11-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"),
      event(2, "2025-12-30T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
      event(3, "2025-05-01T00:00:00.000Z", "2025-05-02T00:00:00.000Z"),
      event(4, "2027-01-01T00:00:00.000Z", "2027-01-02T00:00:00.000Z"),
    ];

    const { bars, events: all, today } = yearOf(events, 2026, now);

    expect(idsOf(bars.map((bar) => bar.event))).toEqual([2, 1]);
    expect(bars[0]).toMatchObject({ from: 0, to: 1 / 365 });
    expect(bars[1]).toMatchObject({ from: 304 / 365, to: 1 });
    expect(idsOf(all)).toEqual([2, 1]);
    expect(today).toBeCloseTo(0.5, 2);
    expect(yearOf(events, 2025, now).today).toBeUndefined();
  });

  it("are drawn as far as they can be told apart: the nearest to today, and all are known", () => {
    const month = (at: number) => String(1 + Math.floor(at / 5)).padStart(2, "0");
    const many = Array.from({ length: 60 }, (_, at) =>
      event(at + 1, `2026-${month(at)}-1${at % 5}T00:00:00.000Z`, `2026-${month(at)}-1${at % 5}T09:00:00.000Z`),
    );
    const drawn = (year: number, at: Date) => idsOf(yearOf(many, year, at).bars.map((bar) => bar.event));

    const ids = drawn(2026, now);

    expect(yearOf(many, 2026, now).events).toHaveLength(60);
    expect(ids).toHaveLength(MOST_BARS);
    expect(ids).toEqual(Array.from({ length: MOST_BARS }, (_, at) => at + (ids[0] ?? 0)));
    expect([ids[0], ids.at(-1)]).toEqual([11, 50]);
    // Of a year that is to come the beginning is drawn, of one that has passed its end.
    expect(drawn(2026, new Date("2025-05-01T00:00:00.000Z"))[0]).toBe(1);
    expect(drawn(2026, new Date("2027-05-01T00:00:00.000Z")).at(-1)).toBe(60);
  });
});

it.each([
  ["2026-09-14T07:00:00.000Z", "2026-09-16T16:00:00.000Z", "Europe/Berlin", "2026-09-14", "2026-09-16", 3],
  ["2026-09-14T07:00:00.000Z", "2026-09-14T16:00:00.000Z", "Europe/Berlin", "2026-09-14", "2026-09-14", 1],
  // On the clocks of the event it begins on the day after.
  ["2026-09-14T20:00:00.000Z", "2026-09-15T06:00:00.000Z", "Asia/Tokyo", "2026-09-15", "2026-09-15", 1],
  ["2026-10-24T22:00:00.000Z", "2026-10-26T16:00:00.000Z", "Europe/Berlin", "2026-10-25", "2026-10-26", 2],
])("an event from %s to %s in %s lasts from %s to %s: %i days", (start, end, timezone, first, last, days) => {
  expect(lengthOf({ ...event(1, start, end), timezone })).toEqual({ first, last, days });
});

it("years reach from the first event to the last, and hold this one in any case", () => {
  expect(yearsOf([], now)).toEqual({ first: 2026, last: 2026 });
  const events = [
    event(1, "2019-03-01T00:00:00.000Z", "2019-03-02T00:00:00.000Z"),
    event(2, "2027-12-31T00:00:00.000Z", "2028-01-01T00:00:00.000Z"),
  ];
  expect(yearsOf(events, now)).toEqual({ first: 2019, last: 2028 });
});

it("what is on comes before what is to come, and what has ended not at all", () => {
  const events = [
    event(1, "2026-08-01T00:00:00.000Z", "2026-08-02T00:00:00.000Z"),
    event(2, "2026-07-01T00:00:00.000Z", "2026-07-03T00:00:00.000Z"),
    event(3, "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"),
    event(4, "2026-07-05T00:00:00.000Z", "2026-07-06T00:00:00.000Z"),
    { ...event(5, "2026-07-03T00:00:00.000Z", "2026-07-04T00:00:00.000Z"), archived: true as const },
  ];
  expect(idsOf(nearOf(events, now, 2))).toEqual([2, 4]);
  expect(idsOf(yearOf(events, 2026, now).bars.map((bar) => bar.event))).not.toContain(5);
});
