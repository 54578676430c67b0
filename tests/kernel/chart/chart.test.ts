// What charts say and where they draw it: with ordinary figures, with none, and with what nobody expects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { type Plan, planChart } from "../../../src/kernel/chart/plan.ts";
import { csvOf, summaryOf, tableOf } from "../../../src/kernel/chart/reading.ts";
import { heightOf, isEmpty } from "../../../src/kernel/chart/room.ts";
import { fileNameOf } from "../../../src/kernel/chart/saving.ts";
import { loadTexts, startLanguage } from "../../../src/kernel/i18n/setup.ts";

const texts = (namespace: string, locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../locales", namespace, `${locale}.json`), "utf8"));

beforeAll(async () => {
  await startLanguage("en-gb", async (path) => {
    const [, , locale = "", file = ""] = path.split("/");
    return file === "shell.json" ? {} : texts(file.replace(".json", ""), locale);
  });
  await loadTexts("chart");
});

function aFigure(more: Partial<Figure> = {}): Figure {
  return {
    id: "test.one",
    title: { text: "Sessions by day" },
    form: "bars",
    unit: { text: "sessions" },
    along: { title: { text: "Day" }, kind: "day", places: ["2026-10-24", "2026-10-25", "2026-10-26"] },
    series: [{ name: { text: "sessions" }, values: [40, 1250, 0] }],
    ...more,
  };
}

const named = (places: string[], values: (number | null)[]): Partial<Figure> => ({
  along: { title: { text: "Name" }, kind: "text", places },
  series: [{ name: { text: "people" }, values }],
});

/** Marks and names that do not lie within the picture. */
function outside(plan: Plan): unknown[] {
  const isIn = (x: number, y: number) => x >= -1 && x <= plan.width + 1 && y >= -1 && y <= plan.height + 1;
  return [
    ...plan.marks.filter(({ x, y, width, height }) => !isIn(x, y) || !isIn(x + width, y + height)),
    ...[...plan.places, ...plan.names].filter(({ x, y }) => !isIn(x, y)),
    // Where there is no room for anything, amounts are cut off rather than bars.
    ...plan.amounts.filter(({ x, y }) => plan.width > 100 && !isIn(x, y)),
  ];
}

describe("a figure", () => {
  it("is one sentence for whoever does not see it", () => {
    expect(summaryOf(aFigure())).toBe(
      "Sessions by day. Chart of 3 values; the highest is 1,250 sessions: 25 Oct 2026.",
    );
  });

  it("is a table with a row for every place", () => {
    expect(tableOf(aFigure({ paths: ["/a", "/b", "/c"] }))).toEqual({
      head: ["Day", "sessions"],
      rows: [
        { place: "24 Oct 2026", values: [40], path: "/a" },
        { place: "25 Oct 2026", values: [1250], path: "/b" },
        { place: "26 Oct 2026", values: [0], path: "/c" },
      ],
    });
  });

  it("names countries in the person's language, and codes that are none as they are", () => {
    const along = { title: { text: "Country" }, kind: "country" as const, places: ["DE", "Prussia", ""] };

    const { rows } = tableOf(aFigure({ along, series: [{ name: { text: "n" }, values: [1, 2, 3] }] }));

    expect(rows.map(({ place }) => place)).toEqual(["Germany", "Prussia", "Not stated"]);
  });

  it("is a CSV file with plain days and numbers, and no formula", () => {
    expect(csvOf(aFigure())).toBe("\ufeffDay,sessions\r\n2026-10-24,40\r\n2026-10-25,1250\r\n2026-10-26,0\r\n");
    expect(csvOf(aFigure(named(["=1+1", 'a "b", c'], [-1, null])))).toBe(
      '\ufeffName,sessions\r\n"\'=1+1",-1\r\n"a ""b"", c",\r\n',
    );
  });

  it("without data says so instead of drawing axes", () => {
    expect(isEmpty(aFigure())).toBe(false);
    expect(isEmpty(aFigure({ series: [] }))).toBe(true);
    expect(isEmpty(aFigure({ series: [{ name: { text: "n" }, values: [0, null, 0] }] }))).toBe(true);
    expect(summaryOf(aFigure({ series: [] }))).toBe("Sessions by day. Nothing to show yet.");
  });

  it("gives its files names that every system takes", () => {
    expect(fileNameOf("Sessions by day: 24/10?")).toBe("sessions-by-day-24-10");
    expect(fileNameOf("Sitzungen / Übersicht")).toBe("sitzungen-übersicht");
    expect(fileNameOf("🎉")).toBe("chart");
  });
});

describe("a chart", () => {
  it("draws what lies within its room, whatever the names are", () => {
    const names = ["x".repeat(500), "שלום עולם", "👩‍👩‍👧‍👦🎉", "", "Ｗ".repeat(80)];
    for (const width of [40, 280, 900]) {
      const plan = planChart(aFigure(named(names, [1, 5000, 12, 3, 0])), width, 220);
      expect(outside(plan)).toEqual([]);
      expect(plan.places.every(({ text }) => text.length < 200)).toBe(true);
      expect(plan.height).toBe(heightOf(aFigure(named(names, [])), 220));
    }
  });

  it("draws a single day, a year of days and ten thousand of them", () => {
    for (const count of [1, 366, 10_000]) {
      const places = Array.from({ length: count }, (_, at) =>
        new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
      );
      const values = places.map((_, at) => at % 7);
      const along = { title: { text: "Day" }, kind: "day" as const, places };
      const plan = planChart(aFigure({ form: "line", along, series: [{ name: { text: "n" }, values }] }), 600, 220);

      expect(outside(plan)).toEqual([]);
      expect(plan.places.length).toBeLessThan(12);
      expect(plan.lines[0]?.line).not.toContain("NaN");
    }
  });

  it("lays series on top of each other, the sum at the end", () => {
    const series = [
      { name: { text: "a" }, values: [10, 0] },
      { name: { text: "b" }, values: [30, 5] },
    ];
    const plan = planChart(aFigure({ ...named(["x", "y"], []), series }), 600, 220);

    const [a, b] = plan.marks;
    expect((a?.x ?? 0) + (a?.width ?? 0)).toBeCloseTo(b?.x ?? 0);
    expect(plan.amounts.map(({ text }) => text)).toEqual(["40", "5"]);
  });

  it("draws what is less than nothing to the other side of zero, lying and standing", () => {
    for (const values of [
      [500, -500, -2000],
      [-500, -2000],
      [-1, 3],
    ]) {
      const figure = aFigure(named(["a", "b", "c"].slice(0, values.length), values));
      const lying = planChart(figure, 600, 220);
      const [zero, longest] = [lying.zero?.x1 ?? Number.NaN, Math.max(...values.map(Math.abs))];
      expect(outside(lying)).toEqual([]);
      expect(lying.marks.map(({ x, width }) => (x + width / 2 < zero ? "less" : "more"))).toEqual(
        values.map((value) => (value < 0 ? "less" : "more")),
      );
      const widest = Math.max(...lying.marks.map(({ width }) => width));
      for (const [at, { width }] of lying.marks.entries())
        expect(width / widest).toBeCloseTo(Math.abs(values[at] ?? 0) / longest);

      const along = {
        title: { text: "Day" },
        kind: "day" as const,
        places: ["2026-10-24", "2026-10-25", "2026-10-26"],
      };
      const series = [{ name: { text: "n" }, values }];
      const standing = planChart(aFigure({ along, series }), 600, 220);
      const level = standing.zero?.y1 ?? Number.NaN;
      expect(outside(standing)).toEqual([]);
      for (const [at, { y, height }] of standing.marks.slice(0, values.length).entries()) {
        expect(height).toBeGreaterThan(0);
        expect((values[at] ?? 0) < 0 ? y : y + height).toBeCloseTo(level);
      }
      const line = planChart(aFigure({ form: "line", along, series }), 600, 220).lines[0];
      expect(line?.dots.at(-1)?.y).toBeLessThan(220);
    }
  });

  it("has no line at zero where nothing is less", () => {
    expect(planChart(aFigure(named(["a"], [3])), 600, 220).zero).toBeUndefined();
  });

  it("takes a zero for an amount where it measures, and for nothing where it counts", () => {
    expect(isEmpty(aFigure(named(["a"], [0])))).toBe(true);
    expect(isEmpty(aFigure({ ...named(["a"], [0]), measured: true }))).toBe(false);
    expect(isEmpty(aFigure({ ...named([], []), measured: true }))).toBe(true);
  });

  it("leaves gaps where an amount is not known", () => {
    const series = [{ name: { text: "n" }, values: [1, null, 3] }];

    const [course] = planChart(aFigure({ form: "line", series }), 600, 220).lines;
    expect(course?.line.match(/M/g)).toHaveLength(2);
    // To neither leads a line that one could see.
    expect(course?.dots).toEqual([course?.points[0], course?.points[2]]);
  });

  it("shades heat by its share of the most, and nothing at zero", () => {
    const series = [{ name: { text: "Hall" }, values: [0, 1, 8] }];
    const plan = planChart(aFigure({ form: "heat", series }), 600, 220);

    expect(plan.marks.map(({ step, text }) => [step, text])).toEqual([
      [0, ""],
      [1, "1"],
      [4, "8"],
    ]);
  });

  it("shades heat below zero by how far from it, and otherwise than above", () => {
    const series = [{ name: { text: "Hall" }, values: [-8, -1, 0, 2] }];
    const along = { title: { text: "Name" }, kind: "text" as const, places: ["a", "b", "c", "d"] };
    const plan = planChart(aFigure({ form: "heat", series, along }), 600, 220);

    expect(plan.marks.map(({ step, isLess, text }) => [step, isLess, text])).toEqual([
      [4, true, "-8"],
      [1, true, "-1"],
      [0, undefined, ""],
      [1, undefined, "2"],
    ]);
  });

  it("draws what is not known otherwise than none, in heat and in columns", () => {
    const series = [{ name: { text: "Hall" }, values: [0, null, 8] }];
    const heat = planChart(aFigure({ form: "heat", series }), 600, 220);
    expect(heat.marks.map(({ step, isUnknown, text }) => [step, isUnknown, text])).toEqual([
      [0, undefined, ""],
      [undefined, true, "?"],
      [4, undefined, "8"],
    ]);

    const columns = planChart(aFigure({ series }), 600, 220);
    expect(columns.marks.filter(({ isUnknown }) => isUnknown).map(({ place }) => place)).toEqual([1]);
    expect(outside(columns)).toEqual([]);
    const two = [...series, { name: { text: "Garden" }, values: [1, 2, null] }];
    expect(planChart(aFigure({ series: two }), 600, 220).marks.some(({ isUnknown }) => isUnknown)).toBe(false);
  });

  it("tells how much of it is not known", () => {
    const series = [
      { name: { text: "Hall" }, values: [0, null, 8] },
      { name: { text: "Garden" }, values: [null, 2, 1] },
    ];
    expect(summaryOf(aFigure({ form: "heat", series }))).toMatch(/ 2 values are not known\.$/);
    expect(summaryOf(aFigure({ form: "line", series: series.slice(0, 1) }))).toMatch(/ One value is not known\.$/);
  });

  it("of nothing at all has no marks and no NaN", () => {
    for (const form of ["bars", "line", "heat"] as const) {
      const along = { title: { text: "Day" }, kind: "day" as const, places: [] };
      const plan = planChart(aFigure({ form, along, series: [] }), 300, 220);
      expect(JSON.stringify(plan)).not.toMatch(/null|NaN/);
      expect(plan.marks).toEqual([]);
    }
  });
});
