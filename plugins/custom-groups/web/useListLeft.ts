// A list that is read in or undone where nobody looks at it: after a reload.
import { useEffect, useRef } from "react";
import { t, useEnv, useStore } from "#web";
import type { Group } from "../contract.ts";
import { doneText, undoneText } from "./listTexts.ts";
import { CustomGroupsStore } from "./store.ts";

/** Finds it again and waits for it; where its dialog is drawn, that tells what comes of a list. */
export function useListLeft(eventId: number, group: Group, hasDialog: boolean, onDone: () => void): void {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const latest = useRef({ name: group.name, hasDialog, onDone });
  latest.current = { name: group.name, hasDialog, onDone };
  useEffect(() => {
    const left = store.left(eventId, group.id);
    if (!left) return;
    const undo = async () => {
      const undone = await store.awaitUndo(eventId, left);
      if (undone) notices.success(undoneText(undone));
      else if (store.undoing.problem && !latest.current.hasDialog) notices.failed(store.undoing.problem);
    };
    const read = async () => {
      const isDone = await store.awaitList(eventId, left);
      if (latest.current.hasDialog) return;
      const title = t("custom-groups:import.title", { name: latest.current.name });
      if (isDone && store.imported) notices.success(doneText(store.imported.result), { title });
      else if (store.importing.problem) notices.failed(store.importing.problem);
      else notices.info(t("custom-groups:import.stopped.apply"), { title });
    };
    void (left.undoes ? undo() : read()).then(() => latest.current.onDone());
  }, [store, notices, eventId, group.id]);
}
