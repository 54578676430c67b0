// Where times stand on other clocks than the reader's, a list says so once, and by how much.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { clocksText, minutesApart } from "../../../src/kernel/grid/clocks.ts";
import { ownZone } from "../../../src/kernel/i18n/formats.ts";
import { loadTexts, startLanguage } from "../../../src/kernel/i18n/setup.ts";

beforeAll(async () => {
  await startLanguage("en-gb", async (path) => {
    const [, , locale = "", file = ""] = path.split("/");
    if (file === "shell.json") return {};
    return JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../locales", file.replace(".json", ""), `${locale}.json`), "utf8"),
    );
  });
  await loadTexts("grid");
});

const WINTER = new Date("2026-01-15T12:00:00Z");
const SUMMER = new Date("2026-07-15T12:00:00Z");

const own = { winter: -WINTER.getTimezoneOffset(), summer: -SUMMER.getTimezoneOffset() };
const changes = own.winter !== own.summer;

test.each([
  ["Etc/GMT+5", 300, 300],
  ["Etc/GMT-9", -540, -540],
  ["Asia/Kolkata", -330, -330],
  ["Europe/Berlin", -60, -120],
  ["America/New_York", 300, 240],
])("the clocks of %s are as far away from the reader's as they are from those of Greenwich", (zone, winter, summer) => {
  expect(minutesApart(zone, WINTER)).toBe(own.winter + winter);
  expect(minutesApart(zone, SUMMER)).toBe(own.summer + summer);
});

test("nothing is said of the reader's own zone, and no number where it holds for half of the year only", () => {
  const other = changes ? "Etc/GMT+12" : "America/New_York";

  expect(clocksText(ownZone(), WINTER)).toBeUndefined();
  expect(clocksText(other, WINTER)).toBe(`Times of ${other.replace("_", " ")}; yours differ`);
});

test.skipIf(changes)("how far the reader's clocks are ahead or behind is told in hours", () => {
  const hours = own.winter / 60;

  expect(clocksText("Etc/GMT+5", WINTER)).toBe(`Times of Etc/GMT+5; yours are ${hours + 5} hrs ahead`);
  expect(clocksText("Asia/Kolkata", WINTER)).toBe(`Times of Asia/Kolkata; yours are ${5.5 - hours} hrs behind`);
});
