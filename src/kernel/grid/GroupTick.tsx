// The box of a group: ticks all of its rows that match, and shows how many of them are ticked.
import type { ICellRendererParams } from "@ag-grid-community/core";
import { t } from "../i18n/setup.ts";
import { groupText } from "./columns.ts";
import type { GridColumn } from "./grid.ts";
import { isGroup } from "./groups.ts";
import type { GroupTicks } from "./groupTicks.ts";
import { usePaint } from "./StatusPanels.tsx";

const TICKED = ["selectionChanged", "modelUpdated"] as const;

/** What the list gives its cells. */
interface OfList {
  columns: () => readonly GridColumn[];
  groupTicks: GroupTicks;
}

export function GroupTick({ api, data, node, context }: ICellRendererParams) {
  usePaint(api, TICKED);
  const { columns, groupTicks } = context as OfList;
  if (!isGroup(data) || !groupTicks.canTick(api, node)) return null;
  const ticked = groupTicks.of(api, node, data);
  const column = columns().find(({ field }) => field === data.by);
  return (
    <input
      type="checkbox"
      className="list-group-tick"
      tabIndex={-1}
      aria-label={t("grid:group.tick", { name: groupText(column, data.group.value) })}
      checked={ticked === "all"}
      ref={(box) => {
        if (box) box.indeterminate = ticked === "some";
      }}
      // The keys are the cell's, which keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onChange={() => void groupTicks.toggle(api, node, data)}
    />
  );
}
