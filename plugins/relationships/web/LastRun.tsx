// Links that somebody has made together a short while ago, and the button that takes them away again.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button, formatNumber, formatTime, Running, t, useEnv, useStore } from "#web";
import type { Kind } from "../contract.ts";
import { RelationshipsStore, type Undone } from "./store.ts";

interface Props {
  eventId: number;
  kind: Kind;
  onUndone: () => void;
}

export const LastRun = observer(function LastRun({ eventId, kind, onUndone }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  useEffect(() => void store.getLastRun(eventId, kind.id), [store, eventId, kind.id]);
  const { lastRun, undoing, importing } = store;
  const run = lastRun?.kindId === kind.id ? lastRun.run : null;
  if (!run || run.source === "hand" || Date.parse(run.until) < Date.now()) return null;
  const undo = async () => {
    const undone = await store.undoLinks(eventId, kind.id, run.job);
    if (!undone) return void (undoing.problem && notices.failed(undoing.problem));
    notices.success(undoneText(undone));
    onUndone();
  };
  return (
    <>
      <p className="relation-run" role="status">
        <span>
          {t(`relationships:undo.of.${run.source}`, { count: run.links, number: formatNumber(run.links) })}{" "}
          {t("relationships:undo.until", { time: formatTime(run.until) })}
        </span>
        <Button small busy={undoing.busy} disabled={importing.busy} onClick={() => void undo()}>
          {t("common:undo")}
        </Button>
      </p>
      {undoing.busy && (
        <Running
          job={store.running}
          text={t("common:undoing")}
          isLost={store.isLost}
          stopping={store.stopping}
          onStop={() => store.stop()}
        />
      )}
    </>
  );
});

/** What came of an undoing. */
export function undoneText({ removed, isStopped }: Undone): string {
  const text = t("relationships:undone", { count: removed, number: formatNumber(removed) });
  return isStopped ? `${t("common:undoStopped")} ${text}` : text;
}
