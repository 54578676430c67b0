import { describe, expect, it } from "vitest";
import { isZone } from "#server";
import type { EventDraft } from "../contract.ts";
import { checkDraft, copyOf } from "../server/rules.ts";

const draft: EventDraft = {
  name: " Spring Summit ",
  format: "hybrid",
  timezone: "Europe/Berlin",
  date_start: "2026-05-04T09:00:00+02:00",
  date_end: "2026-05-05T17:00:00+02:00",
  active: 1,
  web_networking_activated: 0,
};

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
}

describe("a draft of an event", () => {
  it("is kept with its name trimmed and its instants in UTC", () => {
    expect(checkDraft(draft)).toMatchObject({
      name: "Spring Summit",
      date_start: "2026-05-04T07:00:00.000Z",
      date_end: "2026-05-05T15:00:00.000Z",
    });
  });

  it("may end when it starts, not before", () => {
    const { date_start } = draft;

    expect(codeOf(() => checkDraft({ ...draft, date_end: date_start }))).toBeUndefined();
    expect(codeOf(() => checkDraft({ ...draft, date_end: "2026-05-04T08:59:00+02:00" }))).toBe("events.ends_early");
  });

  it.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["Europe/Atlantis", false],
    ["+02:00", false],
    ["", false],
  ])("with the time zone %j is judged %j", (timezone, isGood) => {
    expect(isZone(timezone)).toBe(isGood);
    expect(codeOf(() => checkDraft({ ...draft, timezone }))).toBe(isGood ? undefined : "events.unknown_zone");
  });
});

it("a copy lasts as long as its original and starts inactive", () => {
  const copy = copyOf(checkDraft(draft), { name: "Autumn Summit", date_start: "2026-10-05T07:00:00Z" });

  expect(copy).toMatchObject({ name: "Autumn Summit", timezone: "Europe/Berlin", format: "hybrid", active: 0 });
  expect(copy).toMatchObject({ date_start: "2026-10-05T07:00:00.000Z", date_end: "2026-10-06T15:00:00.000Z" });
});
