import { expect, it } from "vitest";
import { lastDays, spanOf } from "../web/span.ts";

const now = new Date("2026-03-01T23:30:00Z");

it("the last thirty days include today", () => {
  expect(lastDays(30, now)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
});

it.each([
  ["", { from: "2025-12-02", to: "2026-03-01" }],
  ["from=2026-01-01&to=2026-01-31&event=7", { from: "2026-01-01", to: "2026-01-31", event: 7 }],
  ["from=yesterday&to=2026-01-31&event=x", { from: "2025-12-02", to: "2026-03-01" }],
  ["event=-1", { from: "2025-12-02", to: "2026-03-01" }],
])("the address %j tells a span", (address, span) => {
  expect(spanOf(new URLSearchParams(address), now)).toEqual(span);
});
