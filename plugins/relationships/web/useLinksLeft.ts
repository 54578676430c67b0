// Links that are made or taken away together where nobody looks at it: after a reload.
import { useEffect, useRef } from "react";
import { t, useEnv, useStore } from "#web";
import type { Kind } from "../contract.ts";
import { createdText } from "./createdText.ts";
import { undoneText } from "./LastLinks.tsx";
import { RelationshipsStore } from "./store.ts";

/** Finds it again and waits for it; where a dialog is drawn, that tells what comes of it. */
export function useLinksLeft(eventId: number, kind: Kind, hasDialog: boolean, onDone: () => void): void {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const latest = useRef({ name: kind.name, hasDialog, onDone });
  latest.current = { name: kind.name, hasDialog, onDone };
  useEffect(() => {
    const left = store.canSave && store.left(eventId, kind.id);
    if (!left) return;
    const undo = async () => {
      const undone = await store.awaitUndo(eventId, left);
      if (undone) notices.success(undoneText(undone));
      else if (store.undoing.problem && !latest.current.hasDialog) notices.failed(store.undoing.problem);
    };
    const make = async () => {
      const isDone = await store.awaitMade(eventId, left);
      if (latest.current.hasDialog) return;
      const title = `${t(`relationships:${left.does === "match" ? "match" : "import"}.title`)}: ${latest.current.name}`;
      const ran = left.does === "match" ? store.matched : store.imported;
      if (isDone && ran) notices.success(createdText(ran), { title });
      else if (store.importing.problem) notices.failed(store.importing.problem);
      else notices.info(t("relationships:match.stopped"), { title });
    };
    void (left.does === "undo" ? undo() : make()).then(() => latest.current.onDone());
  }, [store, notices, eventId, kind.id]);
}
