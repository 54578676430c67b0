// A grid is set up piece by piece: all at once it would keep the page from answering for longer than anybody should notice.
import type { GridApi } from "@ag-grid-community/core";
import { useEffect, useState } from "react";

/** What the grid has been given; each comes with all before it. */
export type Given = "frame" | "columns" | "rows";

const NEXT: Record<Given, Given> = { frame: "columns", columns: "rows", rows: "rows" };

/** What the grid is to be given by now: after each piece whatever else waits has its turn, such as a press. */
export function useSetUp(grid: GridApi | undefined): Given {
  const [given, setGiven] = useState<Given>("frame");
  useEffect(() => {
    if (!grid || given === "rows") return;
    const timer = setTimeout(() => setGiven(NEXT[given]));
    return () => clearTimeout(timer);
  }, [grid, given]);
  return given;
}
