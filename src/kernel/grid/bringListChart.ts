// Brings the chart of a list when it is opened: its code, and what all charts need.
import { type ComponentType, lazy } from "react";
import { bringChart } from "../chart/bringChart.ts";
import type { ListChartProps } from "./ListChart.tsx";

export const ListChart: ComponentType<ListChartProps> = lazy(async () => {
  const [{ ListChart: Loaded }] = await Promise.all([import("./ListChart.tsx"), bringChart()]);
  return { default: Loaded };
});
