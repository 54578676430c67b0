// Beside the count of ticked lines: tick all that match, and erase what they tell of.
import { type RefObject, useState } from "react";
import { Button, formatNumber, type GridHandle, type GridSelection, selectionOf, t } from "#web";
import type { HistoryErasure, HistoryLine, HistorySelection } from "../contract.ts";
import { EraseMany } from "./EraseMany.tsx";

interface Props {
  eventId: number;
  grid: RefObject<GridHandle<HistoryLine> | null>;
  selected: GridSelection | undefined;
  /** What the page narrows the list by, beside the list's own view. */
  filter: NonNullable<Extract<HistorySelection, { question: object }>["question"]["filter"]>;
  reach: Pick<HistoryErasure, "everywhere" | "zone">;
  onErased: () => void;
}

export function Ticked({ eventId, grid, selected, filter, reach, onErased }: Props) {
  const [asking, setAsking] = useState<HistorySelection>();
  const selection = selected && selectionOf(selected, filter);
  const matched = grid.current?.matched() ?? -1;
  return (
    <>
      {selection && !selected.all && matched > 0 && (
        <Button small tone="quiet" onClick={() => grid.current?.selectAll()}>
          <span className="list-unless-tight">{t("history:erasing.all", { number: formatNumber(matched) })}</span>
          <span className="list-if-tight">{t("history:erasing.allTight", { number: formatNumber(matched) })}</span>
        </Button>
      )}
      {selection && (
        <Button small onClick={() => setAsking(selection)}>
          {t("history:erase.action")}
        </Button>
      )}
      {asking && (
        <EraseMany
          eventId={eventId}
          meant={{ ...reach, selection: asking }}
          onErased={() => {
            grid.current?.clearSelection();
            onErased();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
