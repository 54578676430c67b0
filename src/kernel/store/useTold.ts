// What a part of a page has asked for, as that part tells it: in its place as long as it is drawn, in a notice afterwards.
import { runInAction } from "mobx";
import { useEffect, useMemo, useRef } from "react";
import { problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import type { Tracking } from "./tracked.ts";
import { useEnv } from "./useStore.ts";

interface Told {
  /** Whether the part is drawn still. */
  isDrawn: () => boolean;
  /** The last asking has failed: what it was about, and how it is tried again. Where the part has gone, a notice says so. */
  failed: (title: string, again: () => unknown) => void;
}

/**
 * The problem goes with the part that drew it; one that comes later is told in a notice, so that nothing fails unseen.
 * @example
 * const told = useTold(store.saving.of(note.id));
 * const save = async (draft: NoteDraft) => {
 *   const saved = await store.save(note.id, draft);
 *   if (!saved) told.failed(t("notes:notSaved", { title: note.title }), () => save(draft));
 *   return saved;
 * };
 */
export function useTold(asking: Tracking): Told {
  const { notices } = useEnv();
  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
      runInAction(() => {
        asking.problem = undefined;
      });
    };
  }, [asking]);
  return useMemo(
    () => ({
      isDrawn: () => isDrawn.current,
      failed: (title, again) => {
        const { problem } = asking;
        if (isDrawn.current || !problem) return;
        runInAction(() => {
          asking.problem = undefined;
        });
        const isOver = problem.code === "stale" || problem.code === "not_found";
        const action = isOver ? undefined : { label: t("common:retry"), run: () => void again() };
        notices.error(problemText(problem, t), { title, requestId: problem.requestId, action });
      },
    }),
    [asking, notices],
  );
}
