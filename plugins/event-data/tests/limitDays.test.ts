// The first and the last day of a field of moments are days of the event, wherever an answer to it is judged.
import { expect, test } from "vitest";
import { checkValues } from "#schemas/answers/check.ts";
import { asKind, convert } from "../server/fields/kind/convert.ts";
import { aField } from "./factories.ts";

const WORDS = { locale: "en-gb", yes: "Yes", no: "No" };
const limits = { earliest: "2026-05-03", latest: "2026-05-04" };

test.each([
  ["Europe/Berlin", "2026-05-02 23:59", "too_early"],
  ["Europe/Berlin", "2026-05-03 00:00", "2026-05-02T22:00:00.000Z"],
  ["Europe/Berlin", "2026-05-04 23:59", "2026-05-04T21:59:00.000Z"],
  ["Europe/Berlin", "2026-05-05 00:30", "too_late"],
  ["America/New_York", "2026-05-02 22:00", "too_early"],
  ["America/New_York", "2026-05-04 22:00", "2026-05-05T02:00:00.000Z"],
  ["America/New_York", "2026-05-05 00:00", "too_late"],
])("in %s, %s is %s", (timeZone, value, expected) => {
  const field = aField({ kind: "datetime", key: "arrival", limits });

  const { values, problems } = checkValues([field], { arrival: value }, { typeId: 1, timeZone });

  expect(problems[0]?.code ?? values["arrival"]).toBe(expected);
});

test.each(["Europe/Berlin", "America/New_York"])(
  "days that become moments in %s stay within the same days",
  (timeZone) => {
    const days = aField({ kind: "date", key: "arrival", limits });
    const moments = asKind(days, "datetime", []);
    const words = { ...WORDS, timeZone };

    const back = ["2026-05-03", "2026-05-04"].map((day) => {
      const moment = convert(days, moments, day, words);
      return convert(moments, days, moment, words);
    });

    expect(back).toEqual(["2026-05-03", "2026-05-04"]);
  },
);
