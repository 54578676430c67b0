// Brings the chart of a list when it is opened: its code, and what all charts need.
import { bringChart } from "../chart/bringChart.ts";
import { arriving } from "../ui/arriving.tsx";
import type { ListChartProps } from "./ListChart.tsx";

export const ListChart = arriving<ListChartProps>(async () => {
  const [{ ListChart: Loaded }] = await Promise.all([import("./ListChart.tsx"), bringChart()]);
  return Loaded;
});
