// What is copied from a list of the server, of which only some rows are here: the others leave no empty lines, and are told of.
import type {
  GridApi,
  IRowNode,
  MenuItemDef,
  ProcessCellForExportParams,
  SendToClipboardParams,
  SuppressKeyboardEventParams,
} from "@ag-grid-community/core";
import { t } from "../i18n/setup.ts";
import { isWithin, selectedRows } from "./ranges.ts";

/** Stands in a cell of a row that is not here; no text holds it. */
const ABSENT = "\uFDD0";
const LINES = /(\r?\n)?\uFDD0[\t\uFDD0]*/g;

/** How a grid makes the text of what is copied, and who takes it; `tell` hears how many rows of all were there. */
export function copying(tell: (there: number, all: number) => void, write: (text: string) => unknown = toClipboard) {
  const here = new Set<IRowNode>();
  const absent = new Set<IRowNode>();
  return {
    processCellForClipboard({ node, value, formatValue, accumulatedRowIndex }: ProcessCellForExportParams): unknown {
      // The name of a group comes twice, the first time as it is.
      if (!node || accumulatedRowIndex === undefined) return value;
      const isAbsent = node.data === undefined && !node.group;
      (isAbsent ? absent : here).add(node);
      return isAbsent ? ABSENT : formatValue(value);
    },
    sendToClipboard({ data, api, context }: SendToClipboardParams): void {
      const there = here.size;
      // Of rows that are ticked AG Grid knows those that have been loaded.
      const ticked: number = api.getCellRanges()?.length ? 0 : context.selected();
      const all = Math.max(there + absent.size, ticked);
      here.clear();
      absent.clear();
      // Where there is nothing, what was copied before stays.
      if (there > 0) write(all > there ? data.replace(LINES, "").replace(/^\r?\n/, "") : data);
      if (all > there) tell(there, all);
    },
  };
}

/** Copies what is loaded of the selected cells; false where all are, which AG Grid copies itself. */
export function copyLoaded(
  api: Pick<GridApi, "getCellRanges" | "getDisplayedRowCount" | "forEachNode" | "getDataAsCsv">,
  withHeaders: boolean,
  tell: (there: number, all: number) => void,
  write: (text: string) => unknown = toClipboard,
): boolean {
  const { spans, nodes, all } = selectedRows(api);
  const there = nodes.length;
  if (there >= all) return false;
  const texts = spans.map((span, at) =>
    api.getDataAsCsv({
      columnKeys: [...span.columns],
      rowPositions: nodes
        .filter((node) => isWithin(span, node))
        .map(({ rowIndex }) => ({ rowIndex: rowIndex as number, rowPinned: null })),
      skipColumnHeaders: !withHeaders || at > 0,
      suppressQuotes: true,
      columnSeparator: "\t",
      processCellCallback: ({ value, formatValue }) => formatValue(value),
    }),
  );
  if (there > 0) write(texts.join("\r\n"));
  tell(there, all);
  return true;
}

/** Keys of which AG Grid would make something for each selected cell: it is made here, or they do nothing. */
export function keysOf(copy: (api: GridApi, withHeaders: boolean) => boolean) {
  return ({ event, api, editing }: Pick<SuppressKeyboardEventParams, "event" | "api" | "editing">): boolean => {
    const { key, ctrlKey, metaKey } = event;
    // A sign that is typed would begin to edit a cell, and be used up by that: those of the whole page are not the grid's.
    if (/^[/?]$/.test(key)) return true;
    if (editing) return false;
    // Cells are changed one at a time, and by their own editors.
    if (key === "Delete" || key === "Backspace") return true;
    if (!ctrlKey && !metaKey) return false;
    if (/^[dvx]$/i.test(key)) return true;
    if (event.type !== "keydown" || key.toLowerCase() !== "c" || !copy(api, false)) return false;
    event.preventDefault();
    return true;
  };
}

/** What a cell's menu offers to copy. */
export function copyItems(copy: (api: GridApi, withHeaders: boolean) => boolean) {
  const item = (api: GridApi, withHeaders: boolean): MenuItemDef => {
    const icon = document.createElement("span");
    icon.className = "ag-icon ag-icon-copy";
    return {
      name: t(withHeaders ? "grid:ag.copyWithHeaders" : "grid:ag.copy"),
      ...(withHeaders ? {} : { shortcut: t("grid:ag.ctrlC") }),
      icon,
      action: () => {
        if (!copy(api, withHeaders)) api.copyToClipboard({ includeHeaders: withHeaders });
      },
    };
  };
  return ({ api }: { api: GridApi }) => [item(api, false), item(api, true)];
}

async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is no other way.
    const put = (event: ClipboardEvent) => {
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("copy", put, { capture: true, once: true });
    document.execCommand("copy");
    document.removeEventListener("copy", put, true);
  }
}
