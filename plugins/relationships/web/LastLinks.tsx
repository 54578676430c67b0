// Links that somebody has made together a short while ago, and the button that takes them away again.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatNumber, LastRun, ongoing, Running, t, useStore } from "#web";
import type { Kind } from "../contract.ts";
import type { Undone } from "./ran.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  kind: Kind;
  onUndone: () => void;
}

export const LastLinks = observer(function LastLinks({ eventId, kind, onUndone }: Props) {
  const store = useStore(RelationshipsStore);
  useEffect(() => void store.getLastRun(eventId, kind.id), [store, eventId, kind.id]);
  const run = store.lastRun?.kindId === kind.id ? store.lastRun.run : null;
  const { last, isReading, isOthers, running } = ongoing(store, kind.id);
  if (isReading)
    return (
      <Running
        job={running}
        text={t("relationships:match.running")}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={() => store.stop()}
      />
    );
  if (!run || run.source === "hand") return null;
  const undo = async () => {
    const undone = await store.undoLinks(eventId, kind.id, run.job);
    if (undone) onUndone();
    return undone && undoneText(undone);
  };
  return (
    <LastRun
      text={t(`relationships:undo.of.${run.source}`, { count: run.links, number: formatNumber(run.links) })}
      by={run.by}
      until={run.until}
      store={last}
      disabled={isOthers}
      onUndo={undo}
    />
  );
});

/** What came of an undoing. */
export function undoneText({ removed, isStopped }: Undone): string {
  const text = t("relationships:undone", { count: removed, number: formatNumber(removed) });
  return isStopped ? `${t("common:undoStopped")} ${text}` : text;
}
