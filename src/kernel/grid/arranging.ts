// Columns that are moved, widened, narrowed and pinned without dragging: by keys on a heading and by the menu of a column.
import type { Column, ColumnEventType, GridApi, MenuItemDef } from "@ag-grid-community/core";
import { direction, t } from "../i18n/setup.ts";

/** AG Grid pins to the left and right of the screen; `left` is here the side at which a line begins. */
export function turnedPin<Side extends boolean | "left" | "right" | null | undefined>(pinned: Side): Side {
  if (!pinned || direction() === "ltr") return pinned;
  return (pinned === "right" ? "left" : "right") as Side;
}

/** What AG Grid names as the cause where somebody pins a column or fits it to its content. */
const BY_HAND: readonly ColumnEventType[] = ["contextMenu", "columnMenu", "autosizeColumns"];

export const isByHand = (source: ColumnEventType) => BY_HAND.includes(source);

/**
 * Tells when keys have arranged columns: Shift and an arrow move the one of the heading, Alt and an arrow change its width. AG Grid
 * keeps those keys to itself and tells a width that was set by them as it tells our own.
 */
export function hearArranging(frame: HTMLElement, arranged: () => void): () => void {
  const rest = () => arranged();
  const hear = (event: KeyboardEvent) => {
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!isArrow || !(event.altKey || event.shiftKey)) return;
    // They may be let go of somewhere else, and several are pressed before the first is let go of.
    if ((event.target as Element).closest(".ag-header-cell")) document.addEventListener("keyup", rest, { once: true });
  };
  frame.addEventListener("keydown", hear, true);
  return () => {
    frame.removeEventListener("keydown", hear, true);
    document.removeEventListener("keyup", rest);
  };
}

/** The entries of a column's menu that move it by one place. */
export function moveEntries(grid: GridApi, column: Column, arranged: () => void): MenuItemDef[] {
  return ([-1, 1] as const).map((way): MenuItemDef => {
    const beside = neighbourOf(grid, column, grid.getGridOption("enableRtl") ? -way : way);
    return {
      name: t(way < 0 ? "grid:ag.moveLeft" : "grid:ag.moveRight"),
      disabled: !beside,
      action: () => {
        if (!beside) return;
        grid.moveColumns([column], grid.getAllGridColumns().indexOf(beside));
        grid.ensureColumnVisible(column);
        arranged();
        keepFocus(grid, column);
      },
    };
  });
}

/** AG Grid gives the focus back only to who closed the menu by a key; moving on is done from the heading. */
function keepFocus(grid: GridApi, column: Column): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const heading = `[grid-id="${grid.getGridId()}"] .ag-header-cell[col-id="${CSS.escape(column.getColId())}"]`;
    document.querySelector<HTMLElement>(heading)?.focus();
  });
}

/** The column that stands next to it, among those that scroll or are pinned as it is. */
function neighbourOf(grid: GridApi, column: Column, way: number): Column | undefined {
  const side = grid.getAllDisplayedColumns().filter((one) => one.getPinned() === column.getPinned());
  const beside = side[side.indexOf(column) + way];
  return side.includes(column) && !beside?.getColDef().lockPosition ? beside : undefined;
}
