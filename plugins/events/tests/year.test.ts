import { describe, expect, it } from "vitest";
import type { Event } from "#schemas/session.ts";
import { MOST_BARS, nearOf, yearOf, yearsOf } from "../web/year.ts";

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

    const { bars, more, today } = yearOf(events, 2026, now);

    expect(idsOf(bars.map((bar) => bar.event))).toEqual([2, 1]);
    expect(bars[0]).toMatchObject({ from: 0, to: 1 / 365 });
    expect(bars[1]).toMatchObject({ from: 304 / 365, to: 1 });
    expect(more).toBe(0);
    expect(today).toBeCloseTo(0.5, 2);
    expect(yearOf(events, 2025, now).today).toBeUndefined();
  });

  it("are drawn as far as they can be told apart, and the rest is counted", () => {
    const many = Array.from({ length: MOST_BARS + 7 }, (_, at) =>
      event(at + 1, "2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"),
    );

    const { bars, more } = yearOf(many, 2026, now);

    expect([bars.length, more]).toEqual([MOST_BARS, 7]);
  });
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
