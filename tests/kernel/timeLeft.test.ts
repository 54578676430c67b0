import { describe, expect, it } from "vitest";
import { type Mark, marked, secondsLeft } from "../../src/kernel/ui/timeLeft.ts";

const marksOf = (...steps: [second: number, value: number][]) =>
  steps.reduce<readonly Mark[]>((marks, [second, value]) => marked(marks, { at: second * 1000, value }), []);

describe("the time that is left", () => {
  it("is what the pace so far makes of the rest", () => {
    expect(secondsLeft(marksOf([0, 0], [5, 0.1], [10, 0.2]), 10_000)).toBeCloseTo(40);
    expect(secondsLeft(marksOf([0, 0], [5, 0.1], [10, 0.2]), 14_000)).toBeCloseTo(36);
  });

  it("is not known before some of the work is done", () => {
    expect(secondsLeft(marksOf([0, 0]), 60_000)).toBeUndefined();
    expect(secondsLeft(marksOf([0, 0], [1, 0.5]), 1000)).toBeUndefined();
    expect(secondsLeft(marksOf([0, 0.2], [60, 0.2]), 60_000)).toBeUndefined();
  });

  it("is not said to be nothing while the work goes on", () => {
    expect(secondsLeft(marksOf([0, 0], [10, 0.9]), 12_000)).toBeUndefined();
  });

  it("follows the pace of now, and begins anew with other work", () => {
    const slow: [number, number][] = [0, 20, 40, 60, 80].map((second) => [second, second * 0.001]);
    const quick: [number, number][] = [90, 100, 110, 120].map((second) => [second, 0.08 + (second - 80) * 0.01]);
    expect(secondsLeft(marksOf(...slow, ...quick), 120_000)).toBeCloseTo(52, 0);
    expect(secondsLeft(marksOf([0, 0], [10, 0.5], [20, 0]), 20_000)).toBeUndefined();
  });
});
