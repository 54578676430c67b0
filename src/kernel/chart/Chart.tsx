// The pictures of the house: the door behind which d3 stands. Its code arrives with the first chart that is drawn.
import { lazy, Suspense } from "react";
import type { Figure } from "#schemas/figure.ts";
import { Skeleton } from "../ui/states.tsx";
import { bringChart } from "./bringChart.ts";

export interface ChartProps {
  figure: Figure;
  /** In pixels, where the form does not decide it itself; 220 unless told. */
  height?: number;
  /** Whether each lying bar that leads somewhere is a link of its own, for the keyboard too; otherwise the table holds the links. */
  reachable?: boolean;
  /** Level of the heading above it; 3 unless told. */
  level?: 2 | 3;
}

const Loaded = lazy(async () => ({ default: await bringChart() }));

/**
 * A figure as a picture, with the table behind it and both as files.
 * @example
 * <Chart figure={figure} />
 */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<ChartOutline />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function ChartOutline() {
  return (
    <div className="chart-outline">
      <Skeleton rows={6} />
    </div>
  );
}
