import { describe, expect, test } from "vitest";
import { apart, hindranceOf, hindranceOfEvent, joined, seenAt, stateOf } from "../server/rules.ts";

const now = new Date("2026-11-24T12:00:00.000Z");
const link = { used_at: null, superseded_at: null, expires_at: "2026-12-01T00:00:00.000Z" };
const moments = { mailed_at: null, opened_at: null, entered_at: null, seen_at: null };

describe("a log-in link", () => {
  test("is good until it is used, replaced or over; what was done with it counts before the clock", () => {
    const over = { expires_at: "2026-11-24T12:00:00.000Z" };
    const at = "2026-11-20T00:00:00.000Z";

    expect(stateOf(link, now)).toBe("open");
    expect(stateOf({ ...link, ...over }, now)).toBe("expired");
    expect(stateOf({ ...link, ...over, superseded_at: at }, now)).toBe("superseded");
    expect(stateOf({ ...link, ...over, superseded_at: at, used_at: at }, now)).toBe("used");
  });

  test("is not made where the installation, the event or the profile keeps its holder out", () => {
    const event = { name: "Summit", active: 1, web_networking_activated: 1 };
    const person = { type_id: 1, status: "active" as const, email: "a@x.example" };
    const categoryOf = (id: number) => id;

    expect(hindranceOfEvent(event, "https://app.test")).toBeUndefined();
    expect(hindranceOfEvent(event, "")).toBe("no_app");
    expect(hindranceOfEvent({ ...event, active: 0 }, "https://app.test")).toBe("inactive");
    expect(hindranceOfEvent({ ...event, web_networking_activated: 0 }, "https://app.test")).toBe("no_networking");
    expect(hindranceOf(person, categoryOf, "mail")).toBeUndefined();
    expect(hindranceOf({ ...person, type_id: 2 }, categoryOf, "link")).toBe("not_participant");
    expect(hindranceOf({ ...person, status: "blocked" }, categoryOf, "link")).toBe("blocked");
    expect(hindranceOf({ ...person, email: "" }, categoryOf, "link")).toBeUndefined();
    expect(hindranceOf({ ...person, email: "" }, categoryOf, "mail")).toBe("no_address");
  });
});

describe("two profiles of one person", () => {
  const one = { ...moments, mailed_at: "2026-11-01", entered_at: "2026-11-05", seen_at: "2026-11-06" };
  const other = { ...moments, mailed_at: "2026-11-03", opened_at: "2026-11-04", seen_at: "2026-11-05" };

  test("have come as far together as either of them", () => {
    expect(joined(one, other)).toEqual({
      mailed_at: "2026-11-03",
      opened_at: "2026-11-04",
      entered_at: "2026-11-05",
      seen_at: "2026-11-06",
    });
    expect(joined(one, undefined)).toEqual(one);
  });

  test("part again as they were, with what the one who stayed has done since", () => {
    const then = joined(one, other);

    expect(apart(then, then, other)).toEqual(other);
    expect(apart(then, then, undefined)).toBeUndefined();
    expect(apart({ ...then, seen_at: "2026-11-20" }, then, other)).toEqual({ ...other, seen_at: "2026-11-20" });
    expect(apart({ ...then, seen_at: "2026-11-20" }, then, undefined)).toEqual({ ...moments, seen_at: "2026-11-20" });
  });
});

test("a clock that goes ahead puts nobody into the future", () => {
  expect(seenAt("2026-11-24T11:00:00Z", now)).toBe("2026-11-24T11:00:00.000Z");
  expect(seenAt("2026-11-24T13:00:00+01:00", now)).toBe("2026-11-24T12:00:00.000Z");
  expect(seenAt("2027-01-01T00:00:00Z", now)).toBe(now.toISOString());
});
