// What is said above the queue while the last search has not come to its end, or its numbers could not be had.
import { observer } from "mobx-react-lite";
import { Button, problemText, t, useStore } from "#web";
import { DuplicatesStore } from "./store.ts";

export const Unfinished = observer(function Unfinished({ recount }: { recount: () => void }) {
  const store = useStore(DuplicatesStore);
  const { problem, busy } = store.counting;
  return (
    <>
      {store.isUnfinished && (
        <p className="note-warn duplicate-unfinished" role="status">
          {t("duplicates:unfinished")} {store.canMerge && t("duplicates:unfinished.again")}
        </p>
      )}
      {problem && (
        <div className="duplicate-undo duplicate-unknown">
          <span role="alert">
            {t("duplicates:uncounted")} {problemText(problem, t)}
          </span>
          <Button small busy={busy} onClick={recount}>
            {t("common:retry")}
          </Button>
        </div>
      )}
    </>
  );
});
