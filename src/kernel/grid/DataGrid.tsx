// The list of the house: the door behind which AG Grid stands. Its code arrives with the first list that is drawn.
import { type ComponentType, lazy, Suspense } from "react";
import { loadTexts } from "../i18n/setup.ts";
import { GridSkeleton } from "./GridSkeleton.tsx";
import type { DataGridProps, GridRow } from "./grid.ts";

const Loaded = lazy(async () => {
  const [{ ListGrid, bringStyles }] = await Promise.all([import("./ListGrid.tsx"), loadTexts("grid")]);
  await bringStyles();
  return { default: ListGrid as unknown as ComponentType<object> };
});

/**
 * A list over any number of rows, with search, filters, columns, status bar and keyboard.
 * @example
 * <DataGrid title={t("title")} columns={columns} ask={(question, signal) => api.call(queryNotes, { body: question, signal })} />
 */
export function DataGrid<Row extends GridRow>(props: DataGridProps<Row>) {
  return (
    <Suspense fallback={<GridSkeleton title={props.title} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
