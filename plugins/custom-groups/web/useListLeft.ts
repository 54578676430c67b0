// A list that is read in or undone where nobody looks at it: after a reload.
import { useEffect, useRef } from "react";
import { problemText, t, useEnv, useStore } from "#web";
import type { Group } from "../contract.ts";
import { doneText, undoneText } from "./listTexts.ts";
import { CustomGroupsStore } from "./store.ts";

/** Finds it again, of whatever group, and waits for it; where its dialog is drawn, that tells what comes of a list. */
export function useListLeft(eventId: number, group: Group, hasDialog: boolean, onDone: () => void): void {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const latest = useRef({ hasDialog, onDone });
  latest.current = { hasDialog, onDone };
  useEffect(() => {
    const left = store.left(eventId);
    if (!left) return;
    // A dialog tells of its own group alone, and goes with the page.
    let isHere = left.groupId === group.id;
    const isTold = () => isHere && latest.current.hasDialog;
    const undo = async () => {
      const undone = await store.awaitUndo(eventId, left);
      if (undone) notices.success(undoneText(undone));
      else if (store.undoing.problem && !isTold()) notices.failed(store.undoing.problem);
    };
    const read = async () => {
      const isDone = await store.awaitList(eventId, left);
      if (isTold()) return;
      const { problem } = store.importing;
      const name = store.group(left.groupId)?.name;
      const title = name === undefined ? undefined : t("custom-groups:import.title", { name });
      if (isDone && store.imported) notices.success(doneText(store.imported.result), { title });
      else if (problem) notices.error(problemText(problem, t), { title, requestId: problem.requestId });
      else notices.info(t("custom-groups:import.stopped.apply"), { title });
    };
    void (left.undoes ? undo() : read()).then(() => latest.current.onDone());
    return () => {
      isHere = false;
    };
  }, [store, notices, eventId, group.id]);
}
