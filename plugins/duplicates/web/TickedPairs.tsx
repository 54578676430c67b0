// Beside the count of ticked pairs: tick all that match, and say of all of them that they are two.
import { observer } from "mobx-react-lite";
import type { RefObject } from "react";
import {
  Button,
  formatNumber,
  type GridHandle,
  type GridSelection,
  problemText,
  selectionOf,
  t,
  useEnv,
  useStore,
} from "#web";
import { PAIRS_AT_ONCE, type Pair } from "../contract.ts";
import { DuplicatesStore, ofCategory, type PairState } from "./store.ts";

interface Props {
  eventId: number;
  state: PairState;
  category: number;
  grid: RefObject<GridHandle<Pair> | null>;
  ticked: GridSelection | undefined;
}

export const TickedPairs = observer(function TickedPairs({ eventId, state, category, grid, ticked }: Props) {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const selection = ticked && selectionOf(ticked, ofCategory(category));
  if (!ticked || !selection) return null;
  const matched = grid.current?.matched() ?? -1;
  const isOpen = state === "open";
  const settle = async () => {
    const done = await store.dismissDuplicates(eventId, selection, isOpen);
    if (done === undefined) {
      if (store.dismissingMany.problem) notices.error(problemText(store.dismissingMany.problem, t));
      return;
    }
    grid.current?.clearSelection();
    grid.current?.refresh();
  };
  return (
    <>
      {!ticked.all && matched > ticked.count && matched <= PAIRS_AT_ONCE && (
        <Button small tone="quiet" onClick={() => grid.current?.selectAll()}>
          {t("duplicates:ticked.all", { number: formatNumber(matched) })}
        </Button>
      )}
      <Button small busy={store.dismissingMany.busy} onClick={() => void settle()}>
        {t(isOpen ? "duplicates:ticked.dismiss" : "duplicates:ticked.reopen", {
          count: ticked.count,
          number: formatNumber(ticked.count),
        })}
      </Button>
    </>
  );
});
