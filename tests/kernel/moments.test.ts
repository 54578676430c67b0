// Moments are told with a name of their clocks that a reader knows.
import { describe, expect, test } from "vitest";
import { momentFormat } from "../../schemas/moments.ts";
import { aheadOfClocks } from "../../schemas/time.ts";
import { formatDateTime } from "../../src/kernel/i18n/formats.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

const TIME = { hour: "2-digit", minute: "2-digit" } as const;
const WINTER = new Date("2026-01-15T09:00:00Z");
const SUMMER = new Date("2026-07-15T09:00:00Z");

describe("the name of a zone", () => {
  const names: [string, string, string, string][] = [
    ["de", "Europe/London", "09:00 WEZ", "10:00 WESZ"],
    ["de", "Europe/Dublin", "09:00 WEZ", "10:00 WESZ"],
    ["de", "Europe/Berlin", "10:00 MEZ", "11:00 MESZ"],
    ["de", "Atlantic/Reykjavik", "09:00 GMT", "09:00 GMT"],
    ["de", "Africa/Casablanca", "10:00 GMT+1", "10:00 GMT+1"],
    ["de", "America/New_York", "04:00 GMT-5", "05:00 GMT-4"],
    ["de", "UTC", "09:00 UTC", "09:00 UTC"],
    ["en-GB", "Europe/London", "09:00 GMT", "10:00 BST"],
    ["en-GB", "Europe/Berlin", "10:00 CET", "11:00 CEST"],
  ];
  test.each(names)("in %s of %s is one that is said there", (tag, timeZone, winter, summer) => {
    const format = momentFormat(tag, { ...TIME, timeZone });

    expect([format.format(WINTER), format.format(SUMMER)].map((text) => text.replace(" Uhr", ""))).toEqual([
      winter,
      summer,
    ]);
  });

  test("is the same wherever a page tells a moment", async () => {
    await startLanguage("de", async () => ({}));

    expect(formatDateTime(SUMMER, "Europe/London")).toBe("15. Juli 2026, 10:00 WESZ");
    expect(formatDateTime(SUMMER, "Europe/Berlin")).toBe("15. Juli 2026, 11:00 MESZ");
  });

  test("is read again as the clocks that it was written for", () => {
    const [winter, summer] = [WINTER, SUMMER].map((at) =>
      momentFormat("de", { ...TIME, timeZone: "Europe/London" })
        .formatToParts(at)
        .find(({ type }) => type === "timeZoneName"),
    );

    expect([aheadOfClocks(winter?.value ?? ""), aheadOfClocks(summer?.value ?? "")]).toEqual(["+00:00", "+01:00"]);
  });

  test("is not that of other clocks, which it was in the years when these differed", () => {
    const format = momentFormat("de", { ...TIME, timeZone: "Europe/London" });

    expect(format.format(new Date("1995-01-15T09:00:00Z"))).toContain("GMT+0");
  });

  test("stands once behind a time from and until", () => {
    const format = momentFormat("de", { ...TIME, timeZone: "Europe/London" });

    expect(format.formatRange(SUMMER, new Date("2026-07-15T10:30:00Z"))).toMatch(/^10:00\s*–\s*11:30 Uhr WESZ$/);
  });
});
