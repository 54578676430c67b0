// Where everything of a chart stands, in pixels: d3 measures, nothing is drawn here.
import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import type { Figure } from "#schemas/figure.ts";
import { formatNumber } from "../i18n/formats.ts";
import { say } from "../i18n/words.ts";
import { DIGIT, fitted, LETTER, longest, widthOf } from "./letters.ts";
import { amountOf, placeText, valueText } from "./reading.ts";
import { heightOf, isLying, isUnknownAt, ROW } from "./room.ts";

interface Point {
  x: number;
  y: number;
}

export interface Label extends Point {
  text: string;
}

export interface Mark {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Which series, and which place along the axis. */
  series: number;
  place: number;
  /** Share of the amount that is farthest from zero, 0 to 4, for heat. */
  step?: number;
  /** It is less than nothing. */
  isLess?: true;
  /** What it amounts to nobody knows. */
  isUnknown?: true;
  text?: string;
}

export interface Course {
  line: string;
  area: string;
  points: (Point | undefined)[];
  /** Points that are drawn: the last one, and those to which no line leads. */
  dots: Point[];
}

export interface Plan {
  width: number;
  height: number;
  marks: Mark[];
  /** Courses as SVG paths, one for each series, and where each of its amounts lies. */
  lines: Course[];
  places: Label[];
  amounts: Label[];
  /** Lines behind the marks: from the left edge of the field to its right. */
  grid: { y: number; from: number; to: number }[];
  /** Where bars begin, if some run to the other side of it. */
  zero?: { x1: number; x2: number; y1: number; y2: number };
  names: Label[];
  /** Where the pointer finds each place. */
  zones: { x: number; y: number; width: number; height: number }[];
}

const GAP = 8;

export function planChart(figure: Figure, width: number, wanted: number): Plan {
  const height = heightOf(figure, wanted);
  if (figure.form === "heat") return heat(figure, width, height);
  return isLying(figure) ? lying(figure, width, height) : standing(figure, width, height);
}

const nothing = { marks: [], lines: [], places: [], amounts: [], grid: [], names: [], zones: [] };

/** A piece of a bar: the amounts between which it lies. */
interface Span {
  from: number;
  to: number;
  series: number;
  place: number;
}

/** Bars are pieces laid end to end from zero on: what is more than nothing to one side of it, what is less to the other. */
function spansOf({ along, series }: Figure): Span[] {
  return along.places.flatMap((_, place) => {
    let [low, high] = [0, 0];
    return series.map(({ values }, at): Span => {
      const value = values[place] ?? 0;
      const [from, to] = value < 0 ? [low + value, low] : [high, high + value];
      if (value < 0) low = from;
      else high = to;
      return { from, to, series: at, place };
    });
  });
}

/** The least and the most amount that is drawn, with zero between them. */
function boundsOf(spans: readonly Pick<Span, "from" | "to">[]): [number, number] {
  const bounds = spans.reduce<[number, number]>(
    ([low, high], { from, to }) => [Math.min(low, from), Math.max(high, to)],
    [0, 0],
  );
  return bounds[0] === bounds[1] ? [0, 1] : bounds;
}

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;

/** Amounts in words; in short ones where the whole ones leave no room for the picture. The table tells them in full. */
function shortened(amounts: readonly (number | null)[], room: number): string[] {
  const whole = amounts.map(valueText);
  if (longest(whole, DIGIT) <= room) return whole;
  return amounts.map((amount) => (amount === null ? valueText(null) : formatNumber(amount, COMPACT)));
}

function lying(figure: Figure, width: number, height: number): Plan {
  const { along } = figure;
  const texts = along.places.map((place) => placeText(along, place, "short"));
  const amounts = shortened(
    along.places.map((_, at) => amountOf(figure, at)),
    width * 0.4,
  );
  const side = Math.min(longest(texts) + GAP, width * 0.4);
  const room = Math.max(20, width - side - longest(amounts, DIGIT) - GAP);
  const spans = spansOf(figure);
  const bounds = boundsOf(spans);
  const scale = scaleLinear(bounds, [side, side + room]);
  const marks = spans.map(
    ({ from, to, series, place }): Mark => ({
      x: scale(from),
      y: place * ROW + 5,
      width: scale(to) - scale(from),
      height: ROW - 10,
      series,
      place,
    }),
  );
  // Amounts stand behind what runs forward, where nothing else is drawn.
  const end = (place: number) =>
    scale(Math.max(0, ...spans.filter((span) => span.place === place).map(({ to }) => to)));
  const middle = (place: number) => place * ROW + ROW / 2;
  return {
    ...nothing,
    width,
    height,
    marks,
    places: texts.map((text, place) => ({ x: side - GAP, y: middle(place), text: fitted(text, side - GAP) })),
    amounts: amounts.map((text, place) => ({ x: end(place) + 6, y: middle(place), text })),
    zones: texts.map((_, place) => ({ x: 0, y: place * ROW, width, height: ROW })),
    ...(bounds[0] < 0 && { zero: { x1: scale(0), x2: scale(0), y1: 0, y2: height } }),
  };
}

function standing(figure: Figure, width: number, height: number): Plan {
  const { along, series, form } = figure;
  const spans = form === "line" ? [] : spansOf(figure);
  const single = series.flatMap(({ values }) => values.map((value) => ({ from: value ?? 0, to: value ?? 0 })));
  const bounds = boundsOf(form === "line" ? single : spans);
  const foot = height - 24;
  // Whole numbers are counted in whole steps.
  const up = scaleLinear([bounds[0], Math.max(bounds[1], bounds[0] < 0 ? 0 : 1)], [foot, 10]).nice(4);
  const ticks = up.ticks(4).filter(Number.isInteger);
  const told = shortened(ticks, width * 0.25);
  const side = longest(told, DIGIT) + GAP;
  const right = width - 6;
  const band = scaleBand(
    along.places.map((_, at) => at),
    [side, right],
  ).padding(form === "line" ? 0 : 0.25);
  const centre = (place: number) => (band(place) ?? 0) + band.bandwidth() / 2;
  const unknown =
    form === "line" ? [] : along.places.flatMap((_, place) => (isUnknownAt(figure, place) ? [place] : []));
  const marks = [...standingMarks(spans, band, up), ...unknown.map((place) => unknownMark(place, band, 10, foot))];
  const courses =
    form === "line" ? series.map(({ values }) => course(values, centre, (amount) => up(amount), up(0))) : [];
  return {
    ...nothing,
    width,
    height,
    marks,
    lines: courses,
    places: spacedPlaces(figure, width - side, width, centre).map((label) => ({ ...label, y: height - 8 })),
    amounts: ticks.map((tick, at) => ({ x: side - GAP, y: up(tick), text: told[at] ?? "" })),
    grid: ticks.map((tick) => ({ y: up(tick), from: side, to: right })),
    zones: along.places.map((_, place) => ({
      x: centre(place) - band.step() / 2,
      y: 0,
      width: band.step(),
      height: foot,
    })),
    ...(bounds[0] < 0 && { zero: { x1: side, x2: right, y1: up(0), y2: up(0) } }),
  };
}

type Band = ReturnType<typeof scaleBand<number>>;
type Linear = ReturnType<typeof scaleLinear<number>>;

function standingMarks(spans: readonly Span[], band: Band, up: Linear): Mark[] {
  const width = Math.min(band.bandwidth(), 48);
  const indent = (band.bandwidth() - width) / 2;
  return spans.map(({ from, to, series, place }): Mark => {
    const y = up(to);
    return { x: (band(place) ?? 0) + indent, y, width, height: up(from) - y, series, place };
  });
}

/** A column as high as the field: it might reach anywhere. */
function unknownMark(place: number, band: Band, top: number, foot: number): Mark {
  const width = Math.min(band.bandwidth(), 48);
  const x = (band(place) ?? 0) + (band.bandwidth() - width) / 2;
  return { x, y: top, width, height: foot - top, series: 0, place, isUnknown: true };
}

function course(
  values: readonly (number | null)[],
  x: (place: number) => number,
  y: (amount: number) => number,
  foot: number,
): Course {
  const known = (value: number | null) => value !== null;
  const drawn = line<number | null>(
    (_, at) => x(at),
    (value) => y(value ?? 0),
  )
    .defined(known)
    .curve(curveMonotoneX);
  const filled = area<number | null>(
    (_, at) => x(at),
    foot,
    (value) => y(value ?? 0),
  )
    .defined(known)
    .curve(curveMonotoneX);
  const points = values.map((value, at) => (value === null ? undefined : { x: x(at), y: y(value) }));
  const last = points.findLast((point) => point !== undefined);
  const dots = points.filter(
    (point, at): point is Point => point !== undefined && (point === last || !(points[at - 1] || points[at + 1])),
  );
  return { line: drawn(values) ?? "", area: filled(values) ?? "", points, dots };
}

/** Between two names. */
const APART = 16;
/** A name that is longer is cut, unless its place is wider. */
const LONGEST_NAME = 120;
/** Between a name that has moved in from the edge and the next. */
const CLOSE = 4;

/** As many names of places as stand beside each other without touching, each within the picture. */
function spacedPlaces(
  { along }: Figure,
  room: number,
  right: number,
  x: (place: number) => number,
): Omit<Label, "y">[] {
  const most = Math.max(room / Math.max(1, along.places.length), Math.min(LONGEST_NAME, room)) - APART;
  const isNamed = along.kind !== "day" && along.kind !== "time";
  const names = along.places.map((place) => placeText(along, place, "short"));
  const texts = isNamed ? names.map((name) => fitted(name, most)) : names;
  const each = longest(texts) + APART;
  const every = Math.max(1, Math.ceil((texts.length * each) / Math.max(1, room)));
  const labels: Omit<Label, "y">[] = [];
  let free = 0;
  for (let place = 0; place < texts.length; place += every) {
    const text = texts[place] ?? "";
    const half = widthOf(text) / 2;
    const at = Math.max(x(place), free + half);
    // The last one would lie beyond the edge; a single one moves in from it.
    if (at + half > right && place > 0) break;
    const inside = Math.max(half, Math.min(at, right - half));
    labels.push({ x: inside, text });
    free = inside + half + CLOSE;
  }
  return labels;
}

const STEPS = 4;

function heat(figure: Figure, width: number, height: number): Plan {
  const { along, series } = figure;
  const names = series.map(({ name }) => say(name));
  const side = Math.min(longest(names) + GAP, width * 0.35);
  const band = scaleBand(
    along.places.map((_, at) => at),
    [side, width],
  ).paddingInner(0.06);
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))));
  const marks = series.flatMap(({ values }, at) =>
    along.places.map((_, place): Mark => {
      const amount = values[place] ?? null;
      const box = { x: band(place) ?? 0, y: at * ROW + 1, width: band.bandwidth(), height: ROW - 2 };
      const told = (text: string) => (widthOf(text, LETTER) + 2 > band.bandwidth() ? "" : text);
      if (amount === null) return { ...box, series: at, place, isUnknown: true, text: told("?") };
      const step = amount === 0 ? 0 : Math.max(1, Math.ceil((Math.abs(amount) / most) * STEPS));
      const text = amount === 0 ? "" : told(formatNumber(amount));
      return { ...box, series: at, place, step, text, ...(amount < 0 && { isLess: true }) };
    }),
  );
  const centre = (place: number) => (band(place) ?? 0) + band.bandwidth() / 2;
  return {
    ...nothing,
    width,
    height,
    marks,
    names: names.map((text, at) => ({ x: side - GAP, y: at * ROW + ROW / 2, text: fitted(text, side - GAP) })),
    places: spacedPlaces(figure, width - side, width, centre).map((label) => ({ ...label, y: height - 8 })),
    zones: along.places.map((_, place) => ({
      x: centre(place) - band.step() / 2,
      y: 0,
      width: band.step(),
      height: series.length * ROW,
    })),
  };
}
