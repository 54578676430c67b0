// Spans of time in minutes since 1970, which end before their last minute. Pure.

export interface Span {
  from: number;
  to: number;
}

/** Two instants as they travel. */
export interface Instants {
  start: string;
  end: string;
}

const MINUTE = 60_000;

/** Times begin and end on quarters of an hour. */
export const QUARTER = 15;

export function spanOf({ start, end }: Instants): Span {
  return { from: Date.parse(start) / MINUTE, to: Date.parse(end) / MINUTE };
}

export function instantsOf({ from, to }: Span): Instants {
  return { start: instantAt(from), end: instantAt(to) };
}

export function instantAt(minute: number): string {
  return new Date(minute * MINUTE).toISOString();
}

/** The same times in their order; what overlaps or adjoins is one. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { from, to } of spans.filter((one) => one.from < one.to).sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** What is left of times without others. */
export function without(spans: readonly Span[], cut: readonly Span[]): Span[] {
  let rest = joined(spans);
  for (const { from, to } of joined(cut)) {
    rest = rest.flatMap((one) =>
      one.to <= from || one.from >= to
        ? [one]
        : [
            { from: one.from, to: from },
            { from: to, to: one.to },
          ].filter((part) => part.from < part.to),
    );
  }
  return rest;
}

/** What two lists of times have in common. */
export function common(spans: readonly Span[], others: readonly Span[]): Span[] {
  return without(spans, without(spans, others));
}

/** Whether all of a time lies within others. */
export function covers(spans: readonly Span[], span: Span): boolean {
  return without([span], spans).length === 0;
}

export function sameSpans(one: readonly Span[], other: readonly Span[]): boolean {
  const text = (spans: readonly Span[]) =>
    joined(spans)
      .map(({ from, to }) => `${from} ${to}`)
      .join();
  return text(one) === text(other);
}

export function minutesOf(spans: readonly Span[]): number {
  return joined(spans).reduce((sum, { from, to }) => sum + to - from, 0);
}
