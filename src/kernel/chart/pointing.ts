// What of a picture is meant: under a pointer, or by the keys that walk through it. Pure.
import type { Figure } from "#schemas/figure.ts";
import { amountPath, placePath } from "./leading.ts";
import type { Plan } from "./plan.ts";
import { isLying } from "./room.ts";

/** A place, or one amount of it. */
export interface Meant {
  place: number;
  series?: number | undefined;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isIn = ({ x, y, width, height }: Box, left: number, top: number) =>
  left >= x && left <= x + width && top >= y && top <= y + height;

/** What lies at a point, measured from the side where reading begins; of courses the nearest. */
export function meantAt(plan: Plan, left: number, top: number): Meant | undefined {
  const place = plan.zones.findIndex((zone) => isIn(zone, left, top));
  if (place < 0) return undefined;
  const mark = plan.marks.find((one) => one.place === place && isIn(one, left, top));
  return { place, series: mark?.series ?? nearestLine(plan, place, top) };
}

function nearestLine({ lines }: Plan, place: number, top: number): number | undefined {
  const far = lines.map(({ points }) => Math.abs((points[place]?.y ?? Number.POSITIVE_INFINITY) - top));
  const least = Math.min(...far);
  return Number.isFinite(least) ? far.indexOf(least) : undefined;
}

/** Where what is meant leads: to its own rows, or else to those of its whole place. */
export function pathOf(figure: Figure, { place, series }: Meant): string | undefined {
  return (series === undefined ? undefined : amountPath(figure, series, place)) ?? placePath(figure, place);
}

/** Smaller than this nothing is that is chosen by keys. */
const LEAST = 24;

/** Where what is meant lies. */
export function boxOf(plan: Plan, { place, series }: Meant): Box {
  const zone = plan.zones[place] ?? { x: 0, y: 0, width: 0, height: 0 };
  const point = plan.lines[series ?? 0]?.points[place];
  const mark =
    series === undefined ? undefined : plan.marks.find((one) => one.place === place && one.series === series);
  const { x, y, width, height } = point ? { ...point, width: 0, height: 0 } : (mark ?? zone);
  const [more, higher] = [Math.max(0, LEAST - width), Math.max(0, LEAST - height)];
  return { x: x - more / 2, y: y - higher / 2, width: width + more, height: height + higher };
}

/** What can be walked to: whole places in a row of their own, then a row for each series that leads by itself. */
export function rowsOf(figure: Figure): Meant[][] {
  const { along, series } = figure;
  const places = along.places.flatMap((_, place) => (placePath(figure, place) ? [{ place }] : []));
  const each = series.map((_, of) =>
    along.places.flatMap((__, place) => (amountPath(figure, of, place) ? [{ place, series: of }] : [])),
  );
  return [places, ...(series.length > 1 ? each : [])].filter(({ length }) => length > 0);
}

const STEPS: Readonly<Record<string, readonly [along: number, across: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Where a key leads from what is meant; undefined for keys that lead nowhere. */
export function afterKey(
  figure: Figure,
  rows: readonly Meant[][],
  from: Meant,
  key: string,
  isRightToLeft: boolean,
): Meant | undefined {
  const at = rows.findIndex((row) => row[0]?.series === from.series);
  const row = rows[at] ?? [];
  if (key === "Home") return row[0];
  if (key === "End") return row.at(-1);
  const [sideways = 0, down = 0] = STEPS[key] ?? [];
  const aside = isRightToLeft ? -sideways : sideways;
  const [along, across] = isLying(figure) ? [down, aside] : [aside, down];
  if (along !== 0) return row[row.findIndex(({ place }) => place === from.place) + along];
  const other = across === 0 ? undefined : rows[at + across];
  // Another series may have none there: then what it has nearest to it.
  return other?.reduce((best, one) =>
    Math.abs(one.place - from.place) < Math.abs(best.place - from.place) ? one : best,
  );
}
