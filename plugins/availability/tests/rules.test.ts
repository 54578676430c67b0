import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localTime } from "#schemas/time.ts";
import {
  common,
  covers,
  daysOf,
  instantAt,
  instantsOf,
  joined,
  minutesOf,
  QUARTER,
  quartersOf,
  type Span,
  sameSpans,
  wholeOf,
  without,
} from "../contract.ts";
import { judged, told, toldSpans } from "../server/rules.ts";
import { byDay, nextTime, onDay, painted, spansOf } from "../web/values.ts";

const BASE = Date.parse("2026-01-01T00:00Z") / 60_000;
const YEAR_QUARTERS = (365 * 24 * 60) / QUARTER;

/** Zones that change their clocks by day and by midnight, by half hours, across the date line, and not at all. */
const ZONES = [
  ...["Europe/London", "Europe/Berlin", "America/New_York", "America/Santiago", "America/Havana", "Asia/Beirut"],
  ...["Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Apia", "UTC"],
];
const zone = fc.constantFrom(...ZONES);
const minute = fc.nat(YEAR_QUARTERS).map((quarters) => BASE + quarters * QUARTER);
const span = fc
  .tuple(minute, fc.integer({ min: 1, max: 400 }))
  .map(([from, long]) => ({ from, to: from + long * QUARTER }));
const spans = fc.array(span, { maxLength: 12 });
const event = fc.record({ zone, from: minute, days: fc.nat(9) }).map(({ zone: clocks, from, days }) => {
  return { start: instantAt(from), end: instantAt(from + days * 1440), zone: clocks };
});
const isDisjoint = (all: readonly Span[]) => all.every((one, at) => at === 0 || (all[at - 1] as Span).to < one.from);

describe("times", () => {
  test("overlapping and adjoining ones are joined into disjoint ones that hold the same minutes", () => {
    fc.assert(
      fc.property(spans, minute, (some, when) => {
        const all = joined(some);
        const holds = (list: readonly Span[]) => list.some(({ from, to }) => from <= when && when < to);
        expect(isDisjoint(all)).toBe(true);
        expect(holds(all)).toBe(holds(some));
        expect(joined([...all, ...some])).toEqual(all);
      }),
    );
  });

  test("what is taken away and what is left are the whole, and have nothing in common", () => {
    fc.assert(
      fc.property(spans, spans, (some, cut) => {
        const [rest, both] = [without(some, cut), common(some, cut)];
        expect(sameSpans([...rest, ...both], some)).toBe(true);
        expect(minutesOf(rest) + minutesOf(both)).toBe(minutesOf(some));
        expect(common(rest, cut)).toEqual([]);
      }),
    );
  });

  test("the end of a time belongs to nobody: one that begins there does not overlap it", () => {
    const [first, second] = [
      { from: 0, to: 60 },
      { from: 60, to: 120 },
    ];

    expect(common([first], [second])).toEqual([]);
    expect(joined([second, first])).toEqual([{ from: 0, to: 120 }]);
    expect(covers([first], { from: 45, to: 75 })).toBe(false);
    expect(covers([first, second], { from: 45, to: 75 })).toBe(true);
  });
});

describe("days of an event", () => {
  test("follow upon each other without a gap, each with its own date, whatever the clocks do", () => {
    fc.assert(
      fc.property(event, (one) => {
        const days = daysOf(one);
        expect(days.length).toBeGreaterThan(0);
        for (const [at, day] of days.entries()) {
          if (at > 0) expect(day.from).toBe(days[at - 1]?.to);
          expect(localTime(instantAt(day.from), one.zone).slice(0, 10)).toBe(day.date);
          expect(localTime(instantAt(day.to - QUARTER), one.zone).slice(0, 10)).toBe(day.date);
          expect(localTime(instantAt(day.to), one.zone).slice(0, 10) > day.date).toBe(true);
        }
        expect(
          covers([wholeOf(days)], { from: Date.parse(one.start) / 60_000, to: Date.parse(one.end) / 60_000 + 1 }),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["America/Havana", "2026-11-01", 25],
    ["Africa/Cairo", "2026-04-24", 23],
    ["America/Santiago", "2026-09-06", 23],
    ["America/Sao_Paulo", "2018-02-17", 25],
    ["Asia/Amman", "2021-10-29", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
  ])("in %s, %s has %d hours", (clocks, date, long) => {
    const [day] = daysOf({ start: `${date}T12:00:00.000Z`, end: `${date}T12:00:00.000Z`, zone: clocks });

    expect(day).toMatchObject({ date });
    expect(((day?.to ?? 0) - (day?.from ?? 0)) / 60).toBe(long);
  });

  test("a day that the clocks leap over at the date line is none", () => {
    const days = daysOf({ start: "2011-12-29T12:00:00-10:00", end: "2011-12-31T12:00:00+14:00", zone: "Pacific/Apia" });

    expect(days.map(({ date }) => date)).toEqual(["2011-12-29", "2011-12-31"]);
    expect(days[1]?.from).toBe(days[0]?.to);
  });

  test("each quarter of a day stands by what the clocks show: none where they leap, two where they show it twice", () => {
    fc.assert(
      fc.property(event, (one) => {
        for (const day of daysOf(one)) {
          const quarters = quartersOf(day, one.zone);
          expect(quarters).toHaveLength(96);
          expect(joined(quarters.flatMap(({ spans: some }) => some))).toEqual([{ from: day.from, to: day.to }]);
          for (const { time, spans: some } of quarters)
            for (const { from } of some) expect(localTime(instantAt(from), one.zone).slice(11)).toBe(time);
        }
      }),
      { numRuns: 20 },
    );
    const [spring] = daysOf({ start: "2026-03-29T12:00:00Z", end: "2026-03-29T12:00:00Z", zone: "Europe/Berlin" });
    const [autumn] = daysOf({ start: "2026-10-25T12:00:00Z", end: "2026-10-25T12:00:00Z", zone: "Europe/Berlin" });
    const at = (day: typeof spring, time: string) =>
      day && quartersOf(day, "Europe/Berlin").find((quarter) => quarter.time === time)?.spans.length;
    expect([at(spring, "02:15"), at(spring, "03:15"), at(autumn, "02:15"), at(autumn, "03:15")]).toEqual([0, 1, 2, 1]);
  });
});

describe("what somebody says", () => {
  const days = daysOf({ start: "2026-05-05T08:00:00Z", end: "2026-05-06T18:00:00Z", zone: "Europe/Berlin" });
  const time = (start: string, end: string) => ({ start: `2026-05-${start}:00.000Z`, end: `2026-05-${end}:00.000Z` });
  const code = (windows: Parameters<typeof judged>[0], before: readonly Span[] | null = null) => {
    try {
      judged(windows, days, before);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test("is on quarters of an hour, ends after it begins and lies within the days of the event on its clocks", () => {
    expect(code([time("05T08:00", "05T12:15")])).toBeUndefined();
    expect(code([time("04T22:00", "06T22:00")])).toBeUndefined();
    expect(code([time("05T08:00", "05T12:10")])).toBe("availability.no_time");
    expect(code([time("05T08:00", "05T08:00")])).toBe("availability.no_time");
    expect(code([time("05T09:00", "05T08:00")])).toBe("availability.no_time");
    expect(code([time("04T21:45", "05T08:00")])).toBe("availability.outside_event");
    expect(code([time("06T12:00", "06T22:15")])).toBe("availability.outside_event");
    expect(code(null)).toBeUndefined();
    expect(code([])).toBeUndefined();
  });

  test("may keep outside of the event what was there before its days were changed, and no more than that", () => {
    const before = [{ from: Date.parse("2026-05-04T08:00Z") / 60_000, to: Date.parse("2026-05-04T10:00Z") / 60_000 }];

    expect(code([time("04T08:00", "04T10:00")], before)).toBeUndefined();
    expect(code([time("04T08:00", "04T09:00"), time("05T08:00", "05T09:00")], before)).toBeUndefined();
    expect(code([time("04T08:00", "04T10:15")], before)).toBe("availability.outside_event");
  });

  test("is told by the history so that it can be read again, also in an hour that clocks show twice", () => {
    fc.assert(
      fc.property(spans, zone, (some, clocks) => {
        const all = joined(some);
        expect(toldSpans(told(all, clocks))).toEqual(all);
      }),
    );
    expect(toldSpans(told(null, "UTC"))).toBeNull();
    expect([toldSpans("soon"), toldSpans(5), toldSpans("2026-05-05 09:00+02:00 – ")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the form", () => {
  test("paints and takes away exactly the quarters that were meant, and shows each time within one day", () => {
    fc.assert(
      fc.property(event, spans, spans, fc.boolean(), (one, before, stroke, isOn) => {
        const days = daysOf(one);
        const whole = [wholeOf(days)];
        const windows = byDay(common(before, whole).map(instantsOf), days);
        const quarters = common(stroke, whole);
        const after = painted(windows, days, quarters, isOn);
        const expected = isOn
          ? joined([...common(before, whole), ...quarters])
          : without(common(before, whole), quarters);
        expect(sameSpans(spansOf(after, days), expected)).toBe(true);
        for (const { start, end } of after ?? []) {
          const [from, to] = [Date.parse(start) / 60_000, Date.parse(end) / 60_000];
          expect(days.some((day) => from >= day.from && to <= day.to)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("offers a further time that is free, within one day, until there is none", () => {
    const days = daysOf({ start: "2026-05-05T08:00:00Z", end: "2026-05-06T18:00:00Z", zone: "Europe/Berlin" });
    const windows: { start: string; end: string }[] = [];
    const further = () => nextTime(windows, days, "Europe/Berlin");
    for (let next = further(); next; next = further()) windows.push(next);

    expect(windows.slice(0, 2)).toEqual([
      { start: "2026-05-05T07:00:00.000Z", end: "2026-05-05T16:00:00.000Z" },
      { start: "2026-05-06T07:00:00.000Z", end: "2026-05-06T16:00:00.000Z" },
    ]);
    expect(spansOf(windows, days)).toEqual([wholeOf(days)]);
  });

  test.each([
    ["2026-03-28", "2026-03-29T07:00:00.000Z", "2026-03-29T16:00:00.000Z"],
    ["2026-10-24", "2026-10-25T08:00:00.000Z", "2026-10-25T17:00:00.000Z"],
  ])("from nine to six is what the clocks show, also on the day after %s, on which they change", (date, start, end) => {
    const [from, to] = [`${date}T12:00:00Z`, `${end.slice(0, 10)}T12:00:00Z`];
    const days = daysOf({ start: from, end: to, zone: "Europe/Berlin" });
    const [plain, changing] = days as [(typeof days)[number], (typeof days)[number]];
    const first = nextTime([], days, "Europe/Berlin") as { start: string; end: string };

    expect(nextTime([first], days, "Europe/Berlin")).toEqual({ start, end });
    expect(onDay(first, plain, changing, "Europe/Berlin")).toEqual({ start, end });
    expect(onDay({ start, end }, changing, plain, "Europe/Berlin")).toEqual(first);
  });

  test("a time that goes to another day stays within it, also where that is shorter", () => {
    const days = daysOf({ start: "2026-03-28T12:00:00Z", end: "2026-03-29T12:00:00Z", zone: "Europe/Berlin" });
    const [long, short] = days as [(typeof days)[number], (typeof days)[number]];
    const late = instantsOf({ from: long.to - 60, to: long.to });

    const moved = onDay(late, long, short, "Europe/Berlin");

    expect(Date.parse(moved.end) / 60_000).toBe(short.to);
    expect(moved.start < moved.end).toBe(true);
  });
});
