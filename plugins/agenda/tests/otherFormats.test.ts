import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ScheduleRefused } from "../server/schedule/faults.ts";
import { readIcal } from "../server/schedule/ical.ts";
import { readOpenEvent } from "../server/schedule/openEvent.ts";
import type { Schedule } from "../server/schedule/schedule.ts";
import { understand } from "../server/schedule/understand.ts";
import { atOnce, unlessThere } from "./factories.ts";

const data = join(import.meta.dirname, "../../../../shared/data");

async function fromIcal(...lines: string[]): Promise<Schedule> {
  const file = ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
  return understand(await readIcal(Buffer.from(file), atOnce), atOnce);
}

const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const starts = ({ sessions }: Schedule) => sessions.map(({ start }) => start);

describe("a calendar", () => {
  test("gives sessions with zone, place and length", async () => {
    const schedule = await fromIcal(
      "X-WR-CALNAME:Try",
      ...event(
        "UID:1@try",
        "DTSTART;TZID=Europe/Berlin:20260601T100000",
        "DURATION:PT45M",
        "SUMMARY:A long title that is\r\n  folded over two lines",
        "LOCATION:Hall",
        "CATEGORIES:Data",
        "ATTENDEE;CN=Ada Lovelace:mailto:ada@example.org",
      ),
    );

    expect(schedule).toMatchObject({ source: "try", stages: ["Hall"], tracks: [{ name: "Data" }], faults: [] });
    expect(schedule.sessions).toMatchObject([
      {
        line: 4,
        guid: "1@try",
        title: "A long title that is folded over two lines",
        start: "2026-06-01T08:00:00.000Z",
        end: "2026-06-01T08:45:00.000Z",
      },
    ]);
    expect([...schedule.persons.values()]).toEqual([
      { externalId: "", name: "Ada Lovelace", email: "ada@example.org" },
    ]);
  });

  test("repeats what has a rule, in the zone's own time, and knows what was moved", async () => {
    const schedule = await fromIcal(
      ...event(
        "UID:r",
        "DTSTART;TZID=Europe/Berlin:20261024T100000",
        "DTEND;TZID=Europe/Berlin:20261024T110000",
        "RRULE:FREQ=DAILY;COUNT=3",
        "SUMMARY:Daily",
      ),
      ...event(
        "UID:r",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261026T100000",
        "DTSTART;TZID=Europe/Berlin:20261026T150000",
        "DTEND;TZID=Europe/Berlin:20261026T160000",
        "SUMMARY:Later",
      ),
    );

    expect(starts(schedule)).toEqual([
      "2026-10-24T08:00:00.000Z",
      "2026-10-25T09:00:00.000Z",
      "2026-10-26T14:00:00.000Z",
    ]);
    expect(new Set(schedule.sessions.map(({ guid }) => guid)).size).toBe(3);
  });

  const daily = (zone: string, from: string, ...more: string[]) =>
    event("UID:z", `DTSTART;TZID=${zone}:${from}`, "DURATION:PT1H", "SUMMARY:Daily", ...more);

  test.for([
    ["last moment", daily("Europe/Berlin", "20240304T090000", "RRULE:FREQ=DAILY;UNTIL=20240305T080000Z")],
    [
      "exceptions",
      daily(
        ...(["America/New_York", "20240303T200000", "RRULE:FREQ=DAILY;COUNT=4"] as const),
        ...["EXDATE:20240305T010000Z", "EXDATE:20240306T010000Z"],
      ),
    ],
    [
      "moved occurrence",
      [
        ...daily("Europe/Berlin", "20240304T090000", "RRULE:FREQ=DAILY;COUNT=2"),
        ...event(
          ...["UID:z", "RECURRENCE-ID:20240305T080000Z", "DTSTART:20240305T120000Z", "DURATION:PT1H", "SUMMARY:Later"],
        ),
      ],
    ],
    [
      "last moment on the calendar's own clocks",
      [
        "X-WR-TIMEZONE:Europe/Berlin",
        ...event(
          ...["UID:z", "DTSTART:20240304T090000", "DURATION:PT1H", "SUMMARY:Daily"],
          "RRULE:FREQ=DAILY;UNTIL=20240305T080000Z",
        ),
      ],
    ],
  ] as const)("knows the %s of a rule that is told in UTC", async ([name, lines]) => {
    const expected: Record<string, string[]> = {
      exceptions: ["2024-03-04T01:00:00.000Z", "2024-03-07T01:00:00.000Z"],
      "moved occurrence": ["2024-03-04T08:00:00.000Z", "2024-03-05T12:00:00.000Z"],
    };

    const schedule = await fromIcal(...lines);

    expect(starts(schedule)).toEqual(expected[name] ?? ["2024-03-04T08:00:00.000Z", "2024-03-05T08:00:00.000Z"]);
  });

  test.for([
    "/freeassociation.sourceforge.net/Europe/Berlin",
    "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin",
    "/Europe/Berlin",
    "Etc/GMT-1",
  ])("finds the zone in %s", async (tzid) => {
    const { sessions } = await fromIcal(...daily(tzid, "20240304T090000"));

    expect(sessions).toMatchObject([{ start: "2024-03-04T08:00:00.000Z" }]);
  });

  test("whose rule never ends stops after 500 times", async () => {
    const { sessions } = await fromIcal(
      ...event("UID:e", "DTSTART:20260601T100000Z", "DTEND:20260601T110000Z", "RRULE:FREQ=DAILY", "SUMMARY:For ever"),
    );

    expect(sessions).toHaveLength(500);
  });

  test.for([
    "FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2",
    "FREQ=SECONDLY;BYMONTH=1",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "FREQ=DAILY;INTERVAL=999999999",
  ])("with the rule %s, which may never find a next day, is told and left out", async (rule) => {
    const times = ["DTSTART:20260601T100000Z", "DTEND:20260601T110000Z"];

    const { sessions, faults } = await fromIcal(...event("UID:e", ...times, `RRULE:${rule}`, "SUMMARY:Never"));

    expect(sessions).toEqual([]);
    expect(faults).toMatchObject([{ line: 3, field: "rrule", code: "other-rule" }]);
  });

  test("that gives one UID to several events loses none of them", async () => {
    const one = ["UID:same", "DTEND:20260601T110000Z", "SUMMARY:One"];

    const { sessions, faults } = await fromIcal(
      ...event(...one, "DTSTART:20260601T100000Z"),
      ...event(...one, "DTSTART:20260601T103000Z"),
    );

    expect(sessions.map(({ guid }) => guid)).toEqual([null, null]);
    expect(faults).toEqual([]);
  });

  test("leaves out what is cancelled, what lasts all day, and what has a zone that nobody knows", async () => {
    const { sessions, faults, left } = await fromIcal(
      ...event("UID:1", "DTSTART:20260601T100000Z", "DTEND:20260601T110000Z", "STATUS:CANCELLED", "SUMMARY:Off"),
      ...event("UID:2", "DTSTART;VALUE=DATE:20260601", "SUMMARY:All day"),
      ...event("UID:3", "DTSTART;TZID=Mars/Olympus:20260601T100000", "DURATION:PT1H", "SUMMARY:Far"),
      ...event("UID:4", "DTSTART:20260601T120000Z", "DTEND:20260601T130000Z", "SUMMARY:On"),
    );

    expect(sessions.map(({ title }) => title)).toEqual(["On"]);
    expect(left).toBe(1);
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [10, "not-a-time"],
      [15, "unknown-zone"],
    ]);
  });

  test.for([
    [
      "without a zone",
      ["BEGIN:VCALENDAR", ...event("UID:1", "DTSTART:20260601T100000", "DURATION:PT1H", "SUMMARY:S"), "END:VCALENDAR"],
      "no-zone",
      2,
    ],
    ["that ends too early", ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1"], "truncated", 3],
    ["that is none", ["<html>"], "wrong-root", 1],
  ] as const)("%s is refused", async ([, lines, code, line]) => {
    const attempt = async () => understand(await readIcal(Buffer.from(lines.join("\n")), atOnce), atOnce);

    const error = await attempt().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ScheduleRefused);
    expect((error as ScheduleRefused).fault).toMatchObject({ code, line });
  });
});

describe.runIf(existsSync(data))(`real Open Event files${unlessThere}`, () => {
  test.for([
    ["open-event-pycon17", 147, 0, "open-event-2017"],
    ["open-event-fossasia18", 371, 137, "open-event-2018"],
  ] as const)("%s comes in without what was rejected", async ([name, count, left, source]) => {
    const file = readFileSync(join(data, name, "sessions.json"));

    const schedule = await understand(await readOpenEvent(file, atOnce), atOnce);

    expect(schedule).toMatchObject({ source, left });
    expect(schedule.sessions.length + schedule.faults.length + left).toBe(count);
    expect(schedule.faults.every(({ code }) => ["bad-length", "used-twice", "required"].includes(code))).toBe(true);
    expect(schedule.faults.length).toBeLessThan(12);
  });
});
