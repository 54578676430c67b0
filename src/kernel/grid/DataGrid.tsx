// The list of the house: the door behind which AG Grid stands. Its code arrives with the first list that is drawn.
import { type ComponentType, lazy, Suspense, startTransition, useEffect, useState } from "react";
import { bringGrid } from "./bringGrid.ts";
import { GridSkeleton } from "./GridSkeleton.tsx";
import type { DataGridProps, GridRow } from "./grid.ts";
import { useFirstBlock } from "./useFirstBlock.ts";

const Loaded = lazy(async () => ({ default: (await bringGrid()) as unknown as ComponentType<object> }));

let isFirst = true;

/**
 * A list over any number of rows, with search, filters, columns, status bar and keyboard.
 * @example
 * <DataGrid title={t("title")} columns={columns} ask={(question, signal) => api.call(queryNotes, { body: question, signal })} />
 */
export function DataGrid<Row extends GridRow>(props: DataGridProps<Row>) {
  // The page around the list is painted first: to set up a grid takes longer than a frame. With the page's first list
  // nobody has pressed anything yet that wants an answer, and the rows are what one waits for.
  const [isPainted, setPainted] = useState(isFirst);
  const ask = useFirstBlock(props);
  useEffect(() => {
    isFirst = false;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  const outline = <GridSkeleton title={props.title} />;
  return isPainted ? (
    <Suspense fallback={outline}>
      <Loaded {...props} {...(ask ? { ask } : {})} />
    </Suspense>
  ) : (
    outline
  );
}
