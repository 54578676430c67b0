import { describe, expect, it } from "vitest";
import { namespacesIn } from "#web";
import { momentOf } from "../web/phase.ts";

const date = { date_start: "2026-10-24T08:00:00.000Z", date_end: "2026-10-26T18:00:00.000Z" };

describe("where an event stands", () => {
  it.each([
    ["2026-10-01T08:00:00Z", { phase: "before", amount: 23, unit: "day" }],
    ["2026-10-22T08:00:00Z", { phase: "before", amount: 2, unit: "day" }],
    ["2026-10-22T08:00:01Z", { phase: "before", amount: 47, unit: "hour" }],
    ["2026-10-24T06:00:30Z", { phase: "before", amount: 119, unit: "minute" }],
    ["2026-10-24T08:00:00Z", { phase: "live", amount: 2, unit: "day" }],
    ["2026-10-26T18:00:00Z", { phase: "live", amount: 0, unit: "minute" }],
    ["2026-10-26T18:05:00Z", { phase: "after", amount: -5, unit: "minute" }],
    ["2026-11-26T18:00:00Z", { phase: "after", amount: -31, unit: "day" }],
  ])("at %s", (now, moment) => {
    expect(momentOf({ date }, new Date(now))).toEqual(moment);
  });
});

it("the texts that an answer needs are read from its keys", () => {
  const answer = {
    counts: [{ title: { key: "agenda:tells.sessions" }, note: { text: "key" } }],
    figures: [{ series: [{ name: { key: "event-data:tells.unit" } }, { name: { key: "agenda:tells.unit" } }] }],
  };

  expect(namespacesIn(answer)).toEqual(["agenda", "event-data"]);
});
