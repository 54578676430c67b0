import { expect, it } from "vitest";
import { LONGEST_SPAN } from "../contract.ts";
import { lastDays, spanOf, todayIn, withinReach } from "../web/span.ts";

const today = "2026-03-01";

it("the last thirty days include today", () => {
  expect(lastDays(30, today)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
});

it.each([
  ["2026-03-01T23:30:00Z", "Pacific/Auckland", "2026-03-02"],
  ["2026-03-01T23:30:00Z", "UTC", "2026-03-01"],
  ["2026-03-01T05:30:00Z", "America/Los_Angeles", "2026-02-28"],
])("at %s it is in %s the day %s", (now, zone, day) => {
  expect(todayIn(zone, new Date(now))).toBe(day);
});

it.each([
  ["", { from: "2025-12-02", to: "2026-03-01" }],
  ["from=2026-01-01&to=2026-01-31&event=7", { from: "2026-01-01", to: "2026-01-31", event: 7 }],
  ["from=yesterday&to=2026-01-31&event=x", { from: "2025-12-02", to: "2026-03-01" }],
  ["event=7&against=9", { from: "2025-12-02", to: "2026-03-01", event: 7, against: 9 }],
  ["event=7&against=7", { from: "2025-12-02", to: "2026-03-01", event: 7 }],
  ["against=9", { from: "2025-12-02", to: "2026-03-01" }],
  ["event=-1", { from: "2025-12-02", to: "2026-03-01" }],
])("the address %j tells a span", (address, span) => {
  expect(spanOf(new URLSearchParams(address), today)).toEqual(span);
});

it("what lies further apart than is told at once is offered from its end", () => {
  const { from, to } = withinReach({ from: "2020-01-01", to: "2026-03-01" });

  expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(LONGEST_SPAN);
  expect(withinReach({ from: "2026-02-01", to: "2026-03-01" })).toEqual({ from: "2026-02-01", to: "2026-03-01" });
});
