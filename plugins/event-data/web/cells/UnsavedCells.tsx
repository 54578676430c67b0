// Changes in cells that could not be saved, while nobody stands at their cells: which they are, and the way to each.
import { observer } from "mobx-react-lite";
import { Button, LeaveGuard, problemText, t, useEnv, useStore } from "#web";
import { isOfLists } from "../place.ts";
import { EventDataStore } from "../store.ts";
import { useFieldLabel } from "../valueText.ts";
import { type CellsOf, cellsOf } from "./acts.ts";

export const UnsavedCells = observer(function UnsavedCells({ eventId, grid, onOpen }: CellsOf) {
  const store = useStore(EventDataStore);
  const cells = cellsOf(store, useEnv());
  const { conflict } = store;
  const label = useFieldLabel();
  const { failed } = cells;
  const edit = failed.find(
    ({ row, field }) =>
      cells.open !== `${row.id} ${field}` && !(conflict?.theirs.id === row.id && conflict.cell === field),
  );
  const { row, field, problem, why } = edit ?? {};
  return (
    <>
      <LeaveGuard when={cells.edits.length > 0} stays={(path) => isOfLists(path, eventId)} />
      {row && field && (
        <div className="list-missing cells-unsaved" role="alert">
          <span>
            <strong>{t("event-data:cells.failed", { field: label(field), name: row.name })}</strong>{" "}
            {why ?? (problem && problemText(problem, t))}
          </span>
          <Button
            small
            onClick={() => {
              // Where the list does not show the profile any more, its panel does.
              if (!grid.current?.edit(row.id, field)) onOpen(row.id);
            }}
          >
            {t("event-data:cells.show")}
          </Button>
        </div>
      )}
    </>
  );
});
