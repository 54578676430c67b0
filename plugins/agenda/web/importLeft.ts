// An import that goes on where nobody looks at it: after its dialog has gone, or a reload.
import { useEffect } from "react";
import { type Env, problemText, t, useEnv } from "#web";
import { refusalOf } from "./ImportReport.tsx";
import type { ImportStoreInstance } from "./importStore.ts";
import type { AgendaStoreInstance } from "./store.ts";

/** Tells in a notice what came of it; false where nobody knows. */
export function tellEnd(importing: ImportStoreInstance, notices: Env["notices"]): boolean {
  const { step, fileName: file } = importing;
  const title = t("agenda:import.notDone", { file });
  if (step === "imported") notices.success(t("agenda:import.ended", { file }));
  else if (step === "cancelled") notices.info(t("agenda:import.cancelled"), { title });
  else if (step === "refused") notices.error(refusalOf(importing) ?? t("agenda:import.refused"), { title });
  else return false;
  return true;
}

/** Finds the import again that was going on before a reload, and watches it; its dialog, where it is drawn, tells what comes of it. */
export function useImportLeft(
  store: AgendaStoreInstance,
  eventId: number,
  importing: ImportStoreInstance | undefined,
): void {
  const { notices } = useEnv();
  useEffect(() => {
    const left = importing?.left(eventId);
    if (!importing || !left) return;
    void importing.resume(eventId, left).then((isDone) => {
      if (isDone && store.eventId === eventId) void store.listSessions(eventId);
      if (importing.isShown || tellEnd(importing, notices)) return;
      const { problem } = importing.working;
      if (!problem) return;
      notices.error(problemText(problem, t), { title: t("agenda:import.notDone", { file: left.fileName }) });
      importing.reset();
    });
  }, [store, eventId, importing, notices]);
}
