// How far the job is that is waited for, and a way to stop it.
import { observer } from "mobx-react-lite";
import { Button, ProgressBar, problemText, t, useStore } from "#web";
import { RelationshipsStore } from "./store.ts";

export const Going = observer(function Going({ text }: { text: string }) {
  const store = useStore(RelationshipsStore);
  const { running, isLost, stopping } = store;
  return (
    <div className="relation-going">
      <p role="status">{text}</p>
      <ProgressBar value={running?.progress ?? 0} label={text} />
      {isLost && (
        <p className="note-warn" role="status">
          {t("relationships:lost")}
        </p>
      )}
      {stopping.problem && (
        <p className="form-problem" role="alert">
          {problemText(stopping.problem, t)}
        </p>
      )}
      {running && running.mode !== "undo" && (
        <p>
          <Button small busy={stopping.busy} onClick={() => void store.stop()}>
            {t("relationships:match.stop")}
          </Button>
        </p>
      )}
    </div>
  );
});
