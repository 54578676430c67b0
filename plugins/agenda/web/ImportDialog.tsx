// Import sessions: choose a file, see what it would do, then do it. Nothing is written before the second step.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button, Dialog, FilePick, formatNumber, passFocusOn, t, useEnv, useStore, useTold } from "#web";
import { ImportReport } from "./ImportReport.tsx";
import { tellEnd } from "./importLeft.ts";
import type { ImportStoreInstance } from "./importStore.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  eventId: number;
  /** The event's. */
  importing: ImportStoreInstance;
  onClose: () => void;
  onClashes: () => void;
}

const ACCEPTED = ".xml,.json,.ics,application/xml,text/xml,application/json,text/calendar";

export const ImportDialog = observer(function ImportDialog({ eventId, importing, onClose, onClashes }: Props) {
  const store = useStore(AgendaStore);
  const { notices } = useEnv();
  // Who goes back while sessions are written finds that, or its report, when the dialog is opened again.
  useEffect(() => {
    importing.show(true);
    return () => {
      importing.show(false);
      if (importing.isWriting) return;
      // Nobody waits for what it would do.
      if (importing.isWorking && importing.job) void importing.cancel();
      importing.reset();
    };
  }, [importing]);
  const told = useTold(importing.working);

  const { step, working } = importing;
  // Once its job is known, it goes on without the dialog.
  const held = importing.isWorking && !importing.job;
  const apply = async (file = importing.file, format = importing.format) => {
    const isDone = await importing.applyFile(eventId, file, format);
    // Who has gone on to another event sees that one's.
    if (isDone && store.eventId === eventId) void store.listSessions(eventId);
    // Where the dialog is drawn, perhaps anew, it tells what came of it.
    if (importing.isShown || tellEnd(importing, notices) || !working.problem) return;
    told.failed(t("agenda:import.notDone", { file: file?.name }), () => apply(file, format));
    importing.reset();
  };
  const foot = (
    <>
      {step === "imported" && store.clashes.length > 0 && (
        <Button onClick={onClashes}>{t("agenda:import.clashes", { count: store.clashes.length })}</Button>
      )}
      {importing.isWorking ? (
        <>
          <Button
            // No other button takes its place, and with it the focus.
            key="stop"
            busy={importing.stopping.busy}
            disabled={!importing.canStop}
            onFocus={({ currentTarget }) => passFocusOn(currentTarget)}
            onClick={() => void importing.cancel()}
          >
            {t("agenda:import.cancel")}
          </Button>
          {importing.isWriting && !held && <Button onClick={onClose}>{t("common:close")}</Button>}
        </>
      ) : (
        // What was done or stopped is over: there is nothing left to call off.
        <Button tone={step === "imported" ? "primary" : "default"} onClick={onClose}>
          {t(step === "imported" || step === "cancelled" ? "common:close" : "common:cancel")}
        </Button>
      )}
      {(step === "checked" || step === "importing") && (
        <Button
          tone="primary"
          busy={importing.isWorking}
          disabled={importing.changes === 0}
          onClick={() => void apply()}
        >
          {t("agenda:import.apply", { count: importing.changes, number: formatNumber(importing.changes) })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t("agenda:import.action")} onClose={onClose} width={620} foot={foot} held={held}>
      {!importing.isWorking && step !== "imported" && (
        <FilePick
          fileName={importing.fileName}
          accept={ACCEPTED}
          help={t("agenda:import.help")}
          onFile={(file) => void importing.checkFile(eventId, file)}
        />
      )}
      <ImportReport importing={importing} problem={working.problem} zone={store.zone} />
    </Dialog>
  );
});
