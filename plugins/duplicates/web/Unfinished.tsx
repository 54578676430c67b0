// What is said above the queue while the last search has not come to its end.
import { observer } from "mobx-react-lite";
import { t, useStore } from "#web";
import { DuplicatesStore } from "./store.ts";

export const Unfinished = observer(function Unfinished() {
  const store = useStore(DuplicatesStore);
  if (!store.isUnfinished) return null;
  return (
    <p className="note-warn duplicate-unfinished" role="status">
      {t("duplicates:unfinished")} {store.canMerge && t("duplicates:unfinished.again")}
    </p>
  );
});
