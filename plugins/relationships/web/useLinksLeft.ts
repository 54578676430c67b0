// Links that are made or taken away together where nobody looks at it: after a reload.
import { useEffect, useRef } from "react";
import { problemText, t, useEnv, useStore } from "#web";
import type { Kind } from "../contract.ts";
import { createdText } from "./createdText.ts";
import { undoneText } from "./LastLinks.tsx";
import { RelationshipsStore } from "./store.ts";

/** Finds it again, of whatever kind, and waits for it; where the dialog that it belongs to is drawn, that tells what comes of it. */
export function useLinksLeft(
  eventId: number,
  kind: Kind,
  open: "import" | "match" | undefined,
  onDone: () => void,
): void {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const latest = useRef({ open, onDone });
  latest.current = { open, onDone };
  useEffect(() => {
    const left = store.canSave && store.left(eventId);
    if (!left) return;
    const { does, kindId } = left;
    // A dialog tells of its own kind alone, and goes with the page.
    let isHere = kindId === kind.id;
    const undo = async () => {
      const undone = await store.awaitUndo(eventId, left);
      const hasDialog = isHere && latest.current.open !== undefined;
      if (undone) notices.success(undoneText(undone));
      else if (store.undoing.problem && !hasDialog) notices.failed(store.undoing.problem);
    };
    const make = async () => {
      const isDone = await store.awaitMade(eventId, left);
      if (isHere && latest.current.open === does) return;
      const about = t(`relationships:${does === "match" ? "match" : "import"}.title`);
      const name = store.kind(kindId)?.name;
      const title = name === undefined ? about : `${about}: ${name}`;
      const ran = does === "match" ? store.matched : store.imported;
      const { problem } = store.importing;
      if (isDone && ran) notices.success(createdText(ran), { title });
      else if (problem) notices.error(problemText(problem, t), { title, requestId: problem.requestId });
      else notices.info(t("relationships:match.stopped"), { title });
    };
    void (does === "undo" ? undo() : make()).then(() => latest.current.onDone());
    return () => {
      isHere = false;
    };
  }, [store, notices, eventId, kind.id]);
}
