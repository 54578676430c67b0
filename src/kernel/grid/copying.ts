// What is copied from a list of the server, of which only some rows are here: the others leave no empty lines, and are told of.
import type { IRowNode, ProcessCellForExportParams, SendToClipboardParams } from "@ag-grid-community/core";

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
