import { expect, test } from "vitest";
import { type NetLink, planNet, RADIUS } from "../../../src/kernel/chart/netPlan.ts";

const nodes = (count: number, name = "Node") =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `${name} ${at}`, note: "5", colour: 0, paths: [] }));
const link = (from: number, to: number): NetLink => ({ from, to });

test("what goes both ways is one line, what goes one way keeps its direction, and oneself is a loop", () => {
  const { lines, places } = planNet(nodes(3), [link(1, 2), link(2, 1), link(3, 1), link(2, 2)], 800);

  expect(lines.map(({ from, to, isMutual }) => [from, to, isMutual])).toEqual([
    [1, 2, true],
    [3, 1, false],
  ]);
  expect(lines.map(({ path }) => path.includes("Q"))).toEqual([false, true]);
  expect(places.map(({ loop }) => loop !== undefined)).toEqual([false, true, false]);
});

test.each([[1], [2], [7], [12], [20]])("%i nodes stand apart, inside of the picture, their names too", (count) => {
  for (const width of [300, 640, 860]) {
    const plan = planNet(nodes(count, "A rather long name of a type"), [link(1, 1)], width);

    for (const [at, one] of plan.places.entries()) {
      for (const other of plan.places.slice(at + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * RADIUS);
      }
      const { x, y, text, anchor } = one.label;
      const long = text.length * 7;
      const left = anchor === "start" ? x : anchor === "end" ? x - long : x - long / 2;
      expect(Math.min(left, plan.width - left - long, y - 12, plan.height - y - 18)).toBeGreaterThanOrEqual(0);
    }
  }
});
