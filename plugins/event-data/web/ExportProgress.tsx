// How far a long export is, beside the search: there it moves no other button.
import { observer } from "mobx-react-lite";
import { aboutSo, Button, ProgressBar, passFocusOn, t, useEnv, useStore } from "#web";
import { EventDataStore } from "./store.ts";

export const ExportProgress = observer(function ExportProgress() {
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const { shownExport, stoppingExport } = store;
  if (!shownExport) return null;
  const cancel = async (button: HTMLElement) => {
    passFocusOn(button);
    await store.cancelExport();
    if (stoppingExport.problem) notices.failed(stoppingExport.problem);
  };
  const text = shownExport.waits
    ? t("common:running.waits")
    : t("event-data:export.progress", { number: aboutSo(shownExport.rows, shownExport.isAbout) });
  return (
    <div className="thing-export">
      <span role="status">{text}</span>
      <ProgressBar value={shownExport.progress} label={text} />
      <Button
        small
        busy={stoppingExport.busy}
        onFocus={({ currentTarget }) => passFocusOn(currentTarget)}
        onClick={({ currentTarget }) => void cancel(currentTarget)}
      >
        {t("common:cancel")}
      </Button>
      {shownExport.isLost && <strong role="status">{t("event-data:export.lost")}</strong>}
    </div>
  );
});
