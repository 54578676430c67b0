import { expect, it } from "vitest";
import type { Event } from "#schemas/session.ts";
import { filterOf, standingOf } from "../web/standing.ts";

const now = new Date("2026-06-15T12:00:00.000Z");
const event = (id: number, date_start: string, date_end: string, active: 0 | 1 = 1) =>
  ({ id, active, date: { date_start, date_end } }) as Event;

it("events are counted by where they stand, and the next to begin is found", () => {
  const events = [
    event(0, "2026-07-01T00:00:00.000Z", "2026-07-02T00:00:00.000Z"),
    event(1, "2026-08-01T00:00:00.000Z", "2026-08-02T00:00:00.000Z"),
    event(2, "2026-07-01T00:00:00.000Z", "2026-07-02T00:00:00.000Z"),
    event(3, "2026-06-15T12:00:00.000Z", "2026-06-15T12:00:00.000Z"),
    event(4, "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"),
    event(5, "2026-06-16T00:00:00.000Z", "2026-06-17T00:00:00.000Z", 0),
  ];

  expect(standingOf(events, now)).toMatchObject({ live: 1, upcoming: 2, ended: 1, inactive: 1, next: { id: 2 } });
  expect(standingOf([], now)).toMatchObject({ live: 0, next: undefined });
});

it("nobody's list has archived events that were not counted", () => {
  expect(new URLSearchParams(filterOf("inactive", now, true)).get("show")).toBe("all");
  expect(new URLSearchParams(filterOf("inactive", now, false)).get("show")).toBe("current");
});

it("each number leads to its rows", () => {
  const filter = new URLSearchParams(filterOf("live", now, true)).get("filter");

  expect(JSON.parse(filter ?? "")).toEqual([
    ["active", "eq", 1],
    ["date_start", "lte", "2026-06-15T12:00:00.000Z"],
    ["date_end", "gte", "2026-06-15T12:00:00.000Z"],
  ]);
});
