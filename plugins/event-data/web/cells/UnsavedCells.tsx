// Changes in cells that could not be saved, while nobody stands at their cells: which they are, and the way to each. Before one
// blocks somebody, what they still have before them.
import { observer } from "mobx-react-lite";
import { Button, LeaveGuard, problemText, t, useEnv, useStore } from "#web";
import { BlockingQuestion } from "../BlockingQuestion.tsx";
import { isOfLists } from "../place.ts";
import { EventDataStore } from "../store.ts";
import { useFieldLabel } from "../valueText.ts";
import { type CellsOf, cellsOf, useCellActs } from "./acts.ts";

export const UnsavedCells = observer(function UnsavedCells(list: CellsOf) {
  const { eventId, grid, onOpen } = list;
  const store = useStore(EventDataStore);
  const cells = cellsOf(store, useEnv());
  const { conflict } = store;
  const label = useFieldLabel();
  const acts = useCellActs(list);
  const { failed, asked } = cells;
  const edit = failed.find(
    ({ row, field }) =>
      cells.open !== `${row.id} ${field}` && !(conflict?.theirs.id === row.id && conflict.cell === field),
  );
  const { row, field, problem, why } = edit ?? {};
  return (
    <>
      <LeaveGuard when={cells.edits.length > 0} stays={(path) => isOfLists(path, eventId)} />
      {asked && (
        <BlockingQuestion
          key={asked.row.id}
          eventId={eventId}
          thing={asked.row}
          onSay={(ahead) => cells.settle(asked, ahead, acts)}
        />
      )}
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
