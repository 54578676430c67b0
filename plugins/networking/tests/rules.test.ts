import { describe, expect, test } from "vitest";
import type { State } from "../contract.ts";
import { freeTimes, mustFollow, spanOf } from "../server/rules.ts";

const minute = (instant: string) => Date.parse(instant) / 60_000;
const span = (from: string, to: string) => ({ from: minute(from), to: minute(to) });

describe("the next free times", () => {
  const long = new Date("2026-01-01T00:00:00.000Z");

  test("are quarters of an hour between eight and eight on the clocks of the event, at which nothing overlaps", () => {
    const wanted = span("2026-06-01T17:00:00.000Z", "2026-06-01T17:30:00.000Z");
    const busy = [span("2026-06-01T17:20:00.000Z", "2026-06-01T17:30:00.000Z")];

    // In June, eight in the evening in Berlin is 18:00 UTC.
    expect(freeTimes(wanted, busy, "Europe/Berlin", long)).toEqual([
      "2026-06-01T17:30:00.000Z",
      "2026-06-02T06:00:00.000Z",
      "2026-06-02T06:15:00.000Z",
    ]);
  });

  test("do not lie in the past, and end within three days", () => {
    const wanted = span("2026-06-01T10:00:00.000Z", "2026-06-01T10:30:00.000Z");
    const always = [span("2026-05-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z")];

    expect(freeTimes(wanted, [], "UTC", new Date("2026-06-01T11:07:00.000Z"))[0]).toBe("2026-06-01T11:15:00.000Z");
    expect(freeTimes(wanted, always, "UTC", long)).toEqual([]);
  });
});

test.each<[State, State, boolean]>([
  ["requested", "accepted", true],
  ["requested", "declined", true],
  ["accepted", "declined", false],
  ["accepted", "cancelled", true],
  ["declined", "cancelled", false],
  ["cancelled", "accepted", true],
  ["cancelled", "declined", false],
])("after %s, %s is possible: %s", (before, after, isPossible) => {
  const attempt = () => mustFollow(before, after);
  if (isPossible) expect(attempt).not.toThrow();
  else expect(attempt).toThrow("networking.not_from_here");
});

test("a meeting lasts whole minutes", () => {
  expect(() => spanOf({ start: "2026-06-01T10:00:30.000Z", end: "2026-06-01T10:30:30.000Z" })).toThrow("too_long");
});
