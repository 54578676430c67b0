// A list before its grid is there: its header and first rows where the grid will draw them, to be read and opened meanwhile.
import { type MouseEvent, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useLanguageRead } from "../i18n/useLanguageRead.ts";
import { useDensity } from "../store/useDensity.ts";
import { useEnv } from "../store/useStore.ts";
import { asksForTab } from "../ui/OpenLink.tsx";
import { cellValue, textOf } from "./columns.ts";
import { type DataGridProps, type GridRow, ROW_HEIGHT, TICK_WIDTH } from "./grid.ts";
import { columnsWithin, outlineColumns } from "./outline.ts";
import { remembered } from "./remembered.ts";
import type { FirstRows } from "./useFirstBlock.ts";
import { useView } from "./useView.ts";

interface OutlineProps<Row extends GridRow> {
  list: DataGridProps<Row>;
  first: FirstRows<Row>;
}

/** Stands in the frame of a list until the grid has drawn rows of its own; not there for a screen reader. */
export function GridOutline<Row extends GridRow>({ list, first }: OutlineProps<Row>) {
  const { local } = useEnv();
  const [density] = useDensity();
  const [view] = useView(list.addressed ?? true);
  const kept = useMemo(() => remembered(local, list.remember), [local, list.remember]);
  // What lies outside of the window need not be written: dates and names of countries cost more than the rest of a row.
  const columns = useMemo(
    () => columnsWithin(outlineColumns(list.columns, kept.columns, view.columns), innerWidth),
    [list.columns, kept, view],
  );
  const rows = useSyncExternalStore(first.subscribe, first.rows) ?? list.rows;
  const height = ROW_HEIGHT[density];
  const isLate = useLate();
  const isRead = useLanguageRead();
  const count = rows || isLate ? Math.ceil((innerHeight - ABOVE) / height) : 0;
  const shown: readonly (Row | undefined)[] = rows?.slice(0, count) ?? Array.from({ length: count }, () => undefined);
  // As in the grid: a click on what names a row opens it, a double click anywhere.
  const opened = (row: Row | undefined, event: MouseEvent<HTMLElement>) => {
    const { type, currentTarget, clientX, button, ctrlKey, metaKey } = event;
    const name = currentTarget.querySelector(".list-outline-opens")?.getBoundingClientRect();
    const isOnName = name !== undefined && clientX >= name.left && clientX < name.right;
    if (row && isOnName && list.hrefOf && (button === 1 || asksForTab({ ctrlKey, metaKey })))
      window.open(list.hrefOf(row), "_blank");
    else if (row && button === 0 && (type === "dblclick" || isOnName)) list.onOpen?.(row);
  };
  const tick = list.selectable && (
    <span className="list-outline-cell list-outline-tick" style={{ width: TICK_WIDTH }} />
  );
  return (
    <div className="list-outline" aria-hidden="true">
      <div className="list-outline-row list-outline-head" {...INERT}>
        {tick}
        {columns.map(({ column, style }) => (
          <span key={column.field} className={cellClass(column)} style={style} data-text={column.title} />
        ))}
      </div>
      {shown.map((row, at) => (
        // biome-ignore lint/a11y: a way for the pointer alone; the keyboard has the grid's, which is there a moment later
        <div
          key={row?.id ?? `coming-${at}`}
          className={row && row.id === list.openId ? "list-outline-row list-row-open" : "list-outline-row"}
          onClick={(event) => opened(row, event)}
          onAuxClick={(event) => opened(row, event)}
          onDoubleClick={(event) => opened(row, event)}
        >
          {tick}
          {columns.map(({ column, style }, place) => {
            const opens = place === 0 && list.onOpen ? " list-outline-opens" : "";
            const props = { className: cellClass(column) + opens, style };
            if (row && column.render) {
              return (
                <span key={column.field} {...props} {...INERT}>
                  {column.render(row)}
                </span>
              );
            }
            // Yes and no are words of the grid's own, which come with it; the first date would hold up all that stands beside it.
            const isWritten =
              column.kind !== "boolean" && (isRead || (column.kind !== "date" && column.kind !== "number"));
            return row && isWritten ? (
              <span key={column.field} {...props} data-text={textOf(column, cellValue(column, row), row)} />
            ) : (
              <span key={column.field} {...props}>
                <i className="skeleton-line" />
              </span>
            );
          })}
        </div>
      ))}
      <div className="list-outline-foot" />
    </div>
  );
}

/** Pixels that stand above every list at least: the header and the title of its page. Rows further down cannot be seen. */
const ABOVE = 120;

/** Whether a frame has passed: rows that come into the first paint need no lines in their place before, which take as long. */
function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLate(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isLate;
}

/** Nothing in it can be reached by keyboard. React 18 knows the attribute as a text. */
const INERT = { inert: "" } as object;

function cellClass<Row extends GridRow>({ kind }: DataGridProps<Row>["columns"][number]): string {
  return kind === "number" ? "list-outline-cell list-outline-number" : "list-outline-cell";
}
