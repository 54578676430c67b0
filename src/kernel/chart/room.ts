// How high charts are, from their figures alone: so an outline keeps the place of a chart whose code is still on its way. Pure.
import type { Figure } from "#schemas/figure.ts";

/** Of a figure whose form does not decide it. */
export const HEIGHT = 220;
/** A row of what lies down. */
export const ROW = 28;
/** The places of a heat map stand below it. */
const PLACES = 28;
/** Heights of the parts of a chart's frame: its title, a line of help, the gap below both, its legend. */
const FRAME = { head: 24, help: 19, gap: 8, legend: 21 };
/** What stands in the place of a chart without data. */
const EMPTY = 96;

/** Amounts beside named things read best lying down; along time they stand. */
export function isLying({ form, along }: Figure): boolean {
  return form === "bars" && along.kind !== "day" && along.kind !== "time";
}

/** The height that a figure takes; what lies down grows with its rows. */
export function heightOf(figure: Figure, wanted: number): number {
  if (figure.form === "heat") return figure.series.length * ROW + PLACES;
  return isLying(figure) ? figure.along.places.length * ROW + 4 : wanted;
}

/** Whether no series knows what a place amounts to. */
export const isUnknownAt = ({ series }: Figure, place: number) =>
  series.length > 0 && series.every(({ values }) => (values[place] ?? null) === null);

/** Whether the picture has marks for what is not known; courses leave a gap there, and bars that lie say it in words. */
export function drawsUnknown(figure: Figure): boolean {
  const { form, along, series } = figure;
  if (form === "heat")
    return series.some(({ values }) => along.places.some((_, place) => (values[place] ?? null) === null));
  return form === "bars" && !isLying(figure) && along.places.some((_, place) => isUnknownAt(figure, place));
}

/** Whether there is nothing to see: no place, or nothing but a count of zero at every one. */
export function isEmpty({ series, measured = false }: Figure): boolean {
  return !series.some(({ values }) => values.some((value) => value !== null && (measured || value !== 0)));
}

/** The series that a legend names; a heat map names them beside its rows. */
export const inLegend = ({ form, series }: Figure): Figure["series"] =>
  form === "heat" || series.length < 2 ? [] : series;

/** How high a net of so many nodes is. */
export const netHeight = (nodes: number): number => Math.max(280, Math.min(900, 180 + nodes * 34));

/** About the height of a picture in its frame, where its help and its legend take a line each. */
export const framed = (height: number, hasHelp: boolean): number =>
  FRAME.head + (hasHelp ? FRAME.help : 0) + FRAME.gap + height;

/** About the height of a net in its frame, with what its lines mean. */
export const roomOfNet = (nodes: number, hasHelp: boolean): number =>
  framed(nodes === 0 ? EMPTY : netHeight(nodes) + FRAME.legend, hasHelp);

/** About the height of a chart in its frame. */
export function roomOf(figure: Figure, wanted: number): number {
  const hasLegend = inLegend(figure).length > 0 || drawsUnknown(figure);
  const drawn = (hasLegend ? FRAME.legend : 0) + heightOf(figure, wanted);
  return framed(isEmpty(figure) ? EMPTY : drawn, figure.help !== undefined);
}
