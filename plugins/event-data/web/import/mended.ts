// What a person mends of the lines that an import left out. Pure.
import { MENDED_LINES, type ThingImportResult } from "../../contract/import.ts";

export type Line = NonNullable<ThingImportResult["lines"]>[number];
/** The cells of lines as they are to be, by the numbers of the lines. */
export type Mended = Readonly<Record<number, readonly string[]>>;

/** A line with something else in one of its cells; it may have ended before that. */
export function mendedCell(cells: readonly string[], at: number, text: string): string[] {
  const all = [...cells];
  while (all.length <= at) all.push("");
  all[at] = text;
  return all;
}

/** How many of some lines have been mended since a run knew of them. */
export function newlyMended(lines: readonly Line[], mended: Mended, tried: Mended): number {
  return lines.filter(({ line }) => mended[line] !== undefined && mended[line] !== tried[line]).length;
}

/**
 * What a run is told of lines: those that are otherwise than the file has them, and of a rest, which lines that is, and the run
 * that left it out. Lines that have come in as they were mended are told on: nothing else may mean the same profiles.
 */
export function linesToSend(mended: Mended, rest: readonly Line[] | undefined, after: number | undefined) {
  const lines = Object.entries(mended).map(([line, cells]) => ({ line: Number(line), cells: [...cells] }));
  return {
    ...(lines.length > 0 ? { mended: lines } : {}),
    ...(rest ? { only: rest.map(({ line }) => line) } : {}),
    ...(rest && after ? { after } : {}),
  };
}

/** Whether one more line may be mended; more of them are quicker mended in the file. */
export function isRoom(mended: Mended, line: number): boolean {
  return line in mended || Object.keys(mended).length < MENDED_LINES;
}

/** A column of the lines that are mended, and what it fills. */
export interface MendColumn {
  at: number;
  title: string;
  field: string;
}

/** Cells beyond the last heading that are shown. */
const BEYOND = 20;
/** Fields by which one knows whom a line is about. */
const WHO = new Set(["name", "first_name", "last_name", "email"]);

/**
 * The columns in which something can be mended: those with a problem, and those that say whom a line is about. Where a line
 * is wrong as a whole, all that fill a field.
 */
export function columnsToMend(
  columns: readonly { at: number; title: string }[],
  fieldOf: (at: number) => string | null | undefined,
  problems: readonly { field: string }[],
  width: number,
): MendColumn[] {
  const filled = columns.flatMap(({ at, title }) => {
    const field = fieldOf(at);
    return field ? [{ at, title, field }] : [];
  });
  const wrong = new Set(problems.map(({ field }) => field));
  // What stands beyond the last heading is seen, to be taken away.
  const beyond = Array.from(
    { length: Math.min(BEYOND, Math.max(0, width - columns.length)) },
    (_, at) => columns.length + at,
  );
  const more = beyond.map((at) => ({ at, title: "", field: "" }));
  if ([...wrong].some((field) => !filled.some((one) => one.field === field))) return [...filled, ...more];
  return filled.filter(({ field }) => wrong.has(field) || WHO.has(field));
}
