// What the bars of a list's chart stand for.

/** What bars stand for where they do not count rows: the sum or the average of a column of numbers. */
export interface Measure {
  fn: "sum" | "avg";
  field: string;
}

const MEASURE = /^(sum|avg)\.(.+)$/;

/** A measure out of the address; undefined where rows are counted. */
export function measureOf(text: string): Measure | undefined {
  const [, fn, field = ""] = MEASURE.exec(text) ?? [];
  return fn === "sum" || fn === "avg" ? { fn, field } : undefined;
}
