import { describe, expect, test } from "vitest";
import { offered, spotAfter } from "../web/completions.ts";

const labels = (text: string) => {
  const spot = spotAfter(text);
  return spot && offered(spot, ["agenda.nav", "events.nav"], ["widgets"]).map(({ label }) => label);
};

describe("what is offered", () => {
  test.each([
    ["{", ["$schema", "schemaVersion", "unplaced", "groups", "hidden"]],
    ['{ "schemaVersion": 1, "groups": [], ', ["$schema", "unplaced", "hidden"]],
    ['{ "unplaced": { ', ["policy", "group"]],
    ['{ "unplaced": { "policy": ', ["append", "hide"]],
    ['{ "groups": [{ "items": [{ "ref": ', ["agenda.nav", "events.nav"]],
    [
      '{ "groups": [{ "items": [{ "group": { "items": [{ ',
      ["ref", "link", "group", "visibleWhen", "enabledWhen", "reason"],
    ],
    ['{ "groups": [{ "visibleWhen": { "all": [{ "flag": ', ["widgets"]],
    ['{ "groups": [{ "visibleWhen": { "eventPhase": ', ["before", "live", "after"]],
    ['{ "groups": [{ "visibleWhen": { "eventFormat": ', ["in_person", "virtual", "hybrid", "engagement_hub"]],
    ['{ "hidden": [{ "ref": "agenda.nav", "reason": "a, b: {", ', ["until"]],
    ['{ "groups": [{ "label": ', []],
  ])("after %s", (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  test("in a list of permissions is every key", () => {
    expect(labels('{ "groups": [{ "visibleWhen": { "permission": ["things", ')).toContain("sessions");
  });

  test("outside of everything, or where nothing may stand, is nothing", () => {
    expect(labels("")).toBeUndefined();
    expect(labels('{ "nonsense": { "deeper": { ')).toEqual([]);
    expect(labels("}}]]")).toBeUndefined();
  });
});
