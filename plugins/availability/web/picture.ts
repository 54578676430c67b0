// What the picture of times shows, and what one marks in it. Pure.
import type { Quarter, Span } from "../contract.ts";

/** A cell: the quarter of the day, from 0 to 95, and the day. */
export interface Place {
  row: number;
  column: number;
}

export interface Rect {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const [MORNING, EVENING] = [7, 21];
const IN_HOUR = 4;

export function rectOf(from: Place, to: Place): Rect {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

export function isRect({ top, bottom, left, right }: Rect, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** From seven in the morning to nine in the evening, and beyond as far as something begins or ends there; midnight is no such end. */
export function hoursShown(
  days: readonly (readonly Quarter[])[],
  spans: readonly Span[],
): { from: number; to: number } {
  let [from, to] = [MORNING, EVENING];
  const note = (row: number) => {
    from = Math.min(from, Math.floor(row / IN_HOUR));
    to = Math.max(to, Math.ceil(row / IN_HOUR));
  };
  for (const quarters of days) {
    const held = quarters.map((quarter) => quarter.spans.some((one) => spans.some((span) => overlaps(span, one))));
    for (let row = 1; row < held.length; row++) if (held[row] !== held[row - 1]) note(row);
  }
  return { from, to };
}

function overlaps(one: Span, other: Span): boolean {
  return one.from < other.to && one.to > other.from;
}
