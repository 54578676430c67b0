// Nothing lies on anything else, whatever charts are made of: no name so long, no number so large.
import { beforeAll, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { fitted } from "../../../src/kernel/chart/letters.ts";
import { planNet } from "../../../src/kernel/chart/netPlan.ts";
import { type Label, type Plan, planChart } from "../../../src/kernel/chart/plan.ts";
import { isLying } from "../../../src/kernel/chart/room.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";

beforeAll(() => startLanguage("en-gb", async () => ({})));

/** About as wide as they are drawn, in pixels; reckoned otherwise than the plan does. */
function drawn(text: string): number {
  return [...text].reduce((width, sign) => {
    if (/[\p{Mn}\p{Cf}]/u.test(sign)) return width;
    if (/[\p{Extended_Pictographic}\p{Script=Han}\uff01-\uff60]/u.test(sign)) return width + 13;
    if (/[MWmw@%—]/.test(sign)) return width + 11;
    return width + (/\p{Lu}/u.test(sign) ? 8 : 6.6);
  }, 0);
}

interface Box {
  text: string;
  left: number;
  right: number;
  y: number;
}

const box = ({ x, y, text }: Label, anchor: "start" | "middle" | "end"): Box => {
  const width = drawn(text);
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { text, left, right: left + width, y };
};

function boxesOf(figure: Figure, plan: Plan): Box[] {
  const lying = isLying(figure);
  return [
    ...plan.places.map((label) => box(label, lying ? "end" : "middle")),
    ...plan.amounts.map((label) => box(label, lying ? "start" : "end")),
    ...plan.names.map((label) => box(label, "end")),
    ...plan.marks.flatMap(({ x, y, width, height, text }) =>
      text ? [box({ x: x + width / 2, y: y + height / 2, text }, "middle")] : [],
    ),
  ];
}

function faults(figure: Figure, width: number): string[] {
  const plan = planChart(figure, width, 220);
  const boxes = boxesOf(figure, plan);
  const found = boxes
    .filter(({ left, right }) => left < -2 || right > plan.width + 2)
    .map(({ text }) => `"${text}" sticks out at ${width}`);
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const meets = Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2;
      if (meets && Math.abs(one.y - other.y) < 11) found.push(`"${one.text}" lies on "${other.text}" at ${width}`);
    }
  }
  const isOn = ({ left, right, y }: Box) =>
    plan.marks.some(
      (mark) =>
        !mark.text && mark.x + mark.width > left + 2 && mark.x < right - 2 && y > mark.y && y < mark.y + mark.height,
    );
  return [...found, ...boxes.filter(isOn).map(({ text }) => `"${text}" lies on a mark at ${width}`)];
}

const LONG = "x".repeat(500);
const names: Record<string, string[]> = {
  short: ["a", "b", "c"],
  long: [LONG, `${"Wide MMM ".repeat(60)}`, "Ｗ".repeat(500)],
  "in capitals": ["GÖTTINGEN, UNIVERSITÄT UND BIBLIOTHEK", "OSNABRÜCK", "ÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅÅ"],
  "from right to left": ["שלום עולם ".repeat(30), "مرحبا", "עברית and English"],
  pictures: ["👩‍👩‍👧‍👦".repeat(40), "🎉", "🇩🇪🇫🇷"],
};
const amounts: Record<string, (number | null)[]> = {
  small: [1, 2, 3],
  one: [5],
  huge: [9_007_199_254_740_991, 1, 123_456_789_012],
  negative: [-5, 12, -1_250_000],
  "huge and negative": [-9_007_199_254_740_991, 9_007_199_254_740_991, 0],
  unknown: [null, 12_345, null],
};
const forms = ["bars", "line", "heat", "columns"] as const;
const cases = forms.flatMap((form) =>
  Object.keys(names).flatMap((called) => Object.keys(amounts).map((much) => [form, called, much] as const)),
);

test.each(cases)("%s with names that are %s and amounts that are %s", (form, called, much) => {
  const values = amounts[much] ?? [];
  const texts = (names[called] ?? []).slice(0, values.length);
  const days = ["2026-10-24", "2026-10-25", "2026-10-26"].slice(0, values.length);
  const figure: Figure = {
    id: "test.crowded",
    title: { text: LONG },
    form: form === "columns" ? "bars" : form,
    unit: { text: "people" },
    along: {
      title: { text: "Name" },
      kind: form === "columns" ? "day" : "text",
      places: form === "columns" ? days : texts,
    },
    series: texts.map((name) => ({ name: { text: name }, values })).slice(0, form === "heat" ? 3 : 1),
  };

  expect([280, 480, 1100].flatMap((width) => faults(figure, width))).toEqual([]);
});

test("many places with long names have names, though not each of them", () => {
  const places = Array.from({ length: 40 }, (_, at) => `${at} ${LONG}`);
  const series = [{ name: { text: "people" }, values: places.map((_, at) => at * 1000) }];
  const along = { title: { text: "Name" }, kind: "text" as const, places };
  const figure: Figure = { id: "test.many", title: { text: "t" }, form: "heat", unit: { text: "u" }, along, series };

  expect([280, 480, 1100].flatMap((width) => faults(figure, width))).toEqual([]);
  expect(planChart(figure, 480, 220).places.length).toBeGreaterThan(1);
  expect(planChart({ ...figure, form: "line" }, 480, 220).places.length).toBeGreaterThan(1);
});

test("huge amounts are told in short where they would leave no room, and whole where there is some", () => {
  const along = { title: { text: "Name" }, kind: "text" as const, places: ["a"] };
  const series = [{ name: { text: "people" }, values: [1_250_000_000_000_000] }];
  const figure: Figure = { id: "test.huge", title: { text: "t" }, form: "bars", unit: { text: "u" }, along, series };
  const told = (width: number) => planChart(figure, width, 220).amounts.map(({ text }) => text);

  expect([told(280), told(900)]).toEqual([["1250tn"], ["1,250,000,000,000,000"]]);
});

test("a sign of several parts is never torn apart", () => {
  expect(fitted("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 150)).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…");
  expect(fitted("Zoe\u0308".repeat(9), 40).normalize("NFC")).toMatch(/^(Zoë)+Z?o?…$/);
});

test("names in a net stay beside it, also those of wide letters", () => {
  const nodes = ["Ｗ".repeat(100), "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM", "👩‍👩‍👧‍👦".repeat(30), "שלום ".repeat(60)].map(
    (name, id) => ({ id, name, note: "5", colour: 0, paths: [] }),
  );
  for (const width of [300, 640, 860]) {
    const plan = planNet(nodes, [{ from: 0, to: 0 }], width);
    const boxes = plan.places.map(({ label }) => box(label, label.anchor));
    expect(boxes.filter(({ left, right }) => left < -2 || right > plan.width + 2)).toEqual([]);
  }
});
