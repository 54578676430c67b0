// How long work still takes, by how fast it has been so far. Pure.

/** How far work was at a moment of the page's clock, in milliseconds. */
export interface Mark {
  at: number;
  value: number;
}

/** Before that nothing can be said of its pace. */
const SOONEST_MS = 3000;
const LEAST = 0.01;
/** The pace is that of about the last half minute. */
const SPAN_MS = 30_000;

/** The marks to judge by, with a newer one. Work that began anew is judged anew. */
export function marked(marks: readonly Mark[], now: Mark): readonly Mark[] {
  const last = marks.at(-1);
  if (last && now.value < last.value) return [now];
  if (last && now.value === last.value) return marks;
  const recent = marks.filter(({ at }, index) => now.at - at <= SPAN_MS || index === marks.length - 1);
  return [...recent, now];
}

/** Seconds that are left; undefined as long as that is not known. */
export function secondsLeft(marks: readonly Mark[], at: number): number | undefined {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last || last.at - first.at < SOONEST_MS || last.value - first.value < LEAST) return undefined;
  const pace = (last.value - first.value) / (last.at - first.at);
  const left = (1 - last.value) / pace - (at - last.at);
  // It takes longer than it seemed: then nothing is said rather than "no time".
  return left > 0 ? left / 1000 : undefined;
}
