// The ticks of the groups of one list.
import type { GridApi } from "@ag-grid-community/core";
import { type MutableRefObject, useMemo } from "react";
import { asProblem } from "../api/problem.ts";
import { useEnv } from "../store/useStore.ts";
import type { ListSource } from "./datasource.ts";
import type { DataGridProps, GridRow } from "./grid.ts";
import { GroupTicks } from "./groupTicks.ts";
import { standsInSeveral } from "./rowNodes.ts";
import { MOST_TICKED, tooManyText } from "./ticks.ts";

export function useGroupTicks<Row extends GridRow>(
  source: ListSource | undefined,
  grid: MutableRefObject<GridApi | undefined>,
  now: MutableRefObject<{ props: DataGridProps<Row> }>,
): GroupTicks {
  const { notices } = useEnv();
  return useMemo(() => {
    const most = () => now.current.props.mostTicked ?? MOST_TICKED;
    return new GroupTicks({
      idsIn: async (path) => (await source?.idsIn(path)) ?? [],
      inSeveral: () => grid.current !== undefined && standsInSeveral(grid.current, now.current.props.columns),
      most,
      tooMany: (all) => notices.info(tooManyText(now.current.props.selectable, all, most())),
      failed: (error) => {
        const problem = asProblem(error);
        if (!problem.silent) notices.failed(problem);
      },
    });
  }, [source, grid, now, notices]);
}
