// A row whose block is on its way, or did not come: one cell as wide as the row, so that it is a row to a screen reader as well.
import type { ILoadingCellRendererParams, RowNode } from "@ag-grid-community/core";
import { useLayoutEffect, useRef } from "react";
import { t } from "../i18n/setup.ts";

/** The rows that are there stay; what is missing is told once for the list, and in each row for those who stand in it. */
export function LoadingRow({ node, api }: ILoadingCellRendererParams) {
  const cell = useRef<HTMLSpanElement>(null);
  // AG Grid marks a row as closed when it first looks whether there are rows below it: what is not known yet opens nothing.
  useLayoutEffect(() => {
    (node as RowNode).hasChildren();
    cell.current?.closest("[role=row]")?.removeAttribute("aria-expanded");
  }, [node]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: AG Grid makes a row of it, whose cells are no table's
    <span
      ref={cell}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={1}
      aria-colspan={api.getAllDisplayedColumns().length}
      className={node.failedLoad ? "list-failed" : "list-loading"}
    >
      {node.failedLoad ? t("grid:blockFailed") : <Coming />}
    </span>
  );
}

function Coming() {
  return (
    <>
      <span className="sr-only">{t("common:loading")}</span>
      <span className="skeleton-line" />
    </>
  );
}
